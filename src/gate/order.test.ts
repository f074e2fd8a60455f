import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Action } from '../change/types.ts';
import { msg } from '../message/message.ts';
import { startable } from './order.ts';

const using = (...uses: string[]): Action => ({
  id: uses.join('+'),
  nodes: ['a'],
  title: msg('gate.detached'),
  risk: 'safe',
  asRoot: false,
  work: { kind: 'shell', script: 'true', deadlineMs: 1 },
  onCancel: 'stop',
  undo: { kind: 'none', why: msg('gate.detached') },
  uses,
  stales: [],
});

const set = (...numbers: number[]) => new Set(numbers);

test('what shares nothing starts together; what shares waits for the earlier one', () => {
  const actions = [using('a/docker'), using('b/docker'), using('a/docker', 'fabric'), using('fabric')];
  expect(startable(actions, set(), set())).toEqual([0, 1]);
  expect(startable(actions, set(1), set(0))).toEqual([2]);
  expect(startable(actions, set(), set(0, 1))).toEqual([2]);
  expect(startable(actions, set(2), set(0, 1))).toEqual([]);
  expect(startable(actions, set(), set(0, 1, 2))).toEqual([3]);
});

test('whatever is shared, no two that share run together, order holds, and all get their turn', () => {
  const uses = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(uses, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (all, picks) => {
      const actions = all.map((one) => using(...one));
      const running = new Set<number>();
      const done = new Set<number>();
      while (done.size < actions.length) {
        for (const index of startable(actions, running, done)) {
          const mine = actions[index]?.uses ?? [];
          for (const other of running)
            expect(actions[other]?.uses.some((one) => mine.includes(one))).toBe(false);
          const before = actions.slice(0, index).filter((_, at) => !done.has(at));
          expect(before.some((one) => one.uses.some((use) => mine.includes(use)))).toBe(false);
          running.add(index);
        }
        expect(running.size).toBeGreaterThan(0);
        const ends = [...running][Number(picks.next().value) % running.size] ?? -1;
        running.delete(ends);
        done.add(ends);
      }
    }),
  );
});
