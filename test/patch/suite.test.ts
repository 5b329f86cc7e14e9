import assert from 'node:assert/strict';
import specTests from 'json-patch-test-suite/spec_tests.json' with { type: 'json' };
import tests from 'json-patch-test-suite/tests.json' with { type: 'json' };
import { applyPatch, type Operation } from '../../src/patch/index.ts';
import { readDocument, type Value } from '../../src/yaml/index.ts';
import { plain } from './plain.ts';

/** A case of json-patch-tests. */
interface Case {
  readonly comment?: string;
  readonly doc: Value;
  readonly patch: readonly Operation[];
  readonly expected?: Value;
  readonly error?: string;
}

/** Cases that fail, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'Out of bounds (lower)': 'elements have negative indexes, as in evanphx/json-patch',
  "missing 'value' parameter to add": 'a missing value is null',
  "missing 'value' parameter to replace": 'a missing value is null',
  "missing 'value' parameter to test": 'a missing value is null, as in evanphx/json-patch',
  'duplicate ops': 'a duplicate key is lost once the object is parsed',
};

for (const [file, cases] of Object.entries({ 'spec_tests.json': specTests, 'tests.json': tests })) {
  describe(`json-patch-tests, ${file}`, () => {
    (cases as unknown as readonly Case[]).forEach((test, index) => {
      const name = test.comment ?? test.error ?? JSON.stringify(test.patch);
      const reason = EXCEPTIONS[name];
      if (reason === undefined) it(`${index}: ${name}`, () => run(test));
      else it(`${index}: ${name}: fails because ${reason}`, () => assert.throws(() => run(test)));
    });
  });
}

function run({ doc, patch, expected, error }: Case): void {
  const document = readDocument(JSON.stringify(doc));
  if (error !== undefined) {
    assert.throws(() => applyPatch(document, patch), { name: 'PatchError' });
    return;
  }
  applyPatch(document, patch);
  const want = plain(expected ?? doc);
  assert.deepEqual(plain(document.value([])), want);
  assert.deepEqual(plain(JSON.parse(document.text())), want);
}
