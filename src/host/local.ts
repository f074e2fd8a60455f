/** This machine, with the same contract as one over SSH. */
import { connect } from 'node:net';
import { ROOT_SCRIPT, rootWay } from './root.ts';
import { runFramed, type Transport } from './session.ts';
import type { Host, RootWay } from './types.ts';
import { writeScript } from './write.ts';

const transport: Transport = {
  local: true,
  argv: ([program = 'bash', ...args]) => [program, ...args],
  broken: (stderr) => ({ kind: 'unreachable', why: 'other', evidence: stderr.trim().slice(-4_000) }),
};

export function localHost(name: string): Host {
  let root: Promise<RootWay> | undefined;
  const findRoot = async (): Promise<RootWay> => {
    const outcome = await runFramed(transport, ROOT_SCRIPT, { deadlineMs: 15_000 });
    return outcome.kind === 'exit' ? rootWay(outcome.stdout) : 'none';
  };
  return {
    name,
    local: true,
    run: (script, options) => runFramed(transport, script, options),
    follow: (script, options) => runFramed(transport, script, options, options.onLine, options.lineBytes),
    write: async (path, content, mode, options) => {
      const writing = writeScript(path, content, mode, options);
      return runFramed(transport, writing.script, writing.options);
    },
    dial: (address, port) => connect({ host: address, port }),
    root: () => {
      root ??= findRoot();
      return root;
    },
    close: async () => undefined,
  };
}
