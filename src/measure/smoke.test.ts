import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Asked, engineServer, likeRecorded, recorded, send } from '../../test/support/engine-server.ts';
import { Bus } from '../event/bus.ts';
import type { Event } from '../event/types.ts';
import { say } from '../message/message.ts';
import type { Recipe } from '../recipe/types.ts';
import { type SmokeReport, smoke, smokeDocument, smokeFailure, smokeVerdict } from './smoke.ts';
import { judgeAnswer, judgeUsage } from './smoke-checks.ts';

const KEY = 'canary-0123456789-abcdefghijklmnopqrstuvwxyz';
const plan: Recipe['smoke'] = {
  questions: [
    { id: 'capital', prompt: 'What is the capital of France?', maxTokens: 32, expect: { contains: 'paris' } },
  ],
  concurrency: 6,
  timeoutSeconds: 5,
};

type Answer = (asked: Asked, response: ServerResponse) => void;

async function run(answer: Answer, options: { key?: string; plan?: Recipe['smoke'] } = { key: KEY }) {
  await using server = await engineServer(answer);
  const events: Event[] = [];
  const bus = new Bus();
  bus.listen((event) => events.push(event));
  const { key } = options;
  const report = await smoke({
    base: server.base,
    servedName: 'smol',
    plan: options.plan ?? plan,
    bus,
    ...(key !== undefined && { key }),
  });
  return { report, events, asked: server.asked };
}

const failed = (report: SmokeReport) => report.checks.filter(({ ok }) => !ok).map(({ id }) => id);
const whyOf = (report: SmokeReport, id: string) => {
  const why = report.checks.find((check) => check.id === id)?.why;
  return why && say(why, 'en');
};
/** The recorded engine, except where `odd` answers itself and says so by returning true. */
const except =
  (odd: (asked: Asked, response: ServerResponse) => boolean): Answer =>
  (asked, response) => {
    if (!odd(asked, response)) likeRecorded(KEY)(asked, response);
  };
const contentOf = (asked: Asked) =>
  (asked.body.messages as { content: string }[] | undefined)?.[0]?.content ?? '';
const json = (response: ServerResponse, value: unknown) => {
  send(response, { status: 200, type: 'application/json', body: Buffer.from(JSON.stringify(value)) });
  return true;
};

describe('the recorded engine', () => {
  test('passes every check', async () => {
    const { report } = await run(likeRecorded(KEY));
    expect(report.checks.map(({ id, ok }) => [id, ok])).toEqual([
      ['answers.capital', true],
      ['stream', true],
      ['usage', true],
      ['concurrent', true],
      ['key.wrong', true],
      ['key.missing', true],
    ]);
    expect(report.checks[0]).toMatchObject({ text: 'The capital of France is Paris.', tokens: 8 });
    expect(say(smokeVerdict(report), 'en')).toBe('Smoke test passed: 6/6 checks');
    expect(smokeFailure(report)).toBeUndefined();
  });

  test('B18.2 six chats run side by side, each has choices, and N/N is told', async () => {
    let open = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    const { report, events } = await run((asked, response) => {
      if (!/OK and the number/.test(contentOf(asked))) {
        likeRecorded(KEY)(asked, response);
        return;
      }
      open += 1;
      most = Math.max(most, open);
      // Nobody is answered before all six have asked: one after the other would never end.
      waiting.push(() => likeRecorded(KEY)(asked, response));
      if (waiting.length === 6) for (const answer of waiting) answer();
    });
    expect(most).toBe(6);
    expect(report.checks.find(({ id }) => id === 'concurrent')).toMatchObject({
      ok: true,
      passed: 6,
      total: 6,
    });
    const said = events.flatMap((event) => (event.type === 'note' ? [say(event.message, 'en')] : []));
    expect(said).toContain('6/6 requests succeeded');
  });

  test('each check is an event when it begins and when it ends', async () => {
    const { events } = await run(likeRecorded(KEY), {
      key: KEY,
      plan: { ...plan, questions: [], concurrency: 1 },
    });
    const steps = events.flatMap((event) => (event.type === 'step' ? [`${event.step} ${event.status}`] : []));
    expect(steps).toEqual([
      'smoke/stream start',
      'smoke/stream done',
      'smoke/usage start',
      'smoke/usage done',
      'smoke/key.wrong start',
      'smoke/key.wrong done',
      'smoke/key.missing start',
      'smoke/key.missing done',
    ]);
  });

  test('A9.2 the key is in no event and in no document', async () => {
    const { report, events } = await run(likeRecorded(KEY));
    const wrong = await run(likeRecorded('another-key'));
    const all = [report, events, smokeDocument(report, 'zh'), wrong.report, wrong.events];
    expect(JSON.stringify(all)).not.toContain(KEY);
  });
});

describe('what is wrong is found, and stops nothing else', () => {
  test('A7.2 a failing check leaves the others running; the document says which and why', async () => {
    const { report } = await run(
      except(
        (asked, response) => /capital/.test(contentOf(asked)) && !asked.body.stream && json(response, {}),
      ),
    );
    expect(failed(report)).toEqual(['answers.capital']);
    expect(report.checks).toHaveLength(6);
    const document = smokeDocument(report, 'en');
    expect(document.ok).toBe(false);
    expect(document.checks.map(({ ok }) => ok)).toEqual([false, true, true, true, true, true]);
    expect(document.checks[0]?.why).toContain('not as an OpenAI-compatible engine does');
    expect(smokeFailure(report)?.exit).toBe(1);
  });

  test('A7.4 with a wrong key of ours every check says that the key is wrong', async () => {
    const { report } = await run(likeRecorded('another-key'));
    expect(failed(report)).toEqual(['answers.capital', 'stream', 'usage', 'concurrent']);
    for (const id of failed(report)) expect(whyOf(report, id)).toContain('the key is wrong or missing');
  });

  test('A9.1 an engine that answers without a key is open to all', async () => {
    const { report } = await run((asked, response) => {
      likeRecorded(KEY)({ ...asked, authorization: `Bearer ${KEY}` }, response);
    });
    expect(failed(report)).toEqual(['key.wrong', 'key.missing']);
    expect(whyOf(report, 'key.missing')).toContain('/v1/models answered without a valid key');
  });

  test('A9.1 a list of models that refuses while inference does not is open too', async () => {
    const { report } = await run((asked, response) => {
      const free = asked.path === '/v1/chat/completions';
      likeRecorded(KEY)(free ? { ...asked, authorization: `Bearer ${KEY}` } : asked, response);
    });
    expect(whyOf(report, 'key.wrong')).toContain('/v1/chat/completions answered');
  });

  test('a deployment without a key is not asked about keys, and that is said', async () => {
    const { report, events } = await run(
      (asked, response) => likeRecorded(KEY)({ ...asked, authorization: `Bearer ${KEY}` }, response),
      {},
    );
    expect(report.checks.map(({ id }) => id)).toEqual(['answers.capital', 'stream', 'usage', 'concurrent']);
    expect(events.find(({ type }) => type === 'note')).toMatchObject({ level: 'warn' });
  });

  test('one of the chats side by side that fails is counted', async () => {
    const { report } = await run(
      except((asked, response) => {
        if (!/number 4\./.test(contentOf(asked))) return false;
        send(response, { status: 500, type: 'text/plain', body: Buffer.from('boom') });
        return true;
      }),
    );
    expect(report.checks.find(({ id }) => id === 'concurrent')).toMatchObject({
      ok: false,
      passed: 5,
      total: 6,
    });
  });

  test('an engine error in a stream with status 200 and [DONE] is a failure', async () => {
    const { report } = await run(
      except((asked, response) => {
        if (asked.body.stream !== true) return false;
        const body = 'data: {"error": {"message": "EngineCore encountered an issue."}}\n\ndata: [DONE]\n\n';
        send(response, { status: 200, type: 'text/event-stream', body: Buffer.from(body) });
        return true;
      }),
    );
    expect(failed(report)).toEqual(['stream', 'usage']);
    expect(report.checks.find(({ id }) => id === 'stream')?.evidence).toContain('EngineCore');
  });

  test('an answer in one piece is not streamed', async () => {
    const { report } = await run(
      except((asked, response) => {
        if (asked.body.stream !== true) return false;
        const chunk = { choices: [{ delta: { content: 'One, two' }, finish_reason: 'stop' }] };
        const usage = { choices: [], usage: { prompt_tokens: 37, completion_tokens: 8, total_tokens: 45 } };
        const body = [chunk, usage].map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');
        send(response, {
          status: 200,
          type: 'text/event-stream',
          body: Buffer.from(`${body}data: [DONE]\n\n`),
        });
        return true;
      }),
    );
    expect(failed(report)).toEqual(['stream']);
  });

  test('token counts that do not add up are found', async () => {
    const { report } = await run(
      except((asked, response) => {
        if (asked.path !== '/v1/chat/completions' || asked.body.stream === true) return false;
        if (asked.authorization !== `Bearer ${KEY}`) return false;
        const answer = JSON.parse(recorded('single-chat').body.toString());
        answer.usage.total_tokens = 46;
        return json(response, answer);
      }),
    );
    expect(failed(report)).toEqual(['usage']);
    expect(whyOf(report, 'usage')).toBe('37 prompt and 8 completion tokens are not 46 in total');
  });

  test('a cancel ends the whole test', async () => {
    const cancel = new AbortController();
    await using server = await engineServer(() => cancel.abort());
    const ended = smoke({
      base: server.base,
      servedName: 'smol',
      plan,
      bus: new Bus(),
      signal: cancel.signal,
    });
    await expect(ended).rejects.toMatchObject({ kind: 'cancelled' });
  });
});

describe('judging', () => {
  test.each([
    [{ contains: 'Paris' }, 'It is paris.', 8, 'stop', undefined],
    [{ contains: 'Paris' }, 'It is Lyon.', 8, 'stop', 'measure.smoke.why.missing'],
    [{ minTokens: 10 }, 'Yes.', 2, 'stop', 'measure.smoke.why.too-few'],
    [{}, '', 32, 'length', 'measure.smoke.why.thinking'],
    [{}, ' ', 1, 'stop', 'measure.smoke.why.empty'],
  ])('an answer: %j of %j', (expected, text, tokens, finish, key) => {
    expect(judgeAnswer(expected, text, tokens, finish)?.key).toBe(key);
  });

  const usage = (promptTokens: number, completionTokens: number, totalTokens: number) => ({
    promptTokens,
    completionTokens,
    totalTokens,
  });
  test.each([
    [usage(3, 4, 7), usage(3, 4, 7), undefined],
    [usage(3, 4, 7), usage(3, 5, 8), 'measure.smoke.why.differs'],
    [usage(3, 4, 8), usage(3, 4, 7), 'measure.smoke.why.sum'],
    [usage(3, 4, 7), undefined, 'measure.smoke.why.no-usage'],
  ])('counts: %j and %j', (whole, streamed, key) => {
    expect(judgeUsage(whole, streamed)?.key).toBe(key);
  });
});
