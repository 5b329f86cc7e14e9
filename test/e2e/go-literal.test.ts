import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { applyEdits, isMap, readDocument, YamlError, type DataEdit, type Value } from '../../src/yaml/index.ts';
import { goReaders } from '../support/go-program.ts';
import { readGo } from '../support/read-go.ts';
import { configs } from '../yaml/generate-configs.ts';
import { plain } from '../yaml/edit/random-edits.ts';
import { propertyRuns } from '../support/property-runs.ts';

const CASES = propertyRuns(3000);

const PATH = ['data', 'text'];
const VALUES: readonly Value[] = [
  9090,
  'x',
  true,
  'yes',
  '',
  'a: b',
  'a #b',
  '12',
  '0x1',
  null,
  -1,
  1.5,
  '~',
  "it's",
  '<<',
];

/**
 * Texts of a block before and after edits in its lines, the documents that hold them, and the data that the edits
 * intend.
 */
interface Edited {
  readonly before: readonly [document: string, text: string];
  readonly after: readonly [document: string, text: string];
  readonly was: Value;
  readonly want: Value;
}

const picks = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...VALUES)), { minLength: 1, maxLength: 3 });

function edit(config: string, list: readonly (readonly [number, Value])[]): Edited | undefined {
  const indented = config.replaceAll(/^(?=.)/gm, '    ');
  const read = `data:\n  first: 1\n  text: |\n${indented}  last: x\n`;
  try {
    const document = readDocument(read);
    const lines = document.literal(PATH);
    if (lines === undefined) return undefined;
    const text = textOf(document.value(PATH));
    const was = readDocument(text).value([]) ?? null;
    const paths = pathsIn(was);
    const edits: DataEdit[] = [];
    for (const [place, value] of list) {
      const path = paths[place % paths.length];
      if (path !== undefined && lines.replace(path, value) === true) edits.push({ kind: 'set', path, value });
    }
    if (!lines.isEdited) return undefined;
    lines.write();
    const after = [document.text(), textOf(document.value(PATH))] as const;
    return { before: [read, text], after, was: plain(was), want: plain(applyEdits(was, edits) ?? null) };
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

function textOf(value: Value | undefined): string {
  assert.ok(typeof value === 'string');
  return value;
}

function pathsIn(value: Value, path: readonly string[] = []): (readonly string[])[] {
  return isMap(value) ? Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key])) : [path];
}

describe('edits in the lines of a literal block, read by Go', function () {
  for (const [reader, go] of goReaders()) {
    it(`${reader} reads the intended text, and the intended data in it`, () => {
      const cases = fc.sample(fc.tuple(configs(), picks), CASES).flatMap(([text, list]) => edit(text, list) ?? []);
      assert.ok(cases.length > CASES / 4, `only ${cases.length} texts were edited`);
      const texts = [...new Set(cases.flatMap(({ before, after }) => [...before, ...after]))];
      // Not parsed yet: it takes long to find escaped keys in the strings of the documents.
      const read = new Map(go.ask(texts).map((line, index) => [texts[index], line]));
      const holding = (text: string): Value => plain({ data: { first: 1, text, last: 'x' } });
      let same = 0;
      for (const { before, after, was, want } of cases) {
        assert.deepEqual(plain(JSON.parse(read.get(after[0]) ?? '') as Value), holding(after[1]), after[0]);
        if (!isDeepStrictEqual(readGo(read.get(before[1]) ?? ''), was)) continue;
        assert.deepEqual(readGo(read.get(after[1]) ?? ''), want, `${before[1]}\n=====>\n${after[1]}`);
        same++;
      }
      assert.ok(same > cases.length / 4, `only ${same} of ${cases.length} mean the same before`);
    });
  }
});
