import type { Action, Finding, StepPlan } from '../change/types.ts';
import { apiKeyFile } from '../facts/api-key-file.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';
import { shline } from '../text/quote.ts';

const MODE = 0o600;

/**
 * The API key file on the head: made once with a random key that only the head ever sees, kept when it is there, and
 * closed to others when it is not. What stands in its place and is no file is refused.
 */
export function planApiKey(head: string, path: string, facts: ClusterFacts): StepPlan {
  const reading = facts.get(head)?.read(apiKeyFile) ?? { state: 'unknown' as const, why: 'not read' };
  if (reading.state === 'unknown') {
    return { actions: [], refusals: [refusal('unread', head, path, 'unknown', reading.why)] };
  }
  if (reading.state === 'absent') return { actions: [makeKey(head, path)], refusals: [] };
  const found = reading.value;
  if (found.kind === 'other') {
    return { actions: [], refusals: [refusal('no-file', head, path, 'fail', reading.evidence)] };
  }
  if (found.blank) return { actions: [makeKey(head, path)], refusals: [] };
  return { actions: (found.mode & 0o077) === 0 ? [] : [closeKey(head, path, found.mode)], refusals: [] };
}

function makeKey(head: string, path: string): Action {
  return {
    id: `access/api-key/${head}`,
    title: msg('access.key.make', { node: head, path }),
    work: { kind: 'file', path, mode: MODE, content: { from: 'random-key' } },
    undo: { kind: 'restore-file', path },
    ...onHead(head, path),
  };
}

function closeKey(head: string, path: string, mode: number): Action {
  const modeNow = mode.toString(8).padStart(4, '0');
  return {
    id: `access/api-key-mode/${head}`,
    title: msg('access.key.close', { node: head, path, mode: modeNow }),
    work: { kind: 'shell', script: shline(['chmod', '0600', '--', path]), deadlineMs: 10_000 },
    undo: { kind: 'shell', script: shline(['chmod', modeNow, '--', path]), deadlineMs: 10_000 },
    ...onHead(head, path),
  };
}

function onHead(head: string, path: string) {
  return {
    nodes: [head],
    risk: 'safe' as const,
    asRoot: false,
    onCancel: 'finish' as const,
    uses: [`${head}/api-key`],
    stales: [apiKeyFile.id],
    proof: {
      needs: [apiKeyFile.id],
      judge: (facts: ClusterFacts): Finding[] => {
        const left = planApiKey(head, path, facts);
        if (left.refusals.length > 0) return left.refusals;
        return left.actions.map(() => refusal('no-key', head, path, 'fail', path));
      },
    },
  };
}

function refusal(
  what: 'unread' | 'no-file' | 'no-key',
  node: string,
  path: string,
  verdict: Finding['verdict'],
  evidence: string,
): Finding {
  return {
    id: `access.api-key.${what}`,
    stage: 'access',
    node,
    subject: path,
    verdict,
    title: msg(`access.key.${what}`, { node, path }),
    evidence,
    refusesUp: true,
  };
}
