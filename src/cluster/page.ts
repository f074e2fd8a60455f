import { z } from 'zod';
import { keyTable } from '../text/schema-page.ts';
import { clusterSchema } from './schema.ts';

/** docs/cluster-file.md: every key of sparkwright.yaml, from its schema. */
export function clusterPage(): string {
  const schema = z.toJSONSchema(clusterSchema, { io: 'input', unrepresentable: 'any' });
  return `# The cluster file

\`sparkwright.yaml\` says where to run what: your machines, the recipe, and the few values that shall differ from it.
\`sparkwright init\` writes it with comments. It is looked for in the folder you are in, then upward, then in
\`~/.config/sparkwright/\`; \`-c FILE\` names another. \`sparkwright config validate\` says all that is wrong in it, with
line and column; \`sparkwright config show\` says where each value comes from and what it hides: a flag (\`--set\`) beats
an environment variable, that beats this file, that beats the recipe.

## Keys

${keyTable(schema, 'cluster.key.')}

Paths are absolute or start with \`~/\`, the home on the node they are used on; \`sshConfig\` and \`recipe\` may start
with \`./\`, beside this file.
`;
}
