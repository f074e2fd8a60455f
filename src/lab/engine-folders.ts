/** Folders of the machine that every host sees read-only: one copy on disk and one in the page cache. */

export interface EngineFolders {
  engineDir?: string;
  modelsDir?: string;
  imagesDir?: string;
}

const PLACES = [
  ['engineDir', '/srv/lab/engine'],
  ['modelsDir', '/srv/lab/models'],
  ['imagesDir', '/srv/lab/images'],
] as const;

/** Machine folder -> folder of the host, for those given. */
export function engineBinds(engine: EngineFolders): { from: string; to: string }[] {
  return PLACES.flatMap(([name, to]) => {
    const from = engine[name];
    return from === undefined ? [] : [{ from, to }];
  });
}
