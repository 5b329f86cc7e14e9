import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { root } from '../../scripts/functions.ts';
import { withRuntime } from '../cli/host/stand-in.ts';
import { inFolder, kptfile, readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import { assertSameData } from '../render/compare-foreign.ts';
import { COMPACT } from '../render/foreign-packages.ts';
import { runProgram, type Ended } from '../support/child.ts';
import { needTools } from '../support/kpt.ts';
import { isRecorded } from '../support/kpt-releases.ts';
import { skip } from '../support/skip.ts';

const PROGRAM = join(root, 'dist/krm-variants');
const FOREIGN = fileURLToPath(import.meta.resolve('../support/foreign-function.ts'));
const CONFIG = '# head\napiVersion: example.com/v1\nkind: Setting\nmetadata:\n  name: cfg\nspec:\n- a\n';
const FILES: Files = { ...COMPACT, Kptfile: `# mine\n${kptfile('p')}`, 'setting.yaml': CONFIG };

/** Outcome of a call. */
interface Evaluated extends Ended {
  readonly files: Files;
  readonly results: unknown;
  /** What the function was sent; '' if it did not keep it. */
  readonly sent: string;
}

/** Result or notice of a report. */
interface Said {
  readonly message: string;
  readonly field: { readonly path: string };
}

/** Calls `eval` on a new package in `folder/p`. `FOLDER` in an argument stands for the folder. */
async function evaluate(command: readonly string[], args: readonly string[], folder: string): Promise<Evaluated> {
  writeFiles(join(folder, 'p'), FILES);
  writeFiles(folder, { 'outside.yaml': CONFIG });
  const [program = '', ...first] = command;
  const placed = args.map((arg) => arg.replaceAll('FOLDER', folder));
  const end = placed.indexOf('--');
  const [options, rest] = end === -1 ? [placed, []] : [placed.slice(0, end), placed.slice(end)];
  const results = join(folder, 'results');
  const ended = await runProgram(program, [...first, join(folder, 'p'), '--results-dir', results, ...options, ...rest]);
  const sent = existsSync(join(folder, 'sent')) ? Object.values(readFiles(join(folder, 'sent'))).join('') : '';
  const anywhere = (text: string): string => text.replaceAll(folder, 'FOLDER');
  return {
    ...ended,
    stderr: anywhere(ended.stderr),
    files: readFiles(join(folder, 'p')),
    results: existsSync(results) ? parse(anywhere(readFileSync(join(results, 'results.yaml'), 'utf8'))) : undefined,
    sent: anywhere(sent),
  };
}

async function both(
  args: readonly string[],
  check: (ours: Evaluated, kpts: Evaluated) => void,
  folders: readonly [ours: string, kpts: string],
): Promise<void> {
  const kpts = await evaluate(['kpt', 'fn', 'eval'], args, folders[1]);
  check(await evaluate([PROGRAM, 'eval'], args, folders[0]), kpts);
}

function inBoth(args: readonly string[], check: (ours: Evaluated, kpts: Evaluated) => void): Promise<void> {
  return inFolder({}, (folder) => both(args, check, [join(folder, 'ours'), join(folder, 'kpts')]));
}

const foreign = (mode: string): readonly string[] => ['--exec', `node ${FOREIGN} ${mode}`];
const capture = foreign('capture FOLDER/sent');

describe('krm-variants eval beside kpt fn eval', () => {
  before(function () {
    needTools(this, 'kpt', 'git');
    if (!isRecorded()) skip(this, 'kpt is another release than the one that docs/render.md names');
  });

  const sent: Readonly<Record<string, readonly string[]>> = {
    'no config': [],
    'a config on the command line': ['--', 'k=v', 'b=true', 'n=012'],
    'a config file': ['--fn-config', 'FOLDER/p/setting.yaml'],
    'resources of a kind': ['--match-kind', 'ConfigMap'],
    'resources of a name and a namespace': ['--match-name', 'web', '--match-namespace', 'shop'],
    'resources with labels': ['--match-labels', 'app=web'],
    'resources of an apiVersion, but for a name': ['--match-api-version', 'v1', '--exclude-name', 'cfg'],
    'no resources': ['--match-kind', 'Nothing'],
  };
  for (const [title, args] of Object.entries(sent))
    it(`sends the same bytes: ${title}`, () =>
      inBoth([...capture, ...args], (ours, kpts) => {
        assert.equal(ours.exitCode, 0, ours.stderr);
        assert.ok(kpts.sent.startsWith('apiVersion: config.kubernetes.io/v1\n'), kpts.stderr);
        assert.equal(ours.sent, kpts.sent);
      }));

  const modes = [
    'echo',
    'add',
    'label tier=gold',
    'rename web www',
    'move web new/w.yaml',
    'remove web',
    'fail',
    'results',
    'evil-path',
  ];
  for (const mode of modes)
    it(`makes the same data and results: ${mode}`, () =>
      inBoth(foreign(mode), (ours, kpts) => {
        assert.equal(ours.exitCode, kpts.exitCode, ours.stderr);
        assertSameData(ours.files, kpts.files);
        const codes = [ours, kpts].map(({ results }) => (results as { readonly exitCode: number }).exitCode);
        if (mode !== 'evil-path') assert.equal(codes[0], codes[1]);
      }));

  it('drops the edits of a validator', () =>
    inBoth([...foreign('label tier=gold'), '--type', 'validator'], (ours) => {
      assert.equal(ours.exitCode, 0, ours.stderr);
      assert.deepEqual(ours.files, FILES);
    }));

  const saved: Readonly<Record<string, readonly string[]>> = {
    'with a config on the command line': ['--', 'k=v', 'b=true'],
    'with a config of the package and a selection': [
      '--fn-config',
      'FOLDER/p/setting.yaml',
      '--match-kind',
      'ConfigMap',
      '--exclude-labels',
      'a=b',
    ],
  };
  for (const [title, args] of Object.entries(saved))
    it(`saves the function ${title}`, () =>
      inBoth([...foreign('copy'), '--save', '--type', 'mutator', ...args], (ours, kpts) => {
        assert.deepEqual(parse(String(ours.files['Kptfile'])), parse(String(kpts.files['Kptfile'])));
        assert.ok(String(ours.files['Kptfile']).startsWith(String(FILES['Kptfile'])));
        assert.equal(ours.files['app.yaml'], FILES['app.yaml']);
      }));

  const PIPELINE = `${kptfile('p')}pipeline:\n  mutators:\n  - exec: cat # kept\n    name: mine\n    configMap: {a: b}\n`;
  const saves: readonly (readonly [
    title: string,
    args: readonly string[],
    entry: string,
    kptfile: string,
    notice: string,
  ])[] = [
    [
      'at the end',
      ['--exec', 'tee', '--', 'k=v'],
      'mutators[1]: is "tee"',
      `${PIPELINE}  - exec: tee\n    configMap:\n      k: v\n`,
      'added',
    ],
    [
      'in place of the same function, with its name',
      ['--exec', 'cat', '--', 'k=v'],
      'mutators[0]: is "cat"',
      PIPELINE.replace('{a: b}', '{k: v}'),
      'replaced',
    ],
    [
      'among the validators',
      ['--exec', 'cat', '--type', 'validator'],
      'validators[0]: is "cat"',
      `${PIPELINE}  validators:\n  - exec: cat\n`,
      'added',
    ],
  ];
  for (const [title, args, entry, want, edit] of saves)
    it(`saves a function ${title}, and says which entry it is`, () =>
      inFolder({ 'p/Kptfile': PIPELINE }, async (folder) => {
        const report = join(folder, 'report.json');
        const call = async () => {
          const { stderr } = await runProgram(PROGRAM, [
            'eval',
            join(folder, 'p'),
            '--save',
            `--report=json=${report}`,
            ...args,
          ]);
          assert.equal(readFileSync(join(folder, 'p/Kptfile'), 'utf8'), want, stderr);
          const { results, notices } = JSON.parse(readFileSync(report, 'utf8')) as Readonly<
            Record<string, readonly Said[]>
          >;
          return [results, notices].map((said = []) => said.map(({ field, message }) => `${field.path}: ${message}`));
        };
        const field = `pipeline.${entry.replace(/:.*/, '')}`;
        const said = [`pipeline.${entry}, saved by \`--save\``];
        assert.deepEqual(await call(), [said, [`${field}: ${edit} by \`--save\``]]);
        assert.deepEqual(await call(), [said, []]);
      }));

  it('refuses to save a config that is not in the package', () =>
    inBoth([...foreign('copy'), '--save', '--fn-config', 'FOLDER/outside.yaml'], ({ exitCode, files }) => {
      assert.equal(exitCode, 1);
      assert.deepEqual(files, FILES);
    }));

  it('calls an image with mounts, variables and the network as kpt does', () =>
    withRuntime({ name: 'docker' }, async (log) => {
      const args = [
        '-i',
        'gcr.io/kpt-fn/set-labels:v1',
        '--network',
        '-e',
        'A=b',
        '-e',
        'HOME',
        '--as-current-user',
        '--image-pull-policy',
        'Never',
      ];
      await inBoth(
        [...args, '--mount', 'type=bind,src=/tmp,dst=/x', '--mount', 'type=bind,src=/tmp,dst=/y,rw=true'],
        (ours, kpts) => {
          assert.deepEqual([ours.exitCode, kpts.exitCode], [0, 0], ours.stderr);
        },
      );
      const [kpts, own] = log().filter((line) => line.startsWith('run '));
      assert.equal(own?.replace(' --name NAME', ''), kpts);
    }));

  it('edits standard input', async () => {
    const { stdout, exitCode, stderr } = await runProgram(
      PROGRAM,
      ['eval', '-', ...foreign('label tier=gold')],
      CONFIG,
    );
    assert.deepEqual(
      [exitCode, stdout],
      [0, CONFIG.replace('name: cfg\n', 'name: cfg\n  labels:\n    tier: gold\n')],
      stderr,
    );
  });

  it('calls a function of this program, on a selection', () =>
    inFolder({}, async (folder) => {
      writeFiles(folder, {
        'a.yaml': COMPACT['cfg.yaml'] ?? '',
        'b.yaml': String(COMPACT['cfg.yaml']).replace('name: cfg', 'name: kptfile.kpt.dev'),
      });
      const args = [
        'eval',
        folder,
        '--function',
        'apply-package-context',
        '--match-name',
        'kptfile.kpt.dev',
        '--',
        'site=oslo',
      ];
      const { exitCode, stderr } = await runProgram(PROGRAM, args);
      assert.equal(exitCode, 0, stderr);
      assert.match(String(readFiles(folder)['b.yaml']), /^ {2}site: oslo$/m);
      assert.equal(readFiles(folder)['a.yaml'], COMPACT['cfg.yaml']);
    }));

  it('refuses a function that removes everything', () =>
    inBoth(foreign('delete-all'), ({ exitCode, files, stderr }) => {
      assert.equal(exitCode, 1);
      assert.match(stderr, /--allow-delete-all/);
      assert.deepEqual(files, FILES);
    }));
});
