/** Quotes in text of any kind, also where JSON stands inside JSON and every quote carries backslashes. Pure. */

/** Whether a quote after `run` backslashes ends a string whose own quotes carry `carried` of them. */
function ends(run: number, carried: number): boolean {
  return run % (2 * (carried + 1)) === carried;
}

/**
 * Where the string ends that began before `from`: the index of the first backslash of its closing quote; undefined
 * when none comes within `most` characters.
 */
export function endOfString(
  text: string,
  from: number,
  quote: string,
  carried: number,
  most: number,
): number | undefined {
  for (let at = text.indexOf(quote, from); at !== -1 && at - from <= most; at = text.indexOf(quote, at + 1)) {
    const run = backslashesBefore(text, at, from);
    if (ends(run, carried)) return at - carried;
  }
  return undefined;
}

/** JSON six times inside JSON carries 63; more is no text of ours. */
const RUN_MAX = 127;

function backslashesBefore(text: string, at: number, from: number): number {
  let run = 0;
  while (run < RUN_MAX && at - run - 1 >= from && text[at - run - 1] === '\\') run += 1;
  return run;
}

/** Walks forward through a text and knows inside which double quotes it stands. A real newline ends every string. */
export class QuoteWalk {
  readonly #text: string;
  #at = 0;
  #open: number[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Backslashes that the quotes of the innermost string at `to` carry; undefined outside of strings. */
  inside(to: number): number | undefined {
    const marks = /["\n]/g;
    marks.lastIndex = this.#at;
    for (
      let mark = marks.exec(this.#text);
      mark !== null && marks.lastIndex <= to;
      mark = marks.exec(this.#text)
    ) {
      if (mark[0] === '\n') this.#open = [];
      else this.#pass(backslashesBefore(this.#text, mark.index, 0));
      this.#at = marks.lastIndex;
    }
    return this.#open.at(-1);
  }

  #pass(run: number): void {
    // a quote in a value looks like a string inside that one, until the outer one ends
    const closed = this.#open.findLastIndex((carried) => ends(run, carried));
    if (closed !== -1) {
      this.#open.length = closed;
      return;
    }
    const carried = this.#open.at(-1);
    // an even run outside of strings is text that ends before the quote
    if (carried === undefined) this.#open.push(run % 2 === 0 ? 0 : run);
    else if (run > carried) this.#open.push(run);
  }
}
