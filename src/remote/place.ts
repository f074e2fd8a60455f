/** Puts our portable build on the head, once a content: a Spark has no Node. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Host, Outcome } from '../host/types.ts';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { shq } from '../text/quote.ts';
import { toolVersion } from '../text/version.ts';

export interface PortableBuild {
  file: string;
  digest: string; // sha256 hex of the archive
  bytes: number;
}

const ARCHITECTURES: Record<string, string> = { x86_64: 'x64', aarch64: 'arm64' };

/**
 * Finds the portable build of this very version for a machine name of `uname -m`, in the first folder that has it. A
 * build of another version would not know our requests.
 */
export async function findBuild(
  machine: string,
  folders: readonly string[],
  version: string = toolVersion(),
): Promise<PortableBuild> {
  const architecture = ARCHITECTURES[machine];
  if (architecture === undefined) {
    throw new Failure(msg('remote.architecture', { machine }), EXIT.failed);
  }
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    const wanted = `sparkwright-${version}-linux-${architecture}.tar.gz`;
    const name = names.find((candidate) => candidate === wanted);
    if (name === undefined) continue;
    const file = join(folder, name);
    const said = await readFile(`${file}.sha256`, 'utf8').catch(() => '');
    const digest = /^[0-9a-f]{64}/.exec(said)?.[0] ?? (await digestOf(file));
    return { file, digest, bytes: (await stat(file)).size };
  }
  throw new Failure(
    msg('remote.no-build', { version, architecture, folders: folders.join(', ') }),
    EXIT.failed,
  );
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Shell text that sets $B to the folder of a build on the head. */
function buildFolderScript(digest: string): string {
  return `B="\${XDG_DATA_HOME:-$HOME/.local/share}/sparkwright/builds/"${shq(digest.slice(0, 16))}`;
}

export interface Placed {
  machine: string;
  /** Whether any build of ours lay there before: the person has said yes once. */
  known: boolean;
}

/** What the head is and whether a build was ever placed there. One round trip. */
export async function lookAtHead(head: Host, signal: AbortSignal): Promise<Placed> {
  const outcome = await head.run(
    'uname -m; ls "${XDG_DATA_HOME:-$HOME/.local/share}/sparkwright/builds" 2>/dev/null | head -n 1',
    { deadlineMs: 20_000, signal },
  );
  const out = outputOf(outcome, head.name);
  const machine =
    out
      .split('\n')
      .find((line) => /^(x86_64|aarch64)$/.test(line.trim()))
      ?.trim() ?? out.trim().slice(0, 40);
  return { machine, known: /^[0-9a-f]{16}$/m.test(out) };
}

/** Where the build's launcher is on the head, or undefined when it is not there yet. */
export async function placedLauncher(
  head: Host,
  build: PortableBuild,
  signal: AbortSignal,
): Promise<string | undefined> {
  // Touched: what is in use is not among the oldest, which go when another build comes.
  const script = `${buildFolderScript(build.digest)}
[ -x "$B/sparkwright" ] && touch -c "$B" && echo "at:$B"; true`;
  const outcome = await head.run(script, { deadlineMs: 20_000, signal });
  const folder = /^at:(.+)$/m.exec(outputOf(outcome, head.name))?.[1];
  return folder === undefined ? undefined : `${folder}/sparkwright`;
}

/** Sends the archive and unpacks it beside, checks its digest, renames: half a build is never seen. */
export async function placeBuild(head: Host, build: PortableBuild, signal: AbortSignal): Promise<string> {
  const script = `set -eu
umask 077
${buildFolderScript(build.digest)}
mkdir -p "\${B%/*}"
find "\${B%/*}" -maxdepth 1 -name '.part-*' -mmin +60 -exec rm -rf {} +
T=$(mktemp -d "\${B%/*}/.part-XXXXXX")
trap 'rm -rf "$T"' EXIT
cat > "$T/build.tar.gz"
echo ${shq(`${build.digest}  `)}"$T/build.tar.gz" | sha256sum -c --quiet -
mkdir "$T/build"
tar -C "$T/build" --strip-components=1 -xzf "$T/build.tar.gz"
"$T/build/sparkwright" --version >/dev/null
# Half a folder of that name gives way; another run of ours that was quicker does not.
[ -x "$B/sparkwright" ] || { rm -rf "$B"; mv -T "$T/build" "$B"; } || [ -x "$B/sparkwright" ]
echo "at:$B"
# The newest three builds stay: a run that is under way may use an older one.
ls -1t "\${B%/*}" | tail -n +4 | while read -r old; do rm -rf "\${B%/*}/$old"; done`;
  const outcome = await head.run(script, {
    deadlineMs: 600_000,
    signal,
    stdin: createReadStream(build.file),
  });
  if (outcome.kind === 'exit' && outcome.rc !== 0) {
    throw new Failure(msg('remote.place-failed', { node: head.name }), EXIT.failed, outcome.stderr);
  }
  const folder = /^at:(.+)$/m.exec(outputOf(outcome, head.name))?.[1];
  if (folder === undefined) throw new Failure(msg('remote.place-failed', { node: head.name }), EXIT.failed);
  return `${folder}/sparkwright`;
}

/** The output of a script that must have run to its end; anything else is a failure a person can act on. */
export function outputOf(outcome: Outcome, node: string): string {
  switch (outcome.kind) {
    case 'exit':
      if (outcome.rc === 0) return outcome.stdout;
      throw new Failure(
        msg('remote.script-failed', { node, rc: outcome.rc }),
        EXIT.failed,
        outcome.stderr || outcome.stdout,
      );
    case 'unreachable':
      throw new Failure(msg('remote.unreachable', { node, why: outcome.why }), EXIT.failed, outcome.evidence);
    case 'deadline':
      throw new Failure(
        msg('remote.deadline', { node, seconds: Math.round(outcome.afterMs / 1000) }),
        EXIT.timedOut,
        outcome.stderr,
      );
    case 'cancelled':
      throw new Failure(msg('remote.interrupted'), EXIT.interrupted);
  }
}
