import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaText } from '../../../cli/reference/schema-text.ts';
import { UsageError } from '../../../cli/arguments/usage-error.ts';
import { root } from '../../../scripts/functions.ts';
import { allFunctions } from '../../support/all-functions.ts';

interface JsonSchema {
  readonly title: string;
  readonly properties: object;
}

const folder = join(root, 'schemas');

describe('krm-variants schema', () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    it(`prints ${file} as it is published`, async () => {
      const printed = schemaText(file.replace('.json', '').toUpperCase(), await allFunctions());
      assert.deepEqual(JSON.parse(printed), JSON.parse(readFileSync(join(folder, file), 'utf8')));
    });
  }

  it('prints the schema of an upstream kind', async () => {
    const { title, properties } = JSON.parse(schemaText('overridepolicy', await allFunctions())) as JsonSchema;
    assert.deepEqual(
      [title, Object.keys(properties)],
      ['OverridePolicy', ['apiVersion', 'kind', 'metadata', 'spec', 'status']],
    );
  });

  it('prints all schemas of a kind that has several groups', async () => {
    const { anyOf } = JSON.parse(schemaText('PodPreset', await allFunctions())) as {
      readonly anyOf: readonly object[];
    };
    assert.equal(anyOf.length, 2);
  });

  it('rejects an unknown kind', async () => {
    const functions = await allFunctions();
    assert.throws(
      () => schemaText('OverridePolicies', functions),
      new UsageError('unknown kind "OverridePolicies"; did you mean "OverridePolicy"?'),
    );
  });
});
