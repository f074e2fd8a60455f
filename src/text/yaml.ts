/** YAML of a person's file: plain data, and where in the file each piece of it stands. */
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLError,
} from 'yaml';
import { type Message, msg } from '../message/message.ts';
import type { LocatedIssue } from './located.ts';
import { safeLine } from './safe.ts';

export type Path = readonly (string | number)[];

interface Position {
  line: number; // 1-based
  column: number; // 1-based
}

export interface YamlFile {
  file: string;
  text: string;
  data: unknown;
  /** Where a value stands; of what isn't in the file, where its nearest parent's name stands. */
  positionOf(path: Path): Position;
  /** Where a key's name stands. */
  keyPositionOf(path: Path): Position;
  /** Whether the path is in the file. */
  has(path: Path): boolean;
  /** The text of a line, 1-based. */
  lineText(line: number): string;
}

export type YamlRead = { ok: true; yaml: YamlFile } | { ok: false; issues: LocatedIssue[] };

/** A hand-written file is some kilobytes; more is a mistake or an attack. */
const mostBytes = 512 * 1024;
const mostLevels = 32;
const mostIssues = 20;

/** Reads one YAML 1.2 document whose top is a map. `file` is only named in complaints. */
export function readYaml(text: string, file: string): YamlRead {
  const refuse = (message: Message, position: Position = { line: 1, column: 1 }): YamlRead => ({
    ok: false,
    issues: [{ file, ...position, message, ...excerptOf(lines, position.line) }],
  });
  const bytes = Buffer.byteLength(text);
  const lines = bytes > mostBytes ? [] : text.split('\n');
  if (bytes > mostBytes) return refuse(msg('text.yaml.tooLarge', { bytes, most: mostBytes }));
  if (opensTooMuch(text)) return refuse(msg('text.yaml.tooDeep', { most: mostLevels }));

  const counter = new LineCounter();
  const at = (offset: number): Position => {
    const { line, col } = counter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  let document: Document.Parsed;
  try {
    document = parseDocument(text.replace(/^\ufeff/, ' ').replace(/\r$/gm, ' '), {
      lineCounter: counter,
      prettyErrors: false,
      stringKeys: true,
    });
  } catch {
    return refuse(msg('text.yaml.tooDeep', { most: mostLevels }));
  }
  const wrong = [...document.errors, ...document.warnings];
  if (wrong.length > 0) {
    const issues = worthSaying(wrong).map((error): LocatedIssue => {
      const position = at(error.pos[0]);
      return {
        file,
        ...position,
        message: whatIsWrong(error, text, lines),
        ...excerptOf(lines, position.line),
      };
    });
    return { ok: false, issues };
  }
  if (document.contents === null) return refuse(msg('text.yaml.empty'));
  const tooDeep = deeperThan(document.contents, mostLevels);
  if (tooDeep !== undefined)
    return refuse(msg('text.yaml.tooDeep', { most: mostLevels }), at(offsetOf(tooDeep)));
  if (!isMap(document.contents)) return refuse(msg('text.yaml.notMap'), at(offsetOf(document.contents)));
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 100 });
  } catch {
    return refuse(msg('text.yaml.alias'));
  }
  return { ok: true, yaml: located(file, text, lines, data, document, at) };
}

function located(
  file: string,
  text: string,
  lines: string[],
  data: unknown,
  document: Document.Parsed,
  at: (offset: number) => Position,
): YamlFile {
  return {
    file,
    text,
    data,
    positionOf: (path) => {
      const found = find(document, path);
      return at(offsetOf(found.complete ? (found.value ?? found.key) : (found.key ?? found.value)));
    },
    keyPositionOf: (path) => {
      const found = find(document, path);
      return at(offsetOf(found.key ?? found.value));
    },
    has: (path) => find(document, path).complete,
    lineText: (line) => (lines[line - 1] ?? '').replace(/\r$/, ''),
  };
}

interface Found {
  key: Node | undefined; // of the last step that was found
  value: Node | undefined;
  complete: boolean;
}

/** Follows a path as far as the file goes. */
function find(document: Document.Parsed, path: Path): Found {
  let found: Found = { key: undefined, value: document.contents ?? undefined, complete: true };
  for (const step of path) {
    const inside = isAlias(found.value) ? found.value.resolve(document) : found.value;
    let next: Found | undefined;
    if (isMap<Node, Node>(inside)) {
      const pair = inside.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (pair !== undefined) next = { key: pair.key, value: pair.value ?? undefined, complete: true };
    } else if (isSeq<Node>(inside) && typeof step === 'number') {
      const item = inside.items[step];
      if (item !== undefined) next = { key: item, value: item, complete: true };
    }
    if (next === undefined) return { ...found, complete: false };
    found = next;
  }
  return found;
}

function offsetOf(node: Node | undefined): number {
  return node?.range?.[0] ?? 0;
}

/** Brackets by the hundred inside each other keep the parser busy for seconds; counted roughly, quotes or not. */
function opensTooMuch(text: string): boolean {
  let open = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open = bracket === '[' || bracket === '{' ? open + 1 : Math.max(0, open - 1);
    if (open > 500) return true;
  }
  return false;
}

/** A node deeper than so many levels, undefined when there is none. */
function deeperThan(node: Node, levels: number): Node | undefined {
  if (!isCollection(node)) return undefined;
  if (levels === 0) return node;
  for (const item of node.items) {
    const inside = isMap(node) ? (item as { value?: Node | null }).value : (item as Node | null);
    const deep = inside === undefined || inside === null ? undefined : deeperThan(inside, levels - 1);
    if (deep !== undefined) return deep;
  }
  return undefined;
}

function whatIsWrong(error: YAMLError, text: string, lines: string[]): Message {
  const line = lines[text.slice(0, error.pos[0]).split('\n').length - 1] ?? '';
  if (/(^|[:-])\s*\{\{/.test(line)) return msg('text.yaml.quotePlace', { braces: '{{', example: "'{{…}}'" });
  switch (error.code) {
    case 'DUPLICATE_KEY':
      return msg('text.yaml.duplicate', { key: /^[^:\s]*/.exec(text.slice(error.pos[0]))?.[0] ?? '' });
    case 'TAB_AS_INDENT':
      return msg('text.yaml.tab');
    case 'BAD_INDENT':
      return /^Flow (map|sequence)/.test(error.message) ? msg('text.yaml.unclosed') : msg('text.yaml.indent');
    case 'MULTIPLE_DOCS':
      return msg('text.yaml.documents');
    case 'BAD_ALIAS':
      return msg('text.yaml.alias');
    case 'MISSING_CHAR':
      return /flow|quote|Missing closing/i.test(error.message)
        ? msg('text.yaml.unclosed')
        : msg('text.yaml.syntax', { detail: safeLine(error.message) });
    default:
      return msg('text.yaml.syntax', { detail: safeLine(error.message) });
  }
}

function excerptOf(lines: string[], line: number): { excerpt?: string } {
  const excerpt = lines[line - 1]?.replace(/\r$/, '');
  return excerpt === undefined ? {} : { excerpt };
}

/** Each key that is given twice; of other mistakes the first alone, for the rest is mostly its echo. */
function worthSaying(errors: readonly YAMLError[]): YAMLError[] {
  const [first] = errors;
  const twice = errors.filter(({ code }) => code === 'DUPLICATE_KEY').slice(0, mostIssues);
  return twice.length > 0 || first === undefined ? twice : [first];
}
