import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaText } from '../../cli/schema-text.ts';
import { UsageError } from '../../cli/usage-error.ts';
import { root } from '../../scripts/functions.ts';
import { allFunctions } from '../support/all-functions.ts';

const folder = join(root, 'schemas');

describe('krm-variants schema', () => {
  for (const file of readdirSync(folder)) {
    it(`prints ${file} as it is published`, async () => {
      const printed = schemaText(file.replace('.json', '').toUpperCase(), await allFunctions());
      assert.deepEqual(JSON.parse(printed), JSON.parse(readFileSync(join(folder, file), 'utf8')));
    });
  }

  it('rejects a kind of another group', async () => {
    const functions = await allFunctions();
    const message =
      'OverridePolicy (policy.karmada.io/v1alpha1) must be a kind of the group krm-variants.dev: only those have a JSON Schema here; krm-variants explain lists the fields of any';
    assert.throws(() => schemaText('OverridePolicy', functions), new UsageError(message));
  });
});
