/**
 * Stand-ins for CUDA's libraries. PyPI holds only the CUDA build of torch; its other libraries need 129 symbols
 * of libtorch_cuda.so (470 MB, which needs 2.7 GB more) and are never called on a CPU. So: assembly that exports
 * exactly those symbols. A function gives back the address of zeros; a type keeps its name.
 */

export interface DynamicSymbol {
  name: string;
  kind: string; // nm's letter: T code, D data, V weak object, U undefined
  bytes: number;
  version: string; // '' when the symbol has none
}

/** `nm -D` output, with or without sizes (`-S`): one symbol a line, keyed by name. */
export function parseNm(text: string): Map<string, DynamicSymbol> {
  const symbols = new Map<string, DynamicSymbol>();
  for (const line of text.split('\n')) {
    const fields = line.trim().split(/\s+/);
    const [name = '', version = ''] = (fields.at(-1) ?? '').split(/@@?/);
    const kind = fields.at(-2);
    if (name === '' || kind === undefined || kind.length !== 1) continue;
    const bytes = fields.length === 4 ? Number.parseInt(fields[1] ?? '0', 16) : 8;
    symbols.set(name, { name, kind, bytes, version });
  }
  return symbols;
}

/** What users import from the libraries that go, and do not define among themselves. */
export function wantedSymbols(
  imported: Map<string, DynamicSymbol>,
  gone: Map<string, DynamicSymbol>,
  own: ReadonlySet<string>,
): DynamicSymbol[] {
  return [...gone.values()].filter((symbol) => imported.has(symbol.name) && !own.has(symbol.name));
}

const TYPE_INFO_VTABLE = '_ZTVN10__cxxabiv117__class_type_infoE+16';
/** torch makes one of these while it is imported and calls through its virtual table. */
const NCCL_OPTIONS = '_ZN4c10d16ProcessGroupNCCL7OptionsC';
const NCCL_OPTIONS_NAME = 'N4c10d16ProcessGroupNCCL7OptionsE';

/** x86-64 assembly (GNU as) of a library with these symbols. `answers`: what its functions give back. */
export function stubAssembly(symbols: readonly DynamicSymbol[], answers: 'zeros' | 'error'): string {
  const lines = ['.section .note.GNU-stack,"",@progbits', '.bss', '.balign 65536', 'zeros: .zero 65536'];
  lines.push('.text', `answer: ${answers === 'zeros' ? 'leaq zeros(%rip),%rax' : 'movl $1,%eax'}`, 'ret');
  if (symbols.some((symbol) => symbol.name.startsWith(NCCL_OPTIONS))) {
    lines.push('.data', '.balign 32', 'options_table: .quad 0', '.quad options_type');
    lines.push(...Array<string>(24).fill('.quad answer'));
    lines.push(`options_type: .quad ${TYPE_INFO_VTABLE}`, '.quad options_name');
    lines.push(`options_name: .asciz "${NCCL_OPTIONS_NAME}"`);
  }
  const sorted = [...symbols].sort((a, b) => (a.name < b.name ? -1 : 1));
  sorted.forEach((symbol, index) => {
    lines.push(...(isCode(symbol) ? functionLines(symbol.name) : objectLines(symbol, index)));
  });
  return `${lines.join('\n')}\n`;
}

/** The linker's version script, for symbols that are asked for with a version; '' when none is. */
export function versionScript(symbols: readonly DynamicSymbol[]): string {
  const versions = Map.groupBy(
    symbols.filter((symbol) => symbol.version !== ''),
    (symbol) => symbol.version,
  );
  return [...versions]
    .map(([version, of]) => `${version} { global: ${of.map((symbol) => symbol.name).join('; ')}; };\n`)
    .join('');
}

function isCode(symbol: DynamicSymbol): boolean {
  return 'TtWwiuU'.includes(symbol.kind) && !/^_ZT[ISV]/.test(symbol.name);
}

function functionLines(name: string): string[] {
  const head = ['.text', `.globl ${name}`, `.type ${name},@function`];
  if (!name.startsWith(NCCL_OPTIONS)) return [...head, `${name}: jmp answer`];
  return [...head, `${name}: leaq options_table+16(%rip),%rax`, 'movq %rax,(%rdi)', 'ret'];
}

function objectLines(symbol: DynamicSymbol, index: number): string[] {
  const { name } = symbol;
  const bytes = Math.max(symbol.bytes, 8);
  const head = ['.data', '.balign 32', `.globl ${name}`, `.type ${name},@object`, `.size ${name},${bytes}`];
  if (name.startsWith('_ZTS')) return [...head, `${name}: .asciz "${name.slice(4)}"`];
  if (!name.startsWith('_ZTI')) return [...head, `${name}: .zero ${bytes}`];
  const label = `type_name_${index}`;
  return [
    ...head,
    `${name}: .quad ${TYPE_INFO_VTABLE}`,
    `.quad ${label}`,
    `.zero ${Math.max(bytes, 16)}`,
    `${label}: .asciz "${name.slice(4)}"`,
  ];
}
