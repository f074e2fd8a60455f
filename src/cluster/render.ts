/** The cluster file as `init` writes it: commented, in the owner's language, read back to the same cluster. */
import { stringify } from 'yaml';
import { type Language, type Message, msg, say } from '../message/message.ts';
import { knobText, rangeText } from '../recipe/knobs.ts';
import type { Knob, KnobValue, Recipe } from '../recipe/types.ts';
import { safeLine } from '../text/safe.ts';
import type { Cluster, ClusterNode } from './types.ts';

export interface ClusterFileWish {
  cluster: Cluster;
  /** Its knobs are listed as comments, with default, range and sentence. */
  recipe?: Pick<Recipe, 'knobs' | 'title'>;
  language: Language;
}

/** The whole text. Every value is one that the file's own schema accepts. */
export function renderClusterFile({ cluster, recipe, language }: ClusterFileWish): string {
  const comment = (message: Message, indent = '') =>
    say(message, language)
      .split('\n')
      .map((line) => `${indent}# ${safeLine(line)}`);
  const optional = (
    key: string,
    value: string | number | undefined,
    example: string,
    note: Message,
    indent = '',
  ) => [
    ...comment(note, indent),
    value === undefined ? `${indent}# ${key}: ${example}` : `${indent}${key}: ${scalar(value)}`,
  ];
  const lines = [
    ...comment(msg('cluster.render.head')),
    'version: 1',
    '',
    ...comment(msg('cluster.render.name')),
    `name: ${scalar(cluster.name)}`,
    '',
    ...comment(msg('cluster.render.nodes')),
    'nodes:',
    ...cluster.nodes.flatMap(nodeLines),
    '',
    ...(cluster.sshConfig === undefined
      ? []
      : [...comment(msg('cluster.render.sshConfig')), `sshConfig: ${scalar(cluster.sshConfig)}`, '']),
    ...comment(msg('cluster.render.recipe')),
    `recipe: ${scalar(cluster.recipe)}`,
    '',
    ...comment(msg('cluster.render.exposure')),
    `exposure: ${cluster.exposure}`,
    '',
    'api:',
    ...optional('port', cluster.api.port, '8000', msg('cluster.render.port'), '  '),
    ...optional('keyFile', cluster.api.keyFile, '~/keys/sparks', msg('cluster.render.keyFile'), '  '),
    '',
    'paths:',
    ...optional('model', cluster.paths.model, '/data/models/my-model', msg('cluster.render.model'), '  '),
    ...optional('state', cluster.paths.state, '/data/sparkwright', msg('cluster.render.state'), '  '),
    '',
    ...comment(msg('cluster.render.knobs')),
    'knobs:',
    ...knobLines(cluster.knobs, recipe?.knobs ?? {}, language),
  ];
  return `${lines.join('\n')}\n`;
}

function nodeLines(node: ClusterNode): string[] {
  const { address, netdev, rdmaDevices, gidIndex } = node.fabric;
  const fabric = [
    ...(address === undefined ? [] : [`      address: ${scalar(address)}`]),
    ...(netdev === undefined ? [] : [`      netdev: ${scalar(netdev)}`]),
    ...(rdmaDevices === undefined ? [] : [`      rdmaDevices: [${rdmaDevices.map(scalar).join(', ')}]`]),
    ...(gidIndex === undefined ? [] : [`      gidIndex: ${gidIndex}`]),
  ];
  const paths = [
    ...(node.paths.model === undefined ? [] : [`      model: ${scalar(node.paths.model)}`]),
    ...(node.paths.state === undefined ? [] : [`      state: ${scalar(node.paths.state)}`]),
  ];
  return [
    `  - name: ${scalar(node.name)}`,
    `    role: ${node.role}`,
    `    ssh: ${scalar(node.ssh)}`,
    ...(node.sshFromHead === undefined ? [] : [`    sshFromHead: ${scalar(node.sshFromHead)}`]),
    ...(fabric.length === 0 ? [] : ['    fabric:', ...fabric]),
    ...(paths.length === 0 ? [] : ['    paths:', ...paths]),
  ];
}

function knobLines(
  given: Record<string, KnobValue>,
  knobs: Record<string, Knob>,
  language: Language,
): string[] {
  const own = Object.entries(given).map(([name, value]) => `  ${scalar(name)}: ${scalar(value)}`);
  const offered = Object.entries(knobs)
    .filter(([name]) => !Object.hasOwn(given, name))
    .flatMap(([name, knob]) => {
      const range = knob.choices?.join(' | ') ?? rangeText(knob);
      return [
        `  # ${safeLine(knob.says[language])}${range === '' ? '' : ` (${safeLine(range)})`}`,
        `  # ${name}: ${knob.type === 'bytes' ? knobText(knob, knob.default) : scalar(knob.default)}`,
      ];
    });
  return [...own, ...offered];
}

/** One scalar on one line, quoted where YAML would read it otherwise. */
function scalar(value: KnobValue): string {
  return stringify(value, { lineWidth: 0, defaultStringType: 'PLAIN', blockQuote: false }).trimEnd();
}
