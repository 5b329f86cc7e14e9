import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { temporaryName } from '../../../cli/package/temporary-file.ts';
import { lockFolder, removeLock, writeLock } from '../../../cli/lock/input-lock.ts';
import { MERGE_OPTIONS, parseMergeArguments } from '../../../cli/merge/merge-arguments.ts';
import { mergeFolders } from '../../../cli/merge/merge-command.ts';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { UsageError } from '../../../cli/arguments/usage-error.ts';
import { GitRepository } from '../../support/git-repository.ts';
import { configMap, diffWithin, inFolder, kptfile, readFiles, shortened, type Files } from '../run-support.ts';

interface Versions {
  readonly base: Files;
  readonly new: Files;
  readonly local: Files;
}

/** Folders of a test, and a merge of them. */
interface Setting {
  readonly folder: string;
  readonly local: string;
  /** Merges the folders with options. Does not wait for other processes. `@` in messages stands for `folder`. */
  readonly merge: (...args: readonly string[]) => Promise<FolderOutcome>;
  /** Returns the files of the local folder. */
  readonly files: () => Files;
}

/** Passes folders with three versions of a package to a test. */
function inFolders<T>({ base, new: theirs, local }: Versions, act: (setting: Setting) => T | Promise<T>): Promise<T> {
  const inside = (name: string, files: Files): readonly (readonly [string, string | Uint8Array])[] =>
    Object.entries(files).map(([path, content]) => [`${name}/${path}`, content]);
  const all: Files = Object.fromEntries([...inside('base', base), ...inside('new', theirs), ...inside('local', local)]);
  return inFolder(all, (folder) => {
    const [first, second, third] = ['base', 'new', 'local'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    for (const each of [first, second, third]) mkdirSync(each, { recursive: true });
    return act({
      folder,
      local: third,
      merge: async (...args) => {
        const outcome = await mergeFolders({
          ...parseMergeArguments(sortArguments([first, second, third, ...args], MERGE_OPTIONS)),
          patience: 0,
        });
        return { ...outcome, stderr: shortened(folder, outcome.stderr) };
      },
      files: () => readFiles(third),
    });
  });
}

const web = (replicas: number, paused: boolean): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: ${replicas} # for now\n  paused: ${paused}\n`;

function role(value: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: a:b\ndata:\n  "x:y": ${value}\n`;
}

/** Adjacent lines, which a merge by lines cannot do. */
const disjoint: Versions = {
  base: { 'web.yaml': web(1, true), 'README.md': 'a\nb\nc\n', 'gone.txt': 'x\n', 'sub/gone.yaml': configMap('gone') },
  new: { 'web.yaml': web(2, true), 'README.md': 'a\nb\nC\n', '.gitignore': '*.log\n', 'img/x.png': '\x89PNG\0' },
  local: {
    'web.yaml': web(1, false),
    'README.md': 'A\nb\nc\n',
    'gone.txt': 'x\n',
    'sub/gone.yaml': configMap('gone'),
    'own.yaml': configMap('own'),
  },
};

const merged: Files = {
  '.gitignore': '*.log\n',
  'README.md': 'A\nb\nC\n',
  'img/x.png': '\x89PNG\0',
  'own.yaml': configMap('own'),
  'web.yaml': web(2, false),
};

const conflict: Versions = {
  base: { 'web.yaml': web(1, true) },
  new: { 'web.yaml': web(2, true), 'added.yaml': configMap('added') },
  local: { 'web.yaml': web(3, true) },
};

const CONFLICT =
  '[error] @local/web.yaml apps/v1/Deployment/web spec.replicas: conflict edit/edit: base 1, new 2, local 3';

describe('krm-variants merge', () => {
  it('lists the files that would change, and writes nothing', () =>
    inFolders(disjoint, async ({ merge, files, folder }) => {
      const before = readFiles(folder);
      const { stdout, stderr, exitCode } = await merge();
      assert.equal(
        stderr,
        `would add @local/.gitignore
would change @local/README.md
would remove @local/gone.txt
would add @local/img/x.png
would remove @local/sub/gone.yaml
would change @local/web.yaml
6 files would change
`,
      );
      assert.deepEqual([stdout, exitCode], ['', 0]);
      assert.deepEqual(files(), disjoint.local);
      assert.deepEqual(readFiles(folder), before);
    }));

  it('shows the diff of the local folder', () =>
    inFolders(disjoint, async ({ merge, files }) => {
      const { stdout, printed, exitCode } = await merge('--diff');
      assert.match(stdout, /^-  replicas: 1 # for now\n\+  replicas: 2 # for now\n   paused: false$/m);
      assert.match(
        stdout,
        /^--- a\/.*\/local\/README\.md\n\+\+\+ b\/.*\/local\/README\.md\n@@ -1,3 \+1,3 @@\n A\n b\n-c\n\+C$/m,
      );
      assert.match(stdout, /^Binary files \/dev\/null and b\/.*\/local\/img\/x\.png differ$/m);
      assert.match(stdout, /^--- a\/.*\/local\/gone\.txt\n\+\+\+ \/dev\/null$/m);
      assert.deepEqual([printed, exitCode], ['', 0]);
      assert.deepEqual(files(), disjoint.local);
    }));

  it('shows modes that change in a diff that git applies', () => {
    const files = { 'a.sh': '1\n', 'b c.sh': '1\n', 'd.sh': '1\n', 'same.sh': '1\n', 'gone.sh': '1\n' };
    const theirs = {
      'a.sh': '1\n',
      'b c.sh': '2\n',
      'd.sh': '1\n',
      'same.sh': '2\n',
      'new.sh': '1\n',
      'new.txt': '1\n',
    };
    return inFolders({ base: files, new: theirs, local: files }, async ({ merge, folder, local }) => {
      for (const path of ['new/a.sh', 'new/b c.sh', 'new/new.sh', 'base/d.sh', 'local/d.sh'])
        chmodSync(join(folder, path), 0o755);
      for (const side of ['base', 'new', 'local']) chmodSync(join(folder, side, 'same.sh'), 0o755);
      const git = new GitRepository(local, folder);
      git.git('-c', 'init.defaultBranch=main', 'init', '--quiet');
      git.commit({});
      const { stdout } = await merge('--diff');
      const text = diffWithin(local, stdout);
      assert.match(text, /^diff --git a\/a\.sh b\/a\.sh\nold mode 100644\nnew mode 100755\n\ndiff --git a\/b c\.sh /);
      assert.match(text, /^new mode 100755\n--- a\/b c\.sh\t\n\+\+\+ b\/b c\.sh\t\n@@ -1,1 \+1,1 @@\n-1\n\+2\n/m);
      assert.match(text, /^old mode 100755\nnew mode 100644\n\n--- a\/gone\.sh\n/m);
      assert.match(text, /^diff --git a\/new\.sh b\/new\.sh\nnew file mode 100755\n--- \/dev\/null\n/m);
      assert.equal(text.match(/^diff --git/gm)?.length, 4);
      writeFileSync(join(folder, 'change.diff'), text);
      git.git('apply', join(folder, 'change.diff'));
      const applied = git.git('add', '--all') || git.git('ls-files', '--stage');
      git.git('reset', '--quiet', '--hard');
      await merge('-o', local, '--in-place');
      git.git('add', '--all');
      assert.equal(git.git('ls-files', '--stage'), applied);
    });
  });

  it('shows with the diff what is merged beside a conflict, and writes nothing', () =>
    inFolders(conflict, async ({ merge, files, folder }) => {
      const { stdout, stderr, exitCode } = await merge('--diff', '-o', join(folder, 'out'));
      assert.match(stdout, /^--- \/dev\/null\n\+\+\+ b\/.*\/local\/added\.yaml$/m);
      assert.doesNotMatch(stdout, /web\.yaml/);
      assert.ok(stderr.startsWith(CONFLICT));
      assert.deepEqual([exitCode, existsSync(join(folder, 'out'))], [3, false]);
      assert.deepEqual(files(), conflict.local);
    }));

  it('writes a new folder, with the files that do not change', () =>
    inFolders(disjoint, async ({ merge, files, folder }) => {
      const out = join(folder, 'deep/out');
      const { stdout, stderr, exitCode } = await merge('-o', out);
      assert.match(stderr, /^removed @local\/gone\.txt\n[^]*\n6 files changed in the output\n$/m);
      assert.deepEqual([stdout, exitCode], ['', 0]);
      assert.deepEqual(readFiles(out), merged);
      assert.deepEqual(files(), disjoint.local);
    }));

  for (const [title, base, theirs] of [
    ['a file into a folder', { a: 'x\n', b: '1\n' }, { 'a/deep/y.yaml': configMap('y'), 'a/z': 'z\n', b: '2\n' }],
    ['a folder into a file', { 'a/deep/y.yaml': configMap('y'), 'a/z': 'z\n', b: '1\n' }, { a: 'x\n', b: '2\n' }],
  ] as const)
    it(`turns ${title}`, () =>
      inFolders({ base, new: theirs, local: base }, async ({ merge, files, folder }) => {
        const { stderr, exitCode } = await merge('--in-place');
        assert.match(stderr, /\nchanged @local\/b\n4 files changed\n$/);
        assert.equal(exitCode, 0);
        assert.deepEqual(files(), theirs);
        assert.deepEqual(readdirSync(folder).toSorted(), ['base', 'local', 'new']);
      }));

  it('leaves a folder that cannot become a file, since it holds another one', () => {
    const base = { 'a/y': 'y\n', b: '1\n' };
    const theirs = { a: 'x\n', b: '2\n' };
    return inFolders({ base, new: theirs, local: base }, async ({ merge, files, local }) => {
      symlinkSync('y', join(local, 'a/link'));
      const { stderr, exitCode } = await merge('-o', local, '--in-place');
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /^\[error\] @local\/a: a folder that becomes a file must hold no other file, but holds @local\/a\/link: move it/m,
      );
      assert.deepEqual([files()['a/y'], files()['b']], ['y\n', '1\n']);
    });
  });

  it('refuses a path that would be a file and a folder', () =>
    inFolders(
      { base: { a: 'x\n' }, new: { 'a/y': 'y\n' }, local: { a: 'mine\n' } },
      async ({ merge, files, local, folder }) => {
        for (const output of [['-o', local, '--in-place'], ['-o', join(folder, 'out')], []]) {
          const { stderr, exitCode } = await merge('--on-conflict', 'local', ...output);
          assert.equal(exitCode, 1);
          assert.match(
            stderr,
            /^\[error\] @local\/a: must be a file or a folder, but the merged package has a\/y in it: rename one/m,
          );
        }
        assert.deepEqual(files(), { a: 'mine\n' });
      },
    ));

  it('replaces, adds and removes files of the local folder, and removes folders that are then empty', () =>
    inFolders(disjoint, async ({ merge, files, local }) => {
      const { stderr, exitCode } = await merge('-o', local, '--in-place');
      assert.match(stderr, /^added @local\/\.gitignore\nchanged @local\/README\.md\n[^]*\n6 files changed\n$/);
      assert.equal(exitCode, 0);
      assert.deepEqual(files(), merged);
      assert.equal(existsSync(join(local, 'sub')), false);
    }));

  it('changes nothing when it merges again', () =>
    inFolders({ ...disjoint, base: disjoint.new, local: merged }, async ({ merge }) => {
      const { stdout, exitCode } = await merge('--check');
      assert.deepEqual([stdout, exitCode], ['', 0]);
    }));

  it('exits with 4 with --check if the local folder would change, and writes nothing', () =>
    inFolders(disjoint, async ({ merge, files, local, folder }) => {
      assert.equal((await merge('--check', '-o', local, '--in-place')).exitCode, 4);
      assert.equal((await merge('--check', '-o', join(folder, 'out'))).exitCode, 4);
      assert.deepEqual(files(), disjoint.local);
      assert.equal(existsSync(join(folder, 'out')), false);
    }));

  for (const more of [[], ['--check'], ['--diff'], ['--in-place']])
    it(`names each conflict, writes nothing and exits with 3, with ${more.join() || 'a new folder'}`, () =>
      inFolders(conflict, async ({ merge, files, local, folder }) => {
        const out = join(folder, 'out');
        const { stdout, stderr, exitCode } = await merge('-o', more.includes('--in-place') ? local : out, ...more);
        assert.deepEqual(stderr.split('\n').slice(0, 1), [CONFLICT]);
        assert.match(
          stderr,
          /^\[info\]: to decide one conflict, pass `--take 'Deployment\/web:spec\.replicas=local'`.*`--on-conflict local` or `new`/m,
        );
        assert.equal(stdout === '', !more.includes('--diff'));
        assert.match(stderr, /\n1 conflict: nothing was written\n$/);
        assert.equal(exitCode, 3);
        assert.deepEqual(files(), conflict.local);
        assert.equal(existsSync(out), false);
      }));

  describe('--markers', () => {
    const region = (local: string, theirs: string): string => `<<<<<<< local\n${local}=======\n${theirs}>>>>>>> new\n`;
    const rows: readonly (readonly [title: string, versions: Versions, args: readonly string[], wanted: Files])[] = [
      [
        'around the lines of a conflict, beside what merged',
        {
          base: { ...conflict.base, 'a.md': 'a\n' },
          new: { ...conflict.new, 'a.md': 'b\n' },
          local: { ...conflict.local, 'a.md': 'c\n', 'own.yaml': configMap('own') },
        },
        [],
        {
          'a.md': region('c\n', 'b\n'),
          'added.yaml': configMap('added'),
          'own.yaml': configMap('own'),
          'web.yaml': web(1, true).replace(/ {2}replicas.*\n/, (line) =>
            region(line.replace('1', '3'), line.replace('1', '2')),
          ),
        },
      ],
      [
        'around a whole file that a side deletes',
        {
          base: { 'a.md': 'a\n', 'web.yaml': web(1, true) },
          new: {},
          local: { 'a.md': 'c\n', 'web.yaml': web(3, true) },
        },
        [],
        { 'a.md': region('c\n', ''), 'web.yaml': region(web(3, true), '') },
      ],
      [
        'around a whole file that LOCAL deletes',
        {
          base: { 'a.md': 'a\n', 'web.yaml': web(1, true) },
          new: { 'a.md': 'c\n', 'web.yaml': web(3, true) },
          local: {},
        },
        ['--on-delete', 'conflict'],
        { 'a.md': region('', 'c\n'), 'web.yaml': region('', web(3, true)) },
      ],
      [
        'around the lines in which two added files differ',
        { base: {}, new: { 'web.yaml': web(2, true) }, local: { 'web.yaml': web(3, true) } },
        [],
        {
          'web.yaml': web(1, true).replace(/ {2}replicas.*\n/, (line) =>
            region(line.replace('1', '3'), line.replace('1', '2')),
          ),
        },
      ],
      [
        'in both files to which the sides move a resource',
        {
          base: { 'a.yaml': configMap('a'), 'z.md': '1\n' },
          new: { 'b.yaml': configMap('a'), 'z.md': '1\n' },
          local: { 'c.yaml': configMap('a'), 'z.md': '1\n' },
        },
        [],
        { 'b.yaml': region('', configMap('a')), 'c.yaml': region(configMap('a'), ''), 'z.md': '1\n' },
      ],
      [
        "nowhere in a binary file, which stays LOCAL's",
        { base: { x: '\0a' }, new: { x: '\0b' }, local: { x: '\0c' } },
        [],
        { x: '\0c' },
      ],
    ];
    for (const [title, versions, args, wanted] of rows)
      it(`stand ${title}`, () =>
        inFolders(versions, async ({ merge, files, folder }) => {
          const out = join(folder, 'out');
          const { stdout, stderr, exitCode } = await merge('--markers', '-o', out, ...args);
          assert.deepEqual(readFiles(out), wanted);
          if (title.includes('binary'))
            assert.match(stderr, /^\[warning\] @local\/x: is not text, so it cannot have markers/m);
          assert.match(
            stderr,
            /^\[info\]: to decide one conflict, pass `--take '.*; or edit the lines between the markers$/m,
          );
          assert.equal(stdout, '');
          assert.match(stderr, /\n\d conflicts?: the output has markers\n$/);
          assert.equal(exitCode, 3);
          assert.deepEqual(files(), versions.local);
        }));

    it('are not in a merge without conflicts', () =>
      inFolders(disjoint, async ({ merge, folder }) => {
        const { stderr, exitCode } = await merge('--markers', '-o', join(folder, 'out'));
        assert.match(stderr, /\n6 files changed in the output\n$/);
        assert.equal(exitCode, 0);
        assert.deepEqual(readFiles(join(folder, 'out')), merged);
      }));

    it('are only shown with --check and --diff', () =>
      inFolders(conflict, async ({ merge, folder }) => {
        const { stdout, stderr, exitCode } = await merge('--markers', '--check', '--diff', '-o', join(folder, 'out'));
        assert.match(stdout, /^\+<<<<<<< local$/m);
        assert.match(stderr, /\n1 conflict: nothing was written\n$/);
        assert.equal(exitCode, 3);
        assert.equal(existsSync(join(folder, 'out')), false);
      }));

    it('are not written where an error stops the merge', () =>
      inFolders(conflict, async ({ merge, folder }) => {
        const { exitCode } = await merge('--markers', '-o', join(folder, 'out'), '--take', 'Deployment/none:spec=new');
        assert.equal(exitCode, 1);
        assert.equal(existsSync(join(folder, 'out')), false);
      }));

    for (const args of [[], ['-o', 'c', '--in-place']])
      it(`are refused with ${args.join(' ') || 'no output'}`, () => {
        assert.throws(
          () => parseMergeArguments(sortArguments(['a', 'b', 'c', '--markers', ...args], MERGE_OPTIONS)),
          /`--markers` requires `--output DIR`, a new folder/,
        );
      });
  });

  describe('--take and --policy', () => {
    const both: Versions = {
      base: { 'web.yaml': web(1, true), 'R.md': 'a\n', 'role.yaml': role('a') },
      new: { 'web.yaml': web(2, true), 'R.md': 'b\n', 'role.yaml': role('b') },
      local: { 'web.yaml': web(3, true), 'R.md': 'c\n', 'role.yaml': role('c') },
    };
    const takes = ['Deployment/web:spec.replicas=new', 'R.md=local', 'ClusterRole/a:b*:data["x:y"]=new'];

    it('decide single places: a field, a file, a quoted key', () =>
      inFolders(both, async ({ merge, files, local }) => {
        const { exitCode } = await merge(...takes.flatMap((take) => ['--take', take]), '-o', local, '--in-place');
        assert.equal(exitCode, 0);
        assert.deepEqual(files(), { ...both.new, 'R.md': 'c\n' });
      }));

    it('name a key that Kubernetes reads as a boolean as it is written', () => {
      const version = (value: string): Files => ({ 'c.yaml': configMap('c', `data:\n  n: ${value}\n`) });
      return inFolders({ base: version('a'), new: version('b'), local: version('c') }, async ({ merge, local }) => {
        assert.match(
          (await merge()).stderr,
          /^\[error\] @local\/c\.yaml v1\/ConfigMap\/c data\.n: conflict edit\/edit/m,
        );
        const { exitCode } = await merge('--take', 'ConfigMap/c:data.n=new', '-o', local, '--in-place');
        assert.equal(exitCode, 0);
        assert.deepEqual(readFiles(local), version('b'));
      });
    });

    for (const [key, data] of [
      ['n', 'n: VALUE\n'],
      ['y', '"y": VALUE\n'],
      ['Yes', 'Yes: VALUE\n'],
      ['off', "'off': VALUE\n"],
      ['n', '{a: 1, n: VALUE, "y": 2}\n'],
      ['on.off.n', '{on: {off: {n: VALUE}}, off: 1}\n'],
      ['["x.yaml"].n', 'x.yaml: |\n  n: VALUE\n'],
      ['list[0].n', 'list:\n  - {a: 1, n: VALUE}\n'],
    ] as const)
      it(`offer an option that decides the conflict of the key ${key} in ${JSON.stringify(data)}`, () => {
        const text = data.startsWith('{') ? `data: ${data}` : `data:\n  ${data.replaceAll('\n  ', '\n    ')}`;
        const version = (value: string): Files => ({ 'c.yaml': configMap('c', text.replace('VALUE', value)) });
        return inFolders({ base: version('a'), new: version('b'), local: version('c') }, async ({ merge, local }) => {
          const [, take = ''] = /pass `--take '(.+)=local'`/.exec((await merge()).stderr) ?? [];
          assert.equal(take, `ConfigMap/c:data${key.startsWith('[') ? '' : '.'}${key}`);
          const { exitCode, stderr } = await merge('--take', `${take}=new`, '-v', '-o', local, '--in-place');
          assert.equal(exitCode, 0, stderr);
          assert.ok(
            stderr.includes(`[info] @local/c.yaml v1/ConfigMap/c ${take.slice(12)}: both sides changed it`),
            stderr,
          );
          assert.deepEqual(readFiles(local), version('b'));
        });
      });

    it('decide a conflict by the resource as it is printed', () =>
      inFolders(both, async ({ merge, files, local }) => {
        const { stderr } = await merge();
        const printed = Array.from(stderr.matchAll(/^\[error\] \S+ (\S+) (\S+): conflict/gm), ([, resource, path]) => [
          '--take',
          `${resource}:${path}=new`,
        ]);
        assert.equal(printed.length, 2);
        await merge(...printed.flat(), '--take', 'R.md=new', '-o', local, '--in-place');
        assert.deepEqual(files(), both.new);
      }));

    it('leave the other conflicts open', () =>
      inFolders(both, async ({ merge }) => {
        const { exitCode, stderr } = await merge('--take', takes[0] ?? '', '--take', 'R.md=local');
        assert.equal(exitCode, 3);
        assert.match(stderr, /^\[error\] @local\/role\.yaml .*ClusterRole\/a:b data\["x:y"\]: conflict edit\/edit/m);
      }));

    it('refuse a take that decides nothing', () =>
      inFolders(both, async ({ merge }) => {
        const { exitCode, stderr } = await merge('--on-conflict', 'new', '--take', 'Deployment/other:spec=new');
        assert.equal(exitCode, 1);
        assert.match(
          stderr,
          /`--take 'Deployment\/other:spec=new'` decides nothing: there is no conflict at this place/,
        );
      }));

    for (const [title, first, second, message] of [
      [
        'contradicts an earlier one',
        'Deployment/web:spec.replicas=new',
        'Deployment/web:spec.replicas=local',
        'comes first and contradicts it at the same place; leave one of them out',
      ],
      [
        'repeats an earlier one',
        'R.md=new',
        'R.md=new',
        'comes first and decides the same place; leave one of them out',
      ],
      [
        'names a field whose file an earlier one decides',
        'web.yaml=new',
        'apps/v1/Deployment/web:spec=local',
        'comes first and contradicts it at the same place; leave one of them out',
      ],
    ] as const)
      it(`refuse a take that ${title}`, () =>
        inFolders(both, async ({ merge, files, local }) => {
          const args = ['--on-conflict', 'new', '-o', local, '--in-place', '--take', first, '--take', second];
          const { exitCode, stderr } = await merge(...args);
          assert.equal(exitCode, 1);
          const line = stderr.split('\n').find((each) => each.startsWith('[error]'));
          assert.equal(line, `[error]: \`--take '${second}'\` decides nothing: \`--take '${first}'\` ${message}`);
          assert.deepEqual(files(), both.local);
        }));

    it('accept a take that decides other places than an earlier one', () =>
      inFolders(both, async ({ merge, files, local }) => {
        const all = ['Deployment/web:spec.replicas=local', '*/*:*=new', 'R.md=new'];
        const { exitCode, stderr } = await merge(...all.flatMap((take) => ['--take', take]), '-o', local, '--in-place');
        assert.equal(exitCode, 0, stderr);
        assert.deepEqual(files(), { ...both.new, 'web.yaml': web(3, true) });
      }));

    it('are no warnings, so that --strict accepts them', () =>
      inFolders(both, async ({ merge, files, local, folder }) => {
        const strict = ['--strict', '-v', '-o', local, '--in-place'];
        const { exitCode, stderr } = await merge(...takes.flatMap((take) => ['--take', take]), ...strict);
        assert.equal(exitCode, 0, stderr);
        assert.match(stderr, /^\[info\] @local\/R\.md: both sides changed it: the local version is used$/m);
        assert.match(
          stderr,
          /^\[info\] @local\/web\.yaml .* spec\.replicas: both sides changed it: the new version is used$/m,
        );
        assert.deepEqual(files(), { ...both.new, 'R.md': 'c\n' });
        writeFileSync(join(folder, 'p.yaml'), policy);
        writeFileSync(join(local, 'web.yaml'), web(3, true));
        const byPolicy = await merge('--policy', join(folder, 'p.yaml'), ...strict);
        assert.equal(byPolicy.exitCode, 0, byPolicy.stderr);
      }));

    it('are needed with --strict, which refuses an answer to all conflicts', () =>
      inFolders(both, async ({ merge, files, local }) => {
        const { exitCode } = await merge('--on-conflict', 'new', '--strict', '-o', local, '--in-place');
        assert.equal(exitCode, 1);
        assert.deepEqual(files(), both.local);
      }));

    for (const take of [
      '',
      'web',
      'Deployment:spec=new',
      'Deployment/web:spec=both',
      'Deployment/a/b/c:spec=new',
      'v1/Deployment:spec=new',
      'apps/v1/Deployment/a/b/c:spec=new',
      'Deployment/web:a[b=new',
    ])
      it(`refuse ${JSON.stringify(take)}`, () => {
        assert.throws(
          () => parseMergeArguments(sortArguments(['a', 'b', 'c', '--take', take], MERGE_OPTIONS)),
          UsageError,
        );
      });

    const policy =
      'apiVersion: krm-variants.dev/v1alpha1\nkind: MergePolicy\nmetadata:\n  name: p\nspec:\n  rules:\n  - take: new\n';

    it('decide by a file, after the takes', () =>
      inFolders({ ...both, new: { ...both.new, 'p.yaml': policy } }, async ({ merge, files, local, folder }) => {
        const args = ['--policy', join(folder, 'new/p.yaml'), '--take', 'R.md=local', '-o', local, '--in-place'];
        assert.equal((await merge(...args)).exitCode, 0);
        assert.deepEqual(files(), { ...both.new, 'R.md': 'c\n', 'p.yaml': policy });
      }));

    it('decide by one of several policies in a file, or by a folder', () =>
      inFolders({ ...both, new: { ...both.new, 'p.yaml': policy } }, async ({ merge, folder }) => {
        const other = policy.replace('name: p', 'name: q').replace('take: new', 'take: local');
        mkdirSync(join(folder, 'policies'));
        writeFileSync(join(folder, 'policies/two.yaml'), `${other}---\n${policy}`);
        const some = await merge('--policy', `${join(folder, 'policies/two.yaml')}#p`, '--check');
        assert.equal(some.exitCode, 4, some.stderr);
        const all = await merge('--policy', join(folder, 'policies'), '--check');
        assert.notEqual(all.exitCode, 3, all.stderr);
      }));

    it('warn of a rule that matches nothing, of a given policy and of one in the package', () => {
      const typo = policy.replace('- take: new', '- take: pin\n    resource: {kind: Deploymnt}');
      const versions: Versions = {
        base: { 'web.yaml': web(1, true) },
        new: { 'web.yaml': web(2, true) },
        local: { 'web.yaml': web(1, true), 'own.yaml': typo },
      };
      return inFolders(versions, async ({ merge, folder }) => {
        writeFileSync(join(folder, 'given.yaml'), typo.replace('name: p', 'name: q'));
        const { stderr, exitCode } = await merge('--strict', '--policy', join(folder, 'given.yaml'));
        assert.equal(exitCode, 1, stderr);
        assert.match(
          stderr,
          /^\[warning\] \S*given\.yaml .*MergePolicy\/q spec\.rules\[0\]\.resource\.kind: .* did you mean "Deployment"\?$/m,
        );
        assert.match(stderr, /^\[warning\] @local\/own\.yaml .*MergePolicy\/p spec\.rules\[0\]\.resource\.kind: /m);
      });
    });

    it('refuse a folder without a policy, as a file without one', () =>
      inFolders(both, async ({ merge, folder }) => {
        mkdirSync(join(folder, 'policies'));
        const { stderr, exitCode } = await merge('--policy', join(folder, 'policies'));
        assert.match(stderr, /^\[error\] \S*policies: must have a policy, but has no resource$/m);
        assert.equal(exitCode, 1);
      }));

    it('refuse a policy of another kind', () =>
      inFolders(
        { ...both, new: { ...both.new, 'p.yaml': policy.replace('MergePolicy', 'PodPreset') } },
        async (run) => {
          const { stderr, exitCode } = await run.merge('--policy', join(run.folder, 'new/p.yaml'));
          assert.equal(exitCode, 1);
          assert.match(stderr, /p\.yaml:1:1 .*PodPreset\/p: merge reads only MergePolicies/);
        },
      ));

    it('name the field of a policy that is wrong, and the file that is not there', () =>
      inFolders(
        { ...both, new: { 'p.yaml': policy.replace('take: new', 'take: mine') } },
        async ({ merge, folder }) => {
          const { stderr, exitCode } = await merge('--policy', join(folder, 'new/p.yaml'));
          assert.match(
            stderr,
            /p\.yaml:7:11 .*MergePolicy\/p spec\.rules\[0\]\.take: must be "local", "new", "union" or "pin"/,
          );
          assert.equal(exitCode, 1);
          assert.match((await merge('--policy', join(folder, 'none.yaml'))).stderr, /none\.yaml/);
        },
      ));
  });

  it('names every conflict, however many are alike', () => {
    const rows = Array.from({ length: 20 }, (_, index) => `m${String(index).padStart(2, '0')}`);
    const version = (value: string): Files =>
      Object.fromEntries(rows.map((name) => [`${name}.yaml`, configMap(name, `data:\n  a: ${value}\n`)]));
    return inFolders({ base: version('x'), new: version('y'), local: version('z') }, async ({ merge }) => {
      const named = Array.from(
        (await merge()).stderr.matchAll(/^\[error\] @local\/(\S+)\.yaml /gm),
        ([, name]) => name,
      );
      assert.deepEqual(named, rows);
    });
  });

  for (const [answer, replicas] of [
    ['new', 2],
    ['local', 3],
  ] as const)
    it(`takes the version of ${answer} with --on-conflict, with a warning`, () =>
      inFolders(conflict, async ({ merge, files, local }) => {
        const { stderr, exitCode } = await merge('-o', local, '--in-place', '--on-conflict', answer);
        const [warning, ...others] = stderr.split('\n').filter((line) => !/^(?:added|changed) /.test(line));
        assert.equal(
          warning,
          `[warning] @local/web.yaml apps/v1/Deployment/web spec.replicas: both sides changed it: the ${answer} version is used`,
        );
        assert.match(others.join('\n'), /^\d files? changed, 1 warning\n$/);
        assert.equal(exitCode, 0);
        assert.equal(files()['web.yaml'], web(replicas, true));
      }));

  it('fails on a warning with --strict, and writes nothing', () =>
    inFolders(conflict, async ({ merge, files, local }) => {
      const { stderr, exitCode } = await merge('-o', local, '--in-place', '--on-conflict=new', '--strict');
      assert.match(stderr, /^\[error\]: with `--strict`, a warning is an error: nothing was written$/m);
      assert.equal(exitCode, 1);
      assert.deepEqual(files(), conflict.local);
    }));

  const upstream = (ref: string): string =>
    `${kptfile('shop')}upstream:\n  type: git\n  git:\n    repo: r\n    directory: /\n    ref: ${ref}\n`;
  for (const [option, ref] of [
    ['own', 'v1'],
    ['plain', 'v2'],
  ] as const)
    it(`has the upstream of ${option === 'own' ? 'local' : 'new'} with --kptfile ${option}`, () =>
      inFolders(
        { base: { Kptfile: upstream('v1') }, new: { Kptfile: upstream('v2') }, local: { Kptfile: upstream('v1') } },
        async ({ merge, folder }) => {
          await merge('-o', join(folder, 'out'), '--kptfile', option);
          assert.equal(readFileSync(join(folder, 'out/Kptfile'), 'utf8'), upstream(ref));
        },
      ));

  it('warns of an upstreamLock that stays with --kptfile own, unless new has the same', () => {
    const locked = (ref: string): string =>
      `${upstream(ref)}upstreamLock:\n  type: git\n  git: {repo: r, directory: /, ref: ${ref}, commit: abc}\n`;
    const files = (own: string, content: string): Files => ({ Kptfile: own, 'a.md': content });
    const rows: readonly (readonly [name: string, base: Files, theirs: Files, warns: boolean])[] = [
      ['another version', files(locked('v1'), 'a'), files(locked('v2'), 'b'), true],
      ['a folder of a repository', files(kptfile('shop'), 'a'), files(kptfile('shop'), 'b'), true],
      ['the version of local', files(locked('v0'), 'a'), files(locked('v1'), 'b'), false],
      ['nothing new', files(kptfile('shop'), 'a'), files(kptfile('shop'), 'a'), false],
    ];
    return Promise.all(
      rows.map(([name, base, theirs, warns]) =>
        inFolders({ base, new: theirs, local: files(locked('v1'), 'a') }, async ({ merge, folder }) => {
          const { stderr } = await merge('-o', join(folder, 'out'), '--kptfile', 'own');
          const warning = /^\[warning\] @local\/Kptfile: `upstreamLock` still names the version before the merge: /m;
          assert.equal(warning.test(stderr), warns, `${name}: ${stderr}`);
          assert.match(readFileSync(join(folder, 'out/Kptfile'), 'utf8'), /ref: v1, commit/);
        }),
      ),
    );
  });

  it('never shows a value of a Secret: not in a conflict, a diff or a report, nor where it is no YAML', () => {
    const secret = (value: string) =>
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n  p: ${value}\n`;
    const files = (value: string): Files => ({
      's.yaml': secret(value),
      't.yaml': `{{ if x }}\n${secret(value)}{{ end }}\n`,
    });
    return inFolders({ base: files('hush1'), new: files('hush2'), local: files('hush3') }, async ({ merge }) => {
      const rows = [
        ['--report=json'],
        ['--report=markdown'],
        ['--diff', '--on-conflict=new'],
        ['--report=markdown', '--on-conflict=new'],
      ];
      for (const row of rows) {
        const { stdout, stderr } = await merge(...row);
        assert.equal(/hush/.test(stdout + stderr), false, stdout + stderr);
        assert.match(stdout + stderr, /\(redacted\\?\)/);
      }
    });
  });

  it('reports conflicts as JSON', () =>
    inFolders(conflict, async ({ merge, local }) => {
      const { printed } = await merge('--report', 'json');
      const { function: name, exitCode, counts, files, conflicts } = JSON.parse(printed) as Record<string, unknown>;
      assert.deepEqual([name, exitCode, files], ['merge', 3, []]);
      assert.deepEqual(counts, { files: 0, errors: 1, warnings: 0, infos: 1 });
      assert.deepEqual(conflicts, [
        {
          kind: 'edit/edit',
          file: { path: join(local, 'web.yaml'), index: 0 },
          resource: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
          field: 'spec.replicas',
          values: { base: 1, new: 2, local: 3 },
          texts: { base: '1', new: '2', local: '3' },
        },
      ]);
    }));

  it('reports changes as Markdown, in a file', () =>
    inFolders(disjoint, async ({ merge, folder }) => {
      const file = join(folder, 'report.md');
      const { stdout } = await merge('--report', `markdown=${file}`);
      assert.equal(stdout, '');
      const report = readFileSync(file, 'utf8');
      assert.match(report, /^### local \(merge\): 6 files would change\n[^]*^\+  replicas: 2 # for now$/m);
    }));

  it('shows at most 50,000 characters of a diff in Markdown, in whole lines, and says that there are more', () => {
    const version = (value: string): string =>
      configMap('a', `data:\n${Array.from({ length: 4000 }, (_, n) => `  key-${n}: ${value}\n`).join('')}`);
    const [old, next] = [{ 'a.yaml': version('one') }, { 'a.yaml': version('two') }];
    return inFolders({ base: old, new: next, local: old }, async ({ merge }) => {
      const { printed } = await merge('--report', 'markdown');
      assert.match(printed, /\n[-+]  key-\d+: (?:one|two)\n```\n\n<\/details>\n\nThere is more: /);
      assert.ok(printed.length > 49_000 && printed.length < 51_000, `${printed.length} characters`);
    });
  });

  it('shows 100 characters of a long value in a conflict', () => {
    const version = (letter: string): Files => ({ 'a.yaml': configMap('a', `data:\n  a: ${letter.repeat(300)}\n`) });
    return inFolders({ base: version('x'), new: version('y'), local: version('z') }, async ({ merge }) => {
      const { stderr } = await merge();
      for (const letter of 'xyz') assert.match(stderr, new RegExp(`[a-z] "${letter}{99}…`));
    });
  });

  it('keeps the bytes of files that are not UTF-8, and of CRLF and a byte order mark', () => {
    const bytes = Uint8Array.of(0xff, 0, 0x0d, 0x0a, 0xfe);
    const crlf = `\uFEFF${web(1, true)}`.replaceAll('\n', '\r\n');
    const base = { 'a.bin': Uint8Array.of(0xff), 'web.yaml': crlf, 'same.bin': bytes };
    const local = { ...base, 'web.yaml': crlf.replace('true', 'false') };
    const theirs = { ...base, 'a.bin': bytes, 'web.yaml': crlf.replace(': 1', ': 2') };
    return inFolders({ base, new: theirs, local }, async ({ merge, folder, local: root }) => {
      for (const out of [join(folder, 'out'), root]) {
        assert.equal((await merge('-o', out, ...(out === root ? ['--in-place'] : []))).exitCode, 0);
        assert.deepEqual(new Uint8Array(readFileSync(join(out, 'a.bin'))), bytes);
        assert.deepEqual(new Uint8Array(readFileSync(join(out, 'same.bin'))), bytes);
        assert.equal(readFileSync(join(out, 'web.yaml'), 'utf8'), crlf.replace('true', 'false').replace(': 1', ': 2'));
      }
    });
  });

  it('merges whether a file can be executed, and keeps other modes', () => {
    const files = { 'a.sh': '1\n', 'b.sh': '1\n', 'c.sh': '1\n' };
    return inFolders(
      { base: files, new: { ...files, 'd.sh': '1\n' }, local: files },
      async ({ merge, folder, local }) => {
        chmodSync(join(folder, 'new/a.sh'), 0o755);
        chmodSync(join(folder, 'new/d.sh'), 0o755);
        chmodSync(join(local, 'a.sh'), 0o640);
        chmodSync(join(local, 'b.sh'), 0o750);
        const mode = (path: string): string => (statSync(join(folder, path)).mode & 0o777).toString(8);
        const { stdout, stderr } = await merge('-o', join(folder, 'out'), '-v');
        assert.match(
          stderr,
          /^changed @local\/a\.sh\nadded @local\/d\.sh\n\[info\] @local\/a\.sh: is executable, as in new\n/,
        );
        assert.equal(stdout, '');
        assert.deepEqual(
          ['a', 'b', 'c', 'd'].map((name) => mode(`out/${name}.sh`).slice(0, 1)),
          ['7', '7', '6', '7'],
        );
        assert.equal((await merge('-o', local, '--in-place')).exitCode, 0);
        assert.deepEqual(
          ['a', 'b', 'c'].map((name) => mode(`local/${name}.sh`)),
          ['750', '750', '644'],
        );
        assert.equal(mode('local/d.sh').slice(0, 1), '7');
        assert.equal((await merge('--check')).exitCode, 0);
      },
    );
  });

  const executables: readonly (readonly [
    title: string,
    executable: readonly (keyof Versions)[],
    wanted: { readonly isExecutable: boolean; readonly infos: readonly string[] },
  ])[] = [
    ['in new alone', ['new'], { isExecutable: true, infos: ['[info] @local/a.sh: is executable, as in new'] }],
    [
      'in all but new',
      ['base', 'local'],
      { isExecutable: false, infos: ['[info] @local/a.sh: is no longer executable, as in new'] },
    ],
    ['in all but local', ['base', 'new'], { isExecutable: false, infos: [] }],
    ['in local alone', ['local'], { isExecutable: true, infos: [] }],
    ['in base alone', ['base'], { isExecutable: false, infos: [] }],
    ['in both sides', ['new', 'local'], { isExecutable: true, infos: [] }],
    ['in all', ['base', 'new', 'local'], { isExecutable: true, infos: [] }],
  ];
  for (const [title, sides, wanted] of executables)
    it(`merges whether a file can be executed: ${title}`, () => {
      const files = { 'a.sh': '1\n' };
      return inFolders({ base: files, new: files, local: files }, async ({ merge, folder, local }) => {
        for (const side of sides) chmodSync(join(folder, side, 'a.sh'), 0o755);
        const isExecutable = (path: string): boolean => (statSync(join(path, 'a.sh')).mode & 0o111) !== 0;
        const { stderr } = await merge('-o', join(folder, 'out'), '-v');
        const infos = stderr.split('\n').filter((line) => line.startsWith('[info]'));
        assert.deepEqual({ isExecutable: isExecutable(join(folder, 'out')), infos }, wanted);
        assert.equal((await merge('-o', local, '--in-place')).exitCode, 0);
        assert.equal(isExecutable(local), wanted.isExecutable);
      });
    });

  it('keeps whether a file of local can be executed that new deletes or adds, too', () => {
    const gone = { 'gone.sh': '1\n' };
    const versions = {
      base: gone,
      new: { 'added.sh': '1\n' },
      local: { 'gone.sh': '2\n', 'added.sh': '1\n' },
    };
    return inFolders(versions, async ({ merge, folder, local }) => {
      for (const path of ['base/gone.sh', 'local/gone.sh', 'new/added.sh']) chmodSync(join(folder, path), 0o755);
      const { stderr, exitCode } = await merge('-o', local, '--in-place', '--on-conflict', 'local', '-v');
      assert.doesNotMatch(stderr, /executed/);
      assert.equal(exitCode, 0);
      const modes = ['gone.sh', 'added.sh'].map((name) => statSync(join(local, name)).mode & 0o100);
      assert.deepEqual(modes, [0o100, 0]);
    });
  });

  it('reads neither .git nor node_modules nor links, and warns of those that only new has', () => {
    const files = { 'a.txt': '1\n', '.git/HEAD': 'x', 'sub/node_modules/a.js': 'x' };
    return inFolders({ base: {}, new: files, local: { '.git/HEAD': 'y' } }, async ({ merge, folder, local }) => {
      symlinkSync('nowhere', join(folder, 'new/link'));
      for (const name of ['new', 'local']) symlinkSync('nowhere', join(folder, name, 'both'));
      writeFileSync(join(folder, 'new', temporaryName()), '');
      symlinkSync('elsewhere', join(local, 'own'));
      const { stderr, exitCode } = await merge('-o', local, '--in-place', '-v');
      assert.deepEqual(stderr.replace(/\.krm-variants-\S+\.tmp/, 'TEMPORARY').split('\n'), [
        'added @local/a.txt',
        '[info] @local/both: skipped: symbolic links and devices are not read',
        '[info] @local/own: skipped: symbolic links and devices are not read',
        '[info] @new/TEMPORARY: skipped: temporary file of a killed run; safe to remove',
        '[warning] @new/link: skipped: symbolic links and devices are not read',
        '[warning] @new/sub/node_modules: skipped: `node_modules` is not part of a package',
        '1 file changed, 2 warnings',
        '',
      ]);
      assert.equal(exitCode, 0);
      assert.deepEqual(readFiles(local), { 'a.txt': '1\n', '.git/HEAD': 'y' });
      assert.equal(readlinkSync(join(local, 'own')), 'elsewhere');
    });
  });

  it('warns of a link of local that a new folder lacks', () =>
    inFolders({ base: {}, new: { 'a.txt': '1\n' }, local: {} }, async ({ merge, folder, local }) => {
      symlinkSync('elsewhere', join(local, 'own'));
      const { stderr, exitCode } = await merge('-o', join(folder, 'out'));
      assert.match(
        stderr,
        /^\[warning\] @local\/own: skipped: symbolic links and devices are not read, and not copied to the output$/m,
      );
      assert.equal(exitCode, 0);
    }));

  it('does not write through a link in the local folder', () =>
    inFolders(
      { base: {}, new: { 'a.txt': '1\n', 'b.txt': '1\n' }, local: {} },
      async ({ merge, folder, local, files }) => {
        symlinkSync('../outside', join(local, 'b.txt'));
        const { stderr, exitCode } = await merge('-o', local, '--in-place');
        assert.match(
          stderr,
          /^\[error\] @local\/b\.txt: a new file must not exist yet, but is a symbolic link; no file was written$/m,
        );
        assert.equal(exitCode, 1);
        assert.deepEqual(files(), {});
        assert.equal(existsSync(join(folder, 'outside')), false);
      },
    ));

  it('takes a link to the local folder for it', () =>
    inFolders(disjoint, async ({ merge, folder, files, local }) => {
      symlinkSync(local, join(folder, 'link'));
      await assert.rejects(merge('-o', join(folder, 'link')), new UsageError(NEEDS_IN_PLACE));
      assert.equal((await merge('-o', join(folder, 'link'), '--in-place')).exitCode, 0);
      assert.deepEqual(files(), merged);
    }));

  it('writes nothing while another process writes to the local folder', () =>
    inFolders(disjoint, async ({ merge, files, local }) => {
      const owner = { pid: process.ppid, start: '' };
      writeLock(lockFolder(), { owner, system: undefined, paths: [realpathSync(local)] });
      try {
        const { stderr, exitCode } = await merge('-o', local, '--in-place');
        assert.match(stderr, /^\[error\]: another process \(pid \d+\) is writing to /m);
        assert.equal(exitCode, 1);
        assert.deepEqual(files(), disjoint.local);
        assert.equal((await merge('--check')).exitCode, 4);
      } finally {
        removeLock(lockFolder(), owner);
      }
      assert.equal((await merge('-o', local, '--in-place')).exitCode, 0);
    }));

  const NEEDS_IN_PLACE = '`--output` must name a new folder: add `--in-place` to replace the files of LOCAL';

  const wrong: readonly (readonly [args: (setting: Setting) => readonly string[], message: RegExp])[] = [
    [({ local }) => ['-o', local], /must name a new folder: add `--in-place`/],
    [({ local }) => ['-o', `${local}/.`], /must name a new folder: add `--in-place`/],
    [({ folder }) => ['-o', join(folder, 'out'), '--in-place'], /`--in-place` writes to LOCAL/],
    [({ local }) => ['-o', join(local, 'new')], /`--output` must be outside of the inputs/],
    [({ folder }) => ['--report', `json=${folder}/base/r.json`], /`--report` must be outside of the inputs/],
    [() => ['--on-conflict', 'theirs'], /`--on-conflict` must be fail, new or local, not "theirs"/],
    [() => ['--kptfile', 'all'], /`--kptfile` must be plain or own, not "all"/],
    [
      () => ['--diff', '--report', 'json'],
      /cannot both go to stdout: give the report a file \(`--report json=FILE`\)$/,
    ],
    [
      () => ['--diff', '--report', 'markdown'],
      /cannot both go to stdout: leave out `--diff`, which the report has, or /,
    ],
    [() => ['--markers', '--in-place'], /`--markers` requires `--output DIR`, a new folder/],
  ];
  for (const [args, message] of wrong)
    it(`refuses a command line: ${String(message)}`, () =>
      inFolders(disjoint, async (setting) => {
        await assert.rejects(
          setting.merge(...args(setting)),
          (error) => error instanceof UsageError && message.test(error.message),
        );
        assert.deepEqual(setting.files(), disjoint.local);
      }));

  const failing: readonly (readonly [title: string, spoil: (setting: Setting) => void, message: RegExp])[] = [
    [
      'a folder does not exist',
      ({ folder }) => rmSync(join(folder, 'new'), { recursive: true }),
      /^\[error\] @new: does not exist$/m,
    ],
    [
      'the output exists',
      ({ folder }) => mkdirSync(join(folder, 'out')),
      /^\[error\] @out: already exists: `--output` must name a new folder$/m,
    ],
  ];
  for (const [title, spoil, message] of failing)
    it(`fails if ${title}`, () =>
      inFolders(disjoint, async (setting) => {
        spoil(setting);
        const { stderr, stdout, exitCode } = await setting.merge('-o', join(setting.folder, 'out'));
        assert.match(stderr, message);
        assert.deepEqual([stdout, exitCode], ['', 1]);
      }));
});
