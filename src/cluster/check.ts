/** What the cluster file's schema can't say: one head, nothing twice. */
import { msg } from '../message/message.ts';
import type { LocatedIssue } from '../text/located.ts';
import { issueAt } from '../text/schema.ts';
import type { YamlFile } from '../text/yaml.ts';
import type { Cluster, ClusterNode } from './types.ts';

export function checkCluster({ nodes }: Cluster, yaml: YamlFile): LocatedIssue[] {
  const issues: LocatedIssue[] = [];
  const heads = nodes.flatMap(({ role }, index) => (role === 'head' ? [index] : []));
  const [first, ...more] = heads;
  if (first === undefined) issues.push(issueAt(yaml, ['nodes'], msg('cluster.head.none'), { onKey: true }));
  for (const index of more) {
    const head = nodes[first ?? 0]?.name ?? '';
    issues.push(issueAt(yaml, ['nodes', index, 'role'], msg('cluster.head.two', { head })));
  }
  const twice = (what: (node: ClusterNode) => string | undefined, path: string[]) => {
    const owner = new Map<string, string>();
    for (const [index, node] of nodes.entries()) {
      const value = what(node);
      if (value === undefined) continue;
      const other = owner.get(value);
      if (other === undefined) owner.set(value, node.name);
      else
        issues.push(issueAt(yaml, ['nodes', index, ...path], msg('cluster.twice', { value, node: other })));
    }
  };
  twice((node) => node.name.toLowerCase(), ['name']);
  twice((node) => node.ssh, ['ssh']);
  twice((node) => node.fabric.address, ['fabric', 'address']);
  return issues.sort((a, b) => a.line - b.line || a.column - b.column);
}
