/** A JSON Schema with a sentence at each key, for editors, and the same as rows, for a page. */
import { type Language, type MessageKey, say } from '../message/message.ts';

export type JsonSchema = Record<string, unknown>;

interface KeyRow {
  key: string; // container.mounts[].source, knobs.*.type
  takes: string;
  needed: boolean;
  standard: string; // what holds when nothing is said
  says: string;
}

/** One key of a schema: its path with and without the marks of lists and free names. */
interface Visit {
  path: string;
  plain: string; // container.mounts.source: names the message
  schema: JsonSchema;
  needed: boolean;
}

/**
 * Adds to every key the sentence `<prefix><path>` of the catalogue; lists and free names are left out of the path.
 * `en` and `zh` explain themselves.
 */
export function described(schema: JsonSchema, prefix: string, language: Language): JsonSchema {
  const copy = structuredClone(schema);
  for (const visit of visits(copy)) {
    if (!explainsItself(visit)) visit.schema.description = sentence(prefix, visit.plain, language);
  }
  return copy;
}

/** Every key of the schema as a row, in the schema's order. */
function keyRows(schema: JsonSchema, prefix: string, language: Language): KeyRow[] {
  return visits(schema)
    .filter((visit) => !explainsItself(visit))
    .map(({ path, plain, schema: inner, needed }) => ({
      key: path,
      takes: takesText(inner),
      needed,
      standard: inner.default === undefined ? '' : JSON.stringify(inner.default),
      says: sentence(prefix, plain, language),
    }));
}

/** The rows as a Markdown table, in English. */
export function keyTable(schema: JsonSchema, prefix: string): string {
  const rows = keyRows(schema, prefix, 'en').map(({ key, takes, needed, standard, says }) => {
    const otherwise = needed
      ? 'must be given'
      : standard === ''
        ? ''
        : `\`${standard.replaceAll('|', '\\|')}\``;
    return `| \`${key}\` | ${takes} | ${otherwise} | ${says} |`;
  });
  return ['| key | takes | when left out | |', '|---|---|---|---|', ...rows].join('\n');
}

/** The names of all messages that a schema needs. */
export function keyNames(schema: JsonSchema, prefix: string): string[] {
  return visits(schema)
    .filter((visit) => !explainsItself(visit))
    .map(({ plain }) => `${prefix}${plain}`);
}

function explainsItself({ plain }: Visit): boolean {
  return /\.(en|zh)$/.test(plain);
}

function sentence(prefix: string, plain: string, language: Language): string {
  return say({ key: `${prefix}${plain}` as MessageKey, values: {} }, language);
}

function visits(schema: JsonSchema, path = '', plain = ''): Visit[] {
  const found: Visit[] = [];
  const join = (left: string, right: string) => (left === '' ? right : `${left}.${right}`);
  const needed = Array.isArray(schema.required) ? schema.required : [];
  for (const [name, inner] of Object.entries(asSchema(schema.properties) ?? {})) {
    const child = asSchema(inner);
    if (child === undefined) continue;
    const at = join(path, name);
    found.push({ path: at, plain: join(plain, name), schema: child, needed: needed.includes(name) });
    found.push(...visits(child, at, join(plain, name)));
  }
  const items = asSchema(schema.items);
  if (items !== undefined) found.push(...visits(items, `${path}[]`, plain));
  const free = asSchema(schema.additionalProperties);
  if (free !== undefined) found.push(...visits(free, join(path, '*'), plain));
  for (const option of Array.isArray(schema.anyOf) ? schema.anyOf : []) {
    const branch = asSchema(option);
    if (branch !== undefined) found.push(...visits(branch, path, plain));
  }
  return found;
}

function asSchema(value: unknown): JsonSchema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonSchema)
    : undefined;
}

function takesText(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return schema.enum.join(' \\| ');
  if (schema.const !== undefined) return String(schema.const);
  if (Array.isArray(schema.anyOf)) {
    const options = schema.anyOf.map((option) => takesText(asSchema(option) ?? {}));
    return [...new Set(options.filter((option) => option !== 'nothing'))].join(' or ');
  }
  if (Array.isArray(schema.type)) return schema.type.map((type) => nameOfType(String(type))).join(' or ');
  const { minimum, maximum } = schema;
  const range =
    minimum !== undefined && maximum !== undefined && Number(maximum) < 2 ** 50
      ? ` ${minimum}–${maximum}`
      : '';
  return `${nameOfType(String(schema.type ?? 'words'))}${range}`;
}

function nameOfType(type: string): string {
  const names: Record<string, string> = {
    string: 'text',
    integer: 'whole number',
    array: 'list',
    object: 'keys',
    null: 'nothing',
    boolean: 'true or false',
  };
  return names[type] ?? type;
}
