/** Holds a YAML file against a zod schema; what zod says becomes located issues in both languages. */
import { z } from 'zod';
import { type Message, msg } from '../message/message.ts';
import type { LocatedIssue } from './located.ts';
import { nearest } from './nearest.ts';
import { safeLine } from './safe.ts';
import type { Path, YamlFile } from './yaml.ts';

export type Held<T> = { ok: true; value: T } | { ok: false; issues: LocatedIssue[] };

/** What a schema's own check has to say: it travels through zod as the params of a custom issue. */
interface Said {
  said: Message;
  hint?: Message;
}

/** A custom zod issue that carries a message of ours. `path` is relative to the checked value. */
export function saying(input: unknown, said: Message, hint?: Message, path: Path = []): z.core.$ZodRawIssue {
  return {
    code: 'custom',
    input,
    path: [...path],
    params: { said, ...(hint === undefined ? {} : { hint }) } satisfies Said,
  };
}

/** The file's data as the schema gives it, or every issue, in the order of the file. */
export function hold<T>(schema: z.ZodType<T>, yaml: YamlFile): Held<T> {
  const result = schema.safeParse(yaml.data);
  if (result.success) return { ok: true, value: result.data };
  const found = flatten(result.error.issues, []);
  const mistyped = new Set(found.flatMap((issue) => mistypedAs(issue, schema)));
  const issues = found
    .filter((issue) => !mistyped.has(JSON.stringify(issue.path)))
    .flatMap((issue) => located(issue, schema, yaml))
    .slice(0, 50);
  issues.sort((a, b) => a.line - b.line || a.column - b.column);
  return { ok: false, issues };
}

/** Paths that an unknown key was probably meant for: that those are missing need not be said as well. */
function mistypedAs(issue: Issue, schema: z.ZodType): string[] {
  if (issue.code !== 'unrecognized_keys') return [];
  const path = issue.path as Path;
  return issue.keys.flatMap((unknown) => {
    const near = nearest(unknown, keysAt(schema, path));
    return near === undefined ? [] : [JSON.stringify([...path, near])];
  });
}

/** An issue at a path of the file; `onKey` points at the key's name rather than at its value. */
export function issueAt(
  yaml: YamlFile,
  path: Path,
  message: Message,
  options: { hint?: Message | undefined; onKey?: boolean } = {},
): LocatedIssue {
  const { line, column } = options.onKey ? yaml.keyPositionOf(path) : yaml.positionOf(path);
  return {
    file: yaml.file,
    line,
    column,
    message,
    ...(options.hint === undefined ? {} : { hint: options.hint }),
    excerpt: yaml.lineText(line),
  };
}

/** "did you mean", or the valid words when none is near and they are few. */
export function hintFor(written: string, valid: readonly string[]): Message | undefined {
  const word = nearest(written, valid);
  if (word !== undefined) return msg('text.didYouMean', { word });
  if (valid.length === 0 || valid.length > 20) return undefined;
  return msg('text.oneOf', { words: [...valid].sort().join(', ') });
}

/** Optional members that are there; under exactOptionalPropertyTypes undefined is a value. */
export type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Leaves out the members that are undefined, as zod gives them for optional keys. */
export function present<T extends object>(given: T): Present<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Present<T>;
}

type Issue = z.core.$ZodIssue;

/** Of a union that failed, the branch that fits the value's shape speaks; else the union itself. */
function flatten(issues: readonly Issue[], under: Path): Issue[] {
  return issues.flatMap((issue) => {
    const path = [...under, ...issue.path] as PropertyKey[];
    if (issue.code === 'invalid_union') {
      const fitting = issue.errors.find(
        (branch) => !branch.some((inner) => inner.code === 'invalid_type' && inner.path.length === 0),
      );
      if (fitting !== undefined && fitting.length > 0) return flatten(fitting, path as Path);
      const [first, ...others] = issue.errors.map((branch) => branch[0]);
      const anyValue = others.some((other) => other?.code === 'invalid_type' && other.expected === 'boolean');
      if (first?.code === 'invalid_type' && anyValue) return [{ ...first, expected: 'value', path } as Issue];
      if (first !== undefined) return [{ ...first, path }];
    }
    return [{ ...issue, path }];
  });
}

function located(issue: Issue, schema: z.ZodType, yaml: YamlFile): LocatedIssue[] {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  const key = nameOf(path, yaml.file);
  const value = valueAt(yaml.data, path);
  const got = shown(value);
  if (value === undefined && issue.code !== 'custom' && issue.code !== 'unrecognized_keys') {
    const missing = issueAt(yaml, path, msg('text.schema.missing', { key }), { onKey: true });
    // Of the whole file no line is to blame.
    if (path.length === 1) delete missing.excerpt;
    return [missing];
  }
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((unknown) =>
        issueAt(yaml, [...path, unknown], msg('text.schema.unknownKey', { key: unknown }), {
          hint: hintFor(unknown, keysAt(schema, path)),
          onKey: true,
        }),
      );
    case 'invalid_type':
      return [
        issueAt(yaml, path, wrongType(issue.expected, key, got), { hint: quoteHint(issue.expected, value) }),
      ];
    case 'invalid_value':
      return [
        issueAt(yaml, path, msg('text.schema.choice', { key, got }), {
          hint: hintFor(String(value), issue.values.map(String)),
        }),
      ];
    case 'too_small':
    case 'too_big':
      return [issueAt(yaml, path, outOfRange(issue, key, got))];
    case 'invalid_key':
      return issue.issues.length === 0
        ? [issueAt(yaml, path, msg('text.schema.form', { key, got: key }), { onKey: true })]
        : issue.issues.map((inner) => {
            const { said, hint } = saidBy(inner) ?? {
              said: msg('text.schema.form', { key, got: shown(key) }),
            };
            return issueAt(yaml, path, said, { hint, onKey: true });
          });
    case 'custom': {
      const own = saidBy(issue);
      if (own !== undefined) return [issueAt(yaml, path, own.said, { hint: own.hint })];
      return [issueAt(yaml, path, msg('text.schema.form', { key, got }))];
    }
    default:
      return [issueAt(yaml, path, msg('text.schema.form', { key, got }))];
  }
}

/** `command[2]` for the third of a list, else the key. */
function nameOf(path: Path, file: string): string {
  const last = path.at(-1);
  if (typeof last !== 'number') return last ?? file;
  return `${nameOf(path.slice(0, -1), file)}[${last}]`;
}

function saidBy(issue: Issue): Said | undefined {
  return issue.code === 'custom' ? (issue.params as Said | undefined) : undefined;
}

function wrongType(expected: string, key: string, got: string): Message {
  switch (expected) {
    case 'string':
      return msg('text.schema.text', { key, got });
    case 'number':
      return msg('text.schema.number', { key, got });
    case 'int':
      return msg('text.schema.integer', { key, got });
    case 'boolean':
      return msg('text.schema.boolean', { key, got });
    case 'value':
      return msg('text.schema.value', { key, got });
    case 'array':
      return msg('text.schema.list', { key, got });
    case 'object':
    case 'record':
      return msg('text.schema.map', { key, got });
    default:
      return msg('text.schema.form', { key, got });
  }
}

/** A bare 256 or true where text is wanted: in quotes it is text. */
function quoteHint(expected: string, value: unknown): Message | undefined {
  if (expected !== 'string' || (typeof value !== 'number' && typeof value !== 'boolean')) return undefined;
  return msg('text.schema.quote', { quoted: `'${value}'` });
}

function outOfRange(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  key: string,
  got: string,
): Message {
  const plain = issue.origin === 'number' || issue.origin === 'int';
  if (issue.code === 'too_small') {
    const limit = String(issue.minimum);
    return plain ? msg('text.schema.min', { key, got, limit }) : msg('text.schema.few', { key, limit });
  }
  const limit = String(issue.maximum);
  return plain ? msg('text.schema.max', { key, got, limit }) : msg('text.schema.many', { key, limit });
}

function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const step of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** A value in a sentence: short JSON. */
function shown(value: unknown): string {
  return safeLine(JSON.stringify(value) ?? String(value), 60);
}

/** The keys a schema knows at a path; empty where any key may stand. */
function keysAt(schema: z.ZodType, path: Path): string[] {
  let here: z.ZodType[] = [schema];
  for (const step of path) here = here.flatMap(unwrap).flatMap((inner) => stepInto(inner, step));
  return [
    ...new Set(
      here.flatMap(unwrap).flatMap((inner) => (inner instanceof z.ZodObject ? Object.keys(inner.shape) : [])),
    ),
  ];
}

function stepInto(schema: z.ZodType, step: string | number): z.ZodType[] {
  if (schema instanceof z.ZodObject) {
    const inner = (schema.shape as Record<string, z.ZodType | undefined>)[String(step)];
    return inner === undefined ? [] : [inner];
  }
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType];
  return [];
}

function unwrap(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return unwrap(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodPrefault) return unwrap(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return unwrap(schema.in as z.ZodType);
  if (schema instanceof z.ZodLazy) return unwrap(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => unwrap(option as z.ZodType));
  return [schema];
}
