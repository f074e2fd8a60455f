import { expect, test, vi } from 'vitest';
import { localHost } from '../../host/local.ts';
import type { Host } from '../../host/types.ts';
import { runShell } from './shell.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const never = new AbortController().signal;
const long = `x='${'a'.repeat(300_000)}'\n[ "\${#x}" = 300000 ] || exit 3\n# 汉\nexit 5\n\n`;
const shell = (script: string) => ({ kind: 'shell' as const, script, deadlineMs: 20_000 });

test('a script longer than an argument may be runs whole, and its exit status counts', async () => {
  expect(await runShell(localHost('a'), shell(long), false, never)).toMatchObject({
    end: 'failed',
    why: { key: 'gate.exit', values: { rc: 5 } },
  });
});

test('half of a long script never runs', async () => {
  const host = localHost('a');
  const torn: Host = { ...host, run: (script, options) => host.run(script, { ...options, stdin: 'exit 0' }) };
  expect(await runShell(torn, shell(long), false, never)).toMatchObject({
    end: 'failed',
    evidence: 'the script broke off before its end',
  });
});
