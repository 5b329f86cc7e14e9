import assert from 'node:assert/strict';
import { DEEP_TEMPLATES, ending } from './deep-templates.ts';

describe('templates at the limits', () => {
  for (const row of DEEP_TEMPLATES) {
    it(`survives ${row.name}`, () => {
      const found = ending(row);
      assert.ok(found.endsWith(row.want), `${found}\nmust end with\n${row.want}`);
    });
  }
});
