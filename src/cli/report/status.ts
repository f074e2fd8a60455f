import type { StatusDocument, StatusNode, StatusUnit } from '../../life/status.ts';
import { type Language, type Message, msg, say } from '../../message/message.ts';
import { safeLine } from '../../text/safe.ts';

/** `status` for a person: what was asked for, each node with its units, the endpoint. */
export function statusLines(document: unknown, language: Language): string[] {
  const status = document as Partial<StatusDocument> | undefined;
  if (status?.nodes === undefined || status.cluster === undefined || status.state === undefined) return [];
  const tell = (message: Message) => safeLine(say(message, language));
  const { cluster, state, intent, endpoint } = status;
  const lines = [tell(msg('cli.status.head', { intent: intent ?? '-', state, cluster }))];
  for (const node of status.nodes)
    lines.push(tell(nodeSentence(node)), ...node.units.map((unit) => `  ${tell(unitSentence(unit))}`));
  if (status.nodes.every((node) => node.why === undefined && node.units.length === 0))
    lines.push(tell(msg('cli.status.none')));
  lines.push(tell(msg('cli.status.guard')));
  if (status.imagesDiffer === true) lines.push(tell(msg('cli.status.images-differ')));
  if (endpoint) {
    const { url, model, health } = endpoint;
    lines.push(tell(msg('cli.status.endpoint', { url, model, health: health ?? '-' })));
  }
  return lines;
}

function nodeSentence(node: StatusNode): Message {
  if (!node.reachable) return msg('cli.status.unreachable', { node: node.name, why: node.why ?? '?' });
  if (node.why !== undefined) return msg('cli.status.unread', { node: node.name, why: node.why });
  const memory = node.memAvailableBytes === null ? '?' : (node.memAvailableBytes / 2 ** 30).toFixed(1);
  return msg('cli.status.node', { node: node.name, memory });
}

function unitSentence(unit: StatusUnit): Message {
  const ended = unit.state === 'running' ? '' : ` (${unit.exitCode})`;
  return msg('cli.status.unit', {
    unit: unit.unit,
    container: unit.container,
    state: `${unit.state}${ended}`,
    image: (unit.imageId ?? '?').replace('sha256:', '').slice(0, 12),
    spec: unit.specHash.slice(0, 12),
  });
}
