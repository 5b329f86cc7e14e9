// Program for `exec: node foreign-function.ts MODE [ARG...]`: a KRM function like those of others. It reads a
// ResourceList, and prints it without comments, in the format of its own printer. What it may do wrong is in OUTPUTS,
// what it edits in EDITS.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isSeq, parse, Document } from 'yaml';
import { EDITS, type ForeignList } from './foreign-edits.ts';

/** Prints something other than an edited list: gets the bytes of stdin. */
type Output = (input: Buffer, args: readonly string[]) => void;

/** Numbers of any size; strings that another reader would take for something else are quoted. */
const OPTIONS = {
  schema: 'core',
  compat: 'yaml-1.1',
  intAsBigInt: true,
  uniqueKeys: false,
  logLevel: 'error',
} as const;

/** Each value is printed by itself, without anchors. */
const PRINTED = { ...OPTIONS, aliasDuplicateObjects: false } as const;

const RESULT = { message: 'refused', severity: 'error', field: { path: 'spec.replicas', currentValue: 1 } };

const OUTPUTS: Readonly<Record<string, Output>> = {
  copy: (input) => void process.stdout.write(input),
  // DIR: keeps each input in a file of its own.
  capture: (input, [folder = '']) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, String(readdirSync(folder).length).padStart(3, '0')), input);
    process.stdout.write(input);
  },
  fail: (input) => {
    print(input, { results: [RESULT] });
    process.stderr.write('refused\n');
    process.exitCode = 1;
  },
  'fail-text': () => {
    process.stdout.write('not a list\n');
    process.stderr.write('cannot\tstart: "x"\n');
    process.exitCode = 3;
  },
  'fail-quietly': (input) => {
    print(input, {});
    process.exitCode = 7;
  },
  half: (input) => void process.stdout.write(`${textOf(input, {}).slice(0, -5)}\n"half`),
  nothing: () => {},
  hang: () => void setInterval(() => {}, 60_000),
  stderr: (input, [lines = '1']) => {
    for (let line = 1; line <= Number(lines); line++) process.stderr.write(`line ${line}\n`);
    print(input, {});
  },
  // MEGABYTES on stderr, in lines of 100 bytes.
  flood: (input, [megabytes = '1']) => {
    print(input, {});
    const text = `${'x'.repeat(99)}\n`.repeat(10_000);
    for (let count = 0; count < Number(megabytes); count++) process.stderr.write(text);
  },
  // [CODE]: exit code. Prints names, a result and stderr with a byte that is not UTF-8.
  'bad-bytes': (input, [code = '0']) => {
    const bad = (text: string): Buffer => Buffer.from(text, 'latin1');
    process.stdout.write(
      bad(textOf(input, { results: [{ message: 'caf\xe9 ' }] }).replaceAll('name: cfg', 'name: c\xff')),
    );
    process.stderr.write(bad('caf\xe9 \n'));
    process.exitCode = Number(code);
  },
  'bad-stderr': (input) => {
    print(input, {});
    process.stderr.write(Buffer.from('a\xff\n\xc3', 'latin1'));
  },
  results: (input) => print(input, { results: RESULTS }),
  // COUNT TEXT: so many warnings with this text.
  warn: (input, [count = '1', text = '']) => {
    const results = Array.from({ length: Number(count) }, (_, index) => ({
      message: `${text} ${index}`,
      severity: 'warning',
    }));
    print(input, { results });
  },
  'results-map': (input) => print(input, { results: { name: 'old', items: OLD_RESULTS } }),
  'bad-results': (input) => print(input, { results: [{ message: 'x', file: { path: 'a.yaml', index: 'one' } }] }),
};

const RESULTS = [
  { message: 'about nothing' },
  { message: 'is fine', severity: 'info', file: { path: 'app.yaml', index: 1 } },
  {
    message: 'first\nsecond',
    severity: 'warning',
    resourceRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop' },
    field: { path: 'spec.replicas', currentValue: 1, proposedValue: 2 },
    tags: { rule: 'r-1' },
  },
  { message: 'is wrong', severity: 'error', file: { path: 'app.yaml' }, tags: { a: 'b' } },
];

const OLD_RESULTS = [
  {
    message: 'old form',
    severity: 'warning',
    resourceRef: { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', namespace: 'shop' } },
  },
];

/** Prints the list that was read, with other fields. */
function print(input: Buffer, more: object): void {
  process.stdout.write(textOf(input, more));
}

function textOf(input: Buffer, more: object): string {
  return String(new Document({ ...(parse(String(input), OPTIONS) as object), ...more }, PRINTED));
}

function editedText(input: Buffer, edit: (list: ForeignList) => void): string {
  const document = new Document(parse(String(input), OPTIONS) as unknown, PRINTED);
  const items = document.get('items');
  if (!isSeq(items)) throw new Error('`items` must be a list');
  const list = { document, items: items.items.filter((item) => isMap(item)) };
  edit(list);
  items.items.splice(0, items.items.length, ...list.items);
  return String(document);
}

const [mode = '', ...args] = process.argv.slice(2);
const input = readFileSync(0);
const [output, edit] = [OUTPUTS[mode], EDITS[mode]];
if (output !== undefined) output(input, args);
else if (edit !== undefined) process.stdout.write(editedText(input, (list) => edit(list, args)));
else throw new Error(`no such mode: ${mode}`);
