/**
 * `up` with nothing to do, on the head itself, against what it cannot do without: one facts round trip of all nodes and
 * one completion of one token. Timed by the head's own clock.
 */
import { up } from './boot.ts';
import { factsScripts } from './facts.ts';
import { type BenchLab, onNode } from './lab.ts';
import { interleave, type Row, rowOf } from './ratio.ts';

const ROUNDS = 7;
const BAR = 1.5;
const FOLDER = '$HOME/bench';

/** The newest build that sparkwright has put on the head, and the lab's cluster file as one on the head has it. */
const TOOL = `"$(ls -td $HOME/.local/share/sparkwright/builds/*/ | head -n 1)sparkwright"`;

export async function benchNoop(lab: BenchLab, clusterText: string): Promise<Row[]> {
  await up(lab);
  const scripts = await factsScripts(lab);
  const text = clusterText.replace(/^sshConfig:.*$/m, '');
  await place('sparkwright.yaml', text);
  for (const [node, script] of scripts) await place(`facts-${node}.sh`, script);

  const workers = lab.cluster.nodes.filter((node) => node.role === 'worker');
  const far = workers.map(
    ({ name, ssh, sshFromHead }) =>
      `ssh -o BatchMode=yes ${sshFromHead ?? ssh} bash -s < facts-${name}.sh > ${name}.out &`,
  );
  const facts = `${far.join('\n')}
bash facts-${lab.head}.sh > ${lab.head}.out &
wait
grep -q '^%%END' ${lab.cluster.nodes.map(({ name }) => `${name}.out`).join(' ')}`;

  const body = JSON.stringify({
    model: 'stand-in',
    messages: [{ role: 'user', content: 'Say yes.' }],
    max_tokens: 1,
  });
  // Without a program of its own to start: bash speaks enough HTTP for one answer.
  const completion = `key=$(cat "$HOME/.local/state/sparkwright/${lab.cluster.name}/api_key")
exec 3<> /dev/tcp/127.0.0.1/8888
printf '%s\\r\\n' 'POST /v1/chat/completions HTTP/1.1' 'Host: 127.0.0.1:8888' "Authorization: Bearer $key" \\
  'Content-Type: application/json' 'Content-Length: ${Buffer.byteLength(body)}' 'Connection: close' '' >&3
printf '%s' '${body}' >&3
cat <&3 > answer
exec 3>&-
grep -q ' 200 OK' answer`;

  const parts = {
    up: `${TOOL} up --json --yes > up.out\ngrep -q '"changed":false' up.out`,
    facts,
    completion,
    version: `${TOOL} --version > version.out`,
  };
  const timed = (part: keyof typeof parts) => async () => {
    const script = `set -e; cd ${FOLDER}; began=$EPOCHREALTIME
{ ${parts[part]}
} < /dev/null
echo "microseconds $((\${EPOCHREALTIME/./} - \${began/./}))"`;
    const said = await onNode(lab, lab.head, script);
    const microseconds = /microseconds (\d+)/.exec(said)?.[1];
    if (microseconds === undefined) throw new Error(`${part} on ${lab.head}: ${said}`);
    return Number(microseconds) / 1e6;
  };
  await timed('up')(); // the first fills the compile cache
  const rounds = await interleave(ROUNDS, ['up', 'facts', 'completion', 'version'], (part) => timed(part)());
  const base = rounds.map(({ facts: read, completion: answer }) => read + answer);
  const over = (part: keyof typeof parts) => rounds.map((round, at) => round[part] / (base[at] ?? 0));
  return [
    rowOf('no-op up over one facts round trip and one token', over('up'), '', BAR),
    rowOf('  of that, each start of the program (up has two)', over('version'), ''),
  ];

  async function place(name: string, content: string): Promise<void> {
    await onNode(
      lab,
      lab.head,
      `mkdir -p ${FOLDER}; base64 -d > ${FOLDER}/${name} <<'EOF'\n${encoded(content)}\nEOF`,
    );
  }
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}
