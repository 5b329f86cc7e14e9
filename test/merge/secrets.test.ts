import assert from 'node:assert/strict';
import { mergePackages } from '../../src/merge/index.ts';

/** A Secret that is not YAML, so that it is merged by lines. */
const secret = (value: string): string => `{{ if x }}\nkind: Secret\nstringData:\n  password: ${value}\n{{ end }}\n`;

const TITLES = { 'edit in all versions': secret('old'), 'add on both sides': undefined };

describe('a conflict in a text with a Secret', () => {
  for (const [title, base] of Object.entries(TITLES))
    it(`shows no value: ${title}`, () => {
      const at = (text: string | undefined) => new Map(text === undefined ? [] : [['secret.yaml', text]]);
      const merged = mergePackages({ base: at(base), theirs: at(secret('one')), local: at(secret('two')) });
      const [{ values } = assert.fail('there is a conflict')] = merged.conflicts;
      assert.deepEqual([values.theirs, values.local], ['(redacted)', '(redacted)']);
      assert.equal(JSON.stringify(merged.conflicts).includes('old'), false);
    });
});
