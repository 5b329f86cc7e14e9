import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from '../../support/child.ts';
import { inFolder, kptfile } from '../run-support.ts';

const TWO_FUNCTIONS = import.meta.resolve('../../support/two-functions.ts');

describe('krm-variants merge-driver', () => {
  it('warns of unknown fields of the Kptfile that it writes', () =>
    inFolder(
      {
        base: kptfile('p'),
        ours: `${kptfile('p')}info: {site: x}\n`,
        theirs: `${kptfile('p')}pipelines: {mutators: []}\n`,
      },
      async (folder) => {
        const sides = ['base', 'ours', 'theirs'].map((name) => join(folder, name));
        const { exitCode, stderr } = await runScript(TWO_FUNCTIONS, ['merge-driver', ...sides, '7', 's/Kptfile']);
        assert.match(
          stderr,
          /^\[warning\] s\/Kptfile \S+ pipelines: unknown field, which kpt refuses; did you mean `pipeline`\?\n$/,
        );
        assert.equal(exitCode, 0);
        assert.match(readFileSync(join(folder, 'ours'), 'utf8'), /^pipelines: /m);
      },
    ));
});
