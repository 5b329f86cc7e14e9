import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../cli/arguments/usage-error.ts';
import { KrmError, formatResult } from '../../../src/krm/index.ts';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { needTools } from '../../support/kpt.ts';
import { update } from '../../support/package-commands.ts';
import { inPackage, web, type PackageSetting, type Versions } from '../../support/upstream-package.ts';
import { configMap, kptfile, readFiles, shortened, writeFiles } from '../run-support.ts';

/** Package in a work tree of git, with a conflict. */
interface MarkedSetting extends PackageSetting {
  readonly git: (...args: readonly string[]) => string;
  readonly end: (ending: 'continue' | 'abort', ...args: readonly string[]) => Promise<FolderOutcome>;
  readonly state: string;
  /** Files of the package, without those of git. */
  readonly files: () => Record<string, string>;
}

const CONFLICT: Versions = {
  base: { Kptfile: kptfile('shop'), 'web.yaml': web(1, true), 'gone.yaml': configMap('gone'), 'R.md': 'a\nb\nc\n' },
  new: { Kptfile: kptfile('shop'), 'web.yaml': web(2, true), 'added.yaml': configMap('added'), 'R.md': 'a\nb\nC\n' },
  local: { 'web.yaml': web(3, true), 'own.yaml': configMap('own') },
};

const MARKED = web(3, true).replace(
  /^ {2}replicas: 3.*\n/m,
  '<<<<<<< local\n  replicas: 3 # for now\n=======\n  replicas: 2 # for now\n>>>>>>> new\n',
);

const gitIn = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a', ...args], { encoding: 'utf8' });

const inGit = (versions: Versions, act: (setting: MarkedSetting) => void | Promise<void>): Promise<void> =>
  inPackage(versions, async (setting) => {
    const { mine } = setting;
    const git = (...args: readonly string[]): string => gitIn(mine, ...args);
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '-m', 'x');
    const files = (): Record<string, string> =>
      Object.fromEntries(Object.entries(readFiles(mine)).filter(([path]) => !path.startsWith('.git/')));
    const end: MarkedSetting['end'] = async (ending, ...args) => {
      const outcome = await update(mine, `--${ending}`, ...args);
      return { ...outcome, stderr: shortened(mine, outcome.stderr) };
    };
    await act({ ...setting, git, files, end, state: join(mine, '.git/krm-variants/update/state.json') });
  });

/** Checks that a call is refused with a `KrmError`. */
const refuses = (call: Promise<unknown>, message: RegExp): Promise<void> =>
  assert.rejects(
    call,
    (error) => error instanceof KrmError && message.test(error.results.map(formatResult).join('\n')),
  );

describe('krm-variants update --markers', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('writes markers around conflicts and everything else but the Kptfile, and exits with 3', () =>
    inGit(CONFLICT, async ({ mine, files, update: run }) => {
      const { Kptfile: text } = files();
      const { stderr, exitCode } = await run('@v2', '--markers');
      assert.deepEqual(files(), {
        Kptfile: text,
        'R.md': 'a\nb\nC\n',
        'added.yaml': configMap('added'),
        'own.yaml': configMap('own'),
        'web.yaml': MARKED,
      });
      assert.equal(exitCode, 3);
      assert.match(stderr, /^changed @R\.md\nadded @added\.yaml\nremoved @gone\.yaml\nchanged @web\.yaml\n/);
      assert.ok(
        stderr.includes(
          `edit the lines between the markers, then run \`krm-variants update ${mine} --continue\`, or \`krm-variants update ${mine} --abort\` to undo the update`,
        ),
      );
      assert.match(stderr, /^v1 .* to v2 .*: 1 conflict: the package has markers\n$/m);
    }));

  it('updates a package without conflicts at once', () =>
    inGit({ ...CONFLICT, local: {} }, async ({ files, update: run, state }) => {
      const { exitCode } = await run('@v2', '--markers');
      assert.equal(exitCode, 0);
      assert.match(files()['Kptfile'] ?? '', /^ {4}ref: v2$/m);
      assert.equal(existsSync(state), false);
    }));

  it('shows the diff, and writes nothing with --dry-run and --check', () =>
    inGit(CONFLICT, async ({ files, update: run, state }) => {
      const before = files();
      for (const option of ['--dry-run', '--check']) {
        const { stdout, exitCode } = await run('@v2', '--markers', '--diff', option);
        assert.match(stdout, /^\+<<<<<<< local$/m);
        assert.doesNotMatch(stdout, /Kptfile/);
        assert.deepEqual([exitCode, files(), existsSync(state)], [3, before, false]);
      }
    }));

  const unmarked: readonly (readonly [
    name: string,
    path: string,
    versions: readonly [base: string | Uint8Array, theirs: string | Uint8Array, local: string | Uint8Array],
  ])[] = [
    [
      'a Kptfile',
      'Kptfile',
      [
        `${kptfile('shop')}info: {description: a}\n`,
        `${kptfile('shop')}info: {description: b}\n`,
        'info: {description: c}',
      ],
    ],
    ['a file that is not text', 'b.png', [Uint8Array.of(255, 1), Uint8Array.of(255, 2), Uint8Array.of(255, 3)]],
  ];
  for (const [name, path, [base, theirs, local]] of unmarked)
    it(`writes nothing after a conflict in ${name}, until --take decides it`, () =>
      inGit(
        { base: { ...CONFLICT.base, [path]: base }, new: { ...CONFLICT.new, [path]: theirs } },
        async ({ mine, git, files, update: run, end }) => {
          const own =
            path === 'Kptfile' ? (files()[path] ?? '').replace('info: {description: a}', String(local)) : local;
          writeFiles(mine, { 'web.yaml': web(3, true), [path]: own });
          git('commit', '--quiet', '-a', '-m', 'y');
          const before = files();
          const { stderr, exitCode } = await run('@v2', '--markers');
          assert.match(
            stderr,
            /^\[info\]: a Kptfile and a file that is not text get no markers, so their conflicts must be decided first: to decide one conflict, pass `--take '[^']*'`/m,
          );
          assert.deepEqual([exitCode, files()], [3, before]);
          const [, take = ''] = /`--take '([^']*)'`/.exec(stderr) ?? [];
          const decided = await run('@v2', '--markers', '--take', take);
          assert.equal(files()['web.yaml'], MARKED, decided.stderr);
          writeFiles(mine, { 'web.yaml': web(3, true) });
          assert.equal((await end('continue')).exitCode, 0);
          if (path === 'Kptfile') assert.match(files()[path] ?? '', /^info: \{description: c\}$/m);
          assert.match(files()['Kptfile'] ?? '', /^ {4}ref: v2$/m);
        },
      ));

  it('is refused outside of git', () =>
    inPackage(CONFLICT, async ({ files, update: run }) => {
      const before = files();
      const { stderr, exitCode } = await run('@v2', '--markers');
      assert.match(stderr, /must be in a work tree of git for `--markers`/);
      assert.deepEqual([exitCode, files()], [1, before]);
    }));

  it('is refused while another update is unfinished, as is any update of its package', () =>
    inGit(CONFLICT, async ({ mine, files, update: run }) => {
      await run('@v2', '--markers');
      const before = files();
      for (const args of [
        ['@v2', '--markers', '--allow-dirty'],
        ['@v1', '--allow-dirty'],
        ['@v2', '--dry-run'],
      ]) {
        const { stderr, exitCode } = await run(...(args as [string]));
        assert.match(
          stderr,
          /has an update that is not finished: run `krm-variants update .* --continue` or, to undo it, `.*--abort`/,
        );
        assert.deepEqual([exitCode, files()], [1, before]);
      }
      writeFiles(join(mine, 'inner'), files());
      assert.equal((await update(`${join(mine, 'inner')}@v2`)).exitCode, 1, 'a package in it');
    }));

  it('leaves other packages of the work tree free to be updated', () =>
    inPackage(CONFLICT, async ({ folder, mine, update: run }) => {
      cpSync(mine, join(folder, 'other'), { recursive: true });
      execFileSync('git', ['-C', folder, 'init', '--quiet']);
      assert.equal((await run('@v2', '--markers', '--allow-dirty')).exitCode, 3);
      const other = `${join(folder, 'other')}@v2`;
      assert.match(
        (await update(other, '--markers', '--allow-dirty')).stderr,
        /mine: has an update that is not finished/,
      );
      assert.equal((await update(other, '--on-conflict', 'local', '--allow-dirty')).exitCode, 0);
      await refuses(update(join(folder, 'other'), '--continue'), /other: has no unfinished update: .*mine has the one/);
    }));

  it('has a state for each work tree of a repository', () =>
    inGit(CONFLICT, async ({ folder, mine, git, update: run, end }) => {
      const second = join(folder, 'second');
      git('worktree', 'add', '--quiet', second);
      await run('@v2', '--markers');
      await refuses(update(second, '--continue'), /has no unfinished update/);
      assert.equal((await update(`${second}@v2`, '--markers')).exitCode, 3);
      assert.equal((await end('abort')).exitCode, 0);
      writeFiles(second, { 'web.yaml': web(2, true) });
      assert.equal((await update(second, '--continue')).exitCode, 0);
      assert.match(readFileSync(join(second, 'Kptfile'), 'utf8'), /^ {4}ref: v2$/m);
      assert.match(readFileSync(join(mine, 'Kptfile'), 'utf8'), /^ {4}ref: v1$/m);
    }));

  describe('--continue', () => {
    it('writes the Kptfile once no marker is left, and forgets the update', () =>
      inGit(CONFLICT, async ({ mine, files, update: run, end, state }) => {
        await run('@v2', '--markers');
        const { Kptfile: text } = files();
        assert.equal(statSync(join(state, '..')).mode & 0o077, 0, 'the state is for its owner alone');
        const early = await end('continue');
        assert.match(
          early.stderr,
          /^\[error\] @web\.yaml:6:1: must have no marker of a conflict: keep the lines that you want, and remove the lines "<<<<<<< local", "=======", ">>>>>>> new"$/m,
        );
        assert.match(early.stderr, /^v1 .* to v2 .*: the update is not finished$/m);
        assert.deepEqual([early.exitCode, files()['Kptfile']], [3, text]);
        writeFiles(mine, { 'web.yaml': web(4, true) });
        const { stderr, exitCode } = await end('continue');
        assert.match(stderr, /^changed @Kptfile\nv1 .* to v2 .*: 1 file changed\n$/);
        assert.match(files()['Kptfile'] ?? '', /^ {4}ref: v2$/m);
        assert.deepEqual([exitCode, files()['web.yaml'], existsSync(state)], [0, web(4, true), false]);
        await refuses(end('continue'), /has no unfinished update: only one with `--markers` is finished or undone/);
        assert.match((await run('@v2', '--allow-dirty')).stderr, /^up to date at v2/);
      }));

    const left: readonly (readonly [name: string, text: string, isLeft: boolean])[] = [
      ['a start', '<<<<<<< local\n', true],
      ['a middle', '=======\n', true],
      ['an end', '>>>>>>> new\n', true],
      ['an end with CRLF', '>>>>>>> new\r\n', true],
      ['a marker of git', '<<<<<<< HEAD\n', false],
      ['a line that holds a marker', '# <<<<<<< local\n', false],
    ];
    for (const [name, line, isLeft] of left)
      it(`${isLeft ? 'refuses' : 'accepts'} ${name}`, () =>
        inGit(
          { base: { 'R.txt': 'a\n' }, new: { 'R.txt': 'b\n' }, local: { 'R.txt': 'c\n' } },
          async ({ mine, update: run, end }) => {
            await run('@v2', '--markers');
            writeFiles(mine, { 'R.txt': `b\n${line}c\n` });
            const { stderr, exitCode } = await end('continue');
            assert.equal(exitCode, isLeft ? 3 : 0, stderr);
          },
        ));

    it('refuses markers in a file that they were moved to', () =>
      inGit(CONFLICT, async ({ mine, update: run, end }) => {
        await run('@v2', '--markers');
        writeFiles(mine, { 'web.yaml': web(4, true), 'moved.yaml': MARKED });
        assert.match((await end('continue')).stderr, /^\[error\] @moved\.yaml:6:1: /m);
      }));

    it('takes lines that a version has for no markers', () => {
      const text = (value: string, more = ''): string =>
        `Title\n=======\n\nfirst\n\n${value}\n\nlast\n<<<<<<< local\n${more}`;
      return inGit(
        {
          base: { 'R.md': text('a'), 'same.md': text('s') },
          new: { 'R.md': text('b', 'New\n=======\n'), 'same.md': text('s') },
          local: { 'R.md': `Own\n=======\n${text('c')}` },
        },
        async ({ mine, files, update: run, end }) => {
          await run('@v2', '--markers');
          assert.equal((await end('continue')).exitCode, 3);
          const marked = files()['R.md'] ?? '';
          const start = marked.indexOf('<<<<<<< local\nc');
          assert.notEqual(start, -1, marked);
          writeFiles(mine, {
            'R.md': marked.replace('<<<<<<< local\nc', 'c').replace(/=======\nb\n>>>>>>> new\n/, 'b\n'),
          });
          const { exitCode, stderr } = await end('continue');
          assert.equal(exitCode, 0, `${stderr}\n${files()['R.md']}`);
        },
      );
    });

    it('refuses a package whose files are all as before the update', () =>
      inGit(CONFLICT, async ({ git, files, update: run, end }) => {
        const before = files();
        await run('@v2', '--markers');
        git('reset', '--quiet', '--hard');
        git('clean', '--quiet', '--force');
        const { stderr, exitCode } = await end('continue');
        assert.match(stderr, /must have changes of the update to finish it, but all files are as before: end it with/);
        assert.deepEqual([exitCode, files()], [1, before]);
      }));

    for (const [name, leave] of [
      ['after a commit on the branch of the update', ['commit', '--quiet', '--all', '--message', 'WIP']],
      ['which drops the update', ['reset', '--quiet', '--hard']],
    ] as const)
      it(`is refused once an earlier commit is checked out, ${name}`, () =>
        inGit(CONFLICT, async ({ mine, git, files, update: run, end, state }) => {
          git('checkout', '--quiet', '-b', 'early');
          git('checkout', '--quiet', '-b', 'feature');
          writeFiles(mine, { 'web.yaml': web(5, true) });
          git('commit', '--quiet', '--all', '--message', 'y');
          await run('@v2', '--markers');
          git(...leave);
          git('clean', '--quiet', '--force');
          git('checkout', '--quiet', 'early');
          const before = files();
          const { stderr, exitCode } = await end('continue');
          assert.match(
            stderr,
            /mine: must have commit [\da-f]{12} checked out, at which the update began, or a later one .*: run `git checkout feature`, then `krm-variants update .*mine --continue` or, to undo the update, `--abort`$/m,
          );
          assert.deepEqual([exitCode, files(), existsSync(state)], [1, before, true]);
        }));

    it('names the commit if the branch of the update no longer has it', () =>
      inGit(CONFLICT, async ({ git, update: run, end }) => {
        git('commit', '--quiet', '--allow-empty', '--message', 'y');
        const begun = git('rev-parse', 'HEAD').slice(0, 12);
        await run('@v2', '--markers');
        git('reset', '--quiet', 'HEAD^');
        for (const ending of ['continue', 'abort'] as const)
          assert.ok((await end(ending)).stderr.includes(`run \`git checkout ${begun}\``), ending);
      }));

    it('is named in advice as a shell reads it', () =>
      inPackage(CONFLICT, async ({ mine, folder }) => {
        const spaced = join(folder, 'my package');
        renameSync(mine, spaced);
        gitIn(spaced, 'init', '--quiet');
        gitIn(spaced, 'add', '--all');
        gitIn(spaced, 'commit', '--quiet', '--message', 'x');
        const { stderr } = await update(`${spaced}@v2`, '--markers');
        assert.ok(stderr.includes(`run \`krm-variants update '${spaced}' --continue\`, or`), stderr);
        const again = await update(`${spaced}@v2`);
        assert.match(again.stderr, /run `krm-variants update '.*my package' --continue`/);
      }));

    for (const ending of ['continue', 'abort'] as const)
      it(`works with --${ending} after a commit was amended elsewhere, and not in the package`, () =>
        inPackage(CONFLICT, async ({ mine, folder, files }) => {
          const git = (...args: readonly string[]): string => gitIn(folder, ...args);
          git('init', '--quiet');
          git('commit', '--quiet', '--allow-empty', '--message', 'first');
          git('add', 'mine');
          git('commit', '--quiet', '--message', 'x');
          const begun = git('rev-parse', 'HEAD').slice(0, 12);
          const before = files();
          await update(`${mine}@v2`, '--markers');
          if (ending === 'continue') writeFiles(mine, { 'web.yaml': web(4, true) });
          git('add', 'mine');
          git('commit', '--quiet', '--amend', '--message', 'with the package');
          const refused = await update(mine, `--${ending}`);
          assert.equal(refused.exitCode, 1);
          const remedy = `it is amended with changes in the package: run \`git reset --soft ${begun}\`, which keeps all files`;
          assert.ok(refused.stderr.includes(remedy), refused.stderr);
          git('reset', '--quiet', '--soft', begun);
          git('reset', '--quiet');
          writeFiles(folder, { 'other.txt': 'a\n' });
          git('add', 'other.txt');
          git('commit', '--quiet', '--amend', '--message', 'other words');
          assert.notEqual(git('rev-parse', 'HEAD').slice(0, 12), begun);
          const { stderr, exitCode } = await update(mine, `--${ending}`);
          assert.equal(exitCode, 0, stderr);
          if (ending === 'abort') assert.deepEqual(files(), before);
          else assert.match(files()['Kptfile'] ?? '', /^ {4}ref: v2$/m);
        }));

    it('finishes an update that was committed meanwhile', () =>
      inGit(CONFLICT, async ({ mine, git, files, update: run, end }) => {
        await run('@v2', '--markers');
        writeFiles(mine, { 'web.yaml': web(4, true) });
        git('add', '--all');
        git('commit', '--quiet', '--message', 'y');
        const { stderr, exitCode } = await end('continue');
        assert.equal(exitCode, 0, stderr);
        assert.match(files()['Kptfile'] ?? '', /^ {4}ref: v2$/m);
      }));

    it('warns of a file without conflicts that is as before the update, and accepts one with conflicts', () =>
      inGit(CONFLICT, async ({ mine, update: run, end }) => {
        await run('@v2', '--markers');
        writeFiles(mine, { 'web.yaml': web(3, true), 'R.md': 'a\nb\nc\n' });
        const { stderr, exitCode } = await end('continue');
        assert.match(stderr, /^\[warning\] @R\.md: is as before the update$/m);
        assert.doesNotMatch(stderr, /web\.yaml/);
        assert.equal(exitCode, 0);
      }));

    it('refuses a file that is no longer YAML', () =>
      inGit(CONFLICT, async ({ mine, files, update: run, end }) => {
        await run('@v2', '--markers');
        const { Kptfile: text } = files();
        writeFiles(mine, { 'web.yaml': 'a: {\n' });
        const { stderr, exitCode } = await end('continue');
        assert.match(stderr, /^\[error\] @web\.yaml: must be YAML/m);
        assert.deepEqual([exitCode, files()['Kptfile']], [1, text]);
      }));

    it('accepts a template that never was YAML', () =>
      inGit(
        { base: { 't.yaml': '{{ a }}\n' }, new: { 't.yaml': '{{ b }}\n' }, local: { 't.yaml': '{{ c }}\n' } },
        async ({ mine, update: run, end }) => {
          assert.equal((await run('@v2', '--markers')).exitCode, 3);
          writeFiles(mine, { 't.yaml': '{{ d }}\n' });
          assert.equal((await end('continue')).exitCode, 0);
        },
      ));

    it('keeps edits that were made to the Kptfile meanwhile, and reports those that conflict', () =>
      inGit(CONFLICT, async ({ mine, files, update: run, end, state }) => {
        await run('@v2', '--markers');
        const { Kptfile: text = '' } = files();
        writeFiles(mine, { 'web.yaml': web(4, true), Kptfile: text.replace('ref: v1', 'ref: v9') });
        const { stderr, exitCode } = await end('continue');
        assert.match(stderr, /Kptfile .*upstream\.git\.ref: conflict edit\/edit: base "v1", new "v2", local "v9"/);
        assert.deepEqual([exitCode, existsSync(state)], [3, true]);
        writeFiles(mine, { Kptfile: `${text}info: {description: mine}\n` });
        assert.equal((await end('continue')).exitCode, 0);
        assert.match(files()['Kptfile'] ?? '', /^ {4}ref: v2\n[^]*^info: \{description: mine\}$/m);
      }));
  });

  describe('--abort', () => {
    it('restores all files, also added, removed and executable ones, and says what it discards', () =>
      inGit(CONFLICT, async ({ mine, files, git, update: run, end, state }) => {
        chmodSync(join(mine, 'R.md'), 0o755);
        git('commit', '--quiet', '-a', '-m', 'y');
        const before = files();
        await run('@v2', '--markers');
        writeFiles(mine, {
          'web.yaml': web(4, true),
          'own.yaml': configMap('other'),
          'later.yaml': configMap('later'),
        });
        rmSync(join(mine, 'R.md'));
        const { stderr, exitCode } = await end('abort');
        assert.equal(exitCode, 0, stderr);
        assert.deepEqual(files(), { ...before, 'own.yaml': configMap('other'), 'later.yaml': configMap('later') });
        assert.equal(statSync(join(mine, 'R.md')).mode & 0o100, 0o100);
        assert.match(
          stderr,
          /^\[warning\] @R\.md: edits since the update began are discarded\n\[warning\] @web\.yaml: edits since/m,
        );
        assert.doesNotMatch(stderr, /warning\] @(?:added|own|later)/);
        assert.equal(existsSync(state), false);
        await refuses(end('abort'), /has no unfinished update/);
      }));

    it('is refused if another commit is checked out, whose files would be replaced', () =>
      inGit(CONFLICT, async ({ mine, git, files, update: run, end, state }) => {
        await run('@v2', '--markers');
        writeFiles(mine, { 'web.yaml': web(4, true) });
        git('add', '--all');
        git('commit', '--quiet', '-m', 'y');
        const before = files();
        const { stderr, exitCode } = await end('abort');
        assert.match(
          stderr,
          /must have the same commit checked out as when the update began: .* remove @\.git\/.*state\.json$/m,
        );
        assert.deepEqual([exitCode, files()], [1, before]);
        rmSync(state);
        await refuses(end('continue'), /has no unfinished update/);
      }));

    it('restores what was not committed', () =>
      inGit(CONFLICT, async ({ mine, files, git, update: run, end }) => {
        writeFiles(mine, { 'web.yaml': web(5, true), b: Uint8Array.of(255) });
        const before = files();
        assert.equal((await run('@v2', '--markers', '--allow-dirty')).exitCode, 3);
        assert.equal((await end('abort')).exitCode, 0);
        assert.deepEqual(files(), before);
        assert.match(git('status', '--porcelain'), /web\.yaml/);
      }));

    it('restores whether files are executable', () =>
      inPackage(
        {
          base: { ...CONFLICT.base, 'on.sh': 'a\n', 'own.sh': 'c\n' },
          new: CONFLICT.new,
          local: CONFLICT.local ?? {},
        },
        async ({ up, mine }) => {
          writeFiles(up.folder, { 'shop/on.sh': 'a\n', 'shop/own.sh': 'd\n' });
          chmodSync(join(up.folder, 'shop/on.sh'), 0o755);
          up.commit({});
          up.git('tag', 'v3');
          const git = (...args: readonly string[]): string => gitIn(mine, ...args);
          git('init', '--quiet');
          git('add', '--all');
          git('commit', '--quiet', '--message', 'x');
          await update(`${mine}@v3`, '--markers');
          assert.match(git('diff', '--summary'), /mode change 100644 => 100755 on\.sh/);
          chmodSync(join(mine, 'own.sh'), 0o755);
          const { stderr, exitCode } = await update(mine, '--abort');
          assert.equal(exitCode, 0, stderr);
          assert.match(shortened(mine, stderr), /^\[warning\] @own\.sh: edits since the update began are discarded$/m);
          assert.doesNotMatch(stderr, /\[warning\] \S*\/on\.sh/);
          assert.equal(git('status', '--porcelain'), '');
        },
      ));

    it('removes folders that the update created', () =>
      inGit(
        { ...CONFLICT, new: { ...CONFLICT.new, 'a/b/c.yaml': configMap('c') } },
        async ({ mine, update: run, end }) => {
          await run('@v2', '--markers');
          assert.ok(existsSync(join(mine, 'a/b/c.yaml')));
          await end('abort');
          assert.equal(existsSync(join(mine, 'a')), false);
        },
      ));

    it('changes nothing if everything is as before', () =>
      inGit(CONFLICT, async ({ git, files, update: run, end }) => {
        const before = files();
        await run('@v2', '--markers');
        git('reset', '--quiet', '--hard');
        git('clean', '--quiet', '--force');
        const { stderr } = await end('abort');
        assert.equal(stderr, 'as before the update\n');
        assert.deepEqual(files(), before);
      }));
  });

  it('refuses to finish an update that was interrupted, and undoes it', () =>
    inGit(CONFLICT, async ({ mine, files, update: run, end, state }) => {
      const before = files();
      await run('@v2', '--markers');
      // As if the process was killed after it wrote some files.
      writeFileSync(state, readFileSync(state, 'utf8').replace('"isWritten":true', '"isWritten":false'));
      writeFiles(mine, { 'web.yaml': web(3, true) });
      const { stderr, exitCode } = await end('continue');
      assert.match(
        stderr,
        /has an update that was interrupted while it wrote files: undo it with `krm-variants update --abort`/,
      );
      assert.equal(exitCode, 1);
      await end('abort');
      assert.deepEqual(files(), before);
    }));

  it('forgets an update whose files cannot be written', () =>
    inGit(CONFLICT, async ({ mine, files, update: run, state }) => {
      mkdirSync(join(mine, 'added.yaml'));
      writeFileSync(join(mine, 'added.yaml/x'), '');
      const before = files();
      const { stderr, exitCode } = await run('@v2', '--markers', '--allow-dirty');
      assert.notEqual(exitCode, 0, stderr);
      assert.deepEqual([files(), existsSync(state)], [before, false]);
    }));

  it('refuses a damaged state', () =>
    inGit(CONFLICT, async ({ update: run, end, state }) => {
      await run('@v2', '--markers');
      for (const text of ['', '{}', '[1]', '{"files":[{}]}']) {
        writeFileSync(state, text);
        await refuses(
          end('continue'),
          /state\.json: the state of an update must be as it was written: remove this file/,
        );
      }
    }));

  const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['--continue', '--abort'], /`--continue` and `--abort` cannot be combined/],
    [['--continue', '--markers'], /`--continue` and `--markers` cannot be combined/],
    [['--abort', '--diff'], /`--abort` and `--diff` cannot be combined/],
    [['@v2', '--continue'], /`--continue` takes no version/],
  ];
  for (const [args, message] of wrong)
    it(`refuses ${args.join(' ')}`, () => {
      assert.throws(
        () => update(...args),
        (error) => error instanceof UsageError && message.test(error.message),
      );
    });
});
