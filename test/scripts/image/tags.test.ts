import assert from 'node:assert/strict';
import { imageTags } from '../../../scripts/image/tags.ts';

describe('imageTags', () => {
  const rows: readonly (readonly [version: string, tags: readonly string[]])[] = [
    ['0.1.0', ['v0.1.0', 'v0.1']],
    ['1.20.3', ['v1.20.3', 'v1.20']],
    ['1.20.0-rc.1', ['v1.20.0-rc.1']],
  ];
  for (const [version, tags] of rows) it(version, () => assert.deepEqual(imageTags(version), tags));
});
