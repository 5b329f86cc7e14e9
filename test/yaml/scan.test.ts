import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument, scanElement, YamlError, type Path, type Wanted } from '../../src/yaml/index.ts';
import { mutated } from './mutate.ts';

const WANTED: Wanted = { kind: true, metadata: { name: true, annotations: { path: true } } };
const PATHS: readonly Path[] = [['kind'], ['metadata', 'name'], ['metadata', 'annotations', 'path']];
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

describe('scanElement', () => {
  const rows: readonly (readonly [name: string, text: string, want: string | undefined])[] = [
    ['the lines of what is wanted', '- kind: b\n  spec:\n    kind: c\n', 'kind: b\n'],
    ['nothing that is deeper', '- spec:\n    kind: c\n', ''],
    ['a map on its line', '- metadata: {name: a}\n  kind: b\n', ' {name: a}\nkind: b\n'],
    ['no property that every object has', '- constructor: b\n', ''],
    ['a map of which it has none', '- metadata:\n  kind: b\n', '\nkind: b\n'],
    ['nothing certain: a key that is given twice', '- kind: b\n  kind: c\n', undefined],
    ['nothing certain: a quoted key', '- "kind": b\n', undefined],
    ['nothing certain: a merge key', '- <<: {kind: b}\n', undefined],
    ['nothing certain: an explicit key', '- ? kind\n  : b\n', undefined],
    ['nothing certain: no map', '- a\n', undefined],
    ['nothing certain: no element', 'kind: a\n', undefined],
  ];
  for (const [name, text, want] of rows) {
    it(name, () => assert.equal(scanElement(text, WANTED), want));
  }

  it('finds the same lines only where the values are the same', () => {
    let same = 0;
    const compare = (a: string, b: string): void => {
      const [left, right] = [scanElement(a, WANTED), scanElement(b, WANTED)];
      const [before, after] = [valuesOf(a), valuesOf(b)];
      if (left === undefined || left !== right || before === undefined || after === undefined) return;
      same++;
      assert.deepEqual(after, before, `${a}\n${b}`);
    };
    const items = mutated(fc.constant(ITEM));
    fc.assert(fc.property(items, items, compare), { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 2000) });
    assert.ok(same > 0);
  });
});

/** Undefined where the text is no YAML. */
function valuesOf(text: string): readonly unknown[] | undefined {
  try {
    const document = readDocument(text);
    return PATHS.map((path) => document.value([0, ...path]));
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
