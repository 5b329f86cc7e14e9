import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  isMap,
  readDocument,
  readStream,
  UNKNOWN,
  YamlError,
  type Path,
  type SourceDocument,
} from '../../../src/yaml/index.ts';
import { BlockScan } from '../../../src/yaml/read/block-scan.ts';
import { LineTable } from '../../../src/yaml/read/line-table.ts';
import { scanAt, type Scan } from '../../../src/yaml/tree/scan.ts';
import { describeCorpus, HARD_CASES, packageList } from '../../support/corpus.ts';
import { oddTexts } from '../generate-odd.ts';
import { mutated } from '../mutate.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(2000);
const IDENTITY: readonly Path[] = [['apiVersion'], ['kind'], ['metadata', 'name'], ['metadata', 'namespace']];
const PATHS: readonly Path[] = [
  [],
  ...IDENTITY,
  ['metadata'],
  ['metadata', 'labels'],
  ['metadata', 'labels', 'true'],
  ['metadata', 'annotations'],
  ['metadata', 'annotations', 'path'],
  ['data'],
  ['constructor'],
];
const ITEM = `- # about
  apiVersion: v1
  kind: ConfigMap # beside
  metadata:
    # of it
    name: a
    annotations: # two
      other: "x"
      path: 'a.yaml'
    labels: {app: a}
  data:
    f: |
      kind: b
      metadata:
    list:
    - name: c
`;

/** Returns a scan of the only element of a text. */
function scanOf(text: string): BlockScan {
  return new BlockScan(new LineTable(text), 0, 1, text.length, true);
}

describe('the only difference of two versions of a map', () => {
  /** Versions without the dash, and the lines of both values; undefined if they cannot be told. */
  const rows: readonly (readonly [
    name: string,
    now: string,
    old: string,
    want: readonly [now: string, old: string | undefined] | undefined,
  ])[] = [
    ['is between equal pairs', ' a: 1\n  k: 2\n  z: 3\n', ' a: 1\n  k: 1\n  z: 3\n', [' 2\n', ' 1\n']],
    ['has lines below', ' k:\n    b: 1\n  z: 3\n', ' k: 1\n  z: 3\n', ['\n    b: 1\n', ' 1\n']],
    ['has elements in the column of the key', ' k:\n  - b\n  z: 3\n', ' k:\n  z: 3\n', ['\n  - b\n', '\n']],
    ['is the last pair', ' a: 1\n  # c\n  k: 2\n', ' a: 1\n  # c\n  k: 1\n', [' 2\n', ' 1\n']],
    ['is that the old version lacks it', ' a: 1\n  k: 2\n', ' a: 1\n', [' 2\n', undefined]],
    ['is unknown if the old version has no map', ' k: 2\n', '\n', undefined],
    ['is unknown if it comes before another pair', ' k: 2\n  a: 1\n', ' a: 1\n', undefined],
    ['is unknown if a pair before it differs', ' a: 1\n  k: 2\n', ' a: 2\n  k: 1\n', undefined],
    ['is unknown if a pair after it differs', ' k: 2\n  a: 1\n', ' k: 1\n  a: 2\n', undefined],
    ['is unknown if a pair after it is gone', ' k: 2\n', ' k: 1\n  a: 2\n', undefined],
    ['is unknown without the key', ' a: 2\n', ' a: 1\n', undefined],
    ['is unknown if what follows is no plain key', ' k: 2\n  ? a\n', ' k: 1\n  ? a\n', undefined],
    ['is unknown if the old key is another one', ' k: 2\n  z: 1\n', ' l: 2\n  z: 1\n', undefined],
  ];
  for (const [name, now, old, want] of rows)
    it(name, () => {
      const found = scanOf(`-${now}`).onlyDifference('k', scanOf(`-${old}`));
      assert.deepEqual(
        found?.map((scan) => scan?.lines),
        want,
      );
    });

  it('is unknown if the versions are in different columns', () => {
    const moved = ' - k: 1\n  a: 2\n';
    const old = new BlockScan(new LineTable(moved), 0, 2, moved.length, true);
    assert.equal(scanOf('- k: 2\n  a: 2\n').onlyDifference('k', old), undefined);
  });
});

describe('BlockScan', () => {
  const rows: readonly (readonly [name: string, text: string, path: Path, want: unknown])[] = [
    ['reads a plain string', '- kind: b # c\n  spec: 1\n', ['kind'], 'b'],
    ['reads strings in quotes', `- a: "b c"\n  b: 'd'\n`, ['b'], 'd'],
    ['reads a string in a map', '- metadata:\n    name: b', ['metadata', 'name'], 'b'],
    ['reads a map of strings', '- labels:\n    a: b\n    c: "1"\n', ['labels'], { a: 'b', c: '1' }],
    ['reports an absent value', '- metadata:\n  kind: b\n', ['metadata', 'name'], undefined],
    ['ignores deeper keys', '- spec:\n    kind: c\n', ['kind'], undefined],
    ['ignores properties that every object has', '- a: b\n', ['constructor'], undefined],
    ['is not certain of a number', '- a: 1\n', ['a'], UNKNOWN],
    ['is not certain of a word', '- a: No\n', ['a'], UNKNOWN],
    ['is not certain of a map with a key that is a word', '- a: b\n  Y: c\n', ['a'], UNKNOWN],
    ['is not certain of a string of two lines', '- a: b\n    c\n', ['a'], UNKNOWN],
    ['is not certain of a literal block', '- a: |\n    c\n', ['a'], UNKNOWN],
    ['is not certain of a map on one line', '- a: {b: c}\n', ['a', 'b'], UNKNOWN],
    ['is not certain of a value that may be null', '- a:\n', ['a'], UNKNOWN],
    ['is not certain of a duplicate key', '- kind: b\n  kind: c\n', ['kind'], UNKNOWN],
    ['is not certain of a map with a duplicate key', '- a: b\n  a: c\n', [], UNKNOWN],
    ['is not certain beside a quoted key', '- "kind": b\n', ['kind'], UNKNOWN],
    ['is not certain beside a merge key', '- <<: {kind: b}\n', ['kind'], UNKNOWN],
    ['is not certain beside an explicit key', '- ? kind\n  : b\n', ['kind'], UNKNOWN],
    ['is not certain of an alias', '- kind: *a\n', ['kind'], UNKNOWN],
    ['is not certain of a path into a string', '- a\n', ['kind'], UNKNOWN],
    ['is not certain of a sequence', '- a:\n  - b\n', ['a', 0], UNKNOWN],
  ];
  for (const [name, text, path, want] of rows) {
    it(name, () => {
      const value = valueAt(scanOf(text), path);
      assert.deepEqual(isMap(value as never) ? { ...(value as object) } : value, want);
    });
  }

  it('agrees with the reader, or is not certain', () => {
    let told = 0;
    const compare = (text: string): void => {
      for (const count of countTold(`items:\n${text}`, PATHS)) told += count;
    };
    const items = fc.oneof(mutated(fc.constant(ITEM)), oddTexts());
    fc.assert(fc.property(items, compare), { numRuns: RUNS });
    assert.ok(told > RUNS);
  });

  it('shows the same lines only if the values are the same', () => {
    let same = 0;
    const compare = (a: string, b: string): void => {
      const [before, after] = [a, b].map((text) => ({ scan: scanOf(text), document: readOrNothing(text) }));
      if (before?.document === undefined || after?.document === undefined) return;
      for (const path of PATHS) {
        const lines = linesAt(before.scan, path);
        if (lines === UNKNOWN || linesAt(after.scan, path) !== lines) continue;
        same++;
        assert.deepEqual(after.document.value([0, ...path]), before.document.value([0, ...path]), `${a}\n${b}`);
      }
    };
    const items = mutated(fc.constant(ITEM)).filter((text) => text.startsWith('-'));
    fc.assert(fc.property(items, items, compare), { numRuns: RUNS });
    assert.ok(same > RUNS);
  });
});

describeCorpus('BlockScan on the corpus', (packages) => {
  for (const [name, files] of packages) {
    const unknown = name === HARD_CASES ? 5 : 0;
    it(`identifies the items of ${name}, except for ${unknown} in flow style or beside a quoted key`, () => {
      const counts = countTold(packageList(files, 'kind: ConfigMap\n'), IDENTITY);
      assert.ok(counts.length > 0);
      assert.equal(counts.filter((count) => count < IDENTITY.length).length, unknown);
    });
  }
});

/**
 * Returns, for each item of a list, the number of these paths whose value its lines show, which must equal the value
 * that is read.
 */
function countTold(text: string, paths: readonly Path[]): number[] {
  const document = readOrNothing(text);
  if (document === undefined) return [];
  const [lazy] = readStream(text, { lazy: true }).documents;
  return (lazy?.elements(['items']) ?? []).map((scan, index) => {
    if (scan === undefined) return 0;
    const told = paths.filter((path) => valueAt(scan, path) !== UNKNOWN);
    for (const path of told) assert.deepEqual(valueAt(scan, path), document.value(['items', index, ...path]), text);
    // Reading reuses the results of a scan.
    assert.deepEqual(valueOrError(lazy, ['items', index]), valueOrError(document, ['items', index]), text);
    return told.length;
  });
}

/** Returns the value at a path, or the message of the error. */
function valueOrError(document: SourceDocument | undefined, path: Path): unknown {
  try {
    return document?.value(path);
  } catch (error) {
    if (error instanceof YamlError) return error.message;
    throw error;
  }
}

function valueAt(top: Scan, path: Path): unknown {
  const scan = scanAt(top, path);
  return scan === UNKNOWN ? scan : scan?.value;
}

function linesAt(top: Scan, path: Path): string | typeof UNKNOWN | undefined {
  const scan = scanAt(top, path);
  return scan === UNKNOWN ? scan : scan?.lines;
}

describe('BlockScan of a wide map', () => {
  it('finds the same for each key, however often it is searched', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 80, size: 'max' }), (numbers) => {
        const scan = scanOf(
          `-${numbers
            .map((number, index) => ` k${number}: v${index}\n `)
            .join('')
            .trimEnd()}\n`,
        );
        for (const number of [...numbers, ...numbers, 61]) {
          const values = numbers.flatMap((other, index) => (other === number ? [`v${index}`] : []));
          const found = scan.get(`k${number}`);
          const value = found === UNKNOWN || found === undefined ? found : found.value;
          assert.equal(value, values.length > 1 ? UNKNOWN : values[0]);
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

/** Returns undefined if the text is not YAML, or not one document. */
function readOrNothing(text: string): SourceDocument | undefined {
  try {
    return readDocument(text);
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
