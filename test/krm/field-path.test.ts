import assert from 'node:assert/strict';
import { formatFieldPath } from '../../src/krm/index.ts';

const rows: readonly (readonly [path: readonly (string | number)[], want: string])[] = [
  [[], ''],
  [['spec'], 'spec'],
  [['spec', 'containers', 0, 'image'], 'spec.containers[0].image'],
  [['data', 'package-path'], 'data.package-path'],
  [['metadata', 'annotations', 'a.b/c'], 'metadata.annotations["a.b/c"]'],
  [['a.b', 'c'], '["a.b"].c'],
  [[0, 1], '[0][1]'],
  [['data', '0'], 'data["0"]'],
  [['data', ''], 'data[""]'],
  [['data', 'a"b\n'], 'data["a\\"b\\n"]'],
];

describe('formatFieldPath', () => {
  for (const [path, want] of rows) {
    it(`writes ${JSON.stringify(path)}`, () => assert.equal(formatFieldPath(path), want));
  }
});
