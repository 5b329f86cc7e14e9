import assert from 'node:assert/strict';
import { compile } from '../../src/cel/index.ts';

describe('variables of a program', () => {
  const rows: readonly (readonly [expression: string, ...variables: readonly string[]])[] = [
    ["'a'"],
    ['repository.name + repoDefault', 'repository', 'repoDefault'],
    ["['a'].map(target, target + target)[0]"],
    ["['a'].map(target, upstream.name)[0] + target.name", 'upstream', 'target'],
    ['target.repository', 'target'],
    ["has(repository.labels.a) ? .packageDefault : 'target'", 'repository', 'packageDefault'],
  ];
  for (const [expression, ...variables] of rows) {
    it(expression, () => assert.deepEqual([...compile(expression).variables], variables));
  }
});
