/** Whether an engine really serves: its health, its model's name and one real completion. */

import type { RecipeProbe } from '../recipe/types.ts';
import { chat, type Endpoint, EngineTrouble, health, models } from './client.ts';
import { originOf } from './http.ts';

export interface Readiness {
  ready: boolean;
  /** Status of /health; undefined when nothing answered. */
  health: number | undefined;
  /** Whether the model stands in the list under its served name; undefined when it was not asked. */
  listed: boolean | undefined;
  models: string[];
  completion: { text: string; tokens: number; seconds: number } | undefined;
  /** The first thing that was not as it must be. */
  why: EngineTrouble | undefined;
}

const SHORT_MS = 5_000;
/** The published start-up probes of both seed systems wait one minute for one short answer. */
const COMPLETION_MS = 60_000;

/**
 * Asks in this order and stops at the first that is not right: /health 200 (a dead engine says 503, a dying one
 * has been seen to say 200 for 297 s), the served name in /v1/models, one completion with at least one token.
 * Never throws for a trouble with the engine; a cancelled signal does throw.
 */
export async function probeReady(options: {
  endpoint: Endpoint;
  servedName: string;
  probe: RecipeProbe;
  signal?: AbortSignal;
  completionMs?: number;
}): Promise<Readiness> {
  const { endpoint, servedName, probe, signal, completionMs = COMPLETION_MS } = options;
  const patience = { deadlineMs: SHORT_MS, ...(signal && { signal }) };
  const seen: Readiness = {
    ready: false,
    health: undefined,
    listed: undefined,
    models: [],
    completion: undefined,
    why: undefined,
  };
  const about = { url: originOf(endpoint.base).href, key: endpoint.key, deadlineMs: SHORT_MS };
  try {
    seen.health = await health(endpoint, patience);
    if (seen.health !== 200) {
      const kind = seen.health === 503 ? 'engine-dead' : 'unexpected';
      return { ...seen, why: new EngineTrouble(kind, about, `/health ${seen.health}`, seen.health) };
    }
    seen.models = (await models(endpoint, patience)).map((model) => model.id);
    seen.listed = seen.models.includes(servedName);
    if (!seen.listed) {
      return { ...seen, why: new EngineTrouble('no-such-model', about, seen.models.join(', ')) };
    }
    const begun = performance.now();
    const answer = await chat(
      endpoint,
      {
        model: servedName,
        messages: [{ role: 'user', content: probe.prompt }],
        maxTokens: probe.maxTokens,
        temperature: probe.temperature,
        extra: probe.body,
      },
      { deadlineMs: completionMs, ...(signal && { signal }) },
    );
    const seconds = (performance.now() - begun) / 1000;
    const tokens = answer.usage?.completionTokens ?? 0;
    // A model that thinks may spend all of it before its first word: tokens count, not text.
    seen.completion = { text: answer.text || answer.reasoning, tokens, seconds };
    if (tokens === 0 && seen.completion.text === '') {
      return { ...seen, why: new EngineTrouble('unexpected', about, 'completion_tokens 0') };
    }
    return { ...seen, ready: true };
  } catch (error) {
    if (!(error instanceof EngineTrouble) || error.kind === 'cancelled') throw error;
    return { ...seen, why: error };
  }
}
