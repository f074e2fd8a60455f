import type { Event, EventBody } from './types.ts';

/** Hands each event to every listener in order, numbered and timed. The clock is given so that tests own it. */
export class Bus {
  #listeners: ((event: Event) => void)[] = [];
  #seq = 0;
  #now: () => Date;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  listen(listener: (event: Event) => void): void {
    this.#listeners.push(listener);
  }

  emit(body: EventBody): void {
    this.#seq += 1;
    const event: Event = { ...body, seq: this.#seq, at: this.#now().toISOString() };
    for (const listener of this.#listeners) listener(event);
  }
}
