import { expect, test } from 'vitest';
import { sourceLines } from './sources.ts';

const DEB822 = `# a comment
Types: deb deb-src
URIs: http://mirror.invalid/debian
Suites: trixie trixie-updates
Components: main
 contrib
Signed-By: /usr/share/keyrings/debian.gpg

Types: deb
URIs: http://mirror.invalid/security
Suites: trixie-security
Components: main

Types: deb
Enabled: no
URIs: http://off.invalid/debian
Suites: trixie
Components: main
`;

test("the machine's release is turned into the hosts', mirror, key and components kept", () => {
  expect(sourceLines([{ path: 'debian.sources', text: DEB822 }], 'trixie', 'bookworm')).toEqual([
    'deb [signed-by=/usr/share/keyrings/debian.gpg] http://mirror.invalid/debian bookworm main contrib',
    'deb [signed-by=/usr/share/keyrings/debian.gpg] http://mirror.invalid/debian bookworm-updates main contrib',
    'deb http://mirror.invalid/security bookworm-security main',
  ]);
});

test('one-line entries are read; other repositories, disks and sources are left out', () => {
  const text = `deb [arch=amd64 signed-by=/k.gpg] https://mirror.invalid/debian bookworm main # ours
deb-src https://mirror.invalid/debian bookworm main
# deb http://old.invalid/debian bookworm main
deb cdrom:[Debian]/ bookworm main
deb https://other.invalid/apt cloud-bookworm main`;
  expect(sourceLines([{ path: 'sources.list', text }], 'bookworm', 'bookworm')).toEqual([
    'deb [signed-by=/k.gpg] https://mirror.invalid/debian bookworm main',
  ]);
});

test('updates without the release itself are no source', () => {
  const text = 'deb http://mirror.invalid/security bookworm-security main';
  expect(sourceLines([{ path: 'x.list', text }], 'bookworm', 'bookworm')).toEqual([]);
});
