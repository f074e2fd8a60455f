import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeWhole } from './write.ts';

test('a line longer than the pipe arrives whole at a slow reader, though the pipe does not block', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sparkwright-write-'));
  try {
    const [pipe, copy] = [join(folder, 'pipe'), join(folder, 'copy')];
    expect(spawnSync('bash', ['-c', 'mkfifo "$1"', 'make', pipe]).status).toBe(0);
    // Read and write: opening waits for nobody, and the pipe stays open until the reader has it too.
    const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    const reader = spawn('bash', [
      '-c',
      'exec < "$1"; sleep 0.3; head -c 500001 > "$2"',
      'reader',
      pipe,
      copy,
    ]);
    const done = new Promise((resolve) => reader.on('close', resolve));
    const text = `${'x'.repeat(500_000)}\n`;
    writeWhole(end, text);
    await done;
    closeSync(end);
    expect(readFileSync(copy, 'utf8')).toBe(text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
