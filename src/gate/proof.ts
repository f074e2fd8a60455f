/** Judges whether an action is proven: nothing speaks against it. What could not be read does: unknown is never done. */
import type { Finding, Proof } from '../change/types.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { type Message, msg } from '../message/message.ts';

export function proven(proof: Proof, facts: ClusterFacts): { why: Message; evidence: string } | undefined {
  const findings = proof.judge(facts);
  const bad = findings.find((finding) => finding.verdict === 'fail') ?? findings.find(isUnknown);
  if (bad === undefined) return undefined;
  const why = bad.verdict === 'fail' ? msg('gate.proof-failed') : msg('gate.proof-unknown');
  const where = [bad.id, bad.node, bad.subject].filter((part) => part !== undefined).join(' ');
  return { why, evidence: `${where}: ${bad.evidence}` };
}

function isUnknown(finding: Finding): boolean {
  return finding.verdict === 'unknown';
}
