/** A knob as it stands in recipe.yaml, as zod. */
import { z } from 'zod';
import { type Message, msg } from '../message/message.ts';
import { present, saying } from '../text/schema.ts';
import { bothLanguages, plainText, textLike } from './forms.ts';
import { outOfRange, readKnobValue } from './knobs.ts';
import type { Knob, KnobValue } from './types.ts';

/** Starts small, so that it is never taken for a variable. */
export const knobName = textLike(
  /^[a-z][A-Za-z0-9]{0,39}$/,
  (value) => msg('recipe.form.knob', { value }),
  40,
);
const alias = textLike(/^[A-Z][A-Z0-9_]{0,79}$/, (value) => msg('recipe.form.alias', { value }), 80);
const scalar = z.union([z.string(), z.number(), z.boolean()]);
/** A bound in the knob's own type: `500MB`, `10m` or a number. */
const bound = z.union([z.number(), z.string()]);

/** A knob of recipe.yaml; default and range are read in the knob's own type, so `2.7GB` and `10m` are numbers then. */
export const knob = z
  .strictObject({
    type: z.enum(['int', 'float', 'bool', 'text', 'choice', 'bytes', 'seconds', 'path']),
    default: scalar,
    min: bound.optional(),
    max: bound.optional(),
    multipleOf: bound.optional(),
    choices: z.array(z.string().min(1).max(200)).min(1).max(50).optional(),
    unit: z.string().min(1).max(40).optional(),
    says: bothLanguages,
    aliases: z.array(alias).max(20).default([]),
    source: plainText.optional(),
  })
  .transform((given, ctx): Knob => {
    const { default: written, min, max, multipleOf, ...rest } = given;
    const refuse = (path: string, said: Message, hint?: Message) => {
      ctx.issues.push(saying(given, said, hint, [path]));
    };
    const read = (path: string, raw: KnobValue): KnobValue => {
      const value = readKnobValue(path, present({ type: given.type, choices: given.choices }), raw);
      if (value.ok) return value.value;
      refuse(path, value.why, value.hint);
      return raw;
    };
    if (given.type === 'choice' && given.choices === undefined) {
      refuse('type', msg('recipe.knob.needsChoices'));
      return z.NEVER;
    }
    if (given.type !== 'choice' && given.choices !== undefined)
      refuse('choices', msg('recipe.knob.strayChoices'));
    const made: Knob = { ...present(rest), default: read('default', written) };
    for (const [path, raw] of Object.entries({ min, max, multipleOf })) {
      if (raw === undefined) continue;
      if (!['int', 'float', 'bytes', 'seconds'].includes(given.type))
        refuse(path, msg('recipe.knob.strayRange'));
      else made[path as 'min' | 'max' | 'multipleOf'] = Number(read(path, raw));
    }
    if (made.min !== undefined && made.max !== undefined && made.min > made.max) {
      refuse('min', msg('recipe.knob.emptyRange'));
    } else if (typeof made.default === 'number') {
      const why = outOfRange('default', made, made.default);
      if (why !== undefined) refuse('default', why);
    }
    return made;
  });
