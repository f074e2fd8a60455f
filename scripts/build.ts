/** Bundles the command line into dist/app: ESM, one lazy chunk a verb, plus the data that it reads at run time. */
import { chmod, cp, rm } from 'node:fs/promises';
import { rolldown } from 'rolldown';

const target = 'dist/app';

await rm(target, { recursive: true, force: true });
const bundle = await rolldown({
  input: { sparkwright: 'src/cli/main.ts' },
  platform: 'node',
  resolve: { mainFields: ['module', 'main'] },
});
await bundle.write({
  dir: target,
  format: 'esm',
  minify: true,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
});
await chmod(`${target}/sparkwright.js`, 0o755);
await cp('recipes', `${target}/recipes`, { recursive: true });
await cp('src/lab/engine/files', `${target}/lab-engine-files`, { recursive: true });
await cp('src/lab/files', `${target}/lab-files`, { recursive: true });
await cp('LICENSE', `${target}/LICENSE`);
console.log(`built ${target}`);
