import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../scripts/command.ts';
import { root } from '../../scripts/functions.ts';
import { inFolder } from '../cli/run-support.ts';

/** Paths that no build uses; for installed packages a link is enough. */
const LEFT_OUT = ['.git', 'coverage', 'dist', 'node_modules'];

describe('the native executable', function () {
  it('is the same built in any folder and from any folder, so that images have the same digest', () =>
    inFolder({}, (folder) => {
      const [one, other] = ['here', 'some/where/else'].map((name) => digestOf(build(join(folder, name))));
      assert.equal(one, other);
    }));
});

/** Builds a copy of the project, and returns the path of its executable. */
function build(folder: string): string {
  for (const name of readdirSync(root).filter((entry) => !LEFT_OUT.includes(entry))) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  runCommand('node', [join(folder, 'scripts/build.ts')]);
  return join(folder, 'dist/krm-variants');
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
