/** Lines that stop nothing but that an owner must see. */
import type { Message } from '../message/message.ts';
import { msg } from '../message/message.ts';

export interface BootWarning {
  id: 'unknown-variable' | 'patch-not-applied' | 'head-unreachable' | 'key-in-log';
  rank: number;
  name: string; // the variable, the patch, the address
  text: string; // the line; empty where the line itself must not be shown
}

const ROWS: { id: BootWarning['id']; pattern: RegExp }[] = [
  { id: 'unknown-variable', pattern: /^Unknown vLLM environment variable detected: (\w+)/ },
  { id: 'patch-not-applied', pattern: /^(.{1,120}?)\s*:\s*NOT APPLIED\b/ },
  { id: 'head-unreachable', pattern: /TCP client failed to connect\/validate to host (\S+) - retrying/ },
];

export function warningsIn(text: string, rank: number): BootWarning[] {
  return ROWS.flatMap(({ id, pattern }) => {
    const found = pattern.exec(text);
    return found === null ? [] : [{ id, rank, name: found[1] ?? '', text }];
  });
}

export function warningMessage({ id, rank, name }: BootWarning): Message {
  switch (id) {
    case 'unknown-variable':
      return msg('engine.warning.unknown-variable', { rank, name });
    case 'patch-not-applied':
      return msg('engine.warning.patch-not-applied', { rank, name });
    case 'head-unreachable':
      return msg('engine.warning.head-unreachable', { rank, name });
    case 'key-in-log':
      return msg('engine.warning.key-in-log', { rank });
  }
}
