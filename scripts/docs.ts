/** Generated pages: docs/cli.md from the command tree, docs/probes.md from the probes. `--check` only compares. */
import { readFile, writeFile } from 'node:fs/promises';
import { programFor } from '../src/cli/main.ts';
import { cliPage } from '../src/cli/report/page.ts';
import { clusterPage } from '../src/cluster/page.ts';
import { probesPage } from '../src/facts/page.ts';
import { allProbes } from '../src/facts/probes.ts';
import { recipePage } from '../src/recipe/page.ts';

const pages = {
  'docs/recipe-file.md': recipePage(),
  'docs/cluster-file.md': clusterPage(),
  'docs/cli.md': cliPage(programFor('en')),
  'docs/probes.md': probesPage(allProbes),
};
let stale = 0;
for (const [file, text] of Object.entries(pages)) {
  const present = await readFile(file, 'utf8').catch(() => '');
  if (present === text) continue;
  stale += 1;
  if (process.argv.includes('--check')) console.error(`${file} is not current: npm run docs`);
  else await writeFile(file, text);
}
process.exit(process.argv.includes('--check') && stale > 0 ? 1 : 0);
