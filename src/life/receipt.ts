import type { Deployment, Receipt } from '../deployment/types.ts';
import type { BootRecord } from '../engine/estimate.ts';
import { dockerInfo } from '../facts/docker/docker-info.ts';
import { dockerPs } from '../facts/docker/docker-ps.ts';
import { meminfo } from '../facts/machine/meminfo.ts';
import { nvidiaSmiCsv } from '../facts/machine/nvidia-smi-csv.ts';
import { uname } from '../facts/machine/uname.ts';
import { modelFiles } from '../facts/model/model-files.ts';
import type { ClusterFacts, NodeFacts, Probe } from '../facts/types.ts';

/** What a receipt is made from: read after the start, and no more than this, for a person is waiting. */
export const RECEIPT_PROBES: readonly Probe<unknown>[] = [
  dockerPs,
  dockerInfo,
  meminfo,
  nvidiaSmiCsv,
  uname,
  modelFiles,
];

/** What was really deployed, from facts read after the start. Pure; what was not read is said as unknown, and proves no model. */
export function receiptOf(
  deployment: Deployment,
  facts: ClusterFacts,
  boot: BootRecord,
  at: Date,
  tool: string,
): Receipt {
  return {
    version: 1,
    at: at.toISOString(),
    tool,
    cluster: deployment.cluster,
    recipe: deployment.recipe,
    recipeHash: deployment.recipeHash,
    units: deployment.units.map((unit) => {
      const container = known(facts.get(unit.node), dockerPs)?.find(
        (each) => each.name === unit.container.name,
      );
      return {
        unit: unit.unit,
        node: unit.node,
        container: unit.container.name,
        specHash: unit.specHash,
        imageId: container?.imageId ?? 'unknown',
        containerId: container?.id ?? 'unknown',
      };
    }),
    modelProof: deployment.units.flatMap((unit) => {
      const files = known(facts.get(unit.node), modelFiles)?.files;
      if (files === undefined) return [];
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      return [{ node: unit.node, method: 'names-and-sizes' as const, files: files.length, bytes }];
    }),
    settings: deployment.settings,
    facts: deployment.units.map(({ node }) => {
      const here = facts.get(node);
      return {
        node,
        kernel: known(here, uname)?.kernel ?? 'unknown',
        docker: known(here, dockerInfo)?.serverVersion ?? 'unknown',
        gpu: known(here, nvidiaSmiCsv)?.gpus[0]?.name ?? 'unknown',
        memTotalBytes: (known(here, meminfo)?.memTotalKiB ?? 0) * 1024,
      };
    }),
    boot,
  };
}

function known<T>(facts: NodeFacts | undefined, probe: Probe<T>): T | undefined {
  const reading = facts?.read(probe);
  return reading?.state === 'known' ? reading.value : undefined;
}
