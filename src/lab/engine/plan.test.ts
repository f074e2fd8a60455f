import { expect, test } from 'vitest';
import { DEBIAN_BYTES_ABOUT } from './pins.ts';
import { bytesToFetch, enginePlan } from './plan.ts';

test('the same code and data give the same three keys, each its own', async () => {
  const { keys } = await enginePlan();
  expect((await enginePlan()).keys).toEqual(keys);
  expect(new Set(Object.values(keys)).size).toBe(3);
});

test('what is asked for is only what is missing', async () => {
  const plan = await enginePlan();
  const [model, uv] = [plan.wheels.model[0]?.bytes ?? 0, plan.wheels.uv[0]?.bytes ?? 0];
  const none = { image: false, tree: false, model: false };
  expect(bytesToFetch(plan, none)).toBe(0);
  expect(bytesToFetch(plan, { ...none, image: true })).toBe(DEBIAN_BYTES_ABOUT);
  expect(bytesToFetch(plan, { ...none, model: true })).toBe(model + uv);
});
