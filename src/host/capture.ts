/** Bounded reading of a program's output. What a machine sends is hostile: every size has a limit here. */

/** Output kept of one run (per stream). */
export const CAPTURE_BYTES = 16 * 1024 * 1024;
/** Longest line handed over; longer ones are cut. */
export const LINE_BYTES = 64 * 1024;

/** Keeps the first bytes up to a limit and counts the rest. */
export class Capture {
  #chunks: Buffer[] = [];
  #kept = 0;
  readonly #limit: number;
  dropped = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Buffer): void {
    const room = this.#limit - this.#kept;
    const part = chunk.subarray(0, room);
    if (part.length > 0) this.#chunks.push(part);
    this.#kept += part.length;
    this.dropped += chunk.length - part.length;
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

/** Cuts a byte stream into lines without their newline; what exceeds the limit of one line is dropped. */
export class Lines {
  #parts: Buffer[] = [];
  #held = 0;
  readonly #hand: (line: string) => void;
  readonly #limit: number;

  constructor(hand: (line: string) => void, limit = LINE_BYTES) {
    this.#hand = hand;
    this.#limit = limit;
  }

  add(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      this.#hold(chunk.subarray(from, at));
      this.#give();
      from = at + 1;
    }
    this.#hold(chunk.subarray(from));
  }

  /** Hands over a last line that had no newline. */
  end(): void {
    if (this.#held > 0) this.#give();
  }

  #hold(part: Buffer): void {
    const kept = part.subarray(0, this.#limit - this.#held);
    if (kept.length === 0) return;
    this.#parts.push(kept);
    this.#held += kept.length;
  }

  #give(): void {
    const line = Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#held = 0;
    this.#hand(line);
  }
}

/** Holds a stream back until a line ends in the nonce; what came before it is what login files or ssh said. */
export class Gate {
  #before: Buffer = Buffer.alloc(0);
  readonly #mark: Buffer;
  readonly #pass: (chunk: Buffer) => void;
  open = false;

  constructor(nonce: string, pass: (chunk: Buffer) => void) {
    this.#mark = Buffer.from(`${nonce}\n`);
    this.#pass = pass;
  }

  add(chunk: Buffer): void {
    if (this.open) {
      this.#pass(chunk);
      return;
    }
    const all = Buffer.concat([this.#before, chunk]);
    const at = all.indexOf(this.#mark);
    if (at === -1) {
      // The end is kept, not the start: the last thing that ssh said is its reason.
      this.#before = all.subarray(-LINE_BYTES);
      return;
    }
    this.open = true;
    this.#before = all.subarray(0, at);
    const rest = all.subarray(at + this.#mark.length);
    if (rest.length > 0) this.#pass(rest);
  }

  before(): string {
    return this.#before.toString('utf8');
  }
}
