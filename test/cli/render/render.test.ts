import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { temporaryName } from '../../../cli/package/temporary-file.ts';
import { parseRenderArguments, RENDER_OPTIONS } from '../../../cli/render/render-arguments.ts';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { renderFolder } from '../../../cli/render/render-command.ts';
import { UsageError } from '../../../cli/arguments/usage-error.ts';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { withRuntime } from '../host/stand-in.ts';
import { below, configMap, inFolder, kptfile, readFiles, type Files } from '../run-support.ts';

interface Rendered extends FolderOutcome {
  readonly log: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Renders the package `p` of these files. `@` before an argument stands for the folder of the files. */
function render(files: Files, ...args: readonly string[]): Promise<Rendered> {
  return inFolder(files, async (folder) => {
    let log = '';
    const asked = parseRenderArguments(
      sortArguments([`${folder}/p`, ...args.map((arg) => arg.replaceAll('@', `${folder}/`))], RENDER_OPTIONS),
    );
    const program = { functions: await allFunctions(), version: '0.1.0' };
    const outcome = await renderFolder(program, asked, { log: (lines) => void (log += lines) });
    const shown = (text: string): string => text.replaceAll(`${folder}/`, '@').replaceAll(/ in [\d.]+m?s$/gm, ' in 0s');
    return { ...outcome, stderr: shown(outcome.stderr), log: shown(log), files: readFiles(folder) };
  });
}

const context = configMap('kptfile.kpt.dev', 'data:\n  a: b # kept\n');
const setting = (called: string, more = ''): string =>
  `${kptfile('p')}pipeline:\n  mutators:\n  - ${called}\n    configMap: {site: oslo}\n${more}`;

/** Package with a subpackage; both have a context that their pipelines edit. */
const TREE: Files = {
  'p/Kptfile': setting('exec: apply-package-context'),
  'p/package-context.yaml': context,
  'p/s/Kptfile': setting('exec: krm-variants apply-package-context'),
  'p/s/package-context.yaml': context,
};

const DONE = `${context}  site: oslo\n`;

describe('krm-variants render', () => {
  it('follows the version of kpt that is asked for', async () => {
    const files = {
      'p/Kptfile': `${kptfile('p')}pipeline: {mutators: [{exec: apply-package-context, configPath: package-context.yaml}]}\n`,
      'p/package-context.yaml': context,
    };
    const [now, before] = await Promise.all([render(files), render(files, '--kpt-compat', 'beta.56')]);
    assert.deepEqual([now.exitCode, before.exitCode], [1, 0]);
    assert.match(now.stderr, /must have a ConfigMap `kptfile\.kpt\.dev`/);
    await assert.rejects(
      render(files, '--kpt-compat', 'beta.57'),
      (error) =>
        error instanceof UsageError && /^`--kpt-compat` must be beta\.56 or 1\.0, not "beta\.57"$/.test(error.message),
    );
  });

  for (const text of ['', '# none\n', kptfile('s').replace(/  name: .*\n/, '  labels: {}\n')]) {
    it(`refuses a subpackage whose Kptfile is ${JSON.stringify(text)}, and runs nothing`, async () => {
      const { exitCode, stderr, log } = await render({ ...TREE, 'p/s/Kptfile': text });
      assert.deepEqual([exitCode, log], [1, '']);
      assert.match(
        stderr,
        /^\[error\] @p\/s\/Kptfile: a file named Kptfile must begin with a resource of kind Kptfile/m,
      );
    });
  }

  for (const args of [[], ['--check']])
    it(`refuses a misspelt pipeline${args.join(' ').replace('--', ' with --')}, and runs nothing`, async () => {
      const misspelt = {
        ...TREE,
        'p/s/Kptfile': setting('exec: krm-variants apply-package-context').replace('pipeline:', 'pipelines:'),
      };
      const { exitCode, stderr, files } = await render(misspelt, ...args);
      assert.match(
        stderr,
        /^\[error\] @p\/s\/Kptfile:6:3 \S+ pipelines: unknown field, which kpt refuses; did you mean `pipeline`\?$/m,
      );
      assert.deepEqual([exitCode, files], [1, misspelt]);
    });

  it('fails with --all for the package with unknown fields alone', async () => {
    const fleet = {
      'p/a/Kptfile': `${kptfile('a')}info: {foo: x}\n`,
      'p/b/Kptfile': setting('exec: apply-package-context'),
      'p/b/package-context.yaml': context,
    };
    assert.equal((await render(fleet, '--all', '--check')).exitCode, 1);
    const { exitCode, stderr, files } = await render(fleet, '--all');
    assert.match(stderr, /^\[error\] @p\/a\/Kptfile\S* \S+ info\.foo: unknown field/m);
    assert.deepEqual([exitCode, files], [1, { ...fleet, 'p/b/package-context.yaml': DONE }]);
  });

  it('runs the pipelines of a package and its subpackages, and changes only the lines that they changed', async () => {
    const { files, stderr, exitCode } = await render(TREE);
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual(files, { ...TREE, 'p/package-context.yaml': DONE, 'p/s/package-context.yaml': DONE });
  });

  it('lets the second of two functions that set one key of a wide ConfigMap replace what the first added', async () => {
    const wide = `${context}${Array.from({ length: 20 }, (_, index) => `  k${index}: v\n`).join('')}`;
    const second = '  - exec: apply-package-context\n    configMap: {site: bergen}\n';
    const kept = setting('exec: apply-package-context', second);
    const files = { 'p/Kptfile': kept, 'p/package-context.yaml': wide };
    const done = { ...files, 'p/package-context.yaml': `${wide}  site: bergen\n` };
    assert.deepEqual((await render(files)).files, done);
    // The first function replaces the value that the second has set, so its edit is one of a known key.
    const again = await render(done);
    assert.deepEqual([again.exitCode, again.files], [0, done], again.stderr);
  });

  it('shows the lines that kpt shows with --verbose, and each result once', async () => {
    const files = {
      ...TREE,
      'p/Kptfile': setting('exec: apply-package-context', '    selectors: [{kind: ConfigMap}, {kind: Kptfile}]\n'),
    };
    const { log, stderr } = await render(files, '-v');
    assert.equal(
      log,
      `Package "p/s": 
[RUNNING] "krm-variants apply-package-context"
[PASS] "krm-variants apply-package-context" in 0s
  Results:
    [info] s/package-context.yaml v1/ConfigMap/kptfile.kpt.dev data: set as configured: "site"
Package "p": 
[RUNNING] "apply-package-context" on 4 resource(s)
[PASS] "apply-package-context" in 0s
  Results:
    [info] package-context.yaml v1/ConfigMap/kptfile.kpt.dev data: set as configured: "site"
Successfully executed 2 function(s) in 2 package(s).
`,
    );
    assert.match(
      stderr,
      /^changed @p\/package-context.yaml\nchanged @p\/s\/.*\n\[notice\] @p\/package-context.yaml .*\n\[notice\] @p\/s\/package-context.yaml .*\n2 functions in 2 packages: 2 files changed\n$/,
    );
  });

  it('shows a line for each changed file and a summary', async () => {
    const { log, stderr } = await render(TREE);
    const want =
      'changed @p/package-context.yaml\nchanged @p/s/package-context.yaml\n2 functions in 2 packages: 2 files changed\n';
    assert.deepEqual([log, stderr], ['', want]);
    assert.equal(
      (await render(TREE, '--check')).stderr,
      want.replaceAll(/changed (?=\S)/g, 'would change ').replace('changed', 'would change'),
    );
  });

  it('stops at a function that fails, names it and its package, and writes nothing', async () => {
    const files = { ...TREE, 'p/package-context.yaml': context.replace('\ndata:', '\ndate:') };
    const ran = await render(files, '-v');
    assert.equal(ran.exitCode, 1);
    assert.deepEqual(ran.files, files);
    assert.match(
      ran.log,
      /\n\[FAIL\] "apply-package-context" in 0s\n {2}Results:\n {4}\[error\] package-context\.yaml:1:1 .*no data field/,
    );
    assert.doesNotMatch(ran.log, /Successfully/);
    const failure =
      '[error]: "apply-package-context" (`pipeline.mutators[0]`) of the root package (one of 2 packages) failed: nothing was written\n';
    assert.equal(ran.stderr, `${failure}2 functions in 2 packages: 2 errors\n`);
    const { log, stderr } = await render(files);
    assert.equal(log, '');
    assert.ok(stderr.startsWith(`${failure}[error] @p/package-context.yaml:1:1 v1/ConfigMap/kptfile.kpt.dev`), stderr);
    assert.match(stderr, /^[^\n]+\n[^\n]+no data field[^\n]+\n2 functions in 2 packages: 2 errors\n$/);
    assert.equal((await render(files, '-q')).stderr, stderr.replace(/.*\n$/, ''));
  });

  it('shows what a program prints on stderr if it fails, after its error, and nothing if it succeeds', async () => {
    const run = (end: string, ...args: readonly string[]): Promise<Rendered> =>
      render({ 'p/Kptfile': setting(`exec: "sh -c 'echo boom >&2; ${end}'"`) }, '--allow-exec', ...args);
    const called = `"sh -c 'echo boom >&2; exit 3'"`;
    const errors = `[error]: ${called} (\`pipeline.mutators[0]\`) of the root package failed: nothing was written
[error]: ${called} ended with exit code 3 and printed no ResourceList
`;
    const said = '  Stderr:\n    "boom"\n';
    const failed = await run('exit 3');
    assert.deepEqual([failed.log, failed.stderr], ['', `${errors}${said}1 function in 1 package: 2 errors\n`]);
    assert.equal((await run('exit 3', '-q')).stderr, `${errors}${said}`);
    const verbose = await run('exit 3', '-v');
    assert.match(verbose.log, /\n\[FAIL\] .*\n {2}Stderr:\n {4}"boom"\n[^]* {2}Exit code: 3\n/);
    assert.equal(verbose.stderr, `${errors}1 function in 1 package: 2 errors\n`);
    assert.equal((await run('cat')).stderr, '1 function in 1 package: no file changed\n');
  });

  it('writes what a program returns with errors in its results, as kpt does, and fails with --strict', async () => {
    const edit = "cat | sed 's/[a]: b/a: c/'; printf 'results: [{message: bad, severity: error}]'";
    const files = { 'p/Kptfile': setting(`exec: "sh -c \\"${edit}\\""`), 'p/package-context.yaml': context };
    const ran = await render(files, '--allow-exec');
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.equal(ran.files['p/package-context.yaml'], context.replace('a: b', 'a: c'));
    assert.match(ran.stderr, /^\[error\]: ".+" \(`pipeline\.mutators\[0\]`\) of the root package: bad$/m);
    assert.match(ran.stderr, /: 1 file changed, 1 error\n$/);
    const strict = await render(files, '--allow-exec', '--strict');
    assert.deepEqual([strict.exitCode, strict.files], [1, files]);
    assert.match(strict.stderr, /of the root package: bad$/m);
    assert.match(
      strict.stderr,
      /^\[error\]: with `--strict`, an error that a function reports is an error of the command/m,
    );
    assert.doesNotMatch(strict.stderr, /changed/);
  });

  it('exits with 4 for --check if a file would change, and with 0 after a rendering', async () => {
    const ran = await render(TREE, '--check', '--diff');
    assert.equal(ran.exitCode, 4);
    assert.deepEqual(ran.files, TREE);
    assert.match(ran.stdout, /^\+\+\+ b\/.*\/p\/s\/package-context\.yaml$/m);
    const done = { ...TREE, 'p/package-context.yaml': DONE, 'p/s/package-context.yaml': DONE };
    assert.equal((await render(done, '--check')).exitCode, 0);
  });

  it('names the configuration of a function as the origin of its edits', async () => {
    const { stderr } = await render(TREE, '--dry-run', '--explain');
    assert.match(stderr, /^@p\/package-context\.yaml:7: ConfigMap function-input `data\.site`$/m);
  });

  it('reports its steps as JSON, and as kpt does in a folder for results', async () => {
    const { stdout, files } = await render(TREE, '--report', 'json', '--results-dir', '@out');
    const report = JSON.parse(stdout) as { function: string; steps: readonly Record<string, unknown>[] };
    assert.equal(report.function, 'render');
    assert.deepEqual(
      report.steps.map((step) => ['package', 'function', 'inProcess', 'exitCode'].map((key) => step[key])),
      [
        ['s', { exec: 'krm-variants apply-package-context' }, true, 0],
        ['', { exec: 'apply-package-context' }, true, 0],
      ],
    );
    const list = parse(files['out/results.yaml'] ?? '') as { exitCode: number; items: readonly { exec: string }[] };
    assert.deepEqual(
      [list.exitCode, list.items.map(({ exec }) => exec)],
      [0, ['krm-variants apply-package-context', 'apply-package-context']],
    );
  });

  it('prints resources, or writes them to a new folder', async () => {
    const unwrapped = await render(TREE, '-o', 'unwrap', '--no-local-config');
    assert.equal(unwrapped.stdout, `${DONE}---\n${DONE}`);
    assert.deepEqual(unwrapped.files, TREE);
    const { files } = await render(TREE, '-o', '@new');
    assert.deepEqual([files['new/s/package-context.yaml'], files['p/package-context.yaml']], [DONE, context]);
  });

  it('reads no file in node_modules', async () => {
    const files = { ...TREE, 'p/node_modules/x/Kptfile': 'not: [closed\n' };
    assert.equal((await render(files)).exitCode, 0);
  });

  it('names the packages that a .krmignore hides, which are no packages', async () => {
    const files = {
      ...TREE,
      'p/.krmignore': 'hidden/\nnode_modules/\n',
      'p/hidden/a/Kptfile': 'not: [closed\n',
      'p/hidden/a/b/Kptfile': kptfile('b'),
      'p/node_modules/x/Kptfile': kptfile('x'),
    };
    const { exitCode, stderr, log } = await render(files, '-v');
    assert.equal(exitCode, 0, stderr);
    assert.match(stderr, /^\[info\] @p\/hidden\/a\/Kptfile: skipped: a \.krmignore hides this package\n2 functions/m);
    assert.match(log, / 2 package\(s\)/);
    assert.doesNotMatch((await render(files, '-v', '--exclude', 'hidden/')).stderr, /hidden\/a\/b/);
  });

  const NOT_IN_PROCESS =
    /pipeline\.mutators\[0\]\.(?:image: must run without `--allow-containers|tag: must be a single tag)/;
  const tags: readonly (readonly [tag: string, isOwn: boolean])[] = [
    ['v0.1.0', true],
    ['v0.1', true],
    ['0.1.0', false],
    ['v0.1.1', false],
    ['~0.1', true],
    ['">=0.1, <1"', true],
    ['">=0.2 <1"', false],
    ['0.1.x', true],
    ['latest', false],
  ];
  for (const [tag, isOwn] of tags) {
    it(`${isOwn ? 'runs' : 'does not run'} in this process an image with the tag ${tag} beside it, whatever its own is`, async () => {
      const name = 'localhost/apply-package-context';
      for (const image of [name, `${name}:v9`, `${name}@sha256:${'0'.repeat(64)}`]) {
        const files = {
          'p/Kptfile': setting(`image: ${image}`, `    tag: ${tag}\n`),
          'p/package-context.yaml': context,
        };
        const { exitCode, stderr } = await render(files, '--allow-containers=false');
        assert.equal(exitCode, isOwn ? 0 : 1, stderr);
        if (!isOwn) assert.match(stderr, NOT_IN_PROCESS);
      }
    });
  }

  const images: readonly (readonly [image: string, args: readonly string[], isOwn: boolean])[] = [
    ['localhost/apply-package-context:v0.1.0', [], true],
    ['localhost/apply-package-context:v0.1', [], true],
    ['localhost/apply-package-context:v0.2', [], false],
    ['localhost/apply-package-context:latest', [], false],
    ['localhost/apply-package-context', [], false],
    [`localhost/apply-package-context@sha256:${'0'.repeat(64)}`, [], false],
    ['registry.example.com/krm/apply-package-context:v0.1', [], false],
    ['registry.example.com/krm/apply-package-context:v0.1', ['--in-process-prefix', 'registry.example.com/krm/'], true],
    ['registry.example.com/krm/apply-package-context:v0.1', ['--in-process-prefix', 'registry.example.com/krm'], true],
    ['registry.example.com/krm/apply-package-context:v0.1', ['--in-process-prefix', 'registry.example.com/kr'], false],
    ['localhost/apply-package-context:v0.1', ['--in-process-prefix', 'registry.example.com/krm/'], false],
    ['localhost/kubeconform:v0.1', [], false],
    ['localhost/apply-package-context:v0.1', ['--in-process', 'none'], false],
  ];
  for (const [image, args, isOwn] of images) {
    it(`${isOwn ? 'runs' : 'does not run'} in this process the image ${image} ${args.join(' ')}`, async () => {
      const files = { 'p/Kptfile': setting(`image: ${image}`), 'p/package-context.yaml': context };
      const ran = await render(files, '--allow-containers=false', ...args);
      assert.equal(ran.exitCode, isOwn ? 0 : 1, ran.stderr);
      assert.equal(ran.files['p/package-context.yaml'], isOwn ? DONE : context);
      if (!isOwn) assert.match(ran.stderr, NOT_IN_PROCESS);
    });
  }

  const programs: readonly string[] = ['cat', './apply-package-context', 'apply-package-context --help', 'toString'];
  for (const program of programs) {
    it(`refuses the program ${program} before anything runs`, async () => {
      const ran = await render({ ...TREE, 'p/Kptfile': setting(`exec: ${program}`) });
      assert.equal(ran.exitCode, 1);
      assert.equal(ran.log, '');
      assert.match(
        ran.stderr,
        /\[error\] @p\/Kptfile:7:11 .*pipeline\.mutators\[0\]\.exec: must run with `--allow-exec`/,
      );
    });
  }

  it('reads nothing but the package, unless the command line names it', async () => {
    const injection = `apiVersion: krm-variants.dev/v1alpha1\nkind: ConfigInjection\nmetadata: {name: c, annotations: {config.kubernetes.io/local-config: "true"}}\nspec: {injectors: [{name: o}], sources: {path: ../objects}}\n`;
    const files = {
      'p/Kptfile': `${kptfile('p')}pipeline: {mutators: [{exec: inject-config, configPath: c.yaml}]}\n`,
      'p/c.yaml': injection,
      'p/point.yaml': configMap('point', 'data: {a: b}\n').replace(
        'metadata:\n',
        'metadata:\n  annotations: {kpt.dev/config-injection: required}\n',
      ),
      'objects/o.yaml': configMap('o', 'data: {a: injected}\n'),
    };
    const refused = await render(files);
    assert.deepEqual([refused.exitCode, refused.files], [1, files]);
    const ran = await render(files, '--objects', '@objects');
    assert.equal(ran.exitCode, 0, ran.stderr + ran.log);
    assert.match(ran.files['p/point.yaml'] ?? '', /a: injected/);
  });

  it('warns of objects on the command line that no function reads, and fails with --strict', async () => {
    const files = { ...TREE, 'objects/o.yaml': configMap('o') };
    const warning =
      '[warning]: no function that was run reads objects of a cluster, so `--objects @objects` has no effect\n';
    const ran = await render(files, '--objects', '@objects');
    assert.equal(ran.exitCode, 0);
    assert.ok(ran.stderr.includes(warning), ran.stderr);
    assert.deepEqual((await render(files, '--objects', '@objects', '--strict')).files, files);
    const all = await render(files, '--all', '--objects', '@objects', '--strict');
    assert.equal(all.exitCode, 1);
    assert.ok(all.stderr.includes(`${warning}[error]: with \`--strict\`, a warning is an error\n`), all.stderr);
  });

  it('refuses an empty folder of objects', async () => {
    const files = { ...TREE, 'objects/README.md': '' };
    const { exitCode, stderr } = await render(files, '--objects', '@objects');
    assert.equal(exitCode, 1);
    assert.match(stderr, /^\[error\] @objects: must have objects of a cluster, but has no resource$/m);
  });

  it('counts the files that a new folder lacks, since only files with resources are written there', async () => {
    const others = {
      'p/README.md': '',
      'p/s/run.sh': '',
      'p/b/x': '',
      'p/b/y': '',
      'p/node_modules/x': '',
      'p/.git/x': '',
    };
    const removed = { 'p/u.yaml': 'a: b\n' };
    const { stderr } = await render({ ...TREE, ...others, ...removed }, '-o', '@out');
    const lacks =
      '[info]: "@out" has only the files that are read for resources, and lacks 4 others: README.md, b/x, b/y and 1 more\n';
    assert.equal(
      stderr,
      `changed @p/package-context.yaml\nchanged @p/s/package-context.yaml\n${lacks}2 functions in 2 packages: 2 files changed in the output\n`,
    );
    assert.doesNotMatch((await render(TREE, '-o', '@out')).stderr, /lacks/);
    const all = await render(
      { ...below('p/a', TREE), 'p/a/p/x': '', 'p/b/Kptfile': kptfile('b'), 'p/b/y': '' },
      '--all',
      '-o',
      '@out',
    );
    assert.match(all.stderr, /lacks 2 others: a\/p\/x, b\/y$/m);
  });

  it('warns of --exclude that matches no file or folder of any package', async () => {
    const warning = (rule: string): string =>
      `[warning]: \`--exclude ${rule}\` has no effect: it matches no file or folder of the input\n`;
    const one = await render(
      { ...TREE, 'p/README.md': '' },
      ...['none*', '*.md', 's/'].flatMap((rule) => ['--exclude', rule]),
    );
    assert.deepEqual(one.stderr.match(/^\[warning\].*\n/gm), [warning('none*')]);
    const files = { ...below('p/a', TREE), ...below('p/b', TREE) };
    const all = await render(files, '--all', ...['none*', 'a/', '/s/'].flatMap((rule) => ['--exclude', rule]));
    assert.deepEqual(all.stderr.match(/^\[warning\].*\n/gm), [warning('none*')]);
  });

  it('needs a package', async () => {
    const { stderr, exitCode } = await render({ 'p/a.yaml': configMap('a') });
    assert.match(stderr, /^\[error\] @p: must be a package: a folder with a Kptfile\n/);
    assert.equal(exitCode, 1);
  });

  it('needs a folder that exists, and names the option for the packages in it', async () => {
    const message = (text: string): string => `[error] @p: ${text}\n1 error\n`;
    assert.equal((await render({ 'q/a': '' })).stderr, message('does not exist'));
    const files = { 'p/a/Kptfile': kptfile('a'), 'p/b/c/Kptfile': kptfile('c'), 'p/node_modules/d/Kptfile': '' };
    const hint = '; to render the 2 packages in it, pass `--all`';
    assert.equal((await render(files)).stderr, message(`must be a package: a folder with a Kptfile${hint}`));
  });

  it('names the image of its own version where another one cannot run', async () => {
    const refused = async (image: string, ...args: readonly string[]): Promise<string> => {
      const files = { ...TREE, 'p/Kptfile': setting(`image: ${image}`) };
      return (await render(files, '--allow-containers', 'false', ...args)).stderr;
    };
    const hint = /this program runs only its own version of the function: "localhost\/strip-transform:v0\.1\.0"$/m;
    for (const tag of ['', ':latest', ':v0.2.0']) assert.match(await refused(`localhost/strip-transform${tag}`), hint);
    assert.doesNotMatch(await refused('localhost/other:latest'), /own version/);
    assert.doesNotMatch(await refused('example.com/strip-transform:latest'), /own version/);
    assert.doesNotMatch(await refused('localhost/strip-transform:latest', '--in-process', 'none'), /own version/);
  });

  it('names the image of its own version if the runtime cannot run another one', async () => {
    await withRuntime({ name: 'docker', run: 'echo no such image >&2; exit 125' }, async () => {
      const files = { ...TREE, 'p/Kptfile': setting('image: localhost/strip-transform:latest') };
      assert.match((await render(files)).stderr, /no such image; .* its own version .*:v0\.1\.0/);
    });
  });

  const misuses: readonly (readonly [args: string, message: string])[] = [
    ['-', 'the package must be a folder'],
    ['a --all -o unwrap', '`--all` and `-o unwrap` are mutually exclusive'],
    ['--in-process some', '`--in-process` must be all, own or none, not "some"'],
    ['--fn-config c.yaml', 'unknown option "--fn-config"'],
  ];
  for (const [args, message] of misuses)
    it(`refuses ${args}`, () =>
      assert.throws(
        () => parseRenderArguments(sortArguments(args.split(' '), RENDER_OPTIONS)),
        new UsageError(message),
      ));

  describe('--all', () => {
    const failing = { 'a/Kptfile': setting('exec: apply-package-context'), 'a/package-context.yaml': 'kind: [\n' };
    const shop = { Kptfile: setting('exec: apply-package-context'), 'package-context.yaml': context };
    const fleet = {
      ...below('p/north', { shop: '' }),
      ...below('p/north/shop1', shop),
      ...below('p/north/shop1/inner', { Kptfile: kptfile('inner') }),
      ...below('p/south', shop),
      ...below('p/.git/x', shop),
      ...below('p/node_modules/x', shop),
      ...below(`p/${temporaryName()}/x`, shop),
      'p/loose.yaml': 'not: [closed\n',
    };

    it('renders every outermost package, and names each', async () => {
      const { files, log, stderr, exitCode } = await render(fleet, '--all', '-v');
      assert.equal(exitCode, 0, stderr);
      const changed = { 'p/north/shop1/package-context.yaml': DONE, 'p/south/package-context.yaml': DONE };
      assert.deepEqual(files, { ...fleet, ...changed });
      assert.deepEqual(log.match(/^Package .*$/gm), [
        'Package "north/shop1/inner": ',
        'Package "north/shop1": ',
        'Package "south": ',
      ]);
      assert.match(log, /Successfully executed 2 function\(s\) in 3 package\(s\)\.\n$/);
      assert.match(stderr, /^\[notice\] @p\/north\/shop1\/package-context\.yaml /m);
      assert.doesNotMatch(stderr, /\[info\]/);
      assert.equal((await render(files, '--all')).stderr, '2 functions in 3 packages: no file changed\n');
    });

    it('names the function and package of a warning that names no file', async () => {
      const policy = 'pipeline:\n  mutators:\n  - exec: apply-pod-preset\n';
      const files = {
        ...below('p/a', { Kptfile: `${kptfile('a')}${policy}` }),
        ...below('p/b', { Kptfile: `${kptfile('b')}${policy}` }),
      };
      const { log, stderr } = await render(files, '--all');
      const warning = (name: string): string =>
        `[warning]: "apply-pod-preset" (\`pipeline.mutators[0]\`) of package "${name}": no PodPreset in the function config or among the items\n`;
      assert.equal(stderr, `${warning('a')}${warning('b')}2 functions in 2 packages: no file changed, 2 warnings\n`);
      const verbose = await render(files, '--all', '-v');
      assert.equal(log, '');
      assert.equal(verbose.log.match(/\[warning\]/g)?.length, 2);
      assert.equal(verbose.stderr, '2 functions in 2 packages: no file changed, 2 warnings\n');
      const strict = await render(files, '--all', '--strict');
      const refused = (name: string): string =>
        `[error] @p/${name}: with \`--strict\`, a warning is an error: nothing was written\n`;
      assert.equal(
        strict.stderr,
        `${warning('a')}${warning('b')}${refused('a')}${refused('b')}0 of 2 packages rendered: 2 errors, 2 warnings\n`,
      );
    });

    it('goes on after a package that fails, of which nothing is written', async () => {
      const files = { ...below('p', failing), ...fleet };
      const ran = await render(files, '--all', '--report', 'json');
      assert.equal(ran.exitCode, 1);
      const changed = { 'p/north/shop1/package-context.yaml': DONE, 'p/south/package-context.yaml': DONE };
      assert.deepEqual(ran.files, { ...files, ...changed });
      assert.match(ran.stderr, /^\[error\] @p\/a\/package-context\.yaml: must be YAML/m);
      assert.match(ran.stderr, /\n2 of 3 packages rendered: 2 files changed, 1 error\n$/);
      const report = JSON.parse(ran.stdout) as { files: readonly { path: string }[]; steps: { package: string }[] };
      assert.deepEqual([report.files.length, report.steps.map((step) => step.package)], [2, ['north/shop1', 'south']]);
    });

    it('checks, and shows the diff of each', async () => {
      const ran = await render(fleet, '--all', '--check', '--diff');
      assert.deepEqual([ran.exitCode, ran.files], [4, fleet]);
      assert.equal(ran.stdout.match(/^\+ {2}site: oslo$/gm)?.length, 2);
    });

    it('writes a new folder with all packages', async () => {
      const { files, exitCode, stderr } = await render(fleet, '--all', '-o', '@new');
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual(
        [files['new/south/package-context.yaml'], files['new/north/shop1/inner/Kptfile']],
        [DONE, kptfile('inner')],
      );
      await assert.rejects(render({ ...fleet, 'new/a': '' }, '--all', '-o', '@new'), /already exists/);
    });

    it('names the packages that a .krmignore in the folder hides, and does not render them', async () => {
      const files = { ...fleet, 'p/.krmignore': 'south/\n' };
      const ran = await render(files, '--all', '-v');
      assert.equal(ran.exitCode, 0, ran.stderr);
      assert.deepEqual(ran.files, { ...files, 'p/north/shop1/package-context.yaml': DONE });
      assert.match(ran.stderr, /^\[info\] @p\/south\/Kptfile: skipped: a \.krmignore hides this package$/m);
      const all = render({ ...below('p/south', shop), 'p/.krmignore': 'south/\n' }, '--all');
      await assert.rejects(all, /a \.krmignore hides this package.*must hold a package/);
    });

    it('needs a package', async () => {
      await assert.rejects(render({ 'p/a/b.yaml': configMap('a') }, '--all'), /must hold a package/);
      await assert.rejects(render(fleet, '--all', '--exclude', 'north', '--exclude', 'south'), /must hold a package/);
    });
  });

  describe('the annotation save-on-render-failure', () => {
    const annotated = (text: string, value = '"true"'): string =>
      text.replace('metadata:\n', `metadata:\n  annotations: {kpt.dev/save-on-render-failure: ${value}}\n`);
    /** The second function of the top package fails, after edits of it and of its subpackage. */
    const FAILING: Files = {
      ...TREE,
      'p/Kptfile': annotated(
        setting('exec: apply-package-context', '  - exec: edit-pipeline\n    configMap: {a: b}\n'),
      ),
    };
    const SAVED =
      /the package is written as it was before the function that failed, as its annotation `kpt\.dev\/save-on-render-failure` asks for/;

    it('writes what was there before the function that failed', async () => {
      const { exitCode, stderr, files } = await render(FAILING);
      assert.equal(exitCode, 1, stderr);
      assert.match(stderr, /^changed @p\/package-context\.yaml\nchanged @p\/s\/package-context\.yaml\n/);
      assert.match(stderr, SAVED);
      assert.equal(files['p/s/package-context.yaml'], DONE);
      assert.match(files['p/package-context.yaml'] ?? '', /^ {2}site: oslo$/m);
      assert.equal(files['p/Kptfile'], FAILING['p/Kptfile']);
    });

    it('records the failure, too', async () => {
      const { exitCode, stderr, files } = await render(FAILING, '--record-status');
      assert.equal(exitCode, 1, stderr);
      assert.match(
        stderr,
        /^changed @p\/package-context\.yaml\nchanged @p\/s\/package-context\.yaml\nchanged @p\/Kptfile\n/,
      );
      assert.match(files['p/Kptfile'] ?? '', /reason: RenderFailed/);
      assert.equal(files['p/s/package-context.yaml'], DONE);
    });

    for (const [name, files, args] of [
      ['another value', { ...FAILING, 'p/Kptfile': String(FAILING['p/Kptfile']).replace('"true"', '"false"') }, []],
      ['--check', FAILING, ['--check']],
      ['--dry-run', FAILING, ['--dry-run']],
    ] as const)
      it(`writes nothing with ${name}`, async () => {
        const ran = await render(files, ...args);
        assert.equal(ran.exitCode, 1);
        assert.deepEqual(ran.files, files);
        assert.doesNotMatch(ran.stderr, SAVED);
      });

    it('writes nothing if a Kptfile is invalid, and all if no function fails', async () => {
      const invalid = { ...FAILING, 'p/s/Kptfile': setting('exec: apply-package-context, x: 1') };
      assert.deepEqual((await render(invalid)).files, invalid);
      const { exitCode, stderr } = await render({ ...TREE, 'p/Kptfile': annotated(String(TREE['p/Kptfile'])) });
      assert.deepEqual([exitCode, SAVED.test(stderr)], [0, false]);
    });

    it('is for each package of a folder', async () => {
      const both: Files = {
        ...FAILING,
        ...Object.fromEntries(Object.entries(TREE).map(([path, text]) => [`p/x/${path}`, text])),
      };
      const { 'p/Kptfile': top, 'p/package-context.yaml': own, ...others } = both;
      const files: Files = { ...others, 'p/y/Kptfile': String(top), 'p/y/package-context.yaml': String(own) };
      const ran = await render(files, '--all');
      assert.equal(ran.exitCode, 1);
      assert.match(ran.files['p/y/package-context.yaml'] ?? '', /site: oslo/);
    });
  });

  describe('--record-status', () => {
    const noted = (text: string): string =>
      `${text}status: # kept\n  conditions:\n  - {type: Rendered, status: "False"} # this\n`;
    const files = { 'p/Kptfile': noted(setting('exec: apply-package-context')), 'p/package-context.yaml': context };

    it('records a success in the Kptfile, and keeps its comments', async () => {
      const ran = await render(files, '--record-status');
      const text = ran.files['p/Kptfile'] ?? '';
      assert.ok(text.startsWith(setting('exec: apply-package-context') + 'status: # kept\n  conditions:\n'), text);
      assert.match(text, /\{type: Rendered, status: "True", reason: RenderSuccess\} # this\n/);
      const { status } = parse(text) as { status: { renderStatus: unknown } };
      assert.deepEqual(status.renderStatus, {
        mutationSteps: [
          {
            exec: 'apply-package-context',
            exitCode: 0,
            results: [
              {
                message: 'set as configured: "site"',
                severity: 'info',
                resourceRef: { apiVersion: 'v1', kind: 'ConfigMap', name: 'kptfile.kpt.dev' },
                field: { path: 'data' },
                file: { path: 'package-context.yaml' },
              },
            ],
          },
        ],
      });
      assert.equal((await render(ran.files, '--record-status', '--check')).exitCode, 0);
    });

    it('records a failure, and changes nothing else', async () => {
      const broken = { ...files, 'p/package-context.yaml': context.replace('\ndata:', '\ndate:') };
      const ran = await render(broken, '--record-status');
      assert.equal(ran.exitCode, 1);
      const { 'p/Kptfile': text = '', ...others } = ran.files;
      assert.deepEqual(others, { 'p/package-context.yaml': broken['p/package-context.yaml'] });
      const { status } = parse(text) as { status: { conditions: unknown; renderStatus: { errorSummary: string } } };
      assert.deepEqual(status.conditions, [
        {
          type: 'Rendered',
          status: 'False',
          reason: 'RenderFailed',
          message: 'pkg.render: pkg .:\n\tpipeline.run: already handled error',
        },
      ]);
      assert.equal(status.renderStatus.errorSummary, 'apply-package-context: exit code 1');
      for (const option of ['--check', '--dry-run'])
        assert.deepEqual((await render(broken, '--record-status', option)).files, broken);
    });

    it('moves its condition behind those of others, and removes earlier ones', async () => {
      const conditions = (...types: readonly string[]): string =>
        `status:\n  conditions:\n${types.map((type) => `  - {type: ${type}, status: "True"} # ${type}\n`).join('')}`;
      const moved = await render(
        { 'p/Kptfile': kptfile('p') + conditions('Rendered', 'A', 'Rendered', 'B') },
        '--record-status',
      );
      const added = '  - type: Rendered\n    status: "True"\n    reason: RenderSuccess\n';
      assert.equal(moved.files['p/Kptfile'], kptfile('p') + conditions('A', 'B') + added);
    });

    it('changes no Kptfile without it', async () => {
      assert.equal((await render(files)).files['p/Kptfile'], files['p/Kptfile']);
    });
  });

  describe('builtins/gen-pkg-context', () => {
    const generating = (name: string): string =>
      `${kptfile(name)}pipeline:\n  mutators:\n  - image: builtins/gen-pkg-context\n`;
    const contextOf = (name: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kptfile.kpt.dev\n  annotations:\n    config.kubernetes.io/local-config: "true"\ndata:\n  name: ${name}\n`;

    it('makes the context of each package, also where no function of this program may run', async () => {
      const files = { 'p/Kptfile': generating('p'), 'p/s/Kptfile': kptfile('s') };
      for (const args of [[], ['--in-process', 'none']]) {
        const ran = await render(files, '-v', ...args);
        assert.equal(ran.exitCode, 0, ran.stderr);
        assert.deepEqual(ran.files, {
          ...files,
          'p/package-context.yaml': contextOf('p'),
          'p/s/package-context.yaml': contextOf('s'),
        });
        assert.deepEqual((await render(ran.files, '--check')).exitCode, 0);
        assert.match(ran.log, /\[info\] s\/package-context\.yaml: generated package context/);
      }
    });

    it('edits a context in its place, and removes others', async () => {
      const ran = await render({
        'p/Kptfile': generating('p'),
        'p/package-context.yaml': `${configMap('a')}---\n${contextOf('other').replace('name: other', 'name: other # kept\n  more: x')}`,
        'p/second.yaml': contextOf('p'),
      });
      assert.equal(ran.exitCode, 0, ran.stderr);
      assert.deepEqual(ran.files, {
        'p/Kptfile': generating('p'),
        'p/package-context.yaml': `${configMap('a')}---\n${contextOf('p # kept')}`,
      });
    });

    it('adds a context to a file with other resources', async () => {
      const ran = await render({ 'p/Kptfile': generating('p'), 'p/package-context.yaml': configMap('a') });
      assert.equal(ran.files['p/package-context.yaml'], `${configMap('a')}---\n${contextOf('p')}`);
    });
  });

  const SEVERAL: Files = {
    'p/a/Kptfile': setting('exec: apply-package-context'),
    'p/a/package-context.yaml': context,
    'p/b/Kptfile': setting('exec: apply-package-context').replace('name: p', 'name: b'),
    'p/b/package-context.yaml': context,
    'p/b/sub/Kptfile': setting('exec: apply-package-context').replace('name: p', 'name: sub'),
    'p/b/sub/package-context.yaml': context,
  };

  it('renders only packages with a value with --where, with those in them, and counts the others', async () => {
    for (const condition of ['Kptfile/b:metadata.name=b', 'Kptfile/sub:metadata.name=sub']) {
      const { files, stderr, exitCode } = await render(SEVERAL, '--all', '--where', condition);
      assert.equal(exitCode, 0, stderr);
      assert.equal(files['p/a/package-context.yaml'], context);
      for (const folder of ['p/b', 'p/b/sub']) assert.equal(files[`${folder}/package-context.yaml`], DONE);
      assert.match(stderr, /^2 functions in 2 packages, 1 package left out: 2 files changed$/m);
    }
  });

  for (const jobs of ['1', '3'])
    it(`fails only for a package that is not YAML with --where, and leaves it as it is, with ${jobs} jobs`, async () => {
      const broken = { ...SEVERAL, 'p/c/Kptfile': kptfile('c'), 'p/c/web.yaml': 'name: b\na: [' };
      const args = ['--all', '--where', 'Kptfile/b:metadata.name=b', '--record-status', '--jobs', jobs];
      const { files, stderr, exitCode } = await render(broken, ...args);
      assert.equal(exitCode, 1);
      assert.match(stderr, /^\[error\] @p\/c\/web\.yaml:.* must be YAML/m);
      assert.match(stderr, /1 of 2 packages rendered, 1 package left out/);
      assert.equal(files['p/b/package-context.yaml'], DONE);
      assert.equal(files['p/a/package-context.yaml'], context);
      for (const path of ['p/c/Kptfile', 'p/c/web.yaml'] as const) assert.equal(files[path], broken[path]);
    });

  it('refuses --where without --all, and conditions that no package meets', async () => {
    await assert.rejects(render(SEVERAL, '--where', 'Kptfile/b:metadata.name=b'), UsageError);
    await assert.rejects(
      render(SEVERAL, '--all', '--where', 'Kptfile/b:metadata.name=x'),
      /no package is as `--where` asks for, of 2 packages/,
    );
    await assert.rejects(
      render(SEVERAL, '--all', '--where', 'Kptfile/subb:metadata.name!=x'),
      /no resource is named "Kptfile\/subb": .*did you mean "Kptfile\/sub"/,
    );
  });
});
