import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from '../../scripts/command.ts';
import { fleetBin } from '../../bench/stores/bin.ts';
import { checkVariant } from '../../bench/stores/check.ts';
import { stores, type Store } from '../../bench/stores/store.ts';
import { upstreamPackage } from '../../bench/stores/variant.ts';
import { root } from '../../scripts/functions.ts';
import { inParallel } from '../../bench/stores/in-parallel.ts';
import { renderPackage } from '../../bench/stores/kpt-render.ts';
import { inFolder, readFiles, writeFiles } from '../cli/run-support.ts';
import type { Ended } from '../support/child.ts';
import { inCopy } from '../support/example-files.ts';
import { describeKpts, needTools } from '../support/kpt.ts';

const COUNT = 6;
const recorded = join(root, 'test/e2e/stores/store-002.patch');

describeKpts('npm run stores', function () {
  before(function () {
    needTools(this, 'kpt');
  });

  it('makes the package of each store, prints the time taken, and shows a diff', () =>
    inFolder({}, (folder) => {
      const to = join(folder, 'fleet');
      const { exitCode, stdout, stderr } = fleet(['--count', String(COUNT), '--to', to]);
      assert.equal(exitCode, 0, stderr);
      assert.match(stdout, /^6 of 6\n\d+\.\d s for all, which is \d+ ms a variant$/m);
      assert.match(stdout, /^\+ {2}site: store-001$/m);
      assert.match(stdout, new RegExp(`^# All is in ${to}$`, 'm'));
      for (const store of stores(COUNT)) checkVariant(variantFolder(to, store), store);
      const regions = stores(COUNT).map((store) => regionOf(variantFolder(to, store)));
      assert.deepEqual(regions, ['eu-north', 'eu-west', 'us-east', 'us-west', 'ap-south', 'eu-north']);
    }));

  it('makes exactly the recorded changes, and none when rendered again', () =>
    inFolder({}, async (folder) => {
      const to = join(folder, 'fleet');
      assert.equal(fleet(['--count', '2', '--to', to]).exitCode, 0);
      const variants = readFiles(join(to, 'variants'));
      await inCopy(readFiles(upstreamPackage), (copy) => {
        writeFiles(copy.folder, readFiles(variantFolder(to, stores(2)[1])));
        assertRecorded(copy.diff());
      });
      const bin = fleetBin(join(folder, 'bin'), join(root, 'dist/krm-variants'));
      for (const store of stores(2)) {
        await renderPackage(variantFolder(to, store), { bin, resultsFolder: join(folder, store.name) });
      }
      await renderPackage(join(to, 'set'), { bin, resultsFolder: join(folder, 'set') });
      assert.deepEqual(readFiles(join(to, 'variants')), variants);
    }));

  it('reports a package that does not fit its store', () =>
    inFolder({ kpt: idleKpt() }, (folder) => {
      chmodSync(join(folder, 'kpt'), 0o755);
      const to = join(folder, 'fleet');
      const path = [folder, process.env['PATH']].join(delimiter);
      const { exitCode, stderr } = fleet(['--count', '2', '--to', to], { PATH: path });
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /^\nstores: .*variants\/store-001\/shop\/Kptfile is not that of store-001: no line message: /,
      );
    }));

  it('refuses a folder that is not empty, and leaves it unchanged', () =>
    inFolder({ 'kept.txt': '' }, (folder) => {
      const { exitCode, stderr } = fleet(['--to', folder]);
      assert.equal(exitCode, 1);
      assert.equal(stderr, `\nstores: ${folder} must be empty\n`);
      assert.deepEqual(Object.keys(readFiles(folder)), ['kept.txt']);
    }));

  it('reports that kpt is missing', () => {
    const { exitCode, stderr } = fleet([], { PATH: '/nowhere' });
    assert.equal(exitCode, 1);
    assert.equal(stderr, '\nstores: kpt is not on the PATH: https://kpt.dev/installation/\n');
  });

  it('refuses an invalid number of stores', () => {
    const { exitCode, stderr } = fleet(['--count', '1e9']);
    assert.equal(exitCode, 1);
    assert.equal(stderr, '\nstores: --count must be a number from 1 to 999, and is "1e9"\n');
  });
});

describeKpts('checks of the fleet', function () {
  before(function () {
    needTools(this, 'kpt');
  });

  it('treats a warning of a function as an error', () =>
    inFolder({}, async (folder) => {
      const unmatched = join(folder, 'package');
      writeFiles(unmatched, readFiles(upstreamPackage));
      writeFiles(unmatched, {
        'package-variant.yaml': readFiles(join(root, 'test/e2e/stores'))['unmatched.yaml'] ?? '',
      });
      const bin = fleetBin(join(folder, 'bin'), join(root, 'dist/krm-variants'));
      await assert.rejects(renderPackage(unmatched, { bin, resultsFolder: join(folder, 'results') }), /: warning: /);
    }));

  it('reports a failure of kpt with its message', () =>
    inFolder({ 'package/Kptfile': 'kind: Nonsense\n' }, async (folder) => {
      const rendered = renderPackage(join(folder, 'package'), { bin: folder, resultsFolder: join(folder, 'results') });
      await assert.rejects(rendered, /could not render .*package: .*Kptfile/s);
    }));

  it('reports the package of another store', () =>
    inFolder(readFiles(upstreamPackage), (folder) => {
      const [store] = stores(1);
      assert.ok(store !== undefined);
      assert.throws(() => checkVariant(folder, store), /Kptfile is not that of store-001: no line message: injected /);
    }));

  it('begins no more work after an error', async () => {
    const begun: number[] = [];
    const work = async (item: number): Promise<void> => {
      begun.push(item);
      await Promise.resolve();
      if (item === 2) throw new Error('two');
    };
    await assert.rejects(inParallel([1, 2, 3, 4, 5, 6, 7, 8], 2, work), /^Error: two$/);
    assert.deepEqual(begun, [1, 2, 3]);
  });
});

/** Returns a kpt that renders the set correctly, and only pretends to render other packages. */
function idleKpt(): string {
  const kpt = runCommand('sh', ['-c', 'command -v kpt']).trim();
  return `#!/bin/sh
case "$*" in
  *variants/*) mkdir "$6" && echo 'items: []' >"$6/results.yaml" ;;
  *) exec ${kpt} "$@" ;;
esac
`;
}

function fleet(args: readonly string[], env: Readonly<Record<string, string>> = {}): Ended {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, 'bench/stores.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { stdout, stderr, exitCode: status };
}

function variantFolder(to: string, store: Store | undefined): string {
  return join(to, 'variants', store?.name ?? '', 'shop');
}

/** Returns the region of the image in a package. */
function regionOf(folder: string): string | undefined {
  return /image: "([a-z-]+)\.registry/.exec(readFileSync(join(folder, 'web.yaml'), 'utf8'))?.[1];
}

/** Compares a diff with the recorded one. With UPDATE in the environment, records a different diff and fails once. */
function assertRecorded(diff: string): void {
  const text = existsSync(recorded) ? readFileSync(recorded, 'utf8') : '';
  if (diff !== text && process.env['UPDATE'] !== undefined) {
    writeFileSync(recorded, diff);
    assert.fail('rewritten; read the change, then run again');
  }
  assert.equal(diff, text);
}
