/** The checks of a smoke test: each asks the engine something and says what it saw, or why it is not right. */

import type { Usage } from '../engine/client.ts';
import {
  type ChatMessage,
  chat,
  chatStream,
  type Endpoint,
  EngineTrouble,
  models,
} from '../engine/client.ts';
import { type Message, msg } from '../message/message.ts';
import type { SmokeQuestion } from '../recipe/types.ts';

export interface SmokeTarget {
  endpoint: Endpoint;
  servedName: string;
  /** For each request. */
  deadlineMs: number;
  signal?: AbortSignal;
}

export interface Seen {
  why?: Message;
  text?: string;
  tokens?: number;
  passed?: number; // of `total`, where a check is many requests
  total?: number;
}

export interface SmokeCheck {
  id: string;
  title: Message;
  run(target: SmokeTarget): Promise<Seen>;
}

const ask = (content: string): ChatMessage[] => [{ role: 'user', content }];
const patienceOf = ({ deadlineMs, signal }: SmokeTarget) => ({ deadlineMs, ...(signal && { signal }) });

/** A question of the recipe, judged on the text of the answer. */
export function answers(question: SmokeQuestion): SmokeCheck {
  return {
    id: `answers.${question.id}`,
    title: msg('measure.smoke.answers', { question: question.prompt }),
    async run(target) {
      const { maxTokens } = question;
      const request = { model: target.servedName, messages: ask(question.prompt), maxTokens, temperature: 0 };
      const answer = await chat(target.endpoint, request, patienceOf(target));
      const tokens = answer.usage?.completionTokens ?? 0;
      const why = judgeAnswer(question.expect, answer.text, tokens, answer.finish);
      return { text: answer.text, tokens, ...(why && { why }) };
    },
  };
}

export function judgeAnswer(
  expect: SmokeQuestion['expect'],
  text: string,
  tokens: number,
  finish: string | undefined,
): Message | undefined {
  if (text.trim() === '') {
    if (finish === 'length') return msg('measure.smoke.why.thinking');
    return msg('measure.smoke.why.empty', { finish: finish ?? 'null' });
  }
  if (expect.contains !== undefined && !text.toLowerCase().includes(expect.contains.toLowerCase()))
    return msg('measure.smoke.why.missing', { wanted: expect.contains });
  if (expect.minTokens !== undefined && tokens < expect.minTokens)
    return msg('measure.smoke.why.too-few', { tokens, wanted: expect.minTokens });
  return undefined;
}

/** Cut off by max_tokens in any model, so that two runs of it count the same. */
const COUNTING = { prompt: 'Count from one to twenty in words.', maxTokens: 16 };

const countingRequest = (target: SmokeTarget) => ({
  model: target.servedName,
  messages: ask(COUNTING.prompt),
  maxTokens: COUNTING.maxTokens,
  temperature: 0,
});

/** Several pieces of text (a thinking model's reasoning counts), a finish reason and [DONE], without which it throws. */
export const streams: SmokeCheck = {
  id: 'stream',
  title: msg('measure.smoke.stream'),
  async run(target) {
    let text = '';
    let pieces = 0;
    let finish: string | undefined;
    let usage: Usage | undefined;
    for await (const chunk of chatStream(target.endpoint, countingRequest(target), patienceOf(target))) {
      if (chunk.text !== '' || chunk.reasoning !== '') pieces += 1;
      text += chunk.text;
      finish = chunk.finish ?? finish;
      usage = chunk.usage ?? usage;
    }
    const seen = { text, tokens: usage?.completionTokens ?? 0 };
    if (pieces < 2) return { ...seen, why: msg('measure.smoke.why.one-chunk', { chunks: pieces }) };
    if (finish === undefined) return { ...seen, why: msg('measure.smoke.why.no-finish') };
    return seen;
  },
};

/** prompt + completion = total, whole and streamed, and the same greedy request counts the same both ways. */
export const usageAddsUp: SmokeCheck = {
  id: 'usage',
  title: msg('measure.smoke.usage'),
  async run(target) {
    const whole = (await chat(target.endpoint, countingRequest(target), patienceOf(target))).usage;
    let streamed: Usage | undefined;
    for await (const chunk of chatStream(target.endpoint, countingRequest(target), patienceOf(target)))
      streamed = chunk.usage ?? streamed;
    const why = judgeUsage(whole, streamed);
    return { tokens: whole?.completionTokens ?? 0, ...(why && { why }) };
  },
};

export function judgeUsage(whole: Usage | undefined, streamed: Usage | undefined): Message | undefined {
  if (whole === undefined || streamed === undefined) return msg('measure.smoke.why.no-usage');
  for (const { promptTokens: prompt, completionTokens: completion, totalTokens: total } of [
    whole,
    streamed,
  ]) {
    if (prompt + completion !== total) return msg('measure.smoke.why.sum', { prompt, completion, total });
  }
  if (whole.completionTokens !== streamed.completionTokens) {
    const counts = { whole: whole.completionTokens, streamed: streamed.completionTokens };
    return msg('measure.smoke.why.differs', counts);
  }
  return undefined;
}

/** Enough for any model to begin its answer; the check is that requests side by side are all answered. */
const SHORT_ANSWER = 32;

/** N chats at the same time; an answer without `choices` is a failed one. All must succeed. */
export function concurrent(count: number): SmokeCheck {
  return {
    id: 'concurrent',
    title: msg('measure.smoke.concurrent', { count }),
    async run(target) {
      const one = async (number: number) =>
        await chat(
          target.endpoint,
          {
            model: target.servedName,
            messages: ask(`Reply with OK and the number ${number}.`),
            maxTokens: SHORT_ANSWER,
            temperature: 0,
          },
          patienceOf(target),
        );
      const results = await Promise.allSettled(Array.from({ length: count }, (_, index) => one(index + 1)));
      const done = results.filter((result) => result.status === 'fulfilled');
      const tokens = done.reduce((sum, { value }) => sum + (value.usage?.completionTokens ?? 0), 0);
      const seen = { tokens, passed: done.length, total: count };
      const broken = results.find((result) => result.status === 'rejected');
      if (broken === undefined) return seen;
      if (broken.reason instanceof EngineTrouble && broken.reason.kind !== 'cancelled')
        return { ...seen, why: broken.reason.said };
      throw broken.reason;
    },
  };
}

/** Of the form of our keys, so that a refusal is about its value. */
const WRONG_KEY = 'wrong-key-that-no-engine-has-0000000000000';

/** Both the list of models and inference must refuse: some routes of an engine have been open with a key set. */
function refuses(id: string, title: Message, key: string | undefined): SmokeCheck {
  return {
    id,
    title,
    async run(target) {
      const { key: _, ...open } = target.endpoint;
      const endpoint: Endpoint = key === undefined ? open : { ...open, key };
      const request = { model: target.servedName, messages: ask('Reply with OK.'), maxTokens: 1 };
      const routes = {
        '/v1/models': () => models(endpoint, patienceOf(target)),
        '/v1/chat/completions': () => chat(endpoint, request, patienceOf(target)),
      };
      for (const [path, call] of Object.entries(routes)) {
        if (!(await isRefused(call))) return { why: msg('measure.smoke.why.open', { path }) };
      }
      return {};
    },
  };
}

async function isRefused(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return false;
  } catch (error) {
    if (error instanceof EngineTrouble && error.kind === 'unauthorized') return true;
    throw error;
  }
}

export const wrongKeyRefused = refuses('key.wrong', msg('measure.smoke.key-wrong'), WRONG_KEY);
export const missingKeyRefused = refuses('key.missing', msg('measure.smoke.key-missing'), undefined);
