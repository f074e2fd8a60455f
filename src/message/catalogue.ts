/** Every sentence a person reads, both languages side by side: one file a room. A key without one does not compile. */
import { access } from './rooms/access.ts';
import { checks } from './rooms/checks.ts';
import { cli } from './rooms/cli.ts';
import { cluster } from './rooms/cluster.ts';
import { clusterKeys } from './rooms/cluster-keys.ts';
import { deployment } from './rooms/deployment.ts';
import { engine } from './rooms/engine.ts';
import { engineCauses } from './rooms/engine-causes.ts';
import { engineExplain } from './rooms/engine-explain.ts';
import { engineNext } from './rooms/engine-next.ts';
import { facts } from './rooms/facts.ts';
import { gate } from './rooms/gate.ts';
import { host } from './rooms/host.ts';
import { image } from './rooms/image.ts';
import { lab } from './rooms/lab.ts';
import { labEngine } from './rooms/lab-engine.ts';
import { life } from './rooms/life.ts';
import { measure } from './rooms/measure.ts';
import { rank } from './rooms/rank.ts';
import { recipe } from './rooms/recipe.ts';
import { recipeKeys } from './rooms/recipe-keys.ts';
import { remote } from './rooms/remote.ts';
import { text } from './rooms/text.ts';

export const catalogue = {
  ...access,
  ...checks,
  ...cli,
  ...cluster,
  ...clusterKeys,
  ...deployment,
  ...engine,
  ...engineCauses,
  ...engineExplain,
  ...engineNext,
  ...facts,
  ...gate,
  ...host,
  ...image,
  ...lab,
  ...labEngine,
  ...life,
  ...measure,
  ...rank,
  ...recipe,
  ...recipeKeys,
  ...remote,
  ...text,
} as const;
