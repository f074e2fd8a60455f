/** A byte stream through a program's standard streams (`ssh -W`). Its end is clean only if the program's was. */
import type { ChildProcessByStdio } from 'node:child_process';
import { Duplex, type Readable, type Writable } from 'node:stream';

type Piped = ChildProcessByStdio<Writable, Readable, Readable>;

export interface Dialing {
  start(): Promise<Piped>;
  /** The error for a program that failed, with what it said. */
  broken(evidence: string): Error;
}

const STDERR_CHARS = 4_000;

/** Opens when the program has started; destroying the stream ends the program. */
export function dialed({ start, broken }: Dialing): Duplex {
  let child: Piped | undefined;
  const stream = new Duplex({
    construct(ready) {
      start().then((started) => {
        child = started;
        listen(started);
        ready();
      }, ready);
    },
    read: () => void child?.stdout.resume(),
    // An error here is the program's end, which says the reason itself.
    write: (chunk, _encoding, written) => void child?.stdin.write(chunk, () => written()),
    final: (ended) => void child?.stdin.end(() => ended()),
    destroy(error, done) {
      child?.kill();
      done(error);
    },
  });

  function listen(program: Piped): void {
    let said = '';
    program.stdin.on('error', () => undefined);
    program.stdout.on('data', (chunk: Buffer) => {
      if (!stream.push(chunk)) program.stdout.pause();
    });
    program.stderr.on('data', (chunk: Buffer) => {
      if (said.length < STDERR_CHARS) said += chunk.toString('utf8');
    });
    program.on('error', (error) => stream.destroy(broken(error.message)));
    // Not `close`: a master that this client left behind may hold its stderr.
    program.on('exit', (rc) => {
      const end = () => (rc === 0 ? stream.push(null) : stream.destroy(broken(said.trim())));
      if (program.stdout.readableEnded) end();
      else program.stdout.once('end', end);
    });
  }
  return stream;
}
