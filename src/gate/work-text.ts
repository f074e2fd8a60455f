/** The exact work of an action as bash that a person can read and run: for dry runs, the journal and root's script. */
import { dirname } from 'node:path';
import type { Action, Work } from '../change/types.ts';
import { shq } from '../text/quote.ts';
import { RANDOM_KEY } from './work/file.ts';

export function workText(work: Work): string {
  return work.kind === 'file' ? fileText(work) : work.script;
}

function fileText(work: Extract<Work, { kind: 'file' }>): string {
  const path = shq(work.path);
  const mode = work.mode.toString(8).padStart(4, '0');
  switch (work.content.from) {
    case 'text': {
      const beside = shq(`${work.path}.new`);
      return [
        `( umask 077; mkdir -p -- ${shq(dirname(work.path))}`,
        `  printf %s ${shq(work.content.text)} > ${beside}`,
        `  chmod ${mode} ${beside} && mv -T -f -- ${beside} ${path} )`,
      ].join('\n');
    }
    case 'random-key':
      return `bash -c ${shq(RANDOM_KEY)} sparkwright ${path} ${mode}`;
    case 'head-file': {
      const secret = work.content.secret ? ', a secret' : '';
      return `# ${path}, mode ${mode}: a copy of the head's ${shq(work.content.path)}${secret}`;
    }
  }
}

/** What a person has to run as root, one script a node, in the order of the actions. */
export function rootScripts(actions: readonly Action[]): { node: string; script: string }[] {
  const nodes = new Map<string, string[]>();
  for (const action of actions) {
    const node = action.nodes[0] ?? '';
    const lines = nodes.get(node) ?? ['#!/bin/bash', 'set -e'];
    nodes.set(node, lines);
    lines.push('', `# ${action.id.replaceAll(/\p{Cc}/gu, ' ')}`, `bash -c ${shq(workText(action.work))}`);
  }
  return [...nodes].map(([node, lines]) => ({ node, script: `${lines.join('\n')}\n` }));
}
