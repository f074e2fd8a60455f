import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { say } from '../message/message.ts';
import type { UnreachableWhy } from './types.ts';
import { describeUnreachable, offendingKey, unreachable, unreachableWhy } from './unreachable.ts';

interface Recorded {
  case: string;
  stderr: string;
  expected: { error: UnreachableWhy; knownHostsLine?: number };
}

const folder = join(import.meta.dirname, '../../test/fixtures/facts/ssh');
const recorded = readdirSync(folder)
  .filter((name) => name.endsWith('.expected.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recorded);

describe('why ssh failed, by what it said', () => {
  test.each(recorded)('recorded: $case', ({ stderr, expected }) => {
    expect(unreachableWhy(stderr, false)).toBe(expected.error);
    expect(offendingKey(stderr)?.line).toBe(expected.knownHostsLine);
  });

  test.each<[UnreachableWhy, string]>([
    ['auth', 'Received disconnect from 10.0.0.2 port 22:2: Too many authentication failures\nDisconnected'],
    ['auth', 'Load key "/home/dgx/.ssh/id": Permission denied\ndgx@spark-b: Permission denied (publickey).'],
    ['auth', 'WARNING: Your password has expired.\nPassword change required but no TTY available.'],
    [
      'auth',
      'sign_and_send_pubkey: signing failed for ED25519 "k": agent refused operation\nu@h: Permission denied (publickey,keyboard-interactive).',
    ],
    ['host-key-unknown', 'Host key verification failed.'],
    [
      'host-key-unknown',
      "The authenticity of host 'h (10.0.0.2)' can't be established.\nHost key verification failed.",
    ],
    [
      'host-key-changed',
      '@       WARNING: REVOKED HOST KEY DETECTED!               @\nHost key verification failed.',
    ],
    ['name', 'ssh: Could not resolve hostname spark-b: Name or service not known'],
    ['name', 'ssh: Could not resolve hostname spark-b: Temporary failure in name resolution'],
    ['no-route', 'ssh: connect to host 10.0.0.2 port 22: Network is unreachable'],
    ['no-route', 'ssh: connect to host fe80::1 port 22: Host is down'],
    [
      'no-route',
      'channel 0: open failed: connect failed: No route to host\nstdio forwarding failed\nkex_exchange_identification: Connection closed by remote host\nConnection closed by UNKNOWN port 65535',
    ],
    [
      'refused',
      'channel 0: open failed: connect failed: Connection refused\nstdio forwarding failed\nConnection closed by UNKNOWN port 65535',
    ],
    ['timeout', 'Connection timed out during banner exchange\nConnection to 10.0.0.2 port 22 timed out'],
    ['timeout', 'ssh: connect to host 10.0.0.2 port 22: Operation timed out'],
    ['lost', 'Timeout, server 10.0.0.2 not responding.'],
    [
      'lost',
      'kex_exchange_identification: read: Connection reset by peer\nConnection reset by 10.0.0.2 port 22',
    ],
    ['lost', 'client_loop: send disconnect: Broken pipe'],
    ['lost', 'Connection to 10.0.0.2 closed by remote host.'],
    ['other', 'ssh: connect to host 10.0.0.2 port 22: Permission denied'],
    ['other', '/home/dgx/.ssh/config: line 3: Bad configuration option: nonsense'],
    [
      'other',
      'Unable to negotiate with 10.0.0.2 port 22: no matching host key type found. Their offer: ssh-rsa',
    ],
    ['other', 'This account is currently not available.'],
    ['other', ''],
  ])('%s: %s', (why, stderr) => {
    expect(unreachableWhy(stderr, false)).toBe(why);
  });

  test('once the script had begun the connection broke, whatever text of the node says', () => {
    expect(unreachableWhy('Permission denied (publickey).', true)).toBe('lost');
  });

  test('evidence is bounded, and its end is kept: that is where the reason stands', () => {
    const seen = unreachable(`${'x'.repeat(100_000)}\nConnection refused`, false);
    expect(seen.evidence.length).toBeLessThanOrEqual(4_000);
    expect(seen.evidence).toMatch(/Connection refused$/);
  });
});

describe('the sentence names the node and the next step', () => {
  const sentence = (name: string) => {
    const one = recorded.find((each) => each.case === name);
    const seen = unreachable(one?.stderr ?? '', false);
    return say(describeUnreachable('spark-b', 'dgx@192.168.100.11', seen), 'en');
  };

  test('a changed key: the line of known_hosts and how to remove it, never a silent acceptance', () => {
    expect(sentence('host-key-changed')).toContain('/home/dgx/.ssh/known_hosts:7');
    expect(sentence('host-key-changed')).toContain('ssh-keygen -R 192.168.100.11');
  });

  test('a refused key: ssh-copy-id', () => {
    expect(sentence('permission-denied')).toContain('ssh-copy-id dgx@192.168.100.11');
  });

  test('a timeout: the address and that it timed out', () => {
    expect(sentence('timeout')).toMatch(/192\.168\.100\.11.*timed out/);
  });

  test('a target with shell marks is quoted in the command', () => {
    const said = describeUnreachable('n', 'a;reboot', { why: 'auth', evidence: '' });
    expect(say(said, 'en')).toContain("ssh-copy-id 'a;reboot'");
  });
});
