import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listNewerVersions } from '../../../cli/update/update-command.ts';
import { needTools } from '../../support/kpt.ts';
import { get, update } from '../../support/package-commands.ts';
import {
  checkOutWithCrlf,
  inPackage,
  web,
  type PackageSetting,
  type Versions,
} from '../../support/upstream-package.ts';
import { inUpstream } from '../../support/upstream-repository.ts';
import { below, configMap, inFolder, kptfile, readFiles, shortened, writeFiles, type Files } from '../run-support.ts';

function withCrlf(text: string | Uint8Array | undefined): string | undefined {
  return typeof text === 'string' ? text.replaceAll('\n', '\r\n') : undefined;
}

/** Reports whether a Kptfile names a version and its commit. */
function assertVersion(text: string | undefined, ref: string, commit: string): void {
  assert.match(text ?? '', new RegExp(`^upstream:\\n(?:  .*\\n)*    ref: ${ref}\\n`, 'm'));
  assert.match(text ?? '', new RegExp(`^upstreamLock:\\n(?:  .*\\n)*    ref: ${ref}\\n    commit: ${commit}\\n`, 'm'));
}

describe('krm-variants update', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('merges the new version, keeps local changes, and writes the version with everything else', () =>
    inPackage(
      {
        base: {
          Kptfile: kptfile('shop'),
          'web.yaml': web(1, true),
          'gone.yaml': configMap('gone'),
          'R.md': 'a\nb\nc\n',
        },
        new: {
          Kptfile: `${kptfile('shop')}info: {description: x}\n`,
          'web.yaml': web(2, true),
          'R.md': 'a\nb\nC\n',
          'b.yaml': configMap('b'),
        },
        local: { 'web.yaml': web(1, false), 'R.md': 'A\nb\nc\n', 'own.yaml': configMap('own') },
      },
      async ({ up, files, update: run }) => {
        const commits = ['v1', 'v2'].map((tag) => up.git('rev-parse', tag));
        const { stderr, stdout, exitCode } = await run();
        const { Kptfile: text, ...others } = files();
        assert.deepEqual(others, {
          'web.yaml': web(2, false),
          'R.md': 'A\nb\nC\n',
          'b.yaml': configMap('b'),
          'own.yaml': configMap('own'),
        });
        assertVersion(text, 'v2', commits[1] ?? '');
        assert.match(text ?? '', /^info: \{description: x\}$/m);
        assert.match(text ?? '', /^ {2}name: mine$/m);
        const versions = commits.map((commit, index) => `v${index + 1} (${commit.slice(0, 12)})`);
        assert.equal(
          stderr,
          `changed @Kptfile\nchanged @R.md\nadded @b.yaml\nremoved @gone.yaml\nchanged @web.yaml\n${versions[0]} to ${versions[1]}: 5 files changed\n`,
        );
        assert.deepEqual([stdout, exitCode], ['', 0]);
        const again = await run();
        assert.equal(again.stderr, `up to date at ${versions[1]}\n`);
        assert.deepEqual({ Kptfile: text, ...others }, files());
      },
    ));

  it('makes of a package without changes what get makes of the new version', () =>
    inPackage(
      {
        base: {
          Kptfile: kptfile('shop'),
          'a.yaml': 'a:   {b: 1}\n',
          'gone.yaml': 'x\n',
          'b.yml': web(1, true),
          't.yaml': '{{ a }}\n',
        },
        new: {
          Kptfile: `# new\n${kptfile('shop')}`,
          'a.yaml': 'a:   {b: 2} # c\n',
          '.gitignore': 'x\n',
          'b.yml': web(1, true, '  x: &a 1\n'),
          't.yaml': '{{ b }}\n',
        },
      },
      async ({ folder, up, files, update: run }) => {
        await run();
        rmSync(join(folder, 'mine'), { recursive: true });
        const updated = files;
        await get(`file://${up.folder}/shop@v2`, join(folder, 'mine'));
        assert.deepEqual(updated(), files());
      },
    ));

  it('downgrades, and follows a branch without a reference', () =>
    inPackage(
      { base: { 'web.yaml': web(1, true) }, new: { 'web.yaml': web(2, true) } },
      async ({ up, files, update: run }) => {
        await run('@main');
        assert.equal(files()['web.yaml'], web(2, true));
        await run('@v1');
        assert.equal(files()['web.yaml'], web(1, true));
        assertVersion(files()['Kptfile'], 'v1', up.git('rev-parse', 'v1'));
        await run('@main');
        up.commit({ 'shop/web.yaml': web(3, true) });
        await run('');
        assert.equal(files()['web.yaml'], web(3, true));
        assertVersion(files()['Kptfile'], 'main', up.git('rev-parse', 'main'));
      },
    ));

  describe('a conflict', () => {
    const conflict: Versions = {
      base: { 'web.yaml': web(1, true) },
      new: { 'web.yaml': web(2, true), 'added.yaml': configMap('added') },
      local: { 'web.yaml': web(3, true) },
    };

    it('exits with 3, names the decision, and writes nothing', () =>
      inPackage(conflict, async ({ files, update: run }) => {
        const before = files();
        const { stderr, exitCode } = await run();
        assert.match(
          stderr,
          /web\.yaml apps\/v1\/Deployment\/web spec\.replicas: conflict edit\/edit: base 1, new 2, local 3/,
        );
        assert.match(stderr, /pass `--take 'Deployment\/web:spec\.replicas=local'`/);
        assert.deepEqual([exitCode, files()], [3, before]);
      }));

    const decisions: readonly (readonly [args: readonly string[], replicas: number])[] = [
      [['--take', 'Deployment/web:spec.replicas=local'], 3],
      [['--take', 'Deployment/web:spec.replicas=new'], 2],
      [['--on-conflict', 'local'], 3],
      [['--on-conflict', 'new'], 2],
      [['--strategy', 'copy-merge'], 2],
      [['--strategy', 'force-delete-replace'], 2],
    ];
    for (const [args, replicas] of decisions)
      it(`is decided by ${args.join(' ')}`, () =>
        inPackage(conflict, async ({ files, up, update: run }) => {
          const { stderr, exitCode } = await run('@v2', ...args);
          assert.equal(exitCode, 0, stderr);
          assert.deepEqual([files()['web.yaml'], files()['added.yaml']], [web(replicas, true), configMap('added')]);
          assertVersion(files()['Kptfile'], 'v2', up.git('rev-parse', 'v2'));
        }));

    it('is decided by a policy', () =>
      inPackage(conflict, async ({ folder, files, update: run }) => {
        writeFiles(folder, {
          'policy.yaml':
            'apiVersion: krm-variants.dev/v1alpha1\nkind: MergePolicy\nmetadata:\n  name: p\nspec:\n  rules:\n    - resource: {kind: Deployment}\n      path: spec.replicas\n      take: local\n',
        });
        const { stderr } = await run('@v2', '--policy', join(folder, 'policy.yaml'));
        assert.equal(files()['web.yaml'], web(3, true), stderr);
      }));
  });

  it('shows the diff, and writes nothing with --dry-run and --check', () =>
    inPackage(
      { base: { 'web.yaml': web(1, true) }, new: { 'web.yaml': web(2, true) } },
      async ({ files, update: run }) => {
        const before = files();
        const dry = await run('@v2', '--dry-run', '--diff');
        assert.match(dry.stdout, /^-  replicas: 1 # for now\n\+  replicas: 2 # for now$/m);
        assert.match(dry.stdout, /^-    ref: v1\n\+    ref: v2$/m);
        assert.equal(dry.exitCode, 0);
        assert.equal((await run('@v2', '--check')).exitCode, 4);
        assert.equal((await run('@v1', '--check')).exitCode, 0);
        const report = JSON.parse((await run('@v2', '--dry-run', '--report', 'json')).stdout) as Record<
          string,
          unknown
        >;
        assert.equal(report['function'], 'update');
        assert.deepEqual(files(), before);
      },
    ));

  describe('strategies', () => {
    const versions: Versions = {
      base: { 'web.yaml': web(1, true), 'gone.md': 'x\n', 'same.md': 'x\n', Kptfile: kptfile('shop') },
      new: { 'web.yaml': web(2, true), 'same.md': 'x\n', Kptfile: `${kptfile('shop')}info:\n  description: x\n` },
      local: { 'gone.md': 'mine\n', 'own.md': 'own\n' },
    };

    it('fast-forward refuses a changed package, and names the files', () =>
      inPackage({ ...versions, get: ['--strategy', 'fast-forward'] }, async ({ files, update: run }) => {
        const before = files();
        const { stderr, exitCode } = await run();
        assert.match(
          stderr,
          /^\[error\] @gone\.md: was changed locally, which the update strategy fast-forward does not allow/m,
        );
        assert.match(stderr, /^\[error\] @own\.md: /m);
        assert.doesNotMatch(stderr, /web\.yaml|Kptfile:/);
        assert.match(stderr, /^v1 .* to v2 .*: nothing was written$/m);
        assert.deepEqual([exitCode, files()], [1, before]);
      }));

    for (const strategy of ['fast-forward', 'force-delete-replace', 'copy-merge', 'resource-merge'])
      it(`${strategy} takes the new version in a work tree in which git converts line ends`, () =>
        inPackage({ ...versions, local: {}, get: ['--strategy', strategy] }, async (setting) => {
          checkOutWithCrlf(setting);
          const { stderr, exitCode } = await setting.update();
          assert.equal(exitCode, 0, stderr);
          const { 'web.yaml': text = '', 'same.md': notes } = setting.files();
          assert.equal(text, withCrlf(versions.new['web.yaml']));
          assert.equal(notes, 'x\r\n');
        }));

    it('fast-forward takes the new version if layout alone is different', () =>
      inPackage(
        { ...versions, local: {}, get: ['--strategy', 'fast-forward'] },
        async ({ mine, files, update: run }) => {
          const annotated = web(1, true).replace(
            'name: web',
            "annotations: {internal.kpt.dev/upstream-identifier: 'x'}\n  name:   web",
          );
          writeFiles(mine, { 'web.yaml': annotated });
          const { stderr } = await run();
          assert.equal(files()['web.yaml'], web(2, true), stderr);
          assert.match(files()['Kptfile'] ?? '', /updateStrategy: fast-forward/);
        },
      ));

    const ownContext = (name: string, region: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kptfile.kpt.dev\ndata:\n  name: ${name} # of the copy\n  region: ${region}\n`;
    for (const [name, base, next, want] of [
      ['that upstream lacks', {}, {}, /^data:\n {2}name: mine$/m],
      [
        'that upstream has, with its changes',
        { 'package-context.yaml': ownContext('shop', 'eu') },
        { 'package-context.yaml': ownContext('store', 'us') },
        /^ {2}name: mine # of the copy\n {2}region: us$/m,
      ],
      [
        'that upstream adds',
        {},
        { 'package-context.yaml': ownContext('store', 'us') },
        /^ {2}name: mine # of the copy\n {2}region: us$/m,
      ],
    ] as const)
      it(`fast-forward keeps the package context of a deployment ${name}`, () =>
        inPackage(
          {
            base: { ...versions.base, ...base },
            new: { ...versions.new, ...next },
            get: ['--strategy', 'fast-forward', '--for-deployment'],
          },
          async ({ mine, files, update: run }) => {
            const { stderr, exitCode } = await run();
            assert.equal(exitCode, 0, stderr);
            assert.equal(files()['web.yaml'], web(2, true));
            assert.match(files()['package-context.yaml'] ?? '', want);
            assert.match((await run()).stderr, /^up to date/);
            writeFiles(mine, { 'package-context.yaml': `${files()['package-context.yaml']}  own: x\n` });
            const edited = await run('@v1');
            assert.match(edited.stderr, /^\[error\] @package-context\.yaml: was changed locally/m);
            assert.equal(edited.exitCode, 1);
          },
        ));

    it('force-delete-replace leaves no local change except in the Kptfile', () =>
      inPackage(versions, async ({ mine, files, update: run }) => {
        writeFiles(mine, { Kptfile: `${files()['Kptfile']}inventory:\n  name: own\n` });
        await run('@v2', '--strategy', 'force-delete-replace');
        assert.deepEqual(Object.keys(files()), ['Kptfile', 'same.md', 'web.yaml']);
        assert.match(files()['Kptfile'] ?? '', /^inventory:\n {2}name: own$/m);
        assert.match(files()['Kptfile'] ?? '', /^ {2}description: x$/m);
        assert.match(files()['Kptfile'] ?? '', /^ {2}updateStrategy: force-delete-replace$/m);
      }));

    it('copy-merge keeps the files that only the local package has', () =>
      inPackage(versions, async ({ files, update: run }) => {
        await run('@v2', '--strategy', 'copy-merge');
        assert.deepEqual(Object.keys(files()), ['Kptfile', 'own.md', 'same.md', 'web.yaml']);
      }));

    it('the stored one is used, and stays', () =>
      inPackage({ ...versions, get: ['--strategy', 'copy-merge'] }, async ({ files, update: run }) => {
        await run();
        assert.equal(files()['gone.md'], undefined);
        assert.match(files()['Kptfile'] ?? '', /updateStrategy: copy-merge/);
      }));
  });

  describe('the Kptfile', () => {
    it('keeps name, namespace, inventory and status, and takes none from upstream', () =>
      inPackage(
        {
          base: { Kptfile: `${kptfile('shop')}status: {conditions: [{type: A}]}\n` },
          new: {
            Kptfile: `${kptfile('other')}  namespace: x\nstatus: {conditions: [{type: B}]}\ninventory: {name: i}\n`,
          },
        },
        async ({ mine, files, up, update: run }) => {
          const own = `${files()['Kptfile']?.replace('  name: mine', '  name: mine # me\n  namespace: prod')}status: {conditions: [{type: C}]}\n`;
          writeFiles(mine, { Kptfile: own });
          const { stderr } = await run();
          const commits = ['v1', 'v2'].map((tag) => up.git('rev-parse', tag)) as [string, string];
          assert.equal(
            files()['Kptfile'],
            own.replace(commits[0], commits[1]).replaceAll('ref: v1', 'ref: v2'),
            stderr,
          );
        },
      ));

    const misspelt = `${kptfile('shop')}piplines: {}\n`;

    it('with unknown fields in the new version is refused, unless they are allowed', () =>
      inPackage({ base: { Kptfile: kptfile('shop') }, new: { Kptfile: misspelt } }, async ({ files, update: run }) => {
        const before = files();
        for (const args of [[], ['--dry-run'], ['--check']]) {
          const { exitCode, stderr } = await run('@v2', ...args);
          assert.match(stderr, /^\[error\] @Kptfile\S* \S+ piplines: unknown field, which kpt refuses; did you mean/m);
          assert.deepEqual([exitCode, files()], [1, before]);
        }
        const { exitCode, stderr } = await run('@v2', '--allow-unknown-fields');
        assert.match(stderr, /^\[warning\] @Kptfile \S+ piplines: unknown field, which kpt refuses;/m);
        assert.equal(exitCode, 0);
        assert.match(files()['Kptfile'] ?? '', /^piplines: \{\}$/m);
      }));

    it('with unknown fields in the version in use is updated to one without, with a warning', () =>
      inPackage(
        { base: { Kptfile: misspelt }, new: { Kptfile: kptfile('shop') }, get: ['--allow-unknown-fields'] },
        async ({ files, update: run }) => {
          const { exitCode, stderr } = await run();
          assert.match(
            stderr,
            /^\[warning\] @Kptfile: the version that it came from has fields that kpt refuses, and that had no effect: `piplines` of Kptfile$/m,
          );
          assert.equal(exitCode, 0);
          assert.doesNotMatch(files()['Kptfile'] ?? '', /piplines/);
        },
      ));

    it('is created upstream later: its pipeline is merged', () =>
      inPackage(
        {
          base: { 'a.yaml': 'a: 1\n' },
          new: { 'a.yaml': 'a: 1\n', Kptfile: `${kptfile('shop')}pipeline: {mutators: []}\n` },
        },
        async ({ files, update: run }) => {
          const { stderr } = await run();
          assert.match(files()['Kptfile'] ?? '', /^pipeline: \{mutators: \[\]\}$/m, stderr);
        },
      ));

    const wrong: readonly (readonly [name: string, edit: (text: string) => string, message: RegExp])[] = [
      ['no upstream', () => kptfile('mine'), /Kptfile: must have an `upstream`/],
      [
        'an upstream without a repository',
        (text) => text.replace(/repo: .*/g, 'repo: ""'),
        /upstream\.git\.repo: must be a text/,
      ],
      [
        'an unknown strategy',
        (text) => text.replace('resource-merge', 'newest'),
        /upstream\.updateStrategy: must be resource-merge/,
      ],
      [
        'a repository that is a program',
        (text) => text.replace(/repo: .*/g, 'repo: "ext::sh -c x"'),
        /a git repository must be/,
      ],
      [
        'a folder outside of the repository',
        (text) => text.replace(/directory: .*/g, 'directory: /../x'),
        /must not have "\.\." in its path/,
      ],
      [
        'an upstream that is not in git',
        (text) => text.replace('type: git', 'type: oci'),
        /Kptfile\S* .*upstream\.type: must be git, the only supported type, but is "oci"/,
      ],
      [
        'a version that is not from git',
        (text) => text.replace(/(upstreamLock:\n +)type: git/, '$1type: oci'),
        /Kptfile\S* .*upstreamLock\.type: must be git, the only supported type, but is "oci"/,
      ],
      ['markers of a conflict', (text) => `${text}<<<<<<< a\n`, /Kptfile/],
    ];
    for (const [name, edit, message] of wrong)
      it(`with ${name} is an error`, () =>
        inPackage(
          { base: { 'a.yaml': 'a: 1\n' }, new: { 'a.yaml': 'a: 2\n' } },
          async ({ mine, files, update: run }) => {
            writeFiles(mine, { Kptfile: edit(files()['Kptfile'] ?? '') });
            const before = files();
            const { stderr, exitCode } = await run();
            assert.match(stderr, message);
            assert.deepEqual([exitCode, files()], [1, before]);
          },
        ));

    it('without a version is merged as a package that came from none', () =>
      inPackage(
        { base: { 'web.yaml': web(1, true) }, new: { 'web.yaml': web(2, true), 'b.yaml': configMap('b') } },
        async ({ mine, files, up, update: run }) => {
          writeFiles(mine, { Kptfile: (files()['Kptfile'] ?? '').replace(/upstreamLock:[^]*/, '') });
          assert.equal((await run()).exitCode, 3);
          await run('@v2', '--on-conflict', 'new');
          assert.deepEqual([files()['web.yaml'], files()['b.yaml']], [web(2, true), configMap('b')]);
          assertVersion(files()['Kptfile'], 'v2', up.git('rev-parse', 'v2'));
        },
      ));
  });

  describe('a base that is gone upstream', () => {
    const versions: Versions = {
      base: { 'web.yaml': web(1, true) },
      new: { 'web.yaml': web(2, true) },
      local: { 'web.yaml': web(1, false) },
    };
    const rewritten = async ({ mine, files }: PackageSetting): Promise<void> =>
      writeFiles(mine, { Kptfile: (files()['Kptfile'] ?? '').replace(/commit: .*/, `commit: ${'1'.repeat(40)}`) });

    it('is an error that offers --base', () =>
      inPackage(versions, async (setting) => {
        await rewritten(setting);
        const { stderr, exitCode } = await setting.update();
        assert.match(stderr, /Kptfile: the commit 1{40} that the package came from is no longer in .*--base DIR/);
        assert.equal(exitCode, 1);
      }));

    const wrong: readonly (readonly [name: string, files: Files, message: RegExp])[] = [
      ['an empty folder', { '.keep': '' }, /base: must have the Kptfile of the version that the package came from/],
      [
        'a folder around it',
        { 'shop/Kptfile': kptfile('shop'), 'shop/web.yaml': web(1, true) },
        /base: must have the K/,
      ],
      [
        'a folder with another package',
        { Kptfile: kptfile('x'), 'x.yaml': 'a: 1\n' },
        /base: .* but has no file of it/,
      ],
    ];
    for (const [name, given, message] of wrong)
      it(`is not read from ${name}`, () =>
        inPackage(
          {
            ...versions,
            base: { Kptfile: kptfile('shop'), ...versions.base },
            new: { Kptfile: kptfile('shop'), ...versions.new },
          },
          async (setting) => {
            await rewritten(setting);
            const before = setting.files();
            writeFiles(setting.folder, below('base', given));
            const { stderr, exitCode } = await setting.update('@v2', '--base', join(setting.folder, 'base'));
            assert.match(stderr, message);
            assert.deepEqual([exitCode, setting.files()], [1, before]);
          },
        ));

    it('is not read from an empty folder for a package without a Kptfile upstream', () =>
      inPackage(versions, async (setting) => {
        await rewritten(setting);
        writeFiles(setting.folder, { 'base/.keep': '' });
        const { stderr, exitCode } = await setting.update('@v2', '--base', join(setting.folder, 'base'));
        assert.match(stderr, /base: must have the files of the version .* but has no file of it/);
        assert.equal(exitCode, 1);
      }));

    it('is read from a folder with --base', () =>
      inPackage(versions, async (setting) => {
        await rewritten(setting);
        writeFiles(setting.folder, { 'base/web.yaml': web(1, true) });
        const { stderr } = await setting.update('@v2', '--base', join(setting.folder, 'base'));
        assert.equal(setting.files()['web.yaml'], web(2, false), stderr);
      }));
  });

  describe('a work tree of git', () => {
    const versions: Versions = { base: { 'web.yaml': web(1, true) }, new: { 'web.yaml': web(2, true) } };
    const commitMine = (mine: string, ...args: readonly string[]): void => {
      const git = (...call: readonly string[]): unknown =>
        execFileSync('git', ['-C', mine, '-c', 'user.name=a', '-c', 'user.email=a', ...call]);
      git('init', '--quiet');
      git('add', '--all');
      git('commit', '--quiet', '-m', 'x', ...args);
    };

    it('with changes that are not committed is refused, unless --allow-dirty', () =>
      inPackage(versions, async ({ mine, files, update: run }) => {
        commitMine(mine);
        writeFiles(mine, { 'own.yaml': configMap('own'), 'web.yaml': web(1, false) });
        const { stderr, exitCode } = await run();
        assert.match(
          stderr,
          /must have no changes that are not committed, but has web\.yaml, own\.yaml: commit them, or add `--allow-dirty`/,
        );
        assert.deepEqual([exitCode, files()['web.yaml']], [1, web(1, false)]);
        const dry = await run('@v2', '--dry-run');
        assert.equal(dry.exitCode, 0, dry.stderr);
        await run('@v2', '--allow-dirty');
        assert.equal(files()['web.yaml'], web(2, false));
      }));

    describe('with ignored files', () => {
      const ENV = { '.env': 'TOKEN=x\n' };
      const rows: readonly (readonly [name: string, versions: Versions, isWholePackage: boolean, names: RegExp])[] = [
        [
          'that the update would remove',
          {
            base: { ...versions.base, '.gitignore': '.env\n' },
            new: { ...versions.new, '.gitignore': '.env\n' },
            get: ['--strategy', 'force-delete-replace'],
          },
          false,
          / \.env: commit/,
        ],
        [
          'that the update would overwrite',
          {
            base: { ...versions.base, '.gitignore': '.env\n' },
            new: { ...versions.new, '.env': 'TOKEN=\n' },
            get: ['--strategy', 'copy-merge'],
          },
          false,
          / \.env: commit/,
        ],
        ['that are the whole package', versions, true, / Kptfile, web\.yaml:/],
      ];
      for (const [name, some, isWholePackage, names] of rows)
        it(`${name} is refused, unless --allow-dirty`, () =>
          inPackage(some, async ({ folder, mine, files, update: run }) => {
            if (isWholePackage) writeFiles(folder, { '.gitignore': '*\n' });
            commitMine(isWholePackage ? folder : mine, '--allow-empty');
            writeFiles(mine, ENV);
            const before = files();
            const { stderr, exitCode } = await run();
            assert.match(
              stderr,
              /mine: must have in git all files that the update changes or removes, but git does not track/,
            );
            assert.match(stderr, names);
            assert.deepEqual([exitCode, files()], [1, before]);
            assert.equal((await run('@v2', '--dry-run')).exitCode, 0);
            assert.equal((await run('@v2', '--allow-dirty')).exitCode, 0);
            assert.equal(files()['web.yaml'], web(2, true));
          }));

      it('that the update leaves as they are is updated', () =>
        inPackage(
          {
            base: { ...versions.base, '.gitignore': '.env\nbuild\n' },
            new: { ...versions.new, '.gitignore': '.env\nbuild\n' },
          },
          async ({ mine, files, update: run }) => {
            commitMine(mine);
            writeFiles(mine, { ...ENV, 'build/a.yaml': configMap('a') });
            const { stderr } = await run();
            assert.deepEqual([files()['web.yaml'], files()['.env']], [web(2, true), ENV['.env']], stderr);
          },
        ));

      it('is refused with --markers, too', () =>
        inPackage(
          {
            base: { ...versions.base, '.gitignore': '*.txt\n' },
            new: { ...versions.new, 'a.txt': 'new\n' },
          },
          async ({ mine, files, update: run }) => {
            commitMine(mine);
            writeFiles(mine, { 'a.txt': 'own\n' });
            assert.equal((await run()).exitCode, 3, 'a conflict');
            const { stderr, exitCode } = await run('@v2', '--markers');
            assert.match(stderr, /git does not track a\.txt: /);
            assert.deepEqual([exitCode, files()['a.txt']], [1, 'own\n']);
          },
        ));
    });

    it('that git cannot look into is refused', () =>
      inPackage(versions, async ({ mine, files, update: run }) => {
        commitMine(mine);
        writeFiles(mine, { '.git/config': '[broken', 'web.yaml': web(1, false) });
        const { stderr, exitCode } = await run();
        assert.match(stderr, /git rev-parse failed: bad config line \d/);
        assert.deepEqual([exitCode, files()['web.yaml']], [1, web(1, false)]);
      }));

    it('without changes is updated, also with changes elsewhere', () =>
      inPackage(versions, async ({ folder, files, update: run }) => {
        writeFiles(folder, { '.gitignore': '*\n!mine\n!mine/**\n' });
        commitMine(folder);
        writeFiles(folder, { '.gitignore': '*\n!mine\n!mine/**\n!x\n', x: '' });
        const { stderr } = await run();
        assert.equal(files()['web.yaml'], web(2, true), stderr);
      }));
  });

  it('hides the credentials of an upstream in a diff', () =>
    inPackage({ base: { 'web.yaml': web(1, true) }, new: { 'web.yaml': web(2, true) } }, async (setting) => {
      const { mine, files, update: run } = setting;
      const secret = '# http://me:secret@example.com/shop.git\n';
      writeFiles(mine, { Kptfile: (files()['Kptfile'] ?? '').replace('upstreamLock:', `${secret}upstreamLock:`) });
      const { stdout } = await run('@v2', '--diff');
      assert.match(stdout, /^ # http:\/\/\(redacted\)@example\.com\/shop\.git$/m);
      assert.ok(files()['Kptfile']?.includes(secret));
    }));

  it('lists newer versions, with dates, and names the tags that it cannot compare', () =>
    inPackage({ base: { 'web.yaml': web(1, true) }, new: { 'web.yaml': web(2, true) } }, ({ mine, up }) => {
      for (const tag of ['shop/v10', 'v2.1', 'v2.1.0-rc.1', 'v0.9', 'v1.0.0', 'latest', 'other/v5', 'shop/sub/v7'])
        up.git('tag', tag);
      const date = up.git('log', '-1', '--format=%cs');
      const { list, note } = listNewerVersions({ folder: mine, isOffline: false });
      const names = ['v10', 'v2.1', 'v2.1.0-rc.1', 'v2'];
      assert.equal(list, names.map((name) => `${name.padEnd(11)}  ${date}\n`).join(''));
      assert.equal(
        note,
        '4 other tags cannot be compared with v1, and may be newer: latest, other/v5, shop/sub/v7 and 1 more\n',
      );
    }));

  describe('a newer version', () => {
    /** Tags of a package with a version in use, in the order of their commits. */
    const inTags = (
      tags: readonly string[],
      act: (setting: Tagged) => Promise<void>,
      current = tags[0],
    ): Promise<void> =>
      inUpstream(async ({ folder, up }) => {
        for (const [index, tag] of tags.entries()) {
          up.commit({ 'shop/web.yaml': web(index, true) });
          up.git('tag', tag);
        }
        const mine = join(folder, 'mine');
        const { exitCode, stderr } = await get(`file://${up.folder}/shop@${current}`, mine);
        assert.equal(exitCode, 0, stderr);
        const names = (): readonly string[] => {
          const { list } = listNewerVersions({ folder: mine, isOffline: false });
          return list.split('\n').flatMap((line) => (line === '' ? [] : [line.split(' ')[0] ?? '']));
        };
        await act({ mine, up, names });
      });

    interface Tagged extends Pick<PackageSetting, 'mine' | 'up'> {
      readonly names: () => readonly string[];
    }

    const schemes: readonly (readonly [current: string, newer: string])[] = [
      ['shop-v0.2.0', 'shop-v0.10.0'],
      ['shop-1.2', 'shop-1.10'],
      ['release-1.2', 'release-1.3'],
      ['release/v1.2', 'release/v1.10'],
      ['shop@v2', 'shop@v10'],
      ['shop_v2', 'shop_v3'],
      ['rel/2024.11', 'rel/2025.02'],
      ['prod/v3', 'prod/v4'],
      ['shop/v1', 'shop/v2'],
      ['shop/release-1', 'shop/release-2'],
      ['v1.2-alpine', 'v1.3-alpine'],
      ['2024-11-05', '2025-01-02'],
    ];
    for (const [current, newer] of schemes)
      it(`is found for ${current}`, () =>
        inTags([current, 'other-v9', newer, 'another/v9.9'], async ({ mine, names }) => {
          const name = newer.replace('shop/', '');
          assert.deepEqual(names(), [name]);
          const { stderr } = await update(mine);
          assert.match(stderr, /^up to date at .+; newer: /);
          assert.ok(stderr.endsWith(`; newer: ${name}, \`krm-variants update ${mine}@${name}\`\n`), stderr);
          assert.equal((await update(`${mine}@${name}`)).exitCode, 0);
          assert.deepEqual(names(), []);
          assert.match((await update(mine)).stderr, /^up to date at [^;]+$/);
        }));

    it('is a release if there is one, and a prerelease otherwise', () =>
      inTags(['v1', 'v2.0.0-rc.9', 'v2.0.0-rc.10'], async ({ mine, up }) => {
        assert.match((await update(mine)).stderr, /; newer: v2\.0\.0-rc\.10,/);
        up.git('tag', 'v1.5', 'HEAD~1');
        assert.match((await update(mine)).stderr, /; newer: v1\.5,/);
      }));

    it('is not a tag of the same commit', () =>
      inTags(['v1'], async ({ mine, up, names }) => {
        for (const tag of ['v1.1', 'v2', 'latest']) up.git('tag', tag);
        assert.deepEqual([names(), listNewerVersions({ folder: mine, isOffline: false }).note], [[], '']);
        assert.match((await update(mine)).stderr, /^up to date at [^;]+$/);
      }));

    it('is not named by an update to a version, or for a branch', () =>
      inTags(['v1', 'v2'], async ({ mine }) => {
        assert.match((await update(`${mine}@v1`)).stderr, /^up to date at [^;]+$/);
        await update(`${mine}@main`);
        assert.match((await update(mine)).stderr, /^up to date at [^;]+$/);
      }));

    it('is any tag with a version for a branch whose name has one', () =>
      inTags(['release-1.2-first', 'v1', 'v2'], async ({ mine, up, names }) => {
        up.git('branch', 'release-1.2', 'v1');
        await update(`${mine}@release-1.2`);
        assert.deepEqual(names(), ['v2']);
        assert.equal(
          listNewerVersions({ folder: mine, isOffline: false }).note,
          '1 other tag not listed: release-1.2-first\n',
        );
      }));

    it('is not certain if only build metadata differ, which is said', () =>
      inTags(['v1.0.0+1', 'v1.0.0+2'], async ({ mine, names }) => {
        assert.deepEqual(names(), []);
        const { note } = listNewerVersions({ folder: mine, isOffline: false });
        assert.match(note, /^1 other tag cannot be compared with v1\.0\.0\+1, and may be newer: v1\.0\.0\+2$/m);
      }));
  });

  it('is an error outside of a package', () =>
    inFolder({ 'a.yaml': '' }, async (folder) => {
      const { stderr, exitCode } = await update(folder);
      assert.match(stderr, /must be a package: a folder with a Kptfile/);
      assert.equal(exitCode, 1);
    }));

  describe("kpt's comments", () => {
    const named = (name: string, comment: string, data = ''): string =>
      configMap(name, data).replace('metadata:', `metadata:${comment}`);
    const versions: Versions = {
      base: { 'a.yaml': configMap('a'), 'gone.yaml': configMap('gone'), 't.yaml': '{{ a }}\n' },
      new: { 'a.yaml': configMap('a', 'data:\n  k: new\n'), 'b.yaml': configMap('b'), 't.yaml': '{{ b }}\n' },
      local: { 'own.yaml': configMap('own'), 'gone.yaml': undefined },
    };

    it('are added with --kpt-comments to what upstream has, and not otherwise', () =>
      inPackage(versions, async ({ files, update: run }) => {
        await run();
        const { Kptfile: _, ...plain } = files();
        const own = { 'own.yaml': configMap('own'), 't.yaml': '{{ b }}\n' };
        assert.deepEqual(plain, { 'a.yaml': configMap('a', 'data:\n  k: new\n'), 'b.yaml': configMap('b'), ...own });
        const { stderr } = await run('@v2', '--kpt-comments');
        const { Kptfile: __, ...commented } = files();
        const wanted = {
          'a.yaml': named('a', ' # kpt-merge: /a', 'data:\n  k: new\n'),
          'b.yaml': named('b', ' # kpt-merge: /b'),
        };
        assert.deepEqual(commented, { ...wanted, ...own }, stderr);
        assert.match((await run('@v2', '--kpt-comments')).stderr, /^up to date/);
      }));

    it('lead an update to a renamed resource, and stay', () =>
      inPackage(
        { ...versions, local: { 'a.yaml': named('mine', ' # kpt-merge: /a') } },
        async ({ files, update: run }) => {
          const { stderr } = await run('@v2', '--kpt-comments');
          assert.equal(files()['a.yaml'], named('mine', ' # kpt-merge: /a', 'data:\n  k: new\n'), stderr);
        },
      ));
  });

  describe('an upstream that lacks what the Kptfile names', () => {
    const versions: Versions = { base: { 'web.yaml': web(1, true) }, new: { 'web.yaml': web(2, true) } };

    it('is an error that names the reference, and the default branch', () =>
      inPackage(versions, async ({ mine, files, up, update: run }) => {
        writeFiles(mine, { Kptfile: (files()['Kptfile'] ?? '').replace('ref: v1', 'ref: main') });
        up.git('branch', '--quiet', '--move', 'main', 'trunk');
        const before = files();
        const { stderr, exitCode } = await run('');
        assert.equal(exitCode, 1);
        assert.match(
          stderr,
          /^\[error\] @Kptfile:\d+:\d+ \S+\/Kptfile\/mine upstream\.git\.ref: must be a tag, a branch or a commit of \S+, whose default branch is "trunk": if upstream renamed the branch, set this field to the new name/m,
        );
        assert.deepEqual(files(), before);
        writeFiles(mine, { Kptfile: (before['Kptfile'] ?? '').replace('ref: main', 'ref: trunk') });
        assert.equal((await run('')).exitCode, 0);
        assert.equal(files()['web.yaml'], web(2, true));
        // A reference of the command line is not in the Kptfile.
        assert.match((await run('@v3')).stderr, /^\[error\]: "v3" must be a tag, a branch or a commit/m);
      }));

    it('is an error that names the folder, if upstream moved it', () =>
      inPackage(versions, async ({ mine, files, up, update: run }) => {
        up.git('mv', 'shop', 'store');
        up.commit({});
        up.git('tag', 'v3');
        const { stderr, exitCode } = await run('@v3');
        assert.equal(exitCode, 1);
        assert.match(
          stderr,
          /^\[error\] @Kptfile:\d+:\d+ \S+\/Kptfile\/mine upstream\.git\.directory: must be a folder of \S+ at v3 \([\da-f]{12}\): if upstream moved the package, set this field to its new folder/m,
        );
        const moved = (files()['Kptfile'] ?? '').replace('directory: /shop', 'directory: /store');
        writeFiles(mine, { Kptfile: moved });
        assert.equal((await run('@v3')).exitCode, 0);
        assert.equal(files()['web.yaml'], web(2, true));
      }));

    it('is an error about the locked commit, if that lacks the folder', () =>
      inPackage(versions, async ({ mine, files, folder, update: run }) => {
        const [start = '', lock = ''] = (files()['Kptfile'] ?? '').split('upstreamLock:');
        writeFiles(mine, { Kptfile: `${start}upstreamLock:${lock.replace('directory: /shop', 'directory: /shoop')}` });
        const { stderr, exitCode } = await run();
        assert.equal(exitCode, 1);
        assert.match(
          stderr,
          /^\[error\] @Kptfile:\d+:\d+ \S+\/Kptfile\/mine upstreamLock\.git\.directory: must be a folder of \S+ at v1 \([\da-f]{12}\), the version that the package came from: correct this field and `upstreamLock\.git\.commit`, or give the files of that version with `--base DIR`/m,
        );
        writeFiles(folder, { 'base/web.yaml': web(1, true) });
        assert.equal((await run('@v2', '--base', join(folder, 'base'))).exitCode, 0);
        assert.equal(files()['web.yaml'], web(2, true));
      }));
  });

  it('keeps the name in the package context', () => {
    const text = (region: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kptfile.kpt.dev\ndata:\n  name: example\n  region: ${region}\n`;
    return inPackage(
      {
        base: { 'package-context.yaml': text('eu') },
        new: { 'package-context.yaml': text('us') },
        get: ['--for-deployment'],
      },
      async ({ files, update: run }) => {
        await run();
        assert.equal(files()['package-context.yaml'], text('us').replace('example', 'mine'));
      },
    );
  });

  describe('nested packages', () => {
    const stub = (up: string, ref: string): string =>
      `${kptfile('base')}upstream:\n  type: git\n  git:\n    repo: ${up}\n    directory: /db\n    ref: ${ref}\n`;

    /** Upstream has `shop` with the nested package `db`, at v1 and v2 of both; the package came from v1. */
    function nested(
      refs: readonly [string | undefined, string | undefined],
      act: (setting: Omit<PackageSetting, 'update'> & { repo: string }) => Promise<void>,
    ): Promise<void> {
      return inUpstream(async ({ folder, up }) => {
        const repo = `file://${up.folder}`;
        for (const [index, ref] of refs.entries()) {
          up.commit({ 'db/d.yaml': web(index + 1, true), 'db/e.yaml': configMap('e') });
          up.git('tag', `db/v${index + 1}`);
          rmSync(join(up.folder, 'shop'), { recursive: true, force: true });
          up.commit({
            'shop/a.yaml': `a: ${index + 1}\n`,
            ...(ref !== undefined && { 'shop/base/Kptfile': stub(repo, ref) }),
          });
          up.git('tag', `v${index + 1}`);
        }
        const mine = join(folder, 'mine');
        const { stderr } = await get(`${repo}/shop@v1`, mine);
        assert.ok(existsSync(join(mine, 'Kptfile')), stderr);
        await act({ folder, up, mine, repo, files: () => readFiles(mine) });
      });
    }

    it('follow the version that the package around them names', () =>
      nested(['v1', 'v2'], async ({ mine, files, up }) => {
        writeFiles(mine, { 'base/d.yaml': web(1, false) });
        const { stderr } = await update(`${mine}@v2`);
        assert.deepEqual([files()['a.yaml'], files()['base/d.yaml']], ['a: 2\n', web(2, false)], stderr);
        assert.match(
          files()['base/Kptfile'] ?? '',
          new RegExp(`ref: db/v2\\n    commit: ${up.git('rev-parse', 'db/v2')}`),
        );
        assert.match(files()['base/Kptfile'] ?? '', /^upstream:\n(?: {2}.*\n)* {4}ref: v2\n/m);
      }));

    it('follow their branch', () =>
      nested(['main', 'main'], async ({ mine, files, up }) => {
        up.commit({ 'db/d.yaml': web(7, true) });
        await update(`${mine}@v2`);
        assert.equal(files()['base/d.yaml'], web(7, true));
      }));

    it('are added and removed with the package around them', async () => {
      await nested([undefined, 'v2'], async ({ mine, files }) => {
        await update(`${mine}@v2`);
        assert.deepEqual(Object.keys(files()), ['Kptfile', 'a.yaml', 'base/Kptfile', 'base/d.yaml', 'base/e.yaml']);
      });
      await nested(['v1', undefined], async ({ mine, files }) => {
        await update(`${mine}@v2`);
        assert.deepEqual(Object.keys(files()), ['Kptfile', 'a.yaml']);
      });
      await nested(['v1', undefined], async ({ mine, files }) => {
        writeFiles(mine, { 'base/d.yaml': web(1, false) });
        const { stderr, exitCode } = await update(`${mine}@v2`);
        assert.match(stderr, /base\/d\.yaml .*conflict delete\/change/);
        assert.deepEqual([exitCode, files()['base/d.yaml']], [3, web(1, false)]);
      });
    });

    it('that were deleted stay deleted, and those without an upstream stay as they are', () =>
      nested(['v1', 'v2'], async ({ mine, files }) => {
        rmSync(join(mine, 'base'), { recursive: true });
        const { stderr } = await update(`${mine}@v2`);
        assert.deepEqual(Object.keys(files()), ['Kptfile', 'a.yaml'], stderr);
        assert.match(shortened(mine, stderr), /^\[warning\] @base\/Kptfile: stays deleted, though new changes it$/m);
      }));

    it('that were deleted stay so without a warning if new does not change or have them', async () => {
      for (const ref of ['v1', undefined])
        await nested(['v1', ref], async ({ folder, mine, files }) => {
          cpSync(mine, join(folder, 'copy'), { recursive: true });
          rmSync(join(mine, 'base'), { recursive: true });
          for (const args of [['--base', join(folder, 'copy'), '--dry-run'], []]) {
            const { stderr } = await update(`${mine}@v2`, ...args);
            assert.doesNotMatch(stderr, /warning/);
          }
          assert.deepEqual(files()['a.yaml'], 'a: 2\n');
        });
    });

    it('whose upstream was changed locally keep it, with a warning if upstream changes it, too', () =>
      nested(['v1', 'v2'], async ({ mine, files, up }) => {
        up.commit({ 'db/d.yaml': web(9, true) });
        up.git('tag', 'db/v9');
        await update(`${join(mine, 'base')}@v9`);
        assert.equal(files()['base/d.yaml'], web(9, true));
        const { stderr } = await update(`${mine}@v2`);
        assert.match(shortened(mine, stderr), /\[warning\] @base\/Kptfile: `upstream` stays/);
        assert.equal(files()['base/d.yaml'], web(9, true));
      }));

    it('that only the local package has are updated with it, if they may be', () =>
      nested([undefined, undefined], async ({ mine, files, repo, up, folder }) => {
        await get(`${repo}/db@main`, join(mine, 'own'));
        mkdirSync(join(folder, 'other'));
        execFileSync('git', ['clone', '--quiet', up.folder, join(folder, 'other')]);
        await get(`${folder}/other/db@main`, join(mine, 'far'));
        up.commit({ 'db/d.yaml': web(5, true) });
        const { stderr, exitCode } = await update(`${mine}@v2`);
        assert.equal(files()['own/d.yaml'], web(5, true));
        assert.equal(files()['far/d.yaml'], web(2, true));
        assert.match(
          shortened(mine, stderr),
          /\[warning\] @far\/Kptfile: is not updated with the package around it: update it on its own/,
        );
        assert.equal(exitCode, 0);
      }));

    describe('whose version is gone upstream', () => {
      /** Replaces the commit that a nested package came from. */
      const forget = (mine: string): string => {
        const text = readFiles(mine)['base/Kptfile'] ?? '';
        const commit = /commit: (.*)/.exec(text)?.[1] ?? '';
        writeFiles(mine, { 'base/Kptfile': text.replaceAll(commit, '1'.repeat(40)) });
        return commit;
      };

      it('are an error that offers --base', () =>
        nested(['v1', 'v2'], async ({ mine, files }) => {
          forget(mine);
          const before = files();
          const { stderr, exitCode } = await update(`${mine}@v2`);
          assert.match(
            stderr,
            /base\/Kptfile: the commit 1{40} .* is no longer in .*: give the files of that version in the folder "base" of `--base DIR`/,
          );
          assert.deepEqual([exitCode, files()], [1, before]);
        }));

      const folders: Readonly<Record<string, (mine: string, repo: string) => Files>> = {
        'a copy of what get made': (mine) => readFiles(mine),
        'the folders of the repositories': (_, repo) => ({
          'a.yaml': 'a: 1\n',
          'base/Kptfile': stub(repo, 'v1'),
          'base/d.yaml': web(1, true),
          'base/e.yaml': configMap('e'),
        }),
      };
      for (const [name, filesOf] of Object.entries(folders))
        it(`are read from --base: ${name}`, () =>
          nested(['v1', 'v2'], async ({ folder, mine, files, repo }) => {
            forget(mine);
            writeFiles(folder, below('old', filesOf(mine, repo)));
            const own = `${files()['base/Kptfile']}inventory: {name: own}\n`;
            writeFiles(mine, { 'base/d.yaml': web(1, false), 'base/Kptfile': own });
            const { stderr, exitCode } = await update(`${mine}@v2`, '--base', join(folder, 'old'));
            assert.equal(exitCode, 0, stderr);
            assert.deepEqual([files()['a.yaml'], files()['base/d.yaml']], ['a: 2\n', web(2, false)]);
            assert.equal(files()['base/e.yaml'], configMap('e'));
            assert.match(files()['base/Kptfile'] ?? '', /ref: db\/v2[^]*inventory: \{name: own\}/);
          }));

      it('keep their upstream, with a warning, if --base does not say which one it was', () =>
        nested(['v1', 'v2'], async ({ folder, mine, files }) => {
          forget(mine);
          writeFiles(folder, { 'old/base/d.yaml': web(1, true) });
          const { stderr } = await update(`${mine}@v2`, '--base', join(folder, 'old'));
          assert.match(shortened(mine, stderr), /\[warning\] @base\/Kptfile: `upstream` stays/);
          assert.equal(files()['base/d.yaml'], web(1, true));
        }));

      it('are not read from --base if it has them at another version', () =>
        nested(['v1', 'v2'], async ({ folder, mine }) => {
          writeFiles(folder, below('old', readFiles(mine)));
          forget(mine);
          const { stderr, exitCode } = await update(`${mine}@v2`, '--base', join(folder, 'old'));
          assert.match(stderr, /the commit 1{40} that the package came from is no longer in/);
          assert.equal(exitCode, 1);
        }));
    });

    it('keep their files with a --base that get made, and are updated', () =>
      nested(['v1', 'v2'], async ({ folder, mine, files }) => {
        writeFiles(
          folder,
          below('old', {
            ...readFiles(mine),
            'base/Kptfile': `${files()['base/Kptfile']}status: {conditions: [{type: A}]}\n`,
          }),
        );
        const { stderr } = await update(`${mine}@v2`, '--base', join(folder, 'old'));
        assert.deepEqual([files()['a.yaml'], files()['base/d.yaml']], ['a: 2\n', web(2, true)], stderr);
      }));

    it('that were part of the package around them get the files of the upstream that it now names', () =>
      inUpstream(async ({ folder, up }) => {
        const repo = `file://${up.folder}`;
        up.commit({ 'db/d.yaml': web(1, true) });
        up.git('tag', 'db/v1');
        const part = join(folder, 'up/shop/base');
        mkdirSync(join(folder, 'up/shop'));
        await get(`${repo}/db@v1`, part);
        up.commit({ 'shop/a.yaml': 'a: 1\n' });
        up.git('tag', 'v1');
        up.commit({ 'db/d.yaml': web(2, true) });
        up.git('tag', 'db/v2');
        rmSync(join(part, 'd.yaml'));
        up.commit({ 'shop/base/Kptfile': stub(repo, 'v2') });
        up.git('tag', 'v2');
        const mine = join(folder, 'mine');
        await get(`${repo}/shop@v1`, mine);
        writeFiles(mine, { 'base/d.yaml': web(1, false) });
        const { stderr } = await update(`${mine}@v2`);
        assert.equal(readFiles(mine)['base/d.yaml'], web(2, false), stderr);
      }));

    it('of the same reference as the package around them get its new one', () =>
      inUpstream(async ({ folder, up }) => {
        const repo = `file://${up.folder}`;
        for (const tag of ['v1', 'v2']) {
          up.commit({ 'shop/a.yaml': `a: ${tag}\n`, 'shop/db/d.yaml': `d: ${tag}\n` });
          up.git('tag', tag);
        }
        const mine = join(folder, 'mine');
        await get(`${repo}/shop@v1`, mine);
        await get(`${repo}/shop/db@v1`, join(mine, 'own'));
        await update(`${mine}@v2`);
        assert.equal(readFiles(mine)['own/d.yaml'], 'd: v2\n');
      }));
  });
});
