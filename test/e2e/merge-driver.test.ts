import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { configMap, inFolder, kptfile, readFiles, type Files } from '../cli/run-support.ts';
import { runProgram, type Ended } from '../support/child.ts';
import { codeBlocks } from '../support/code-blocks.ts';
import { inRepository, type GitRepository } from '../support/git-repository.ts';
import { needTools } from '../support/kpt.ts';
import { readPage } from '../support/pages.ts';

const [setUp = ''] = codeBlocks(readPage('docs/git-merges.md'), 'shell');

interface Sizes {
  readonly replicas?: number;
  readonly paused?: boolean;
  readonly image?: string;
}

/** Returns a Deployment with two fields on adjacent lines, and one far from these. */
function web({ replicas = 1, paused = true, image = 'web:1' }: Sizes = {}): string {
  return `# The shop.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  paused: ${paused}
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: ${image} # pinned
`;
}

/**
 * Passes a repository with the set-up of docs/git-merges.md to a test, in which `main` and `theirs` have changed the
 * files.
 */
function diverged<T>(
  { base, ours, theirs }: Readonly<Record<'base' | 'ours' | 'theirs', Files>>,
  act: (repository: GitRepository) => T,
): Promise<T> {
  return inRepository((repository) => {
    const { stderr, exitCode } = repository.run('sh', '-e', '-c', setUp);
    assert.equal(exitCode, 0, stderr);
    repository.commit(base);
    repository.branch('theirs', theirs);
    repository.git('checkout', '--quiet', 'main');
    repository.commit(ours);
    return act(repository);
  });
}

const merge = (repository: GitRepository): Ended => repository.run('git', 'merge', '--no-edit', 'theirs');

const status = (repository: GitRepository): string => repository.git('status', '--porcelain');

const disjoint = {
  base: { 'web.yaml': web() },
  ours: { 'web.yaml': web({ replicas: 3 }) },
  theirs: { 'web.yaml': web({ paused: false }) },
};

describe('the merge driver in git', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('merges edits on adjacent lines, where git alone has a conflict', () =>
    diverged(disjoint, (repository) => {
      const { stdout, stderr, exitCode } = merge(repository);
      assert.equal(exitCode, 0, stdout + stderr);
      assert.equal(repository.read('web.yaml'), web({ replicas: 3, paused: false }));
      assert.equal(status(repository), '');
      for (const [name, ref] of Object.entries({ o: 'main~2', a: 'main^1', b: 'theirs' }))
        writeFileSync(join(repository.folder, name), `${repository.git('show', `${ref}:web.yaml`)}\n`);
      assert.equal(repository.run('git', 'merge-file', '-p', 'a', 'o', 'b').exitCode, 1);
    }));

  it('merges into that of several resources with one name which was edited', () => {
    const part = (zone: string, replicas = 1): string =>
      web({ replicas, image: `${zone}:1` }).replace('# The shop.', `# ${zone}`);
    const text = (...parts: readonly string[]): string => parts.join('---\n');
    return diverged(
      {
        base: { 'web.yaml': text(part('a'), part('b')) },
        ours: { 'web.yaml': text(part('a'), part('b', 9)) },
        theirs: { 'web.yaml': text(part('new'), part('a'), part('b')) },
      },
      (repository) => {
        const { stderr, exitCode } = merge(repository);
        assert.equal(exitCode, 0, stderr);
        assert.equal(repository.read('web.yaml'), text(part('new'), part('a'), part('b', 9)));
      },
    );
  });

  it('rebases', () =>
    diverged(disjoint, (repository) => {
      repository.git('checkout', '--quiet', 'theirs');
      repository.commit({ 'web.yaml': web({ paused: false, image: 'web:2' }) });
      repository.git('rebase', '--quiet', 'main');
      assert.equal(repository.read('web.yaml'), web({ replicas: 3, paused: false, image: 'web:2' }));
      assert.equal(repository.git('rev-list', '--count', 'main..theirs'), '2');
    }));

  it('picks a commit', () =>
    diverged(disjoint, (repository) => {
      repository.git('cherry-pick', 'theirs');
      assert.equal(repository.read('web.yaml'), web({ replicas: 3, paused: false }));
    }));

  it('stashes and restores local changes', () =>
    diverged(disjoint, (repository) => {
      writeFileSync(join(repository.folder, 'web.yaml'), web({ replicas: 3, image: 'web:9' }));
      repository.git('stash', '--quiet');
      merge(repository);
      repository.git('stash', 'pop', '--quiet');
      assert.equal(repository.read('web.yaml'), web({ replicas: 3, paused: false, image: 'web:9' }));
    }));

  const crossings: Readonly<Record<string, Sizes>> = {
    'that git merges by lines': { image: 'web:2' },
    'that git cannot merge by lines': { paused: false },
  };
  for (const [title, change] of Object.entries(crossings))
    it(`merges branches that have merged each other, with bases ${title}`, () =>
      inRepository((repository) => {
        repository.run('sh', '-e', '-c', setUp);
        repository.commit({ 'web.yaml': web(), 'other.yaml': configMap('other', 'data:\n  a: "1"\n  b: "1"\n') });
        repository.branch('a', { 'web.yaml': web({ replicas: 2 }) });
        repository.branch('b', { 'web.yaml': web(change) });
        repository.git('branch', 'first', 'a');
        repository.git('checkout', '--quiet', 'a');
        repository.git('merge', '--quiet', '--no-edit', 'b');
        repository.commit({ 'other.yaml': configMap('other', 'data:\n  a: "2"\n  b: "1"\n') });
        repository.git('checkout', '--quiet', 'b');
        repository.git('merge', '--quiet', '--no-edit', 'first');
        repository.commit({
          'other.yaml': configMap('other', 'data:\n  a: "1"\n  b: "2"\n'),
          'web.yaml': `${web({ replicas: 2, ...change })}      restartPolicy: Always\n`,
        });
        assert.equal(repository.git('merge-base', '--all', 'a', 'b').split('\n').length, 2);
        repository.git('merge', '--quiet', '--no-edit', 'a');
        assert.equal(repository.read('web.yaml'), `${web({ replicas: 2, ...change })}      restartPolicy: Always\n`);
        assert.equal(repository.read('other.yaml'), configMap('other', 'data:\n  a: "2"\n  b: "2"\n'));
      }));

  it('follows a file that one side renames', () =>
    inRepository((repository) => {
      repository.run('sh', '-e', '-c', setUp);
      repository.commit({ 'web.yaml': web() });
      repository.git('checkout', '--quiet', '-b', 'theirs');
      repository.git('mv', 'web.yaml', 'shop.yml');
      repository.commit({ 'shop.yml': web({ paused: false }) });
      repository.git('checkout', '--quiet', 'main');
      repository.commit({ 'web.yaml': web({ replicas: 3 }) });
      repository.git('merge', '--quiet', '--no-edit', 'theirs');
      assert.deepEqual(readdirSync(repository.folder).toSorted(), ['.git', '.gitattributes', '.gitignore', 'shop.yml']);
      assert.equal(repository.read('shop.yml'), web({ replicas: 3, paused: false }));
    }));

  it('marks the smallest lines of a conflict, keeps all sides, and names the field', () =>
    diverged(
      {
        base: disjoint.base,
        ours: { 'web.yaml': web({ replicas: 3, image: 'web:2' }) },
        theirs: { 'web.yaml': web({ replicas: 5, paused: false }) },
      },
      (repository) => {
        const { stdout, stderr, exitCode } = merge(repository);
        assert.equal(exitCode, 1);
        assert.match(stdout, /CONFLICT \(content\): Merge conflict in web\.yaml/);
        assert.match(
          stdout + stderr,
          /^\[error\] web\.yaml apps\/v1\/Deployment\/web spec\.replicas: conflict edit\/edit: base 1, new 5, local 3$/m,
        );
        assert.equal(status(repository), 'UU web.yaml');
        const marked = '<<<<<<< ours\n  replicas: 3\n=======\n  replicas: 5\n>>>>>>> theirs\n';
        const merged = web({ paused: false, image: 'web:2' }).replace('  replicas: 1\n', marked);
        assert.equal(repository.read('web.yaml'), merged);
        assert.equal(repository.git('ls-files', '--unmerged').split('\n').length, 3);
        repository.commit({ 'web.yaml': web({ replicas: 5, paused: false, image: 'web:2' }) });
        assert.equal(status(repository), '');
        assert.equal(repository.git('rev-list', '--count', '--merges', 'HEAD'), '1');
      },
    ));

  it('lets a mergetool see three YAML files, and what it writes is the result', () =>
    diverged({ ...disjoint, theirs: { 'web.yaml': web({ replicas: 5 }) } }, (repository) => {
      assert.equal(merge(repository).exitCode, 1);
      const tool = `grep -q "replicas: 1" "$BASE" && grep -q "replicas: 3" "$LOCAL" && cp "$REMOTE" "$MERGED"`;
      const config = ['-c', `mergetool.t.cmd=${tool}`, '-c', 'mergetool.t.trustExitCode=true'];
      repository.git(...config, '-c', 'mergetool.keepBackup=false', 'mergetool', '--no-prompt', '--tool=t');
      assert.equal(repository.read('web.yaml'), web({ replicas: 5 }));
      assert.equal(status(repository), 'M  web.yaml');
    }));

  for (const style of ['diff3', 'zdiff3'])
    it(`shows the lines of the base if git is configured so: ${style}`, () =>
      diverged({ ...disjoint, theirs: { 'web.yaml': web({ replicas: 5 }) } }, (repository) => {
        repository.git('config', 'merge.conflictStyle', style);
        assert.equal(merge(repository).exitCode, 1);
        const marked =
          '<<<<<<< ours\n  replicas: 3\n||||||| base\n  replicas: 1\n=======\n  replicas: 5\n>>>>>>> theirs\n';
        assert.equal(repository.read('web.yaml'), web().replace('  replicas: 1\n', marked));
      }));

  it('makes markers of the size that the attributes say', () =>
    diverged(
      {
        base: disjoint.base,
        ours: { ...disjoint.ours, '.gitattributes': '*.yaml merge=krm conflict-marker-size=12\n' },
        theirs: { 'web.yaml': web({ replicas: 5 }) },
      },
      (repository) => {
        assert.equal(merge(repository).exitCode, 1);
        assert.match(
          repository.read('web.yaml'),
          /^<{12} ours\n {2}replicas: 3\n={12}\n {2}replicas: 5\n>{12} theirs$/m,
        );
      },
    ));

  const template = (tag: string, port: string): string =>
    `{{- if .Values.web }}\nkind: Service\nspec:\n  tag: ${tag}\n  a: 1\n  b: 2\n  c: 3\n  port: {{ ${port} }}\n{{- end }}\n`;

  it('merges a Helm template by lines', () =>
    diverged(
      {
        base: { 'templates/a.yaml': template('1', '.p') },
        ours: { 'templates/a.yaml': template('2', '.p') },
        theirs: { 'templates/a.yaml': template('1', '.q') },
      },
      (repository) => {
        assert.equal(merge(repository).exitCode, 0);
        assert.equal(repository.read('templates/a.yaml'), template('2', '.q'));
      },
    ));

  it('merges by lines with markers if a side is not YAML', () =>
    diverged(
      {
        base: disjoint.base,
        ours: { 'web.yaml': web({ replicas: 3 }).replace('  paused: true', '  paused: [') },
        theirs: { 'web.yaml': web({ replicas: 5, image: 'web:2' }) },
      },
      (repository) => {
        assert.equal(merge(repository).exitCode, 1);
        const marked =
          '<<<<<<< ours\n  replicas: 3\n  paused: [\n=======\n  replicas: 5\n  paused: true\n>>>>>>> theirs\n';
        assert.equal(
          repository.read('web.yaml'),
          web({ image: 'web:2' }).replace('  replicas: 1\n  paused: true\n', marked),
        );
        assert.equal(status(repository), 'UU web.yaml');
      },
    ));

  it('merges a file that both sides added by its fields', () =>
    diverged(
      {
        base: { a: '' },
        ours: { 'web.yaml': web({ image: 'web:2' }) },
        theirs: { 'web.yaml': `${web()}      restartPolicy: Always\n` },
      },
      (repository) => {
        assert.equal(merge(repository).exitCode, 1);
        assert.equal(status(repository), 'AA web.yaml');
        const marked =
          '<<<<<<< ours\n          image: web:2 # pinned\n=======\n          image: web:1 # pinned\n>>>>>>> theirs\n';
        assert.equal(
          repository.read('web.yaml'),
          `${web().replace('          image: web:1 # pinned\n', marked)}      restartPolicy: Always\n`,
        );
      },
    ));

  it('keeps CRLF', () => {
    const crlf = (sizes: Sizes) => web(sizes).replaceAll('\n', '\r\n');
    return diverged(
      {
        base: { 'web.yaml': crlf({}) },
        ours: { 'web.yaml': crlf({ replicas: 3 }) },
        theirs: { 'web.yaml': crlf({ paused: false }) },
      },
      (repository) => {
        assert.equal(merge(repository).exitCode, 0);
        assert.equal(repository.read('web.yaml'), crlf({ replicas: 3, paused: false }));
      },
    );
  });

  it('merges the pipeline of a Kptfile by functions, and all its fields as any', () => {
    const file = (ref: string, ...functions: readonly string[]): string =>
      `${kptfile('shop')}upstream:\n  git:\n    ref: ${ref}\npipeline:\n  mutators:\n${functions.map((name) => `    - image: ${name}\n`).join('')}`;
    return diverged(
      {
        base: { 'shop/Kptfile': file('v1', 'a:1', 'b:1') },
        ours: { 'shop/Kptfile': file('v1', 'a:1', 'b:1', 'own:1') },
        theirs: { 'shop/Kptfile': file('v2', 'a:1', 'b:2') },
      },
      (repository) => {
        assert.equal(merge(repository).exitCode, 0);
        assert.equal(repository.read('shop/Kptfile'), file('v2', 'a:1', 'b:2', 'own:1'));
      },
    );
  });

  it('deletes one of several documents, and keeps what the other side changed in another', () =>
    diverged(
      {
        base: { 'a.yaml': [configMap('a'), configMap('b'), configMap('c')].join('---\n') },
        ours: { 'a.yaml': [configMap('a'), configMap('b'), configMap('c', 'data: {}\n')].join('---\n') },
        theirs: { 'a.yaml': [configMap('a'), configMap('c')].join('---\n') },
      },
      (repository) => {
        assert.equal(merge(repository).exitCode, 0);
        assert.equal(repository.read('a.yaml'), [configMap('a'), configMap('c', 'data: {}\n')].join('---\n'));
      },
    ));

  it('merges a file whose name looks like an option, or has quotes and spaces', () => {
    const names = ['--diff.yaml', `it's "a" $b.yaml`];
    const files = (sizes: Sizes): Files => Object.fromEntries(names.map((name) => [name, web(sizes)]));
    return diverged(
      { base: files({}), ours: files({ replicas: 3 }), theirs: files({ paused: false }) },
      (repository) => {
        assert.equal(merge(repository).exitCode, 0);
        for (const name of names) assert.equal(repository.read(name), web({ replicas: 3, paused: false }));
      },
    );
  });

  it('fails the merge on an error of its own, and leaves all sides to git', () =>
    diverged(disjoint, (repository) => {
      repository.git('config', 'merge.krm.driver', 'krm-variants merge-driver %O %A %B none %P');
      const { stdout, stderr, exitCode } = merge(repository);
      assert.notEqual(exitCode, 0);
      assert.match(stdout + stderr, /^\[error\]: the size of a marker \(%L\) must be a number/m);
      assert.equal(repository.git('rev-list', '--count', '--merges', 'HEAD'), '0');
      assert.equal(repository.read('web.yaml'), web({ replicas: 3 }));
    }));
});

const PROGRAM = join(root, 'dist/krm-variants');

/** Calls the driver as git does, for files without an extension, and returns its end and our file after it. */
function drive(
  files: {
    readonly base?: string | Uint8Array;
    readonly ours: string | Uint8Array;
    readonly theirs: string | Uint8Array;
  },
  path = 'web.yaml',
  names: readonly string[] = [],
): Promise<Ended & { readonly merged: string; readonly left: Files }> {
  const { base = '', ours, theirs } = files;
  return inFolder({ '.merge_a': base, '.merge_b': ours, '.merge_c': theirs }, async (folder) => {
    const [o, a, b] = ['.merge_a', '.merge_b', '.merge_c'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    chmodSync(a, 0o640);
    const ended = await runProgram(PROGRAM, ['merge-driver', o, a, b, '7', path, ...names]);
    assert.equal(statSync(a).mode & 0o777, 0o640);
    return { ...ended, merged: readFileSync(a, 'utf8'), left: readFiles(folder) };
  });
}

describe('krm-variants merge-driver', function () {
  it('writes to our file alone, and says nothing about a clean merge', async () => {
    const { stdout, stderr, exitCode, merged, left } = await drive({
      base: web(),
      ours: web({ replicas: 3 }),
      theirs: web({ paused: false }),
    });
    assert.deepEqual([stdout, stderr, exitCode], ['', '', 0]);
    assert.equal(merged, web({ replicas: 3, paused: false }));
    assert.deepEqual(Object.keys(left), ['.merge_a', '.merge_b', '.merge_c']);
  });

  it('prints each warning on a line', async () => {
    const list = (elements: string): string => `${configMap('a', '')}list: ${elements}\n`;
    const { stderr, exitCode } = await drive({ base: list('[]'), ours: list('[a]'), theirs: list('[b]') });
    assert.match(
      stderr,
      /^\[warning\] web\.yaml v1\/ConfigMap\/a list: both sides added elements at the same place: .*\n$/,
    );
    assert.equal(exitCode, 0);
  });

  for (const [title, ours, theirs] of [
    ['ours deletes what theirs changes', web().replace('  paused: true\n', ''), web({ paused: false })],
    ['theirs deletes what ours changes', web({ paused: false }), web().replace('  paused: true\n', '')],
  ] as const)
    it(`has a conflict where ${title}`, async () => {
      const { stderr, exitCode, merged } = await drive({ base: web(), ours, theirs });
      assert.match(stderr, /spec\.paused: conflict delete\/change: /);
      assert.equal(exitCode, 1);
      assert.match(merged, /^<<<<<<< ours$/m);
    });

  it("has git's names of the versions, but not the words that older releases leave as they are", async () => {
    const sides = { base: web(), ours: web({ replicas: 3 }), theirs: web({ replicas: 5 }) };
    const named = await drive(sides, 'web.yaml', ['1a2b', 'HEAD', 'topic']);
    assert.match(named.merged, /^<<<<<<< HEAD\n.*\n=======\n.*\n>>>>>>> topic$/m);
    const unnamed = await drive(sides, 'web.yaml', ['%S', '%X', '%Y']);
    assert.match(unnamed.merged, /^<<<<<<< ours\n.*\n=======\n.*\n>>>>>>> theirs$/m);
  });

  it('has a conflict of lines where both sides change a comment', async () => {
    const commented = (text: string): string => web().replace('pinned', text);
    const { stderr, exitCode, merged } = await drive({
      base: web(),
      ours: commented('by us'),
      theirs: commented('by them'),
    });
    assert.match(stderr, /image: conflict lines: base "# pinned", new "# by them", local "# by us"/);
    assert.equal(exitCode, 1);
    assert.match(merged, /<<<<<<< ours\n.*# by us\n=======\n.*# by them\n>>>>>>> theirs\n/);
  });

  it('takes the format from the path', async () => {
    const sides = { base: web(), ours: web({ replicas: 3 }), theirs: web({ paused: false }) };
    assert.equal((await drive(sides, 'web.txt')).exitCode, 1);
    assert.equal(
      (
        await drive(
          { ...sides, base: kptfile('a'), ours: `${kptfile('a')}info: {}\n`, theirs: kptfile('b') },
          'x/Kptfile',
        )
      ).exitCode,
      0,
    );
  });

  it('takes an empty base for a file that both sides added', async () => {
    const { exitCode, merged } = await drive({ ours: web(), theirs: web() });
    assert.deepEqual([exitCode, merged], [0, web()]);
  });

  it('marks what differs if both sides added a text', async () => {
    const { exitCode, merged } = await drive({ ours: 'a: 1\n{{ x }}\n', theirs: 'a: 2\n{{ x }}\n' });
    assert.deepEqual([exitCode, merged], [1, '<<<<<<< ours\na: 1\n=======\na: 2\n>>>>>>> theirs\n{{ x }}\n']);
  });

  it('marks both versions of a document that one side deleted', async () => {
    const two = `${configMap('a')}---\n${configMap('b', 'data:\n  x: "1"\n')}`;
    const { exitCode, merged } = await drive({
      base: two,
      ours: two.replace('"1"', '"2"'),
      theirs: configMap('a'),
    });
    assert.equal(exitCode, 1);
    assert.match(merged, /^<{7} ours\n(?:---\n)?apiVersion[^]*x: "2"\n={7}\n>{7} theirs$/m);
    assert.ok(merged.startsWith(configMap('a')));
  });

  it('marks a map in flow style with two conflicts once, and merges what is around it', async () => {
    const file = (flow: string, b: number) => `kind: A\na: ${flow}\nb: ${b}\nc: 1\n`;
    const { exitCode, merged } = await drive({
      base: file('{ p: 1, q: 1 }', 1),
      ours: file('{ p: 2, q: 2 }', 1),
      theirs: file('{ p: 3, q: 3 }', 2),
    });
    const marked = '<<<<<<< ours\na: { p: 2, q: 2 }\n=======\na: { p: 3, q: 3 }\n>>>>>>> theirs\n';
    assert.deepEqual([exitCode, merged], [1, `kind: A\n${marked}b: 2\nc: 1\n`]);
  });

  it('marks the lines in which the two answers differ if the merged text cannot show a conflict, as where an anchor moves', async () => {
    const { exitCode, merged, stderr } = await drive({
      base: 'a: &x {p: 1}\nb: *x\nc: 1\nd: 1\n',
      ours: 'a: &x {p: 1}\nb: *x\nc: 3\nd: 1\ne: *x\n',
      theirs: 'b: {p: 1}\na: {p: 1}\nc: 2\nd: 1\n',
    });
    assert.equal(exitCode, 1);
    assert.match(stderr, /^\[error\] web\.yaml c: conflict edit\/edit: base 1, new 2, local 3$/m);
    assert.equal(merged, 'a: &x {p: 1}\nb: *x\n<<<<<<< ours\nc: 3\n=======\nc: 2\n>>>>>>> theirs\nd: 1\ne: *x\n');
  });

  it('keeps our version of a binary file', async () => {
    const [base, ours, theirs] = [[0xff], [0xff, 0x31], [0xff, 0x32]].map((bytes) => Uint8Array.from(bytes)) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    const { exitCode, stderr, left } = await drive({ base, ours, theirs });
    assert.equal(exitCode, 1);
    assert.match(stderr, /^\[error\] web\.yaml: conflict binary: /);
    assert.equal(left['.merge_b'], Buffer.from(ours).toString());
  });

  it('never shows a value of a Secret', async () => {
    const secret = (value: string) =>
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n  p: ${value}\n`;
    const { exitCode, stderr } = await drive({ base: secret('hush1'), ours: secret('hush2'), theirs: secret('hush3') });
    assert.equal(exitCode, 1);
    assert.match(stderr, /stringData\.p: conflict edit\/edit: base "\(redacted\)"/);
    assert.equal(stderr.includes('hush'), false);
  });

  const failures: readonly (readonly [title: string, args: (folder: string) => readonly string[], message: RegExp])[] =
    [
      ['our file does not exist', () => ['none', 'b', '7', 'w.yaml'], /^\[error\] \S*none: does not exist$/m],
      ['our file is a folder', () => ['folder', 'b', '7', 'w.yaml'], /^\[error\] \S*folder: is a folder$/m],
      ['their file does not exist', () => ['a', 'none', '7', 'w.yaml'], /^\[error\] \S*none: does not exist$/m],
      ['the size is not a number', () => ['a', 'b', '%L', 'w.yaml'], /size of a marker/],
      ['an argument is missing', () => ['a', 'b', '7'], /must be called as git does it/],
      [
        'there is an argument too many',
        () => ['a', 'b', '7', 'w.yaml', 's', 'x', 'y', 'z'],
        /must be called as git does it/,
      ],
    ];
  for (const [title, args, message] of failures)
    it(`exits with 129 if ${title}, and changes no file`, () => {
      const files = { o: web(), a: web({ replicas: 3 }), b: web({ paused: false }) };
      return inFolder(files, async (folder) => {
        mkdirSync(join(folder, 'folder'));
        const [a = '', b = '', ...rest] = args(folder);
        const sides = ['o', a, b].map((name) => join(folder, name));
        const { stdout, stderr, exitCode } = await runProgram(PROGRAM, ['merge-driver', ...sides, ...rest]);
        assert.match(stderr, message);
        assert.deepEqual([stdout, exitCode], ['', 129]);
        assert.deepEqual(readFiles(folder), files);
      });
    });
});
