import { Ajv } from 'ajv';
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { blameReportSchema } from '../../../cli/report/blame-report-schema.ts';
import { needTools } from '../../support/kpt.ts';
import { GitRepository } from '../../support/git-repository.ts';
import { blame } from '../../support/package-commands.ts';
import { quietRender } from '../../support/quiet-render.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { deployment, kptfileCalling, registry, SET_REGISTRY } from '../../support/rendered-package.ts';
import { checkOutWithCrlf, inPackage, type PackageSetting } from '../../support/upstream-package.ts';
import { writeFiles, type Files } from '../run-support.ts';

const functions = await allFunctions();

const WEB = deployment('a.io/web:1');
const RENDERED = deployment('eu.io/web:1');
const BASE: Files = { Kptfile: kptfileCalling(SET_REGISTRY), 'registry.yaml': registry('eu.io'), 'web.yaml': WEB };

/** Returns the lines of an upstream file. */
const upstream = (file: string, from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `upstream shop/${file}:${from + index}`);

/** Line of the rule in `registry.yaml`. */
const RULE = 'function registry.yaml:9';

interface Row {
  readonly name: string;
  readonly base?: Files;
  readonly render?: boolean;
  readonly edit?: (setting: PackageSetting) => void | Promise<void>;
  readonly args?: readonly string[];
  /** File of the package to blame. */
  readonly file: string;
  /** Causes of its lines; after `~` that of the derived line. */
  readonly want: readonly string[];
  readonly stderr?: RegExp;
}

const ROWS: readonly Row[] = [
  {
    name: 'names the lines of upstream, of the policy and its rule, and of a person',
    edit: ({ mine }) => writeFiles(mine, { 'web.yaml': RENDERED.replace('replicas: 1', 'replicas: 3') }),
    file: 'web.yaml',
    want: [...upstream('web.yaml', 1, 5), 'person ~ upstream shop/web.yaml:6', ...upstream('web.yaml', 7, 10), RULE],
  },
  {
    name: 'does not take line ends that git converted for edits',
    edit: checkOutWithCrlf,
    file: 'web.yaml',
    want: [...upstream('web.yaml', 1, 10), RULE],
  },
  {
    name: 'names upstream for the lines of a package that is not rendered yet, and what the pipeline makes',
    render: false,
    file: 'web.yaml',
    want: [...upstream('web.yaml', 1, 10), `upstream shop/web.yaml:11 ~ ${RULE}`],
  },
  {
    name: 'names the pipeline for output of an input before an edit, and the person for the edit',
    edit: ({ mine }) => writeFiles(mine, { 'registry.yaml': registry('us.io') }),
    file: 'web.yaml',
    want: [...upstream('web.yaml', 1, 10), `${RULE} ~ ${RULE}`],
  },
  {
    name: 'names the person who edited an input of the pipeline',
    edit: async ({ mine }) => {
      writeFiles(mine, { 'registry.yaml': registry('us.io') });
      await quietRender(functions, [mine]);
    },
    file: 'registry.yaml',
    want: [...upstream('registry.yaml', 1, 8), 'person ~ upstream shop/registry.yaml:9'],
  },
  {
    name: 'follows a resource to another file',
    edit: ({ mine }) => {
      rmSync(join(mine, 'web.yaml'));
      writeFiles(mine, { 'all/apps.yaml': `# Mine.\n---\n${RENDERED}` });
    },
    file: 'all/apps.yaml',
    want: ['person', 'person', ...upstream('web.yaml', 1, 10), RULE],
  },
  {
    name: 'follows a file that is not YAML to another name',
    base: { ...BASE, 'docs/a.md': '# Shop\n\nText.\n' },
    edit: ({ mine }) => {
      mkdirSync(join(mine, 'pages'));
      renameSync(join(mine, 'docs/a.md'), join(mine, 'pages/b.md'));
    },
    file: 'pages/b.md',
    want: upstream('docs/a.md', 1, 3),
  },
  {
    name: 'names nobody for lines with other line breaks',
    edit: ({ mine }) => writeFiles(mine, { 'web.yaml': RENDERED.replaceAll('\n', '\r\n') }),
    file: 'web.yaml',
    want: [...upstream('web.yaml', 1, 10), RULE],
  },
  {
    name: 'names a person for a comment and a blank line',
    edit: ({ mine }) => writeFiles(mine, { 'web.yaml': RENDERED.replace('spec:\n', '\n# For the sale.\nspec:\n') }),
    file: 'web.yaml',
    want: [...upstream('web.yaml', 1, 4), 'person', 'person', ...upstream('web.yaml', 5, 10), RULE],
  },
  {
    name: 'names upstream for keys that a person moved',
    base: { 'web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: x\n  b: y\n' },
    edit: ({ mine }) =>
      writeFiles(mine, {
        'web.yaml': 'kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: c\ndata:\n  b: y\n  a: x\n',
      }),
    file: 'web.yaml',
    want: [2, 1, 3, 4, 5, 7, 6].flatMap((line) => upstream('web.yaml', line, line)),
  },
  {
    name: 'names the lines of a text in a field',
    base: {
      'c.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  f: |\n    a: 1\n    b: 2\n    c: 3\n',
    },
    edit: ({ mine }) =>
      writeFiles(mine, {
        'c.yaml':
          'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  f: |\n    a: 1\n    b: 5\n    c: 3\n    d: 4\n',
      }),
    file: 'c.yaml',
    want: [...upstream('c.yaml', 1, 7), 'person ~ upstream shop/c.yaml:8', ...upstream('c.yaml', 9, 9), 'person'],
  },
  {
    name: 'names a resource that a person added',
    edit: ({ mine }) => writeFiles(mine, { 'mine.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: n\n' }),
    file: 'mine.yaml',
    want: ['person', 'person', 'person', 'person'],
  },
  {
    name: 'does not blame a person for output of a pipeline that was not run',
    args: ['--no-render'],
    file: 'web.yaml',
    want: [...upstream('web.yaml', 1, 10), 'unknown ~ upstream shop/web.yaml:11'],
  },
  {
    name: 'says that a pipeline with other programs was not run',
    base: { ...BASE, Kptfile: kptfileCalling(SET_REGISTRY, 'exec: ./other') },
    render: false,
    edit: ({ mine }) => writeFiles(mine, { 'web.yaml': RENDERED }),
    file: 'web.yaml',
    want: [...upstream('web.yaml', 1, 10), 'unknown ~ upstream shop/web.yaml:11'],
    stderr: /Kptfile: the pipeline was not run.*"\.\/other": to call them, pass `--render`/,
  },
];

/** Returns the causes of lines in porcelain output. */
function causes(stdout: string): readonly string[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((each) => {
      const [, , by, file, line, , , , , , , , derived, derivedFile, derivedLine] = each.split('\t');
      const one = (kind = '', path = '', at = ''): string => (path === '' ? kind : `${kind} ${path}:${at}`);
      const other = derived === '' ? '' : ` ~ ${one(derived, derivedFile, derivedLine)}`;
      return `${one(by, file, line)}${other}`;
    });
}

/** Makes a git repository of the folder of a package, with one commit of it. */
function repositoryAround({ folder }: PackageSetting, subject = 'Copy the shop'): GitRepository {
  const repository = new GitRepository(folder, folder);
  repository.git('-c', 'init.defaultBranch=main', 'init', '--quiet');
  repository.git('add', 'mine');
  repository.git('commit', '--quiet', '--message', subject);
  return repository;
}

/** Passes a rendered package to a test. */
async function inRendered(act: (setting: PackageSetting) => Promise<void>): Promise<void> {
  await inPackage({ base: BASE, new: BASE }, async (setting) => {
    await quietRender(functions, [setting.mine]);
    await act(setting);
  });
}

describe('krm-variants blame', () => {
  before(function () {
    needTools(this, 'git');
  });

  for (const { name, base = BASE, render = true, edit, args = [], file, want, stderr } of ROWS)
    it(name, () =>
      inPackage({ base, new: base }, async (setting) => {
        if (render) await quietRender(functions, [setting.mine]);
        await edit?.(setting);
        const outcome = await blame(join(setting.mine, file), '--porcelain', ...args);
        assert.equal(outcome.exitCode, 0, outcome.stderr);
        assert.deepEqual(causes(outcome.stdout), want);
        if (stderr !== undefined) assert.match(outcome.stderr, stderr);
      }),
    );

  it('names commit, author, date and subject of a person, and that a line is not committed', () =>
    inRendered(async (setting) => {
      const repository = repositoryAround(setting);
      const edited = RENDERED.replace('replicas: 1', 'replicas: 3');
      writeFiles(setting.mine, { 'web.yaml': edited });
      repository.git('commit', '--quiet', '--all', '--message', 'Scale the shop', '--date', '2026-03-04T23:30:00-0500');
      writeFiles(setting.mine, { 'web.yaml': `${edited}  paused: true\n` });
      const { stdout } = await blame(join(setting.mine, 'web.yaml'), '--porcelain');
      const fields = stdout.split('\n').map((line) => line.split('\t'));
      const commit = repository.git('rev-parse', 'HEAD');
      assert.deepEqual(fields[5]?.slice(8, 12), [commit, 'a', '2026-03-04', 'Scale the shop']);
      const { stdout: last } = await blame(`${join(setting.mine, 'web.yaml')}:12`);
      assert.match(last, /:12: {3}paused: true\n {2}set by a person\n {2}not committed\n$/);
    }));

  it('says that a package is not in git', () =>
    inRendered(async ({ mine }) => {
      writeFiles(mine, { 'mine.md': 'a\n' });
      assert.match((await blame(`${join(mine, 'mine.md')}:1`)).stdout, /set by a person\n {2}not in git\n$/);
    }));

  it('names the one commit of a squashed history, and says where a shallow clone hides earlier ones', () =>
    inRendered(async (setting) => {
      writeFiles(setting.mine, { 'web.yaml': RENDERED.replace('replicas: 1', 'replicas: 3') });
      const repository = repositoryAround(setting, 'Squash all');
      const clone = join(setting.folder, 'clone');
      const place = `${join(setting.mine, 'web.yaml')}:6`;
      assert.match((await blame(place)).stdout, /set by a person\n {2}commit [\da-f]{12}, a, [\d-]{10}: Squash all\n/);
      repository.git('commit', '--quiet', '--allow-empty', '--message', 'Nothing');
      repository.git('clone', '--quiet', '--depth=1', `file://${setting.folder}`, clone);
      const { stdout } = await blame(`${join(clone, 'mine/web.yaml')}:6`);
      assert.match(stdout, /commit [\da-f]{12} \(or earlier: the clone is shallow\), a, [\d-]{10}: Nothing\n/);
    }));

  it('names the commits of upstream', () =>
    inRendered(async ({ mine, up }) => {
      const { stdout } = await blame(`${join(mine, 'web.yaml')}:1`);
      const commit = up.git('rev-parse', '--short=12', 'v1');
      assert.match(
        stdout,
        new RegExp(`from upstream v1 \\(${commit}\\) of .*, shop/web\\.yaml:1\\n {2}commit ${commit}, a,`),
      );
    }));

  it('names the function, its policy and its rule for one line', () =>
    inRendered(async ({ mine }) => {
      const { stdout } = await blame(`${join(mine, 'web.yaml')}:11`);
      assert.match(stdout, /made by the function "apply-override-policy", Kptfile:7\n/);
      assert.match(
        stdout,
        /asked for by OverridePolicyApplication registry `spec\.overrideRules\[0\]\..*`, registry\.yaml:9\n$/,
      );
    }));

  it('shows a range of lines', () =>
    inRendered(async ({ mine }) => {
      const { stdout, stderr } = await blame(`${join(mine, 'web.yaml')}:10-11`);
      assert.equal(stdout.split('\n').length, 3);
      assert.match(stdout, /^upstream shop\/web\.yaml:10 {2}[\da-f]{8} [\d-]{10} a +10 {10}- name: c$/m);
      assert.match(stdout, /^function registry\.yaml:9 +apply-override-policy +11 {12}image: eu\.io\/web:1 # pinned$/m);
      assert.equal(stderr, '2 lines: 1 upstream, 1 function\n');
    }));

  it('hides the values of Secrets in all outputs', () => {
    const secret = (value: string): string =>
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n  p: ${value}\n`;
    const versions = { base: { 's.yaml': secret('theirs') }, new: {}, local: { 's.yaml': secret('mine1') } };
    return inPackage(versions, async ({ mine }) => {
      for (const args of [['--porcelain'], ['--report', 'json'], []]) {
        const { stdout } = await blame(join(mine, 's.yaml'), ...args);
        assert.match(stdout, /p: \(redacted\)/);
        assert.doesNotMatch(stdout, /theirs|mine1/);
      }
    });
  });

  it('names the folder of --base for a package whose version upstream no longer has', () =>
    inRendered(async ({ mine, folder }) => {
      writeFiles(folder, Object.fromEntries(Object.entries(BASE).map(([path, text]) => [`base/${path}`, text])));
      const place = `${join(mine, 'web.yaml')}:1`;
      const { stdout } = await blame(place, '--base', join(folder, 'base'));
      assert.match(stdout, /from the folder of --base, web\.yaml:1\n$/);
    }));

  it('names get for the context that --for-deployment wrote', () =>
    inPackage({ base: { 'a.md': 'a\n' }, new: {}, get: ['--for-deployment'] }, async ({ mine }) => {
      const { stdout } = await blame(join(mine, 'package-context.yaml'), '--porcelain');
      assert.ok(causes(stdout).length > 0);
      assert.deepEqual([...new Set(causes(stdout))], ['get']);
    }));

  it('prints a report that its schema describes', () =>
    inRendered(async (setting) => {
      writeFiles(setting.mine, { 'web.yaml': RENDERED.replace('replicas: 1', 'replicas: 3') });
      repositoryAround(setting);
      writeFiles(setting.mine, { 'mine.md': 'a\n', 'a.bin': new Uint8Array([0, 255]) });
      const validate = new Ajv({ strict: true, allErrors: true }).compile(blameReportSchema);
      for (const args of [[], ['--no-render']]) {
        const { stdout } = await blame(setting.mine, '--report', 'json', ...args);
        assert.ok(validate(JSON.parse(stdout)), JSON.stringify(validate.errors));
        assert.match(stdout, /a\.bin/);
      }
      const failed = await blame(join(setting.mine, 'web.yaml:99'), '--report', 'json');
      assert.ok(validate(JSON.parse(failed.stdout)), JSON.stringify(validate.errors));
      assert.deepEqual([failed.exitCode, /"files": \[\]/.test(failed.stdout)], [1, true]);
    }));

  it('says that the rules of a program are not known, and names its place in the Kptfile', () => {
    const base = { Kptfile: kptfileCalling('exec: sed s/web:1/web:2/'), 'web.yaml': WEB };
    const local = { 'web.yaml': WEB.replace('web:1', 'web:2') };
    return inPackage({ base, new: base, local }, async ({ mine }) => {
      const { stdout } = await blame(`${join(mine, 'web.yaml')}:11`, '--render', '--allow-exec');
      assert.match(stdout, /made by the program or image "sed .*", Kptfile:7\n {2}its rules are not known\n$/);
    });
  });

  const refused: readonly (readonly [name: string, target: string, message: RegExp])[] = [
    ['a file that does not exist', 'none.yaml', /must be a file or a folder of a package/],
    ['a line that does not exist', 'web.yaml:99', /has no line 99/],
    ['lines in the wrong order', 'web.yaml:9-3', /two with the smaller one first/],
    ['lines of a folder', '.:3', /lines are in files/],
  ];
  for (const [name, target, message] of refused)
    it(`refuses ${name}`, () =>
      inRendered(async ({ mine }) => {
        const run = async (): Promise<string> => (await blame(`${mine}/${target}`)).stderr;
        assert.match(await run().catch(String), message);
      }));

  it('refuses a package without the version that it came from', () =>
    inRendered(async ({ mine, files }) => {
      writeFiles(mine, { Kptfile: (files()['Kptfile'] ?? '').replace(/^upstreamLock:\n(?: .*\n)*/m, '') });
      const { stderr, exitCode } = await blame(mine);
      assert.match(stderr, /must have an `upstreamLock`.*--base DIR/);
      assert.equal(exitCode, 1);
    }));
});
