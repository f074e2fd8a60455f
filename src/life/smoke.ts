import { chat } from '../engine/client.ts';
import { smoke as runSmoke, smokeDocument, smokeVerdict } from '../measure/smoke.ts';
import { EXIT } from '../text/failure.ts';
import { endpointFor } from './endpoint.ts';
import type { Site } from './site.ts';
import type { Ended } from './wish.ts';

/** Asks the recipe's questions, and one more of the person's own if there is one. */
export async function smoke(site: Site, options: { ask?: string }): Promise<Ended> {
  site.tellRun('smoke');
  const { endpoint, model } = await endpointFor(site);
  const report = await runSmoke({
    ...endpoint,
    servedName: model,
    plan: site.recipe.recipe.smoke,
    bus: site.bus,
    signal: site.signal,
  });
  const answer = options.ask === undefined || !report.ok ? undefined : await answerTo(options.ask);
  return {
    exit: report.ok ? EXIT.done : EXIT.failed,
    message: smokeVerdict(report),
    document: { ...smokeDocument(report, site.language), ...(answer !== undefined && { answer }) },
  };

  async function answerTo(
    prompt: string,
  ): Promise<{ prompt: string; text: string; seconds: number; tokens: number | null }> {
    const begun = performance.now();
    const said = await chat(
      endpoint,
      { model, messages: [{ role: 'user', content: prompt }], maxTokens: 64, temperature: 0 },
      { deadlineMs: 120_000, signal: site.signal },
    );
    const seconds = (performance.now() - begun) / 1000;
    return { prompt, text: said.text, seconds, tokens: said.usage?.completionTokens ?? null };
  }
}
