import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { needTools } from '../support/kpt.ts';

describe('a fleet that four people change', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('loses no edit, and keeps no line of another version', () => {
    const script = join(root, 'scripts/evidence/team-year.ts');
    const args = [script, '--clusters', '5', '--steps', '40', '--seed', '7', '--log'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const [, row = ''] = stdout.split('\n');
    const [, steps, edits, , faults] = row.trim().split(/\s+/).map(Number);
    assert.ok(Number(steps) >= 40 && Number(edits) > 5, stdout);
    assert.equal(faults, 0);
  });
});
