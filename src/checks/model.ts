import type { Finding, Reading, Remedy } from '../change/types.ts';
import type { ClusterNode } from '../cluster/types.ts';
import { type ModelFiles, modelFiles } from '../facts/model/model-files.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';
import { shline } from '../text/quote.ts';
import { answering, type Check } from './check.ts';
import { brief, found, onNode } from './finding.ts';
import type { Wanted } from './wanted.ts';

/** The files that the recipe requires are there and not empty. Content is `model verify`'s to prove. */
export const modelPresent: Check = {
  id: 'model.present',
  stage: 'model',
  needs: [modelFiles],
  judge(facts, wanted) {
    return answering(facts, wanted).map(({ at, read }) =>
      modelOn(at.node.name, read.read(modelFiles), wanted, (directory) =>
        remedy(at.node, directory, facts, wanted),
      ),
    );
  },
};

function modelOn(
  node: string,
  reading: Reading<ModelFiles>,
  wanted: Wanted,
  mend: (directory: string) => Remedy | undefined,
): Finding {
  const base = { id: 'model.present', stage: 'model', node };
  if (reading.state === 'unknown') {
    const title = msg('checks.model.unread', { node });
    return found({ ...base, verdict: 'unknown', title, evidence: reading.why, refusesUp: true });
  }
  const missing = missingOf(reading, wanted.modelFiles);
  const directory = directoryOf(reading);
  const total = wanted.modelFiles.length;
  if (missing.length === 0) {
    const title = msg('checks.model.ok', { node, directory: brief(directory, 120), total });
    return found({ ...base, verdict: 'ok', title, evidence: directory });
  }
  const doubtful = reading.state === 'known' && (reading.value.truncated || reading.value.complaint !== null);
  const mended = directory === '?' ? undefined : mend(directory);
  const complaint = reading.state === 'known' ? (reading.value.complaint ?? '') : '';
  return found({
    ...base,
    subject: directory,
    verdict: doubtful ? 'unknown' : 'fail',
    title: msg('checks.model.missing', {
      node,
      directory: brief(directory, 120),
      count: missing.length,
      total,
    }),
    evidence: `${missing.join(', ')}\n${complaint}`,
    means: msg('checks.model.missing.means'),
    refusesUp: true,
    ...(mended === undefined ? {} : { remedy: mended }),
  });
}

/** From another node that has it all, for the fabric is faster than any download; else there is nothing to copy. */
function remedy(
  node: ClusterNode,
  directory: string,
  facts: ClusterFacts,
  wanted: Wanted,
): Remedy | undefined {
  for (const { at, read } of answering(facts, wanted)) {
    const reading = read.read(modelFiles);
    if (reading.state !== 'known' || missingOf(reading, wanted.modelFiles).length > 0) continue;
    const paths = [reading.value.directory, directory];
    if (!paths.every((path) => /^\/[^\p{Cc}]{1,80}$/u.test(path))) continue; // a hostile or endless answer
    const target = at.node.role === 'head' ? (node.sshFromHead ?? node.ssh) : node.ssh;
    const words = ['rsync', '-a', '--partial', `${paths[0]}/`, `${target}:${paths[1]}/`];
    return { automatic: false, commands: [onNode(at.node.ssh, shline(words))] };
  }
  return undefined;
}

function missingOf(reading: Reading<ModelFiles>, required: readonly string[]): string[] {
  if (reading.state !== 'known') return [...required];
  const there = new Set(reading.value.files.filter((file) => file.bytes > 0).map((file) => file.path));
  return required.filter((path) => !there.has(path));
}

function directoryOf(reading: Reading<ModelFiles>): string {
  if (reading.state === 'known') return reading.value.directory;
  const named =
    reading.state === 'absent' ? /^no-such-directory: (\/.*)$/s.exec(reading.evidence)?.[1] : undefined;
  return named ?? '?';
}
