import assert from 'node:assert/strict';
import { join } from 'node:path';
import { inFolder, type Files } from '../cli/run-support.ts';
import { assertSameData, assertSameEnd } from '../render/compare-foreign.ts';
import { foreign, renderForeign, renderForeignKpt, withSteps, type ForeignRendering } from '../render/foreign.ts';
import { COMMENTED, COMPACT, ODD, SUBPACKAGES } from '../render/foreign-packages.ts';
import type { Pipeline } from '../render/generate-pipeline.ts';
import { functionPath, renderKpts, renderOurs } from '../render/render-both.ts';
import { needTools } from '../support/kpt.ts';
import { isRecorded } from '../support/kpt-releases.ts';
import { skip } from '../support/skip.ts';

const PACKAGES = { compact: COMPACT, commented: COMMENTED, subpackages: SUBPACKAGES, odd: ODD } as const;

type PackageName = keyof typeof PACKAGES;

/** Modes that edit, or only print again, and the packages that they are tried on. */
const MODES: readonly (readonly [mode: string, ...packages: readonly PackageName[]])[] = [
  ['echo', 'compact', 'commented', 'subpackages', 'odd'],
  ['copy', 'compact', 'commented', 'subpackages', 'odd'],
  ['sort-keys', 'compact', 'commented', 'odd'],
  ['reverse', 'compact', 'commented', 'subpackages'],
  ['drop-ids', 'compact', 'commented'],
  ['add', 'compact', 'commented', 'subpackages'],
  ['add new/x.yaml', 'compact'],
  ['add app.yaml', 'compact', 'commented'],
  ['remove web', 'compact', 'commented', 'subpackages'],
  ['remove cfg', 'compact', 'commented'],
  ['rename web www', 'compact', 'commented'],
  ['move cfg conf/c.yaml', 'compact', 'commented'],
  ['move web new/w.yaml', 'compact', 'commented', 'subpackages'],
  ['move-legacy web new/w.yaml', 'compact'],
  ['annotations web', 'compact'],
  ['add-at app.yaml -1', 'compact', 'commented', 'subpackages'],
  ['add-at app.yaml 9 -1 5 -7', 'compact', 'commented'],
  ['index web 7', 'compact', 'commented'],
  ['index web-service -1', 'compact', 'commented'],
  ['swap-indexes web web-service', 'compact', 'commented'],
  ['duplicate-id cfg copy.yaml', 'compact', 'commented'],
  ['label tier=gold', 'compact', 'commented', 'subpackages', 'odd'],
  ['annotate t=g', 'compact', 'commented', 'odd'],
  ['proto cfg', 'compact', 'commented'],
  ['first-key cfg', 'compact', 'commented'],
  ['image a:1=a:2', 'compact', 'commented', 'subpackages'],
  ['insert-container', 'compact', 'commented'],
  ['swap-containers', 'compact', 'commented'],
  ['remove-container a', 'compact', 'commented'],
  ['comment web hello', 'compact', 'commented'],
  ['stderr 2', 'compact'],
  ['stderr 9', 'compact'],
  ['results', 'compact'],
  ['results-map', 'compact'],
  ['fail', 'compact', 'subpackages'],
  ['fail-quietly', 'compact'],
];

const ONLY_DEPLOYMENTS = { selectors: [{ kind: 'Deployment' }] };

/** Pipelines of several functions, or with selections. */
const PIPELINES: readonly (readonly [title: string, Partial<Pipeline>])[] = [
  ['a validator that edits', { validators: [foreign('label tier=gold')] }],
  ['a validator that prints nothing', { validators: [foreign('nothing')] }],
  ['a validator that fails', { mutators: [foreign('label tier=gold')], validators: [foreign('fail')] }],
  ['a selection', { mutators: [foreign('label tier=gold', ONLY_DEPLOYMENTS)] }],
  ['an addition to a selection', { mutators: [foreign('add', ONLY_DEPLOYMENTS), foreign('reverse')] }],
  ['a removal from a selection', { mutators: [foreign('delete-all', ONLY_DEPLOYMENTS)] }],
  ['an empty selection', { mutators: [foreign('add', { selectors: [{ kind: 'Nothing' }] })] }],
  ['a configPath in a folder', { mutators: [foreign('add', { configPath: 'cfg.yaml' })] }],
  ['edits of one item by two functions', { mutators: [foreign('label tier=gold'), foreign('label site=oslo')] }],
  ['an addition that the next function edits', { mutators: [foreign('add'), foreign('rename added more')] }],
  ['an addition in the place of a removal', { mutators: [foreign('remove web'), foreign('add-at app.yaml 0')] }],
  [
    'an addition before one of another function',
    { mutators: [foreign('add-at app.yaml 9'), foreign('add-at app.yaml -3 4')] },
  ],
  ['an edit that the next function takes back', { mutators: [foreign('rename web www'), foreign('rename www web')] }],
  ['an error after an edit', { mutators: [foreign('label tier=gold'), foreign('fail')] }],
];

/** Modes whose output kpt refuses with a message of its own, so that there is no exit code. */
const REFUSED: readonly (readonly [mode: string, kpt: RegExp, ours: RegExp])[] = [
  ['fail-text', /Error: wrong node kind: expected MappingNode/, /ResourceList/],
  ['half', /Error: .*(?:yaml|unexpected)/, /ResourceList|YAML/],
  ['bad-results', /cannot unmarshal !!str `one` into int/, /results/],
  ['evil-path', /must not modify resources outside of package: resource has path \.\.\/x\.yaml/, /\.\.\/x\.yaml/],
  ['duplicate-id cfg cfg.yaml', /resource at path "cfg\.yaml" and index "0" already exists/, /cfg\.yaml/],
  [
    'add-at app.yaml 1',
    /resource at path "app\.yaml" and index "1" already exists/,
    /must have another path or index: another resource has the same/,
  ],
  ['rename web ""', /must have `metadata\.name`/, /name/],
];

/** Modes that remove everything, or the Kptfile of the root: with kpt silently. */
const REMOVING = ['nothing', 'delete-all', 'remove root'];

type Replacement = readonly [path: string, from: string, to: string];

const FIRST = `                # the first one
                - name: a # first
                  image: "a:1"   # its image
                  args: [x, "y",
                    'z']
`;

const SECOND = `                # the second one
                - name: b # second
                  image: b:1
`;

/** Modes, and the only lines of the commented package that they change. */
const LINES: Readonly<Record<string, readonly Replacement[]>> = {
  echo: [],
  copy: [],
  'sort-keys': [],
  reverse: [],
  'drop-ids': [],
  'image a:1=a:2': [['app.yaml', '"a:1"   #', '"a:2"   #']],
  'rename web www': [['app.yaml', 'name: web\n', 'name: www\n']],
  'comment web hello': [['app.yaml', '1   # one', '1   # hello']],
  'label tier=gold': [
    ['app.yaml', "'web'   # the name\n", "'web'   # the name\n        tier: gold\n"],
    ['app.yaml', '{app: web} #', '{app: web, tier: gold} #'],
    ['app.yaml', '{name: web-service}', '{name: web-service, labels: {tier: gold}}'],
    ['cfg.yaml', 'local-config: "true"\n', 'local-config: "true"\n  labels:\n    tier: gold\n'],
    ['Kptfile', '  name: root\n', '  name: root\n  labels:\n    tier: gold\n'],
  ],
  'annotate t=g': [
    ['app.yaml', "'web'   # the name\n", "'web'   # the name\n    annotations:\n        t: g\n"],
    ['app.yaml', '{name: web-service}', '{name: web-service, annotations: {t: g}}'],
    ['cfg.yaml', 'local-config: "true"\n', 'local-config: "true"\n    t: g\n'],
    ['Kptfile', '  name: root\n', '  name: root\n  annotations:\n    t: g\n'],
  ],
  'proto cfg': [['cfg.yaml', '"\\u00e9"\n', '"\\u00e9"\n  __proto__: x\n  constructor: x\n']],
  'insert-container': [
    [
      'app.yaml',
      '                # the first one\n',
      '                - name: sidecar\n                  image: sidecar:1\n                # the first one\n',
    ],
  ],
  'remove-container a': [['app.yaml', FIRST, '']],
  'swap-containers': [['app.yaml', `${FIRST}${SECOND}`, `${SECOND}${FIRST}`]],
};

describe('functions of others in krm-variants render beside kpt fn render', () => {
  before(function () {
    needTools(this, 'kpt', 'git');
    // Newer ones add a status to Kptfiles, and log in another form.
    if (!isRecorded()) skip(this, 'kpt is another release than the one that docs/render.md names');
  });

  for (const [mode, ...packages] of MODES)
    for (const name of packages)
      it(`${mode} on the ${name} package: makes the same data, log and results`, () =>
        inBoth(withSteps(PACKAGES[name], { mutators: [foreign(mode)] }), assertSame));

  for (const [title, pipeline] of PIPELINES)
    it(`${title}: makes the same data, log and results`, () => inBoth(withSteps(COMPACT, pipeline), assertSame));

  it('runs the functions of subpackages first, on their own resources', () => {
    const below = { Kptfile: String(SUBPACKAGES['below/Kptfile']) };
    const { Kptfile = '' } = withSteps(below, { mutators: [foreign('add'), foreign('label tier=gold')] });
    const files = { ...SUBPACKAGES, 'below/Kptfile': Kptfile };
    return inBoth(withSteps(files, { mutators: [foreign('annotate t=g')] }), assertSame);
  });

  for (const [mode, kpt, message] of REFUSED) {
    it(`${mode}: refuses the output, as kpt does, and writes nothing`, () => {
      const files = withSteps(COMPACT, { mutators: [foreign(mode)] });
      return inBoth(files, (ours, kpts) => {
        assert.match(kpts.stderr, kpt);
        assert.deepEqual([ours.exitCode, kpts.exitCode], [1, 1], ours.stderr);
        assert.match(ours.stderr, message);
        assert.deepEqual(ours.files, kpts.files);
        assert.match(ours.stderr, /^\[FAIL\]/m);
      });
    });
  }

  it('no-annotations: finds each resource by its name, where kpt removes the files of all', () =>
    inBoth(withSteps(COMPACT, { mutators: [foreign('no-annotations')] }), (ours, kpts, before) => {
      assert.deepEqual([kpts.exitCode, kpts.files['Kptfile']], [0, undefined], kpts.stderr);
      assert.equal(ours.exitCode, 0, ours.stderr);
      assert.deepEqual(Object.keys(ours.files).toSorted(), Object.keys(before.files).toSorted());
      assert.deepEqual(
        Object.entries(ours.files).filter(
          ([path, text]) => text !== before.files[path] && /annotations/.test(String(text)),
        ),
        [],
      );
    }));

  for (const mode of REMOVING) {
    const files = withSteps(COMPACT, { mutators: [foreign(mode)] });
    it(`${mode}: is refused where kpt removes the Kptfile of the package`, () =>
      inBoth(files, (ours, kpts, before) => {
        assert.deepEqual([kpts.exitCode, kpts.files['Kptfile']], [0, undefined], kpts.stderr);
        assert.equal(ours.exitCode, 1, ours.stderr);
        assert.match(ours.stderr, /--allow-delete-all/);
        assert.deepEqual(ours.files, before.files);
      }));

    it(`${mode}: does what kpt does with --allow-delete-all`, () => inBoth(files, assertSame, ['--allow-delete-all']));
  }

  it('foreign-id: removes ids that no resource has, where kpt writes them to the file', () =>
    inBoth(withSteps(COMPACT, { mutators: [foreign('foreign-id cfg')] }), (ours, kpts) => {
      const ids = /^ +(?:internal\.config\.kubernetes\.io|config\.k8s\.io)\/id: "99"\n/gm;
      assert.equal(String(kpts.files['cfg.yaml']).match(ids)?.length, 2);
      assertSameEnd(ours, kpts);
      assert.equal(ours.files['cfg.yaml'], COMPACT['cfg.yaml']);
    }));

  it('hang: ends a function at --function-timeout, and writes nothing', () =>
    inFolder({}, async (folder) => {
      const files = withSteps(COMPACT, { mutators: [foreign('hang')] });
      const ours = await renderForeign(folder, files, ['--function-timeout', '1s']);
      assert.equal(ours.exitCode, 1, ours.stderr);
      assert.match(ours.stderr, /1s/);
      assert.equal(ours.files['app.yaml'], COMPACT['app.yaml']);
    }));

  it('needs --allow-exec, as kpt does', () =>
    inFolder({}, async (folder) => {
      const files = withSteps(COMPACT, { mutators: [foreign('echo')] });
      const message = /must run with `--allow-exec` option to allow running function binaries/;
      const kpts = await renderKpts(join(folder, 'kpt'), files, process.env, []);
      const ours = await renderOurs(join(folder, 'ours'), { files, extra: undefined });
      for (const { exitCode, stderr } of [kpts, ours]) {
        assert.equal(exitCode, 1);
        assert.match(stderr, message);
      }
    }));

  for (const [mode, replacements] of Object.entries(LINES)) {
    it(`${mode}: changes only ${replacements.length} places of a package with comments`, () => {
      const files = withSteps(COMMENTED, { mutators: [foreign(mode)] });
      const want = replaced(files, replacements);
      return inBoth(files, (ours, kpts) => {
        assertSameData(want, kpts.files);
        assert.equal(ours.exitCode, 0, ours.stderr);
        assert.deepEqual(ours.files, want);
      });
    });
  }

  const untouched: readonly (readonly [mode: string, ...others: readonly string[]])[] = [
    ['add', 'configmap_added.yaml'],
    ['remove cfg', 'cfg.yaml'],
    ['move cfg conf/c.yaml', 'cfg.yaml', 'conf/c.yaml'],
    ['duplicate-id cfg copy.yaml', 'copy.yaml'],
  ];
  for (const [mode, ...others] of untouched) {
    it(`${mode}: changes no byte of the files other than ${others.join(', ')}`, () =>
      inBoth(withSteps(COMMENTED, { mutators: [foreign(mode)] }), (ours, kpts, before) => {
        assertSame(ours, kpts);
        assert.deepEqual(without(ours.files, others), without(before.files, others));
      }));
  }

  it('move: takes the text of a resource along', () =>
    inBoth(withSteps(COMPACT, { mutators: [foreign('move cfg conf/c.yaml')] }), (ours, kpts) => {
      assert.equal(kpts.files['conf/c.yaml'], COMPACT['cfg.yaml']);
      assert.equal(ours.files['conf/c.yaml'], COMPACT['cfg.yaml']);
    }));

  for (const [name, files] of Object.entries(PACKAGES)) {
    it(`finds nothing to change in its own output: ${name} package`, () =>
      inFolder({}, async (folder) => {
        const first = await renderForeign(
          join(folder, '1'),
          withSteps(files, { mutators: [foreign('label tier=gold')] }),
        );
        const second = await renderForeign(join(folder, '2'), first.files);
        assert.deepEqual([second.exitCode, second.files], [0, first.files], second.stderr);
      }));
  }
});

type Check = (ours: ForeignRendering, kpts: ForeignRendering, before: { readonly files: Files }) => void;

/** Renders a package with kpt and with our program, with these options, and passes both outcomes to a check. */
async function inBoth(files: Files, check: Check, options: readonly string[] = []): Promise<void> {
  await inFolder({}, async (folder) => {
    const env = functionPath(join(folder, 'bin'));
    const [kpts, ours] = await Promise.all([
      renderForeignKpt(join(folder, 'kpt'), files, env),
      renderForeign(join(folder, 'ours'), files, options),
    ]);
    check(ours, kpts, { files });
  });
}

function assertSame(ours: ForeignRendering, kpts: ForeignRendering): void {
  assertSameEnd(ours, kpts);
  assertSameData(ours.files, kpts.files);
}

function replaced(files: Files, replacements: readonly Replacement[]): Files {
  return replacements.reduce((done, [path, from, to]) => {
    const text = String(done[path]);
    assert.ok(text.includes(from), `${from}is not in ${path}`);
    return { ...done, [path]: text.replace(from, () => to) };
  }, files);
}

function without(files: Files, paths: readonly string[]): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)));
}
