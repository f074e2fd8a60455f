/** What a recipe may do to the machines, said before an unknown one runs. */
import { type Message, msg } from '../message/message.ts';
import { formatBytes, formatMemory } from '../text/units.ts';
import { withDefaults } from './places.ts';
import type { LoadedRecipe } from './types.ts';

/** Everything a recipe asks of a node beyond computing, the gravest first. */
export function whatItMayDo({ recipe, files }: Pick<LoadedRecipe, 'recipe' | 'files'>): Message[] {
  const { container, image, model } = recipe;
  const said: Message[] = [];
  if (container.privileged) said.push(msg('recipe.may.privileged'));
  said.push(msg('recipe.may.host'));
  const plain = (text: string) => withDefaults(text, recipe.knobs);
  const shown = plain(image.reference);
  const pinned = /@sha256:[0-9a-f]{64}$/.test(shown);
  said.push(
    pinned ? msg('recipe.may.image', { image: shown }) : msg('recipe.may.imageUnpinned', { image: shown }),
  );
  for (const { source, readOnly } of container.mounts) {
    if (source === '.' || source.startsWith('./')) continue;
    said.push(
      readOnly
        ? msg('recipe.may.read', { source: plain(source) })
        : msg('recipe.may.write', { source: plain(source) }),
    );
  }
  if (container.devices.length > 0)
    said.push(msg('recipe.may.devices', { devices: container.devices.join(', ') }));
  const [first] = recipe.patches;
  if (first !== undefined) {
    said.push(
      msg('recipe.may.scripts', { count: recipe.patches.length, first: first.run.map(plain).join(' ') }),
    );
  }
  const own = Object.entries(files).filter(([name]) => name !== 'recipe.yaml');
  if (own.length > 0) {
    const bytes = own.reduce((sum, [, base64]) => sum + Buffer.byteLength(base64, 'base64'), 0);
    said.push(msg('recipe.may.files', { count: own.length, bytes: formatMemory(bytes) }));
  }
  for (const { to } of recipe.prepare ?? []) said.push(msg('recipe.may.prepare', { path: plain(to) }));
  if (model.hub !== 'local') {
    const { repository, hub } = model;
    said.push(msg('recipe.may.model', { repository, hub, bytes: formatBytes(model.bytes) }));
  }
  if (container.restart !== 'no') said.push(msg('recipe.may.restart', { policy: container.restart }));
  const aliases = Object.values(recipe.knobs).flatMap((knob) => knob.aliases);
  if (aliases.length > 0) said.push(msg('recipe.may.environment', { names: aliases.join(', ') }));
  return said;
}
