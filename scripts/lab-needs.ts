/**
 * Installs what the lab and its engine need on this machine, as `lab up --yes` would. Says what is in the way where
 * there can be no lab: the lab's tests then say it too, and are left out.
 */
import { Bus } from '../src/event/bus.ts';
import { meetNeeds } from '../src/lab/install.ts';
import { labMissing } from '../src/lab/missing.ts';
import { labPaths } from '../src/lab/paths.ts';
import { say } from '../src/message/message.ts';

const missing = await labMissing(labPaths(), true);
if (!missing.possible) {
  for (const obstacle of missing.obstacles) console.log(`the lab is left out: ${say(obstacle, 'en')}`);
} else {
  if (missing.packages.length > 0) console.log(`installing ${missing.packages.join(' ')}`);
  await meetNeeds(missing, { yes: true }, new Bus(), undefined);
}
