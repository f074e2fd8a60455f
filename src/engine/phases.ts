/** The phases of a boot, as data: which line says that one has begun, and what a standstill in it means. */
import type { Message } from '../message/message.ts';
import { msg } from '../message/message.ts';
import type { RecipePhase } from '../recipe/types.ts';
import { EXIT, Failure } from '../text/failure.ts';

export interface BootPhase {
  id: string;
  title: Message;
  /** Any of these lines, after its prefix, says that the phase has begun. */
  begins: RegExp[];
  /** Workers serve no API and print nothing after the warm-up: those phases only the head says. */
  saidBy: 'head' | 'all';
  /** A rank waits here for the others without a word, so its silence is not its own fault. */
  barrier: boolean;
  /** Only the head draws how far it is; workers are silent until they are through. */
  bar?: true;
  /** What a standstill in this phase usually is and what to look at. */
  stalled: Message;
}

/** Patterns fit vLLM 0.25 to 0.32; where the wording changed, both stand here. Recorded boots are the tests. */
const PHASES: BootPhase[] = [
  {
    id: 'start',
    title: msg('engine.phase.start'),
    begins: [], // the first line, or the start of the container
    saidBy: 'all',
    barrier: false,
    stalled: msg('engine.stalled.start'),
  },
  {
    id: 'arguments',
    title: msg('engine.phase.arguments'),
    begins: [/^non-default args: /, /^Resolved architecture: /, /^Using max model len \d/],
    saidBy: 'all',
    barrier: false,
    stalled: msg('engine.stalled.start'),
  },
  {
    id: 'engine',
    title: msg('engine.phase.engine'),
    begins: [/^Initializing a V\d LLM engine \(v/, /^Launching vLLM \(v[^)]+\) headless /],
    saidBy: 'all',
    barrier: false,
    stalled: msg('engine.stalled.start'),
  },
  {
    id: 'rendezvous',
    title: msg('engine.phase.rendezvous'),
    begins: [/^world_size=\d+ rank=\d+ local_rank=\d+ distributed_init_method=/],
    saidBy: 'all',
    barrier: true,
    stalled: msg('engine.stalled.rendezvous'),
  },
  {
    id: 'nccl',
    title: msg('engine.phase.nccl'),
    begins: [/^vLLM is using nccl==/, /\bNCCL INFO (?:Bootstrap|NCCL version|NET\/)/],
    saidBy: 'all',
    barrier: false,
    stalled: msg('engine.stalled.nccl'),
  },
  {
    id: 'joined',
    title: msg('engine.phase.joined'),
    begins: [/^rank \d+ in world size \d+ is assigned as /],
    saidBy: 'all',
    barrier: false,
    stalled: msg('engine.stalled.nccl'),
  },
  {
    id: 'load',
    title: msg('engine.phase.load'),
    begins: [/^Starting to load model /],
    saidBy: 'all',
    barrier: false,
    bar: true,
    stalled: msg('engine.stalled.load'),
  },
  {
    id: 'drafter',
    title: msg('engine.phase.drafter'),
    begins: [/^Loading drafter model/],
    saidBy: 'all',
    barrier: false,
    bar: true,
    stalled: msg('engine.stalled.load'),
  },
  {
    id: 'compile',
    title: msg('engine.phase.compile'),
    begins: [
      /^Starting torch\.compile/,
      /^Using cache directory: .* for vLLM's torch\.compile/,
      /^Dynamo bytecode transform time:/,
      /^Compiling a graph for /,
      /^Warming up model for the compilation/,
    ],
    saidBy: 'all',
    barrier: false,
    stalled: msg('engine.stalled.compile'),
  },
  {
    id: 'kv-cache',
    title: msg('engine.phase.kv-cache'),
    begins: [
      /^Available KV cache memory: /,
      /^Explicitly set \([\d.]+\/[\d.]+\) GiB for KV cache/,
      /^(?:GPU|CPU) KV cache size: /,
    ],
    saidBy: 'all',
    barrier: false,
    stalled: msg('engine.stalled.compile'),
  },
  {
    id: 'graphs',
    title: msg('engine.phase.graphs'),
    begins: [/^Capturing CUDA graphs?\b/],
    saidBy: 'all',
    barrier: false,
    bar: true,
    stalled: msg('engine.stalled.compile'),
  },
  {
    id: 'warm-up',
    title: msg('engine.phase.warm-up'),
    begins: [/^Graph capturing finished in /],
    saidBy: 'all',
    barrier: false,
    stalled: msg('engine.stalled.compile'),
  },
  {
    id: 'serving',
    title: msg('engine.phase.serving'),
    begins: [
      /^init engine \(profile, create kv cache, warmup model\) took /,
      /^Starting vLLM (?:API )?server /,
      /^Waiting for application startup/,
    ],
    saidBy: 'head',
    barrier: false,
    stalled: msg('engine.stalled.serving'),
  },
  {
    id: 'ready',
    title: msg('engine.phase.ready'),
    begins: [/^Application startup complete\./],
    saidBy: 'head',
    barrier: false,
    stalled: msg('engine.stalled.serving'),
  },
];

/** A phase of a recipe has its title in both languages; `say` takes `title_zh` where Chinese is spoken. */
function fromRecipe(phase: RecipePhase): BootPhase {
  let pattern: RegExp;
  try {
    pattern = new RegExp(phase.pattern);
  } catch (error) {
    throw new Failure(
      msg('engine.phase.bad-pattern', { phase: phase.id, pattern: phase.pattern }),
      EXIT.usage,
      error instanceof Error ? error.message : undefined,
    );
  }
  const values = { title: phase.title.en, title_zh: phase.title.zh };
  return {
    id: phase.id,
    title: { key: 'engine.phase.own', values },
    begins: [pattern],
    saidBy: 'all',
    barrier: false,
    stalled: msg('engine.stalled.own'),
  };
}

/**
 * vLLM's phases with those of a recipe put behind the phase each names, in the recipe's order.
 * Throws a Failure (usage) when a pattern is no regular expression or `after` names no phase.
 */
export function bootPhases(own: RecipePhase[] = []): BootPhase[] {
  const phases = [...PHASES];
  for (const phase of own) {
    const after = phases.findIndex((known) => known.id === phase.after);
    if (after < 0) {
      const known = phases.map((one) => one.id).join(', ');
      throw new Failure(
        msg('engine.phase.unknown-after', { phase: phase.id, after: phase.after, known }),
        EXIT.usage,
      );
    }
    // Two phases after the same one keep the order in which the recipe gives them.
    let place = after + 1;
    while (own.some((other) => other.after === phase.after && other.id === phases[place]?.id)) place += 1;
    phases.splice(place, 0, fromRecipe(phase));
  }
  return phases;
}
