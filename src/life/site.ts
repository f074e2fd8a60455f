/** Everything a workflow works with: the cluster and its recipe, hosts, state, the bus; opened once, closed at the end. */
import type { Finding } from '../change/types.ts';
import { parseCluster } from '../cluster/load.ts';
import type { Cluster } from '../cluster/types.ts';
import { stateFolder } from '../deployment/folders.ts';
import type { Deployment, Setting } from '../deployment/types.ts';
import type { Bus } from '../event/bus.ts';
import { GATHER_DEADLINE_MS, gatherFacts, rereadFacts } from '../facts/gather.ts';
import { allProbes } from '../facts/probes.ts';
import type { ClusterFacts, Probe } from '../facts/types.ts';
import { type Ran, runActions } from '../gate/run.ts';
import { type StateFolder, openState } from '../gate/state.ts';
import { localHost } from '../host/local.ts';
import { sshHost } from '../host/ssh.ts';
import type { Host } from '../host/types.ts';
import { type Language, type Message, msg } from '../message/message.ts';
import { recipeFromFiles } from '../recipe/load.ts';
import { resolveSettings } from '../recipe/settings.ts';
import type { LoadedRecipe } from '../recipe/types.ts';

export interface Circumstances {
  bus: Bus;
  ask(message: Message): Promise<boolean>;
  signal: AbortSignal;
}
