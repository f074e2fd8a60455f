import { id } from './access/id.ts';
import { sudo } from './access/sudo.ts';
import { apiKeyFile } from './api-key-file.ts';
import { dockerImage } from './docker/docker-image.ts';
import { dockerInfo } from './docker/docker-info.ts';
import { dockerPs } from './docker/docker-ps.ts';
import { ipAddr } from './fabric/ip-addr.ts';
import { ipRoute } from './fabric/ip-route.ts';
import { rdmaLink } from './fabric/rdma-link.ts';
import { sysfsInfiniband } from './fabric/sysfs-infiniband.ts';
import { sysfsNet } from './fabric/sysfs-net.ts';
import { clock } from './machine/clock.ts';
import { df } from './machine/df.ts';
import { dgxRelease } from './machine/dgx-release.ts';
import { hosts } from './machine/hosts.ts';
import { meminfo } from './machine/meminfo.ts';
import { nvidiaSmiCsv } from './machine/nvidia-smi-csv.ts';
import { osRelease } from './machine/os-release.ts';
import { sockets } from './machine/sockets.ts';
import { systemctlIsActive } from './machine/systemctl-is-active.ts';
import { uname } from './machine/uname.ts';
import { modelFiles } from './model/model-files.ts';
import { recipeFiles } from './recipe-files.ts';
import type { Probe } from './types.ts';

/** Everything that is read of a node, in one round trip. */
export const allProbes: readonly Probe<unknown>[] = [
  id,
  sudo,
  hosts,
  uname,
  osRelease,
  dgxRelease,
  systemctlIsActive,
  meminfo,
  df,
  clock,
  sockets,
  ipAddr,
  ipRoute,
  rdmaLink,
  sysfsInfiniband,
  sysfsNet,
  nvidiaSmiCsv,
  dockerInfo,
  dockerImage,
  dockerPs,
  modelFiles,
  apiKeyFile,
  recipeFiles,
];
