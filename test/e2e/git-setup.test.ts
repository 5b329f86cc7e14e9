import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { configMap, inFolder, type Files } from '../cli/run-support.ts';
import { inRepository, type GitRepository } from '../support/git-repository.ts';
import { needTools } from '../support/kpt.ts';

const LINES =
  '*.yaml merge=krm\n*.yml merge=krm\nKptfile merge=krm\n.krm-variants/lock/** merge=krm-fleet\n.krm-variants/base/** merge=krm-fleet\n';

const VERSIONS = {
  base: configMap('a', 'data:\n  a: "1"\n  b: "1"\n'),
  ours: configMap('a', 'data:\n  a: "2"\n  b: "1"\n'),
  theirs: configMap('a', 'data:\n  a: "1"\n  b: "2"\n'),
};

/** Changes adjacent lines on two branches, which git alone cannot merge. */
function diverge(repository: GitRepository): void {
  repository.commit({ 'a.yaml': VERSIONS.base });
  repository.branch('theirs', { 'a.yaml': VERSIONS.theirs });
  repository.git('checkout', '--quiet', 'main');
  repository.commit({ 'a.yaml': VERSIONS.ours });
}

/** Calls `git-setup` in a folder, with other values in its environment; undefined removes one. */
function setUp(cwd: string, env: NodeJS.ProcessEnv, ...args: readonly string[]): SpawnSyncReturns<string> {
  const program = join(root, 'dist', 'krm-variants');
  return spawnSync(program, ['git-setup', ...args], { cwd, env: { ...process.env, ...env }, encoding: 'utf8' });
}

describe('krm-variants git-setup', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('makes git merge by structure, and says it once', () =>
    inRepository((repository) => {
      const first = repository.run('krm-variants', 'git-setup');
      assert.equal(first.exitCode, 0, first.stderr);
      assert.match(first.stderr, /^\[info\]: set merge\.krm\.name [^]*\n\[info\]: added "merge=krm" for \*\.yaml/);
      assert.equal(repository.read('.gitattributes'), LINES);
      const second = repository.run('krm-variants', 'git-setup');
      assert.deepEqual([second.exitCode, second.stderr], [0, '[info]: git uses the merge driver already\n']);
      diverge(repository);
      repository.git('merge', '--quiet', 'theirs');
      assert.equal(repository.read('a.yaml'), configMap('a', 'data:\n  a: "2"\n  b: "2"\n'));
    }));

  it('is called from a folder of the repository', () =>
    inRepository((repository) => {
      mkdirSync(join(repository.folder, 'below'));
      const ran = repository.run('sh', '-c', 'cd below && krm-variants git-setup');
      assert.equal(ran.exitCode, 0, ran.stderr);
      assert.equal(repository.read('.gitattributes'), LINES);
    }));

  for (const [title, before, after] of [
    ['keeps the lines that are there', '*.sh text eol=lf\n', `*.sh text eol=lf\n${LINES}`],
    ['ends a last line', '*.sh text', `*.sh text\n${LINES}`],
    ['keeps CRLF', '*.sh text\r\n', `*.sh text\r\n${LINES.replaceAll('\n', '\r\n')}`],
    [
      'adds only what is missing',
      '*.yml merge=krm\n# own\n',
      `*.yml merge=krm\n# own\n*.yaml merge=krm\nKptfile merge=krm\n.krm-variants/lock/** merge=krm-fleet\n.krm-variants/base/** merge=krm-fleet\n`,
    ],
  ] as const)
    it(`${title}, and takes its own back`, () =>
      inRepository((repository) => {
        writeFileSync(join(repository.folder, '.gitattributes'), before);
        assert.equal(repository.run('krm-variants', 'git-setup').exitCode, 0);
        assert.equal(repository.read('.gitattributes'), after);
        const undone = repository.run('krm-variants', 'git-setup', '--undo');
        assert.equal(undone.exitCode, 0, undone.stderr);
        const own = after.split(/(?<=\n)/).filter((line) => !LINES.includes(line.replace('\r', '')));
        assert.equal(repository.read('.gitattributes'), own.join(''));
        assert.equal(repository.run('git', 'config', '--get-regexp', '^merge\\.krm').exitCode, 1);
      }));

  it('makes merges of a fleet follow no renames, unless git is set up otherwise', () =>
    inRepository((repository) => {
      const renames = (): string => repository.run('git', 'config', '--local', '--get', 'merge.renames').stdout.trim();
      assert.equal(repository.run('krm-variants', 'git-setup').exitCode, 0);
      assert.equal(renames(), '');
      // Equal files of two variants: git takes one for the other that is moved.
      const file = (folder: string): string => `clusters/${folder}/web.yaml`;
      const text = configMap('web', 'data:\n  a: "1"\n  b: "2"\n  c: "3"\n');
      repository.commit({ '.krm-variants/lock/clusters/a.lock': '', [file('a')]: text, [file('z')]: text });
      repository.git('checkout', '--quiet', '-b', 'theirs');
      repository.git('mv', file('a'), 'clusters/renamed.yaml');
      repository.git('mv', file('z'), 'clusters/b.yaml');
      repository.commit({ [file('z')]: configMap('other', 'data: {}\n') });
      repository.git('checkout', '--quiet', 'main');
      repository.commit({ [file('a')]: text.replace('"2"', '"edited"') });
      const ran = repository.run('krm-variants', 'git-setup');
      assert.match(
        ran.stderr,
        /^\[info\]: set merge\.renames to false in git's configuration \(--local\): otherwise,/m,
      );
      assert.match(ran.stderr, /^\[info\]: set pull\.twohead to recursive in git's configuration/m);
      assert.equal(renames(), 'false');
      const merged = repository.run('git', 'merge', '--quiet', 'theirs');
      assert.equal(merged.exitCode, 1, merged.stdout);
      assert.match(repository.read(file('a')), /"edited"/);
      repository.git('merge', '--abort');
      assert.equal(repository.run('krm-variants', 'git-setup', '--undo').exitCode, 0);
      assert.equal(renames(), '');
      repository.git('config', 'merge.renames', 'copies');
      const kept = repository.run('krm-variants', 'git-setup');
      assert.match(kept.stderr, /^\[warning\]: merge\.renames is copies: set it to false/m);
      repository.run('krm-variants', 'git-setup', '--undo');
      assert.equal(renames(), 'copies');
    }));

  for (const [what, files, wanted] of [
    ['with a set, before its first apply', { 'inputs/set.yaml': 'kind: PackageVariantSet\n' }, 'false'],
    ['with a PackageVariant in JSON', { 'a.json': '{"kind": "PackageVariant"}' }, 'false'],
    ['with neither', { 'a.yaml': 'kind: PackageVariants\n', 'README.md': 'kind: PackageVariant\n' }, ''],
  ] as const)
    it(`${wanted === '' ? 'leaves merges' : 'makes merges follow no renames'} in a repository ${what}`, () =>
      inRepository((repository) => {
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(repository.folder, path)), { recursive: true });
          writeFileSync(join(repository.folder, path), text);
        }
        assert.equal(repository.run('krm-variants', 'git-setup').exitCode, 0);
        const { stdout } = repository.run('git', 'config', '--local', '--get', 'merge.renames');
        assert.equal(stdout.trim(), wanted);
      }));

  it('leaves no file that it made, and says if there is nothing to undo', () =>
    inRepository((repository) => {
      repository.run('krm-variants', 'git-setup');
      repository.run('krm-variants', 'git-setup', '--undo');
      assert.ok(!existsSync(join(repository.folder, '.gitattributes')));
      const again = repository.run('krm-variants', 'git-setup', '--undo');
      assert.deepEqual(
        [again.exitCode, again.stderr],
        [0, '[info]: nothing to undo: git does not use the merge driver\n'],
      );
    }));

  it('sets up all repositories of a user with --global', () =>
    inFolder({ 'home/.keep': '' }, (folder) => {
      const home = join(folder, 'home');
      const env = { HOME: home, XDG_CONFIG_HOME: undefined, GIT_CONFIG_GLOBAL: undefined, GIT_CONFIG_NOSYSTEM: '1' };
      const { status, stderr } = setUp(folder, env, '--global');
      assert.equal(status, 0, stderr);
      assert.equal(readFileSync(join(home, '.config/git/attributes'), 'utf8'), LINES);
      assert.match(readFileSync(join(home, '.gitconfig'), 'utf8'), /\[merge "krm"\]/);
      assert.equal(setUp(folder, env, '--global', '--undo').status, 0);
      assert.ok(!existsSync(join(home, '.config/git/attributes')));
      assert.doesNotMatch(readFileSync(join(home, '.gitconfig'), 'utf8'), /krm/);
    }));

  it('fails outside of a repository, with the remedy', () =>
    inFolder({}, (folder) => {
      const { status, stderr } = setUp(folder, { GIT_CEILING_DIRECTORIES: folder });
      assert.equal(status, 1);
      assert.match(
        stderr,
        /^\[error\]: the current folder must be in the work tree of a git repository: change to one, or use `--global`/,
      );
    }));

  const machines: Readonly<Record<string, Files>> = {
    'without the program': { 'empty/.keep': '' },
    'where the program cannot be executed': { 'empty/krm-variants': '' },
  };
  for (const [machine, bin] of Object.entries(machines))
    it(`lets git merge by lines, with markers, on a machine ${machine}`, () =>
      inFolder(bin, (folder) =>
        inRepository((repository) => {
          repository.run('krm-variants', 'git-setup');
          diverge(repository);
          const others = (process.env['PATH'] ?? '')
            .split(delimiter)
            .filter((each) => !existsSync(join(each, 'krm-variants')));
          const path = [join(folder, 'empty'), ...others].join(delimiter);
          const merge = repository.run('env', `PATH=${path}`, 'git', 'merge', '--quiet', 'theirs');
          assert.equal(merge.exitCode, 1, merge.stderr);
          const text = repository.read('a.yaml');
          assert.match(
            text,
            /^<<<<<<< ours\n {2}a: "2"\n {2}b: "1"\n=======\n {2}a: "1"\n {2}b: "2"\n>>>>>>> theirs$/m,
          );
        }),
      ));

  it('lets no merge by lines replace an error of the program', () =>
    inFolder({ 'bin/krm-variants': '#!/bin/sh\nexit 129\n' }, (folder) =>
      inRepository((repository) => {
        repository.run('krm-variants', 'git-setup');
        diverge(repository);
        chmodSync(join(folder, 'bin/krm-variants'), 0o755);
        const path = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
        const merge = repository.run('env', `PATH=${path}`, 'git', 'merge', '--quiet', 'theirs');
        assert.notEqual(merge.exitCode, 0);
        assert.doesNotMatch(repository.read('a.yaml'), /^[<>]{7}/m);
      }),
    ));
});
