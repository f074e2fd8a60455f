/** The lists of wheels: exact versions, one hash each, and the size that the hash belongs to. */

export interface Wheel {
  name: string; // normalised: torch, nvidia-cuda-cupti
  version: string;
  sha256: string;
  bytes: number; // of the wheel file, as the registry serves it
}

const LINE = /^([a-z0-9-]+)==([^\s]+) --hash=sha256:([0-9a-f]{64}) # ([0-9]+)$/;

/** A wheel list: pip's requirements form, each line ending in `# bytes`; other lines are comments. */
export function parseWheels(text: string): Wheel[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, version, sha256, bytes] = LINE.exec(line) ?? [];
      if (name === undefined || version === undefined || sha256 === undefined) {
        throw new RangeError(`not a line of a wheel list: ${line}`);
      }
      return { name, version, sha256, bytes: Number(bytes) };
    });
}

export function wheelBytes(wheels: readonly Wheel[]): number {
  return wheels.reduce((sum, wheel) => sum + wheel.bytes, 0);
}
