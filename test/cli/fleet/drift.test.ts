import assert from 'node:assert/strict';
import { chmodSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { DRIFT_OPTIONS, parseDriftArguments } from '../../../cli/fleet/commands/drift-command.ts';
import { fleetDriftSchema } from '../../../cli/report/fleet-drift-schema.ts';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { allFound, assertNames, found, nextCommands } from '../../support/facts.ts';
import {
  driftIn,
  type FleetSetting,
  type InFleet,
  inFleet,
  inMemoryFleet,
  packageVariant,
  repository,
  web,
} from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { configMap, kptfile, type Files } from '../run-support.ts';

const SHOP = 'clusters/eu/shop';
const WEB = `${SHOP}/web.yaml`;
const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata: {name: key}\nstringData: {token: hunter2}\n';

/** Two variants of a package. */
const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'packages/shop/notes.md': 'one\n',
  'packages/shop/key.yaml': SECRET,
  'variants/repositories.yaml': [
    repository('blueprints', 'packages'),
    repository('eu', 'clusters/eu'),
    repository('us', 'clusters/us'),
  ].join('---\n'),
  'variants/eu.yaml': packageVariant('eu-shop', 'blueprints/shop@v1', 'eu/shop', '  labels: {region: eu}\n'),
  'variants/us.yaml': packageVariant('us-shop', 'blueprints/shop@v1', 'us/shop', '  labels: {region: us}\n'),
};

type Drift = (...args: readonly string[]) => Promise<FolderOutcome>;

/** Runs a test in a fleet whose variants are applied and, by default, committed. */
function appliedBy<Setting extends FleetSetting>(open: InFleet<Setting>) {
  return (
    act: (setting: Setting) => Promise<void>,
    { files = {}, commits = true }: { readonly files?: Files; readonly commits?: boolean } = {},
  ): Promise<void> => {
    return open({ ...FLEET, ...files }, async (setting) => {
      const { exitCode, stderr } = await setting.run('apply');
      assert.equal(exitCode, 0, stderr);
      if (commits) setting.fleet.commit({});
      await act(setting);
    });
  };
}

const inApplied = appliedBy(inMemoryFleet);
const inGitApplied = appliedBy(inFleet);

/** Returns the edits that a report has: a letter and the path of each, by folder. */
async function editsOf(drift: Drift, ...args: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await drift(...args, '--report', 'json');
  const report = JSON.parse(stdout) as Report;
  const letters = { changed: 'M', added: 'A', deleted: 'D' };
  return Object.fromEntries(
    report.variants.map(({ folder, state, files }) => [
      folder,
      [state, ...files.map(({ change, path }) => `${letters[change]} ${path}`)].join(' '),
    ]),
  );
}

interface Report {
  readonly exitCode: number;
  readonly variants: readonly {
    readonly folder: string;
    readonly state: string;
    readonly gone?: true;
    readonly files: readonly {
      readonly path: string;
      readonly change: 'changed' | 'added' | 'deleted';
      readonly mode?: object;
      readonly baseLost?: true;
    }[];
  }[];
  readonly results: readonly { readonly message: string }[];
}

/** An edit of each kind. */
function edit({ fleet }: Pick<FleetSetting, 'fleet'>): void {
  fleet.write({ [WEB]: web(5), [`${SHOP}/own.yaml`]: configMap('own') });
  fleet.remove(`${SHOP}/notes.md`);
}

const ALL_KINDS = { [SHOP]: 'edited D notes.md A own.yaml M web.yaml', 'clusters/us/shop': 'clean' };

describe('fleet drift', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('finds no edit after an apply, committed or not, and writes nothing', async () => {
    for (const commits of [true, false])
      await inGitApplied(
        async ({ fleet, drift }) => {
          const before = fleet.digest();
          const { stdout, stderr, exitCode } = await drift('--check');
          assert.equal(exitCode, 0, stderr);
          assert.equal(stderr, '2 variants, none edited\n');
          assert.equal(
            stdout,
            `STATE  FOLDER            PACKAGEVARIANT  FILES
clean  clusters/eu/shop  eu-shop
clean  clusters/us/shop  us-shop
`,
          );
          assert.equal(fleet.digest(), before);
        },
        { commits },
      );
  });

  it('finds edits, whether they are committed or not', () =>
    inApplied(async ({ fleet, drift }) => {
      edit({ fleet });
      assert.deepEqual(await editsOf(drift), ALL_KINDS);
      fleet.commit({});
      assert.deepEqual(await editsOf(drift), ALL_KINDS);
      const { stdout, stderr, exitCode } = await drift('--check');
      assert.equal(exitCode, 4);
      assert.equal(
        stdout,
        `STATE   FOLDER            PACKAGEVARIANT  CHANGED  ADDED  DELETED  FILES
edited  clusters/eu/shop  eu-shop         1        1      1        notes.md, own.yaml, web.yaml
clean   clusters/us/shop  us-shop
`,
      );
      assert.equal(
        stderr,
        `1 of 2 variants edited: 3 files\nnext: krm-variants fleet drift -C ${fleet.folder} --diff\n`,
      );
    }));

  it('finds edits before the first commit of the variants, and of the repository', () =>
    inApplied(
      async ({ fleet, drift }) => {
        edit({ fleet });
        assert.deepEqual(await editsOf(drift), ALL_KINDS);
      },
      { commits: false },
    ));

  it('finds edits in a repository without commits', () =>
    inFleet(
      { ...FLEET, 'variants/eu.yaml': packageVariant('eu-shop', 'blueprints/shop', 'eu/shop') },
      async (setting) => {
        const { fleet, run } = setting;
        fleet.remove('variants/us.yaml');
        fleet.git('update-ref', '-d', 'HEAD');
        assert.equal((await run('apply')).exitCode, 0);
        edit({ fleet });
        assert.deepEqual(await editsOf(await driftIn(fleet.folder)), {
          [SHOP]: 'edited D notes.md A own.yaml M web.yaml',
        });
      },
    ));

  it('keeps edits that an upgrade kept, and takes nothing of the upgrade for an edit', () =>
    inApplied(async ({ fleet, run, drift }) => {
      fleet.commit({ [WEB]: web(5) });
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2'), 'packages/shop/notes.md': 'two\n' });
      fleet.tag('v2');
      fleet.commit({ 'variants/eu.yaml': packageVariant('eu-shop', 'blueprints/shop@v2', 'eu/shop') });
      assert.equal((await run('apply')).exitCode, 0);
      for (const commits of [false, true]) {
        if (commits) fleet.commit({});
        const { stdout } = await drift('--diff');
        assert.equal(
          stdout,
          `--- a/${WEB}
+++ b/${WEB}
@@ -3,7 +3,7 @@
 metadata:
   name: web
 spec:
-  replicas: 1
+  replicas: 5
   template:
     spec:
       containers:
`,
        );
      }
    }));

  it('prints a diff that git applies, with modes, and hides Secrets', () =>
    inGitApplied(async ({ fleet, drift }) => {
      edit({ fleet });
      chmodSync(join(fleet.folder, 'clusters/us/shop/notes.md'), 0o755);
      const { stdout, stderr } = await drift('--diff');
      assert.match(stdout, /^diff --git a\/clusters\/us\/shop\/notes\.md .*\nold mode 100644\nnew mode 100755$/m);
      assert.deepEqual(nextCommands({ stderr }), []);
      const edited = fleet.git('stash', 'create', '--include-untracked');
      fleet.git('stash', '--quiet', '--include-untracked');
      writeFileSync(join(fleet.folder, '../drift.patch'), stdout);
      fleet.git('apply', '--index', '../drift.patch');
      assert.equal(fleet.read(WEB), web(5));
      assert.equal(fleet.git('diff', '--stat', edited, '--', WEB, 'clusters/us'), '');
      fleet.git('reset', '--quiet', '--hard');
      fleet.write({ [`${SHOP}/key.yaml`]: SECRET.replace('hunter2', 'hunter3') });
      const secret = await drift('--diff');
      assert.match(secret.stdout, /redacted/);
      assert.doesNotMatch(secret.stdout, /hunter/);
    }));

  it('finds a changed mode in the report', () =>
    inGitApplied(async ({ fleet, drift }) => {
      chmodSync(join(fleet.folder, WEB), 0o755);
      const { variants } = JSON.parse((await drift('--report', 'json')).stdout) as Report;
      assert.deepEqual(variants[0]?.files, [
        { path: 'web.yaml', change: 'changed', mode: { from: '100644', to: '100755' }, added: 0, removed: 0 },
      ]);
    }));

  it('says that people removed a folder', () =>
    inApplied(async ({ fleet, drift }) => {
      fleet.remove(SHOP);
      const want = 'removed D Kptfile D key.yaml D notes.md D package-context.yaml D web.yaml';
      for (const commits of [false, true]) {
        if (commits) fleet.commit({});
        assert.equal((await editsOf(drift))[SHOP], want);
      }
      const outcome = await drift('--check');
      assert.equal(outcome.exitCode, 4);
      assert.deepEqual(nextCommands(outcome), [`krm-variants fleet plan -C ${fleet.folder}`]);
    }));

  it('takes line ends of Windows for no edit, of a checkout or committed', () =>
    inGitApplied(async ({ fleet, drift }) => {
      fleet.git('config', 'core.autocrlf', 'true');
      for (const each of readdirSync(join(fleet.folder, SHOP))) fleet.remove(`${SHOP}/${each}`);
      fleet.git('checkout', '--', SHOP);
      assert.match(fleet.read(WEB), /\r\n/);
      assert.equal((await editsOf(drift))[SHOP], 'clean');
      fleet.git('config', 'core.autocrlf', 'false');
      fleet.commit({});
      assert.match(fleet.git('show', `HEAD:${WEB}`), /\r/);
      assert.equal((await editsOf(drift))[SHOP], 'clean');
      fleet.write({ [WEB]: web(5).replaceAll('\n', '\r\n') });
      const { stdout } = await drift('--diff');
      const lines = stdout.split('\n').filter((line) => /^[-+] /.test(line));
      assert.deepEqual(lines, ['-  replicas: 1\r', '+  replicas: 5\r']);
    }));

  it('leaves out files that git ignores, but not derived ones', () =>
    inGitApplied(
      async ({ fleet, drift }) => {
        fleet.git('add', '--force', '--all');
        fleet.commit({});
        fleet.write({ [`${SHOP}/debug.log`]: 'log\n' });
        assert.equal((await editsOf(drift))[SHOP], 'clean');
        fleet.write({ [`${SHOP}/notes.md`]: 'edited\n' });
        assert.equal((await editsOf(drift))[SHOP], 'edited M notes.md');
      },
      { files: { '.gitignore': '*.log\nclusters/**/notes.md\n' } },
    ));

  it('counts a symbolic link in place of a derived file as a deletion, and says so', () =>
    inGitApplied(async ({ fleet, drift }) => {
      fleet.remove(WEB);
      symlinkSync('notes.md', join(fleet.folder, WEB));
      assert.equal((await editsOf(drift))[SHOP], 'edited D web.yaml');
      assert.deepEqual(allFound(await drift('-v')), [`info file-skipped ${WEB}`]);
    }));

  it('does not read through a symbolic link that is committed', () =>
    inGitApplied(async ({ fleet, run, drift }) => {
      symlinkSync('web.yaml', join(fleet.folder, SHOP, 'link.yaml'));
      fleet.commit({});
      assert.equal((await editsOf(drift))[SHOP], 'clean');
      assert.equal((await run('plan', '--check')).exitCode, 0);
      fleet.commit({ [WEB]: web(5) });
      assert.equal((await editsOf(drift))[SHOP], 'edited M web.yaml');
    }));

  const links: readonly (readonly [
    what: string,
    from: string,
    to: string,
    refused: string,
    others: readonly string[],
  ])[] = [
    ['a variant', SHOP, '../../moved', SHOP, []],
    [
      'its parent',
      'clusters',
      'moved',
      'variants/repositories.yaml',
      [
        'warning file-skipped clusters',
        'warning variant-left-out variants/eu.yaml',
        'warning variant-left-out variants/us.yaml',
      ],
    ],
  ];
  for (const [what, from, to, refused, others] of links)
    it(`refuses a symbolic link in place of ${what}, since git has no files behind it`, () =>
      inGitApplied(async ({ fleet, run, drift }) => {
        fleet.move(from, 'moved');
        symlinkSync(to, join(fleet.folder, from));
        const edits = await drift();
        assert.deepEqual(found(edits), [`error wrong-file-type ${refused}`, ...others]);
        assertNames(edits, 'wrong-file-type', `"${from}"`);
        assert.equal(edits.exitCode, 1);
        fleet.write({
          'variants/eu.yaml': packageVariant('eu-shop', 'blueprints/shop@v2', 'eu/shop', '  labels: {region: eu}\n'),
        });
        fleet.tag('v2');
        for (const action of ['plan', 'apply'] as const) {
          const outcome = await run(action);
          assert.deepEqual(found(outcome), [`error wrong-file-type ${refused}`]);
          assertNames(outcome, 'wrong-file-type', `"${from}"`);
        }
      }));

  it('counts files behind a symbolic link in a variant as deletions', () =>
    inGitApplied(
      async ({ fleet, drift }) => {
        fleet.move(`${SHOP}/more`, 'moved');
        symlinkSync('../../../moved', join(fleet.folder, SHOP, 'more'));
        assert.equal((await editsOf(drift))[SHOP], 'edited D more/a.yaml');
      },
      { files: { 'packages/shop/more/a.yaml': configMap('a') } },
    ));

  it('shows variants that were never applied, and folders that are not of the fleet', () =>
    inMemoryFleet({ ...FLEET, 'clusters/us/shop/Kptfile': kptfile('shop') }, async ({ fleet, drift }) => {
      assert.deepEqual(await editsOf(drift), { [SHOP]: 'unapplied', 'clusters/us/shop': 'foreign' });
      const outcome = await drift('--check');
      assert.equal(outcome.exitCode, 0);
      assert.deepEqual(nextCommands(outcome), [
        `krm-variants fleet adopt clusters/us/shop -C ${fleet.folder}`,
        `krm-variants fleet apply -C ${fleet.folder}`,
      ]);
    }));

  it('says that a base is lost, and still names the edit', () =>
    inApplied(async ({ fleet, run, drift }) => {
      const path = 'clusters/us/shop/web.yaml';
      // Another version wrote the lock, and no clone has what it derived.
      const lock = '.krm-variants/lock/clusters/us/shop.lock';
      const { lockText, readLock } = await import('../../../src/fleet/index.ts');
      const read = readLock(fleet.read(lock));
      assert.equal(read.kind, 'valid');
      const files = read.lock.files.map((file) =>
        file.path === 'web.yaml' ? { ...file, derived: { mode: '100644' as const, id: 'a'.repeat(40) } } : file,
      );
      fleet.commit({ [path]: web(5), [lock]: lockText({ ...read.lock, program: '0.9.0', files }) });
      assert.equal((await run('plan', '--variant', 'us-shop')).exitCode, 1);
      const diff = await drift('--diff');
      assert.deepEqual([diff.exitCode, diff.stdout], [0, '']);
      assert.deepEqual(found(diff), [`warning version-missing ${path}`]);
      const report = JSON.parse((await drift('--report', 'json')).stdout) as Report;
      assert.deepEqual(report.variants[1]?.files, [{ path: 'web.yaml', change: 'changed', baseLost: true }]);
      assert.equal((await drift('--check')).exitCode, 4);
    }));

  it('needs no upstream to find and show edits', () =>
    inGitApplied(async ({ fleet, run, drift }) => {
      edit({ fleet });
      fleet.remove('packages');
      fleet.commit({});
      fleet.git('tag', '--delete', 'v1');
      assert.equal((await run('plan')).exitCode, 1);
      assert.deepEqual(await editsOf(drift), ALL_KINDS);
      const diff = await drift('--diff');
      assert.deepEqual(
        diff.stdout.split('\n').filter((line) => /^[-+] .*replicas/.test(line)),
        ['-  replicas: 1', '+  replicas: 5'],
      );
      assert.deepEqual(found(diff), []);
    }));

  it('shows the edits of other variants if a PackageVariant or a set is wrong', () =>
    inApplied(async ({ fleet, drift }) => {
      edit({ fleet });
      fleet.commit({
        'variants/us.yaml': packageVariant('us-shop', 'others/shop@v1', 'us/shop'),
        'variants/set.yaml': `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata: {name: all}
spec: {upstream: {repo: blueprints, package: shop, revision: v1}, targets: [{repositories: []}]}
`,
      });
      assert.deepEqual(await editsOf(drift), ALL_KINDS);
      const outcome = await drift();
      assert.equal(outcome.exitCode, 0);
      assert.deepEqual(found(outcome), [
        'warning variant-left-out variants/set.yaml',
        'warning variant-left-out variants/us.yaml',
      ]);
    }));

  it('takes no text of another apply for an edit', () =>
    inGitApplied(async ({ fleet, run, drift }) => {
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      fleet.tag('v2');
      fleet.commit({ 'variants/eu.yaml': packageVariant('eu-shop', 'blueprints/shop@v2', 'eu/shop') });
      const old = fleet.commitOf();
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({});
      fleet.git('checkout', '--quiet', old, '--', SHOP);
      const outcome = await drift();
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(await editsOf(drift), { [SHOP]: 'error', 'clusters/us/shop': 'clean' });
      assert.deepEqual(found(outcome), [`error lock-mismatch ${WEB}`]);
      // The way out of the message that takes the folder as it is.
      fleet.remove('.krm-variants/lock/clusters/eu/shop.lock');
      const adopted = await run('adopt', 'clusters/eu/shop');
      assert.equal(adopted.exitCode, 0, adopted.stderr);
      assert.equal((await run('apply')).exitCode, 0);
      assert.equal(fleet.read('clusters/eu/shop/web.yaml'), web(1, 'web:2'));
      assert.equal((await editsOf(drift))[SHOP], 'clean');
    }));

  it('does not count a file that was left out of a commit as deleted', () =>
    inGitApplied(
      async ({ fleet, drift }) => {
        fleet.git('add', '--all');
        fleet.git('rm', '--quiet', '--cached', `${SHOP}/notes.md`);
        fleet.git('commit', '--quiet', '--message', 'variants');
        fleet.remove(`${SHOP}/notes.md`);
        assert.equal((await editsOf(drift))[SHOP], 'clean');
        assert.deepEqual(found(await drift()), [`warning file-missing ${SHOP}/notes.md`]);
      },
      { commits: false },
    ));

  it('reports a damaged lock, and the edits of the other variants', () =>
    inApplied(async ({ fleet, drift }) => {
      const lock = `.krm-variants/lock/${SHOP}.lock`;
      fleet.commit({
        [lock]: fleet.read(lock).replace('100644', '100755'),
        'clusters/us/shop/own.yaml': configMap('own'),
      });
      const outcome = await drift('--check');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), [`error lock-damaged ${lock}`]);
      assert.deepEqual(await editsOf(drift), { [SHOP]: 'error', 'clusters/us/shop': 'edited A own.yaml' });
    }));

  const damages: Readonly<Record<string, readonly [change: (lock: string) => string, ...remedies: readonly string[]]>> =
    {
      'conflict markers': [
        (lock) => `<<<<<<< HEAD\n${lock}=======\n${lock}>>>>>>> theirs\n`,
        '`krm-variants git-setup`',
        `\`git checkout --merge -- .krm-variants/lock/${SHOP}.lock\``,
      ],
      'another character': [
        (lock) => lock.replace('100644', '100755'),
        `\`git restore --source=COMMIT -- .krm-variants/lock/${SHOP}.lock ${SHOP}\``,
      ],
    };
  for (const [title, [change, ...remedies]] of Object.entries(damages))
    it(`gives the remedy of apply for a lock with ${title} beside edits`, () =>
      inApplied(async ({ fleet, drift, run }) => {
        const lock = `.krm-variants/lock/${SHOP}.lock`;
        fleet.commit({ [lock]: change(fleet.read(lock)), [WEB]: web(5) });
        const outcomes = [await drift(), await run('apply')];
        assert.deepEqual(outcomes.map(found), [[`error lock-damaged ${lock}`], [`error lock-damaged ${WEB}`]]);
        for (const outcome of outcomes) assertNames(outcome, 'lock-damaged', ...remedies);
      }));

  it('shows the edits of a folder that no PackageVariant asks for any more', () =>
    inApplied(async ({ fleet, drift }) => {
      fleet.remove('variants/eu.yaml');
      edit({ fleet });
      const { variants } = JSON.parse((await drift('--report', 'json')).stdout) as Report;
      assert.deepEqual(
        variants.map(({ folder, gone, files }) => [folder, gone, files.length]),
        [
          [SHOP, true, 3],
          ['clusters/us/shop', undefined, 0],
        ],
      );
    }));

  const selected: readonly (readonly [args: readonly string[], folders: readonly string[]])[] = [
    [['--variant', 'us-shop'], ['clusters/us/shop']],
    [['--selector', 'region=eu'], [SHOP]],
    [['--where', 'Deployment/web:spec.replicas=5'], [SHOP]],
  ];
  for (const [args, folders] of selected)
    it(`selects with ${args.join(' ')}`, () =>
      inApplied(async ({ fleet, drift }) => {
        edit({ fleet });
        assert.deepEqual(Object.keys(await editsOf(drift, ...args)), folders);
      }));

  it('prints names for --variant', () =>
    inApplied(async ({ fleet, drift }) => {
      edit({ fleet });
      assert.equal((await drift('-o', 'name')).stdout, `${SHOP}\n`);
    }));

  it('reports in the published format', () =>
    inApplied(async ({ fleet, drift }) => {
      edit({ fleet });
      const { stdout } = await drift('--report', 'json', '--check');
      const report: unknown = JSON.parse(stdout);
      const validate = new Ajv({ strict: true, allErrors: true, strictRequired: false }).compile(fleetDriftSchema);
      assert.ok(validate(report), JSON.stringify(validate.errors));
      assert.deepEqual(report, {
        version: 1,
        exitCode: 4,
        variants: [
          {
            folder: SHOP,
            name: 'eu-shop',
            state: 'edited',
            files: [
              { path: 'notes.md', change: 'deleted', added: 0, removed: 1 },
              { path: 'own.yaml', change: 'added', added: configMap('own').split('\n').length - 1, removed: 0 },
              { path: 'web.yaml', change: 'changed', added: 1, removed: 1 },
            ],
          },
          { folder: 'clusters/us/shop', name: 'us-shop', state: 'clean', files: [] },
        ],
        results: [],
      });
    }));

  it('reports a wrong Repository, and shows the variants in others', () =>
    inApplied(async ({ fleet, drift }) => {
      const text = fleet.read('variants/repositories.yaml');
      fleet.commit({ 'variants/repositories.yaml': text.replace('directory: clusters/us', 'directory: ../us') });
      const outcome = await drift();
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), [
        'error invalid-value variants/repositories.yaml spec.git.directory',
        'warning variant-left-out variants/us.yaml',
      ]);
      assert.deepEqual(await editsOf(drift), { [SHOP]: 'clean' });
    }));

  it('refuses a diff with a report', () => {
    assert.throws(
      () => parseDriftArguments(sortArguments(['--diff', '--report', 'json'], DRIFT_OPTIONS)),
      /mutually exclusive/,
    );
  });
});
