import type { MessageKey, Values } from '../../message/message.ts';

/**
 * How close a line is to the root: `cause` names it, `exception` is an error nobody classified or a wait that ended,
 * `echo` is what another rank's or process's death looks like from here, `wrapper` only says that something else
 * went wrong.
 */
export type Closeness = 'cause' | 'exception' | 'echo' | 'wrapper';

export interface FailureRow {
  id: string;
  closeness: Closeness;
  /** Any of them; named groups are the places of `means` and `next`, `?` where one is not said. */
  patterns: RegExp[];
  means: MessageKey;
  next: MessageKey[];
  /** Healthy boots say it too: it is a cause only where something else ended the boot. */
  hint?: true;
  /** More places, worked out from the groups. */
  derive?: (groups: Record<string, string | undefined>) => Values;
}
