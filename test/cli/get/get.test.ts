import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { KrmError } from '../../../src/krm/index.ts';
import { GitRepository } from '../../support/git-repository.ts';
import { GitServer } from '../../support/git-server.ts';
import { needTools } from '../../support/kpt.ts';
import { get, update } from '../../support/package-commands.ts';
import { inUpstream, type UpstreamSetting } from '../../support/upstream-repository.ts';
import { configMap, kptfile, readFiles, shortened, type Files } from '../run-support.ts';

/** Returns the fields of a Kptfile that name the version. */
function upstreamLines(
  repo: string,
  directory: string,
  ref: string,
  lock: readonly [ref: string, commit: string],
): string {
  const place = (of: string): string =>
    `  type: git\n  git:\n    repo: ${repo}\n    directory: ${directory}\n    ref: ${of}\n`;
  return `upstream:\n${place(ref)}  updateStrategy: resource-merge\nupstreamLock:\n${place(lock[0])}    commit: ${lock[1]}\n`;
}

const context = (name: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kptfile.kpt.dev\n  annotations:\n    config.kubernetes.io/local-config: "true"\ndata:\n  name: ${name}\n`;

describe('krm-variants get', () => {
  before(function () {
    needTools(this, 'git');
  });

  /** Commits a package `shop`, and gets it as `mine`. */
  function getting(
    files: Files,
    args: readonly string[],
    act: (setting: UpstreamSetting & { outcome: FolderOutcome; got: () => Record<string, string> }) => void,
  ): Promise<void> {
    return inUpstream(async ({ folder, up }) => {
      up.commit(Object.fromEntries(Object.entries(files).map(([path, content]) => [`shop/${path}`, content])));
      const outcome = await get(`file://${up.folder}/.git/shop@main`, join(folder, 'mine'), ...args);
      act({ folder, up, outcome, got: () => readFiles(join(folder, 'mine')) });
    });
  }

  it('copies every file byte for byte, and writes where the package came from', () => {
    const template = '{{ if x }}\na: 1\n{{ end }}\n';
    const files: Files = {
      'a.yaml': '# only a comment\n',
      'b.yaml': 'a:   {b: 1}   # c\r\n\r\nd: yes\n',
      'templates/c.yaml': template,
      'bad.yaml': 'a: [\n',
      'db/Kptfile': kptfile('db'),
      'db-config.yaml': configMap('x'),
      'db-more/c.yaml': configMap('y'),
      '.gitignore': 'x\n',
      'my.gitconfig': '',
      'j.json': '{"a":1}',
    };
    return getting(files, [], ({ up, folder, outcome, got }) => {
      const commit = up.git('rev-parse', 'HEAD');
      assert.deepEqual(got(), {
        ...files,
        Kptfile: `${kptfile('mine')}${upstreamLines(`file://${up.folder}/`, '/shop', 'main', ['main', commit])}`,
      });
      assert.equal(outcome.stderr, `${join(folder, 'mine')}: 11 files at main (${commit.slice(0, 12)})\n`);
      assert.deepEqual([outcome.stdout, outcome.exitCode], ['', 0]);
    });
  });

  it('edits the Kptfile without other changes, and leaves out what belongs to another copy', () => {
    const own = [
      'upstream: {type: git, git: {repo: x, directory: /, ref: v0}}',
      'upstreamLock: {type: git, git: {repo: x, directory: /, ref: v0, commit: abc}}',
      'inventory: {namespace: n, name: i, inventoryID: id}',
      'status: {conditions: [{type: Ready, status: "True"}]}',
    ];
    const text = `# top\napiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: example # ours\n  namespace: prod\n${own.join('\n')}\ninfo: {description:  "two  spaces"} # kept\npipeline:   {}\n`;
    return getting({ Kptfile: text }, [], ({ up, got }) => {
      const commit = up.git('rev-parse', 'HEAD');
      assert.equal(
        got()['Kptfile'],
        `# top\napiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: mine # ours\ninfo: {description:  "two  spaces"} # kept\npipeline:   {}\n${upstreamLines(`file://${up.folder}/`, '/shop', 'main', ['main', commit])}`,
      );
    });
  });

  it('refuses unknown fields of Kptfiles, unless they are allowed', () => {
    const files: Files = { Kptfile: kptfile('shop'), 'db/Kptfile': `${kptfile('db')}piplines: {}\n` };
    return inUpstream(async ({ folder, up }) => {
      up.commit(Object.fromEntries(Object.entries(files).map(([path, content]) => [`shop/${path}`, content])));
      const mine = join(folder, 'mine');
      const refused = await get(`file://${up.folder}/.git/shop@main`, mine);
      assert.match(
        refused.stderr,
        /^\[error\] db\/Kptfile\S* \S+ piplines: unknown field, which kpt refuses; did you mean `pipeline`\?$/m,
      );
      assert.match(refused.stderr, /pass `--allow-unknown-fields` to write them$/m);
      assert.deepEqual([refused.exitCode, existsSync(mine)], [1, false]);
      const allowed = await get(`file://${up.folder}/.git/shop@main`, mine, '--allow-unknown-fields');
      assert.match(
        shortened(mine, allowed.stderr),
        /^\[warning\] @db\/Kptfile \S+ piplines: unknown field, which kpt refuses;/m,
      );
      assert.deepEqual([allowed.exitCode, readFiles(mine)['db/Kptfile']], [0, files['db/Kptfile']]);
    });
  });

  it('resolves the tag of the folder first, and the default branch without a reference', () =>
    inUpstream(async ({ folder, up }) => {
      up.commit({ 'shop/a.yaml': 'a: 1\n' });
      const first = up.git('rev-parse', 'HEAD');
      up.git('tag', '--annotate', '-m', 'x', 'shop/v1');
      up.commit({ 'shop/a.yaml': 'a: 2\n' });
      up.git('tag', 'v1');
      await get(`${up.folder}/shop@v1`, join(folder, 'tagged'));
      const tagged = readFiles(join(folder, 'tagged'));
      assert.equal(tagged['a.yaml'], 'a: 1\n');
      assert.equal(tagged['Kptfile'], kptfile('tagged') + upstreamLines(up.folder, '/shop', 'v1', ['shop/v1', first]));
      await get(`${up.folder}/shop`, join(folder, 'latest'));
      assert.match(readFiles(join(folder, 'latest'))['Kptfile'] ?? '', /^ {4}ref: main\n {2}updateStrategy/m);
      await get(`${up.folder}/shop@${first}`, join(folder, 'commit'), '--strategy', 'fast-forward');
      assert.match(readFiles(join(folder, 'commit'))['Kptfile'] ?? '', /^ {2}updateStrategy: fast-forward$/m);
    }));

  it('keeps executable files, and warns of links', () =>
    inUpstream(async ({ folder, up }) => {
      writeFileSync(join(up.folder, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
      up.commit({ 'a.yaml': 'a: 1\n' });
      up.git('update-index', '--add', '--cacheinfo', `120000,${up.git('rev-parse', 'HEAD:a.yaml')},link.yaml`);
      up.git('commit', '-qm', 'x');
      const outcome = await get(`${up.folder}@main`, join(folder, 'mine'));
      assert.match(
        shortened(folder, outcome.stderr),
        /\[warning\] @mine\/link\.yaml: skipped: a symbolic link is not copied/,
      );
      assert.equal(statSync(join(folder, 'mine/run.sh')).mode & 0o111, 0o111 & ~process.umask());
      assert.equal(existsSync(join(folder, 'mine/link.yaml')), false);
      const strict = await get(`${up.folder}@main`, join(folder, 'strict'), '--strict');
      assert.deepEqual([strict.exitCode, existsSync(join(folder, 'strict'))], [1, false]);
    }));

  it('warns of files that git ignores where they are copied to', () =>
    inUpstream(async ({ folder, up }) => {
      up.commit({ 'shop/Kptfile': kptfile('shop'), 'shop/a.env': 'A=1\n', 'shop/in/b.env': 'B=1\n' });
      const own = new GitRepository(join(folder, 'own'), folder);
      mkdirSync(own.folder);
      own.git('init', '--quiet');
      own.commit({ '.gitignore': '*.env\n/apps/one/Kptfile\n', 'apps/README.md': '' });
      const address = `${up.folder}/shop@main`;
      const { stderr, exitCode } = await get(address, join(own.folder, 'shop'));
      assert.equal(exitCode, 0);
      assert.match(
        stderr,
        /^\[warning\] \S+own\/shop: has 2 files that git ignores here \(a\.env, in\/b\.env\), so other clones would take them for deleted: commit with `git add --force`, or change your \.gitignore$/m,
      );
      const strict = await get(address, join(own.folder, 'apps/one'), '--strict');
      assert.match(strict.stderr, /has 3 files that git ignores here \(/);
      assert.deepEqual([strict.exitCode, existsSync(join(own.folder, 'apps/one'))], [1, false]);
      own.commit({ '.gitignore': '' });
      assert.doesNotMatch((await get(address, join(own.folder, 'two'))).stderr, /ignores/);
      assert.doesNotMatch((await get(address, join(folder, 'outside'))).stderr, /ignores/);
    }));

  it('creates the package in an existing folder, under the last name of its address', () =>
    inUpstream(async ({ folder, up }) => {
      up.commit({ 'a/shop/a.yaml': 'a: 1\n' });
      mkdirSync(join(folder, 'd'));
      assert.equal((await get(`${up.folder}/a/shop@main`, join(folder, 'd'))).exitCode, 0);
      assert.equal((await get(`${up.folder}@main`, join(folder, 'd'))).exitCode, 0);
      assert.deepEqual(readdirSync(join(folder, 'd')), ['shop', 'up']);
      writeFileSync(join(folder, 'file'), '');
      for (const [dest, message] of [
        ['d', /destination directory ".*\/d\/shop" already exists/],
        ['no/shop', /parent directory ".*\/no" must exist/],
        ['file', /must be a folder/],
      ] as const)
        await assert.rejects(get(`${up.folder}/a/shop@main`, join(folder, dest)), message);
    }));

  it('warns that it nests a package in the package that its destination is', () =>
    inUpstream(async ({ folder, up }) => {
      up.commit({ 'a/shop/a.yaml': 'a: 1\n' });
      const address = `${up.folder}/a/shop@main`;
      const dest = join(folder, 'mine');
      await get(address, dest);
      const strict = await get(address, dest, '--strict');
      assert.deepEqual([strict.exitCode, readdirSync(dest)], [1, ['Kptfile', 'a.yaml']]);
      const { stderr, exitCode } = await get(address, dest);
      assert.match(
        stderr,
        /^\[warning\] .*\/mine: is a package, so the new one is nested in it, as by kpt, in .*\/mine\/shop: to confirm/m,
      );
      assert.equal(exitCode, 0);
      rmSync(join(dest, 'shop'), { recursive: true });
      const named = await get(address, join(dest, 'shop'), '--strict');
      assert.deepEqual([named.exitCode, readdirSync(dest)], [0, ['Kptfile', 'a.yaml', 'shop']], named.stderr);
    }));

  it('finds tags, branches and folders with "@" in their names, and updates to them', () =>
    inUpstream(async ({ folder, up }) => {
      up.commit({ 'shop/a.yaml': 'a: 1\n', '@team/web/a.yaml': 'a: 1\n', 'shop@a/a.yaml': 'a: 1\n' });
      up.git('tag', 'v1@rc');
      up.git('tag', 'v1');
      up.git('branch', 'a@b');
      up.git('branch', 'b');
      up.commit({ 'shop/a.yaml': 'a: 2\n' });
      up.git('tag', 'v2@rc');
      for (const [address, dest, file] of [
        ['shop@v1@rc', 'one', 'shop/a.yaml'],
        ['@team/web@v1@rc', 'two', 'web/a.yaml'],
        ['@team/web@v1', 'three', 'web/a.yaml'],
        ['shop@a@b', 'four', 'shop@a/a.yaml'],
        ['shop@main', 'five', 'shop/a.yaml'],
      ] as const) {
        mkdirSync(join(folder, dest));
        const { stderr, exitCode } = await get(`${up.folder}/.git/${address}`, join(folder, dest));
        assert.equal(exitCode, 0, `${address}: ${stderr}`);
        assert.ok(existsSync(join(folder, dest, file)), address);
      }
      const moved = await update(`${join(folder, 'one/shop')}@v2@rc`);
      assert.equal(moved.exitCode, 0, moved.stderr);
      assert.equal(readFiles(join(folder, 'one/shop'))['a.yaml'], 'a: 2\n');
      assert.match((await get(`${up.folder}/shop@v9@rc`, join(folder, 'six'))).stderr, /"rc" must be a tag/);
    }));

  const wrong: readonly (readonly [name: string, files: Files, address: string, message: RegExp])[] = [
    ['a folder that is missing', {}, 'nope@main', /"\/nope" must be a folder of .* at main/],
    ['a reference that is missing', {}, 'shop@v9', /"v9" must be a tag, a branch or a commit of /],
    [
      'a Kptfile of another kind',
      { Kptfile: configMap('a') },
      'shop@main',
      /Kptfile: must have one resource of kind Kptfile/,
    ],
    ['a Kptfile that is not YAML', { Kptfile: 'a: [\n' }, 'shop@main', /Kptfile/],
  ];
  for (const [name, files, address, message] of wrong)
    it(`reports ${name}, and writes nothing`, () =>
      inUpstream(async ({ folder, up }) => {
        up.commit({
          'shop/a.yaml': 'a: 1\n',
          ...Object.fromEntries(Object.entries(files).map(([p, c]) => [`shop/${p}`, c])),
        });
        const before = readdirSync(folder);
        const { stderr, exitCode } = await get(`${up.folder}/${address}`, join(folder, 'mine'));
        assert.match(stderr, message);
        assert.deepEqual([exitCode, readdirSync(folder)], [1, before]);
      }));

  describe('a repository that no disk can hold', () => {
    const names: Readonly<Record<string, readonly string[]>> = {
      'a name of 300 characters': ['n'.repeat(300)],
      'a path of 6,000 characters': [`${'n'.repeat(200)}/`.repeat(30) + 'a.yaml'],
      'a folder with the name of a file': ['a.yaml', 'a.yaml/b.yaml'],
      'a name of a temporary file': ['.krm-variants-1-1-x.tmp'],
    };
    /** Commits a tree with entries that git itself would not write. */
    const commitTree = (up: GitRepository, paths: readonly string[]): void => {
      const blob = up.git('hash-object', '-w', '.keep');
      const treeOf = (entries: readonly string[]): string => {
        const bytes = entries.map((path) => {
          const [name = '', ...rest] = path.split('/');
          const [mode, id] = rest.length === 0 ? ['100644', blob] : ['40000', treeOf([rest.join('/')])];
          return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]);
        });
        writeFileSync(join(up.folder, 'tree'), Buffer.concat(bytes));
        return up.git('hash-object', '-w', '-t', 'tree', '--literally', 'tree');
      };
      up.git('update-ref', 'refs/heads/main', up.git('commit-tree', '-m', 'x', treeOf(paths)));
      rmSync(join(up.folder, 'tree'));
    };
    for (const [name, paths] of Object.entries(names))
      it(`is refused: ${name}`, () =>
        inUpstream(async ({ folder, up }) => {
          commitTree(up, ['web.yaml', ...paths]);
          const before = readdirSync(folder);
          const { stderr, exitCode } = await get(`${up.folder}@main`, join(folder, 'mine'));
          assert.match(stderr, /^\[error\] /m);
          assert.doesNotMatch(stderr, /ENAMETOOLONG|EEXIST|ENOTDIR|at .*\.ts/);
          assert.deepEqual([exitCode, readdirSync(folder)], [1, before]);
        }));
  });

  describe('--for-deployment', () => {
    it('creates the package context', () =>
      getting({ 'a.yaml': 'a: 1\n' }, ['--for-deployment'], ({ got }) => {
        assert.equal(got()['package-context.yaml'], context('mine'));
      }));

    it('edits the name in the context of the root package, and leaves the rest untouched', () => {
      const text = `# ours\n${context('example # default').replace('data:', 'data: # keys')}  region: eu\n`;
      const files = { 'ctx.yaml': text, 'db/Kptfile': kptfile('db'), 'db/ctx.yaml': context('db') };
      return getting(files, ['--for-deployment'], ({ got }) => {
        assert.equal(got()['ctx.yaml'], text.replace('example # default', 'mine # default'));
        assert.equal(got()['db/ctx.yaml'], context('db'));
        assert.equal(got()['package-context.yaml'], undefined);
      });
    });

    it('works beside files without resources, and those of a chart', () => {
      const files = { 'values.yaml': 'a: 1\n', 'templates/c.yaml': '{{ if x }}\na: 1\n', 'bad.yaml': 'a: [\n' };
      return getting(files, ['--for-deployment'], ({ got }) => {
        const { Kptfile: _, ...others } = got();
        assert.deepEqual(others, {
          'bad.yaml': files['bad.yaml'],
          'package-context.yaml': context('mine'),
          'templates/c.yaml': files['templates/c.yaml'],
          'values.yaml': files['values.yaml'],
        });
      });
    });

    it('sets the path of a package in another one', () =>
      inUpstream(async ({ folder, up }) => {
        up.commit({ 'shop/a.yaml': 'a: 1\n' });
        mkdirSync(join(folder, 'outer/apps'), { recursive: true });
        writeFileSync(join(folder, 'outer/Kptfile'), kptfile('outer'));
        await get(`${up.folder}/shop@main`, join(folder, 'outer/apps/mine'), '--for-deployment');
        const found = readFiles(join(folder, 'outer/apps/mine'))['package-context.yaml'];
        assert.equal(found, `${context('mine')}  package-path: outer/apps/mine\n`);
      }));

    it('without it, a context with the name of another package is a warning', () =>
      getting({ 'package-context.yaml': context('example') }, [], ({ folder, outcome, got }) => {
        assert.match(
          shortened(folder, outcome.stderr),
          /^\[warning\] @mine\/package-context\.yaml v1\/ConfigMap\/kptfile\.kpt\.dev data\.name: is the name of another package: `--for-deployment` sets it to "mine"$/m,
        );
        assert.equal(got()['package-context.yaml'], context('example'));
      }));
  });

  it('adds the comments of kpt with --kpt-comments', () => {
    const two = `${configMap('a')}---\n${configMap('c').replace('metadata:', 'metadata: # kpt-merge: n/old')}`;
    const files = {
      'a.yaml': two,
      't.yaml': '{{ if x }}\na: 1\n',
      'bad.yaml': 'a: [\n',
      'f.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: flow}\ndata: {a: b}\n',
      'n.yaml': `${configMap('named')}  namespace: prod\n`,
    };
    return getting(files, ['--kpt-comments'], ({ got }) => {
      assert.equal(got()['a.yaml'], two.replace('metadata:\n', 'metadata: # kpt-merge: /a\n'));
      assert.equal(got()['n.yaml'], files['n.yaml'].replace('metadata:', 'metadata: # kpt-merge: prod/named'));
      assert.equal(got()['f.yaml'], files['f.yaml'].replace('{name: flow}', '{name: flow} # kpt-merge: /flow'));
      assert.equal(got()['t.yaml'], files['t.yaml']);
      assert.doesNotMatch(got()['Kptfile'] ?? '', /kpt-merge/);
    });
  });

  describe('a nested package', () => {
    const nested = (repo: string, rest = ''): string =>
      `${kptfile('base')}upstream:\n  type: git\n  git:\n    repo: ${repo}\n    directory: /db\n    ref: v1\n${rest}`;

    it('with an upstream is fetched from there, and those in it', () =>
      inUpstream(async ({ folder, up }) => {
        const repo = `file://${up.folder}`;
        up.commit({ 'db/d.yaml': 'd: 1\n', 'db/Kptfile': `${kptfile('db')}info: {description: d}\n` });
        up.git('tag', 'v1');
        up.commit({
          'shop/Kptfile': kptfile('shop'),
          'shop/base/Kptfile': nested(repo, 'pipeline: {}\n'),
          'shop/a.yaml': 'a: 1\n',
        });
        const outcome = await get(`${repo}/shop@main`, join(folder, 'mine'));
        const files = readFiles(join(folder, 'mine'));
        assert.deepEqual(Object.keys(files), ['Kptfile', 'a.yaml', 'base/Kptfile', 'base/d.yaml'], outcome.stderr);
        const inner = files['base/Kptfile'] ?? '';
        assert.match(inner, /^ {2}name: base$/m);
        assert.match(inner, /^info: \{description: d\}$/m);
        assert.match(inner, /^pipeline: \{\}$/m);
        assert.match(inner, new RegExp(`^ {4}commit: ${up.git('rev-parse', 'v1')}$`, 'm'));
        assert.match(outcome.stderr, /4 files of 2 packages at main/);
      }));

    it('with a version of its own is copied as it is', () =>
      inUpstream(async ({ folder, up }) => {
        const lock = 'upstreamLock:\n  type: git\n  git: {repo: x, directory: /, ref: v0, commit: abc}\n';
        const text = nested('https://example.com/x', lock);
        up.commit({ 'shop/base/Kptfile': text });
        await get(`${up.folder}/shop@main`, join(folder, 'mine'));
        assert.equal(readFiles(join(folder, 'mine'))['base/Kptfile'], text);
      }));

    const refused: readonly (readonly [name: string, repo: string, message: RegExp])[] = [
      [
        'another repository on this machine',
        'file:///etc',
        /base\/Kptfile: the upstream of a nested package must not be on this machine/,
      ],
      ['a path', '../secret', /must not be on this machine/],
      ['another host', 'https://example.com/x', /is on example\.com: allow it with `--allow-host example\.com`/],
      ['a program', 'ext::sh -c "touch ran"', /a git repository must be /],
      ['an option', '--upload-pack=touch', /a git repository must be /],
    ];
    for (const [name, repo, message] of refused)
      it(`is refused from ${name}`, () =>
        inUpstream(async ({ folder, up }) => {
          up.commit({ 'shop/base/Kptfile': nested(JSON.stringify(repo)) });
          const { stderr, exitCode } = await get(`${up.folder}/shop@main`, join(folder, 'mine'));
          assert.match(stderr, message);
          assert.deepEqual([exitCode, existsSync(join(folder, 'mine'))], [1, false]);
        }));

    const remotes: readonly (readonly [name: string, remote: (folder: string) => string])[] = [
      ['a path', (folder) => `${folder}/other.git`],
      ['a URL', (folder) => `file://${folder}/other.git`],
      ['a relative path', () => '../other.git'],
    ];
    for (const [name, remote] of remotes)
      it(`is fetched from this machine if the user has its repository as a remote: ${name}`, () =>
        inUpstream(async ({ folder, up }) => {
          up.commit({ 'db/d.yaml': 'd: 1\n', 'shop/base/Kptfile': nested(`file://${folder}/other`) });
          up.git('tag', 'v1');
          up.git('clone', '--quiet', '--bare', '.', join(folder, 'other.git'));
          const work = join(folder, 'work');
          up.git('init', '--quiet', work);
          const target = join(work, 'mine');
          const before = await get(`${up.folder}/shop@main`, target);
          assert.match(
            before.stderr,
            /must not be on this machine, but is file:.*\/other: allow it by making it a remote/,
          );
          up.git('-C', work, 'remote', 'add', 'other', remote(folder));
          up.git('-C', work, 'remote', 'add', 'program', 'ext::sh -c x');
          const { stderr, exitCode } = await get(`${up.folder}/shop@main`, target);
          assert.deepEqual([exitCode, readFiles(target)['base/d.yaml']], [0, 'd: 1\n'], stderr);
        }));

    it('whose server redirects to another host is refused, and nothing is asked there', () =>
      inUpstream(async ({ folder, up }) => {
        const server = await GitServer.start(join(folder, 'served'));
        up.commit({ 'shop/base/Kptfile': nested(`${server.url}/moved/${server.otherHost}/up`) });
        up.git('clone', '--quiet', '--bare', '.', join(folder, 'served/up.git'));
        const { stderr, exitCode } = await get(`${server.url}/up.git/shop@main`, join(folder, 'mine'));
        const requests = await server.stop();
        assert.match(stderr, /redirects to http:\/\/localhost:\d+\/up, on another host/);
        assert.deepEqual([exitCode, existsSync(join(folder, 'mine'))], [1, false]);
        assert.deepEqual(
          requests.filter((line) => line.includes(' localhost')),
          [],
        );
      }));

    it('that fetches itself is refused', () =>
      inUpstream(async ({ folder, up }) => {
        up.commit({ 'db/x/Kptfile': nested(`file://${up.folder}`).replace('ref: v1', 'ref: main') });
        const { stderr, exitCode } = await get(`file://${up.folder}/db@main`, join(folder, 'mine'));
        assert.match(stderr, /packages must not fetch each other more than 20 levels deep/);
        assert.equal(exitCode, 1);
      }));
  });

  it('is refused before anything is fetched if its address is wrong', async () => {
    await assert.rejects(get('ext::sh.git/a@v1'), KrmError);
  });
});
