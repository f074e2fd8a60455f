import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';

const places = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

test('every sentence has the same places in both languages', () => {
  const different = Object.entries(catalogue).filter(
    ([, { en, zh }]) => JSON.stringify(places(en)) !== JSON.stringify(places(zh)),
  );
  expect(different).toEqual([]);
});

test('every sentence says something in both languages, and Chinese is Chinese', () => {
  for (const [key, { en, zh }] of Object.entries(catalogue)) {
    expect(en.trim(), key).not.toBe('');
    if (/[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}/.test(en)) expect(zh, key).toMatch(/[\u4e00-\u9fff]/);
  }
});
