/** Judges whether an action is proven. Unknown is never done, and neither is a proof that judged nothing. */
import type { Finding, Proof } from '../change/types.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { type Message, msg } from '../message/message.ts';

export function proven(proof: Proof, facts: ClusterFacts): { why: Message; evidence: string } | undefined {
  const findings = proof.judge(facts);
  if (findings.length === 0) return { why: msg('gate.proof-empty'), evidence: proof.needs.join(' ') };
  const bad = findings.find((finding) => finding.verdict === 'fail') ?? findings.find(isUnknown);
  if (bad === undefined) return undefined;
  const why = bad.verdict === 'fail' ? msg('gate.proof-failed') : msg('gate.proof-unknown');
  const where = [bad.id, bad.node, bad.subject].filter((part) => part !== undefined).join(' ');
  return { why, evidence: `${where}: ${bad.evidence}` };
}

function isUnknown(finding: Finding): boolean {
  return finding.verdict === 'unknown';
}
