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

describe('a conflict about a secretGenerator of a kustomization', () => {
  const generator = (value: string, more = ''): string =>
    `resources: [a.yaml]\nsecretGenerator:\n- name: db\n  literals:\n  - user=me\n  - password=${value}\n${more}`;
  const kinds = { 'by field': '', 'by line': '# {{ x }}\n{{ y }}\n', 'as one map': undefined };

  for (const [title, end] of Object.entries(kinds))
    it(`shows no value: ${title}`, () => {
      const at = (value: string) =>
        new Map(
          end === undefined && value === 'hunter0'
            ? [['kustomization.yaml', 'resources: [a.yaml]\n']]
            : [['kustomization.yaml', generator(value, end)]],
        );
      const merged = mergePackages({ base: at('hunter0'), theirs: at('hunter1'), local: at('hunter2') });
      assert.notEqual(merged.conflicts.length, 0);
      assert.doesNotMatch(JSON.stringify([merged.conflicts, merged.results]), /hunter/);
    });
});
