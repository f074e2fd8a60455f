/** What a run says while it works: one stream, three views. Serialised as one JSON object a line. */
import type { Finding, Risk } from '../change/types.ts';
import type { Message } from '../message/message.ts';

export type EventBody =
  | { type: 'run'; verb: string; cluster: string; node: string; tool: string; recipe?: string }
  | { type: 'plan'; steps: PlannedStep[]; dryRun: boolean }
  | { type: 'step'; step: string; title: Message; status: 'start' | 'done' | 'nothing' | 'failed' }
  | {
      type: 'action';
      id: string;
      nodes: string[];
      title: Message;
      status: ActionStatus;
      seconds?: number;
      why?: string;
    }
  | {
      type: 'progress';
      id: string;
      node: string;
      done: number;
      total?: number;
      unit: 'bytes' | 'items' | 'percent';
    }
  | { type: 'finding'; finding: Finding }
  /** One rank's boot. `estimateMs` is the rest of the whole boot by this cluster's history, absent when it has none. */
  | {
      type: 'phase';
      rank: number;
      node: string;
      phase: string;
      title: Message;
      spentMs: number;
      estimateMs?: number;
    }
  | { type: 'memory'; node: string; memAvailableBytes: number }
  | { type: 'log'; rank: number; node: string; line: string }
  | { type: 'note'; level: 'info' | 'warn' | 'error'; node?: string; message: Message; evidence?: string }
  /** A piece of the file that a call hands over, in base64; never shown. */
  | { type: 'chunk'; offset: number; data: string }
  | { type: 'question'; id: string; message: Message }
  | { type: 'answered'; id: string; answer: boolean }
  /** Always the last: the exit code of cli.md and the verb's own JSON document. */
  | { type: 'result'; exit: number; message?: Message; document?: unknown };

export type ActionStatus = 'start' | 'done' | 'failed' | 'cancelled' | 'undone' | 'attached';

export interface PlannedStep {
  step: string;
  title: Message;
  later?: Message;
  actions: { id: string; nodes: string[]; title: Message; risk: Risk; work: string }[];
}

export type Event = EventBody & { seq: number; at: string };
