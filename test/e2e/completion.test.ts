import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { SHELLS } from '../cli/completion/shells.ts';
import { kptfile } from '../cli/run-support.ts';
import { inFleet, packageVariant, repository, web } from '../support/fleet.ts';
import { needTools } from '../support/kpt.ts';

const FLEET = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1, 'web:1'),
  'variants.yaml': [
    repository('packages', 'packages'),
    repository('eu', 'clusters/eu'),
    packageVariant('shop-eu', 'packages/shop@v1', 'eu/shop'),
  ].join('---\n'),
};

/** Lines in the folder of the fleet, with the words offered. */
const ROWS: readonly (readonly [line: string, want: readonly string[]])[] = [
  ['fleet plan shop-', ['shop-eu']],
  ['fleet plan shop-eu eu/s', ['eu/shop']],
  ['fleet hold -C . shop-', ['shop-eu']],
  ['fleet diff shop-eu shop-', ['shop-eu']],
  ['fleet init --from packages/shop@', ['packages/shop@v1']],
];

for (const shell of SHELLS) {
  describe(`completion in ${shell.name} of a fleet`, () => {
    const { PATH } = process.env;

    before(function () {
      needTools(this, shell.name);
      process.env['PATH'] = [join(root, 'dist'), PATH].join(delimiter);
    });

    after(() => {
      process.env['PATH'] = PATH;
    });

    it('offers variants, packages and fields', () =>
      inFleet(FLEET, async ({ fleet, run }) => {
        await run('apply');
        const script = join(fleet.folder, '..', `script-${shell.name}`);
        writeFileSync(
          script,
          execFileSync(join(root, 'dist/krm-variants'), ['completion', shell.name], { encoding: 'utf8' }),
        );
        for (const [line, want] of ROWS)
          assert.deepEqual(shell.complete(script, `krm-variants ${line}`, fleet.folder), want, line);
        const fields = shell.complete(script, 'krm-variants fleet table Deployment/web:spec.rep', fleet.folder);
        // Bash replaces only what follows a colon.
        assert.deepEqual(fields, [shell.name === 'bash' ? 'spec.replicas' : 'Deployment/web:spec.replicas']);
        const elsewhere = shell.complete(
          script,
          `krm-variants fleet plan -C ${fleet.folder} shop-`,
          join(fleet.folder, '..'),
        );
        assert.deepEqual(elsewhere, ['shop-eu']);
      }));
  });
}
