import type { Reading } from '../../change/types.ts';
import { isRecord, jsonOf, numberOf, textOf, textsOf } from '../json.ts';
import { absent, known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

/** The wanted image as a node has it. Content is architecture and layers; ids differ between image stores. */
export interface DockerImage {
  id: string | null;
  architecture: string | null; // arm64
  os: string | null;
  layers: string[]; // sha256:… in order
  repoDigests: string[];
  repoTags: string[];
  sizeBytes: number | null;
}

/** A format of ours, because the whole inspect would print the image's environment. */
const FORMAT =
  '{"Id":{{json .Id}},"Architecture":{{json .Architecture}},"Os":{{json .Os}},"RootFS":{"Layers":{{json .RootFS.Layers}}},' +
  '"RepoDigests":{{json .RepoDigests}},"RepoTags":{{json .RepoTags}},"Size":{{json .Size}}}';

export const dockerImage: Probe<DockerImage> = {
  id: 'docker-image',
  script: `[ -n "$SW_IMAGE" ] || { echo 'no image was asked for' >&2; exit 3; }
docker image inspect --format '${FORMAT}' -- "$SW_IMAGE"`,
  needsRoot: false,
  deadlineMs: 13_000,
  parse(out, err, rc): Reading<DockerImage> {
    const failed = noAnswer(err, rc);
    if (failed !== undefined) return failed;
    if (rc === 3) return unknown('not-asked', err);
    if (rc !== 0) return /no such image/i.test(err) ? absent('no-such-image', err) : unknown('failed', err);
    const json = jsonOf(out.trim());
    const image = Array.isArray(json) ? json[0] : json; // plain `docker image inspect` prints a list
    if (!isRecord(image)) return unknown('unreadable', out || err);
    return known(imageOf(image), JSON.stringify({ ...image, Config: undefined, ContainerConfig: undefined }));
  },
};

function imageOf(image: Record<string, unknown>): DockerImage {
  return {
    id: textOf(image.Id),
    architecture: textOf(image.Architecture),
    os: textOf(image.Os),
    layers: isRecord(image.RootFS) ? textsOf(image.RootFS.Layers) : [],
    repoDigests: textsOf(image.RepoDigests),
    repoTags: textsOf(image.RepoTags),
    sizeBytes: numberOf(image.Size),
  };
}
