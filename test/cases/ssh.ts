/** How SSH answered when a node was asked for the first time. */

import { judgeBundle } from './bundle.ts';
import { fileOf, type Runner } from './case.ts';

export const ssh: Runner = async (one) => {
  // The command that was run stands in the sentence about the input: `ssh -o … dgx@192.168.100.11 true`.
  const command = /`ssh ([^`]+)`/.exec(one.input)?.[1] ?? '';
  const target = command.split(' ').findLast((word) => /^[\w.-]+@[\w.:-]+$/.test(word)) ?? 'dgx@spark-b';
  const files = {
    'ssh.out': fileOf(one, 'ssh.stdout') ?? '',
    'ssh.err': fileOf(one, 'ssh.stderr') ?? '',
    'ssh.rc': fileOf(one, 'ssh.rc') ?? '0',
  };
  return await judgeBundle({ files, ssh: target });
};
