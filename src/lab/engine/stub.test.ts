import { expect, test } from 'vitest';
import { parseNm, stubAssembly, versionScript, wantedSymbols } from './stub.ts';

const defined = `0000000000a0b0c0 0000000000000031 T _ZN2at4cuda9warp_sizeEv
00000000010203c0 0000000000000018 V _ZTIN5torch4cuda6StreamE
00000000010203d0 0000000000000010 B _ZN3c104cuda5stateE
0000000000a0b0f0 0000000000000012 T _ZN4c10d16ProcessGroupNCCL7OptionsC1Eb
`;
const undefinedOnes = `                 U _ZN2at4cuda9warp_sizeEv
                 U cudnnGetVersion@libcudnn.so.9
                 w __gmon_start__
                 U malloc@GLIBC_2.2.5
`;

test('nm gives name, kind, size and version, with and without sizes', () => {
  expect(parseNm(defined).get('_ZN2at4cuda9warp_sizeEv')).toEqual({
    name: '_ZN2at4cuda9warp_sizeEv',
    kind: 'T',
    bytes: 0x31,
    version: '',
  });
  expect(parseNm(undefinedOnes).get('cudnnGetVersion')?.version).toBe('libcudnn.so.9');
  expect(parseNm('0001 T plain@@V1\n').get('plain')).toMatchObject({ kind: 'T', version: 'V1' });
});

test('wanted is what is imported, was defined in what goes, and is not defined by who stays', () => {
  const wanted = (own: string[]) =>
    wantedSymbols(parseNm(undefinedOnes), parseNm(defined), new Set(own)).map((symbol) => symbol.name);
  expect(wanted([])).toEqual(['_ZN2at4cuda9warp_sizeEv']);
  expect(wanted(['_ZN2at4cuda9warp_sizeEv'])).toEqual([]);
});

test('a function answers with zeros, a type keeps its name, data is zeros of its size', () => {
  const text = stubAssembly([...parseNm(defined).values()], 'zeros');
  expect(text).toContain('answer: leaq zeros(%rip),%rax\nret\n');
  expect(text).toContain('_ZN2at4cuda9warp_sizeEv: jmp answer\n');
  expect(text).toContain('.asciz "N5torch4cuda6StreamE"\n');
  expect(text).toContain('_ZN3c104cuda5stateE: .zero 16\n');
  expect(text).toContain('_ZN4c10d16ProcessGroupNCCL7OptionsC1Eb: leaq options_table+16(%rip),%rax\n');
});

test('a library that is asked for with a version gets a version script, and reports an error when called', () => {
  const symbols = [...parseNm(undefinedOnes).values()].filter((symbol) => symbol.name.startsWith('cudnn'));
  expect(versionScript(symbols)).toBe('libcudnn.so.9 { global: cudnnGetVersion; };\n');
  expect(stubAssembly(symbols, 'error')).toContain('answer: movl $1,%eax\nret\n');
});
