import type { Probe } from './types.ts';

/** docs/probes.md: what is read on a node and how, from the probes themselves. */
export function probesPage(probes: readonly Probe<unknown>[]): string {
  const sorted = probes.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const rows = sorted.map(
    (probe) =>
      `| [${probe.id}](#${probe.id}) | ${probe.needsRoot ? 'yes' : 'no'} | ${probe.deadlineMs / 1000} s |`,
  );
  const sections = sorted.map((probe) => `## ${probe.id}\n\n\`\`\`bash\n${probe.script.trim()}\n\`\`\`\n`);
  return `# What is read on a node

All probes of a node run in one round trip, at once, as bash with \`LC_ALL=C\` and closed standard input; each has its
own deadline. They read and change nothing. In a support bundle the output of a probe is \`nodes/<node>/<id>.out\`, with
\`.err\` (standard error) and \`.rc\` (exit status; absent means 0).

| probe | root | deadline |
|---|---|---|
${rows.join('\n')}

Variables: \`$SW_CLUSTER\` the cluster's name, \`$SW_MODEL_DIR\` the model directory on the node, \`$SW_IMAGE\` the image
reference, \`$SW_STATE_DIR\` our folder on the node, \`$SW_KEY_FILE\` the file of the API key on the head.

${sections.join('\n')}`;
}
