/** sparkwright.yaml as zod. */
import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { type Message, msg } from '../message/message.ts';
import { present, saying } from '../text/schema.ts';
import type { Cluster, ClusterNode } from './types.ts';

function textThat(fits: (value: string) => boolean, said: (value: string) => Message) {
  return z.string().check((ctx) => {
    if (ctx.value.length > 400 || !fits(ctx.value))
      ctx.issues.push(saying(ctx.value, said(ctx.value.slice(0, 80))));
  });
}

/** A host name's label; it becomes part of file names and container names. */
export const nodeName = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** What may stand for a machine on ssh's command line: never an option, never more than one word. */
export function isSshTarget(text: string): boolean {
  return /^([A-Za-z_][\w.-]{0,63}@)?[A-Za-z0-9_:[][\w.:%\]-]{0,252}$/.test(text);
}

/** Absolute, or under the home of the node it is used on. */
function isNodePath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /^(\/|~\/)[^\x00-\x1f\x7f:]*$/.test(path) && !path.split('/').includes('..') && !path.includes('{{');
}

const clusterName = textThat(
  (value) => /^[a-z0-9]([a-z0-9._-]{0,40}[a-z0-9])?$/.test(value),
  (value) => msg('cluster.form.name', { value }),
);
const name = textThat(
  (value) => nodeName.test(value),
  (value) => msg('cluster.form.node', { value }),
);
const ssh = textThat(isSshTarget, (value) => msg('cluster.form.ssh', { value }));
const path = textThat(isNodePath, (value) => msg('cluster.form.path', { value }));
const localPath = textThat(
  (value) => isNodePath(value) || /^\.\.?\/[^:]*$/.test(value),
  (value) => msg('cluster.form.localPath', { value }),
);
const device = textThat(
  (value) => /^[A-Za-z0-9][\w.-]{0,63}$/.test(value),
  (value) => msg('cluster.form.device', { value }),
);
const netdev = textThat(
  (value) => /^[A-Za-z0-9][\w.-]{0,14}$/.test(value),
  (value) => msg('cluster.form.netdev', { value }),
);
const address = textThat(isIPv4, (value) => msg('cluster.form.address', { value }));
const recipe = textThat(
  (value) => /^[a-z0-9][a-z0-9._-]*$/.test(value) || /^(\.|\/|~\/)[^:]*$/.test(value),
  (value) => msg('cluster.form.recipe', { value }),
);
const knobName = textThat(
  (value) => /^[A-Za-z_][\w-]{0,79}$/.test(value),
  (value) => msg('cluster.form.knob', { value }),
);
const port = z.number().int().min(1).max(65_535);

// Sections may be all comments, which YAML reads as null.
const paths = z
  .strictObject({ model: path.optional(), state: path.optional() })
  .nullish()
  .transform((given) => present({ ...given }));

const node = z
  .strictObject({
    name,
    role: z.enum(['head', 'worker']),
    ssh,
    sshFromHead: ssh.optional(),
    fabric: z
      .strictObject({
        address: address.optional(),
        netdev: netdev.optional(),
        rdmaDevices: z.array(device).min(1).max(32).optional(),
        gidIndex: z.number().int().min(0).max(255).optional(),
      })
      .nullish()
      .transform((given) => present({ ...given })),
    paths,
  })
  .transform((given): ClusterNode => present(given));

/** The file: what is not said is the recipe's, or found on the nodes. */
export const clusterSchema: z.ZodType<Cluster> = z
  .strictObject({
    version: z.literal(1),
    name: clusterName.default('sparks'),
    nodes: z.array(node).min(1).max(64),
    sshConfig: localPath.optional(),
    recipe,
    exposure: z.enum(['loopback', 'engine']).default('loopback'),
    paths,
    api: z
      .strictObject({ port: port.optional(), keyFile: path.optional() })
      .nullish()
      .transform((given) => present({ ...given })),
    knobs: z
      .record(knobName, z.union([z.string(), z.number(), z.boolean()]))
      .nullish()
      .transform((given) => given ?? {}),
  })
  .transform((given): Cluster => present(given));
