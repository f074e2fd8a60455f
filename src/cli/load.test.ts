import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { say } from '../message/message.ts';
import { loadRecipe } from '../recipe/load.ts';
import { agreeTo } from './load.ts';
import type { View } from './report/view.ts';

const before = process.env.XDG_STATE_HOME;
let state = '';
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'sparkwright-trust-'));
  process.env.XDG_STATE_HOME = state;
});
afterEach(() => {
  rmSync(state, { recursive: true, force: true });
  if (before === undefined) delete process.env.XDG_STATE_HOME;
  else process.env.XDG_STATE_HOME = before;
});

const recipes = join(import.meta.dirname, '../..');

/** A person who always answers the same, and what that person was shown. */
function person(answer: boolean): View & { shown: string[]; asked: number } {
  const seen = { shown: [] as string[], asked: 0 };
  return Object.assign(seen, {
    show() {},
    close() {},
    end() {},
    note: (message: Parameters<View['note']>[0]) => {
      seen.shown.push(say(message, 'en'));
    },
    ask: async () => {
      seen.asked += 1;
      return answer;
    },
  });
}

test('an unknown recipe shows what it may do and is asked about once for its content', async () => {
  const ours = await loadRecipe(join(recipes, 'recipes/deepseek-v4.1-flash-exl3'));
  const recipe = { ...ours, hash: 'e'.repeat(64) }; // changed by a word
  const no = person(false);
  await expect(agreeTo(recipe, no)).rejects.toMatchObject({ exit: 4, said: { key: 'cli.recipe-declined' } });
  expect(no.shown.join('\n')).toMatch(/privileged/);
  const yes = person(true);
  await agreeTo(recipe, yes);
  await agreeTo(recipe, yes);
  expect(yes.asked).toBe(1);
  await agreeTo({ ...recipe, hash: 'f'.repeat(64) }, yes);
  expect(yes.asked).toBe(2);
});

test('a recipe of ours is not asked about', async () => {
  const anyone = person(false);
  await agreeTo(await loadRecipe(join(recipes, 'recipes/lab-smollm2-vllm')), anyone);
  expect(anyone.asked).toBe(0);
});
