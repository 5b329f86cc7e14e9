import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { needTools } from '../../support/kpt.ts';
import { diff } from '../../support/package-commands.ts';
import { quietRender } from '../../support/quiet-render.ts';
import { deployment, kptfileCalling, registry, SET_REGISTRY } from '../../support/rendered-package.ts';
import { inPackage, type PackageSetting, type Versions } from '../../support/upstream-package.ts';
import { configMap, kptfile, writeFiles, type Files } from '../run-support.ts';

const functions = await allFunctions();

const V1: Files = {
  Kptfile: kptfileCalling(SET_REGISTRY),
  'registry.yaml': registry('eu.io'),
  'web.yaml': deployment('a.io/web:1'),
};
const V2: Files = { ...V1, 'web.yaml': deployment('a.io/web:2'), 'new.yaml': deployment('a.io/new:1', 1, 'new') };

/** Edit of the local package, or a rendering of it. */
type Step = Readonly<Record<string, string | undefined>> | 'render';

interface Row {
  readonly name: string;
  readonly versions?: Partial<Versions>;
  readonly local: readonly Step[];
  readonly args?: readonly string[];
  /** Files after the update, besides the Kptfile. */
  readonly want: Readonly<Record<string, string | undefined>>;
  readonly exitCode?: number;
  readonly stderr?: RegExp;
  readonly notStderr?: RegExp;
}

/** Function of another program that reports an error, and ends with 0. */
const REPORTS_ERROR = `exec: "sed 's/^kind: ResourceList$/&\\\\nresults: [{message: bad thing, severity: error}]/'"`;

/** A policy of people for the places that the pipeline sets. */
const PIN = `apiVersion: krm-variants.dev/v1alpha1\nkind: MergePolicy\nmetadata: {name: pin}\nspec: {rules: [{resource: {kind: Deployment}, path: spec.template, take: pin}]}\n`;

const ROWS: readonly Row[] = [
  {
    name: 'makes of a rendered package without edits the rendered new version',
    local: ['render'],
    want: {
      'web.yaml': deployment('eu.io/web:2'),
      'new.yaml': deployment('eu.io/new:1', 1, 'new'),
      'registry.yaml': registry('eu.io'),
    },
    notStderr: /warning|conflict/,
  },
  {
    name: 'keeps an edit beside output of the pipeline',
    local: ['render', { 'web.yaml': deployment('eu.io/web:1', 3) }],
    want: { 'web.yaml': deployment('eu.io/web:2', 3), 'new.yaml': deployment('eu.io/new:1', 1, 'new') },
    notStderr: /warning|conflict/,
  },
  {
    name: 'merges edits to inputs, and does not take their output for edits',
    local: [{ 'registry.yaml': registry('us.io') }, 'render', { 'web.yaml': deployment('us.io/web:1', 3) }],
    want: {
      'web.yaml': deployment('us.io/web:2', 3),
      'new.yaml': deployment('us.io/new:1', 1, 'new'),
      'registry.yaml': registry('us.io'),
    },
    notStderr: /warning|conflict/,
  },
  {
    name: 'renders with an edited input that was not rendered yet',
    local: ['render', { 'registry.yaml': registry('us.io'), 'web.yaml': deployment('eu.io/web:1', 3) }],
    want: { 'web.yaml': deployment('us.io/web:2', 3), 'new.yaml': deployment('us.io/new:1', 1, 'new') },
    notStderr: /warning|conflict/,
  },
  {
    name: 'keeps a pinned place that the pipeline would set with an edited input',
    local: ['render', { 'registry.yaml': registry('us.io'), 'pin.yaml': PIN }],
    want: { 'web.yaml': deployment('eu.io/web:1') },
    stderr: /^\[warning\] @Kptfile: the versions are not rendered/m,
  },
  {
    name: 'merges an input that both sides edit at different places',
    versions: { new: { ...V2, 'registry.yaml': `# policy of 2026\n${registry('eu.io')}` } },
    local: [{ 'registry.yaml': registry('us.io') }, 'render'],
    want: { 'web.yaml': deployment('us.io/web:2'), 'registry.yaml': `# policy of 2026\n${registry('us.io')}` },
  },
  {
    name: 'reports a conflict between edits to an input once',
    versions: { new: { ...V2, 'registry.yaml': registry('asia.io') } },
    local: [{ 'registry.yaml': registry('us.io') }, 'render'],
    exitCode: 3,
    stderr: /^\[error\] @registry\.yaml .*conflict .*\n.*`--take .*\n.*: 1 conflict: nothing was written$/m,
    notStderr: /web\.yaml/,
    want: { 'web.yaml': deployment('us.io/web:1') },
  },
  {
    name: 'renders with the input that --take decides for',
    versions: { new: { ...V2, 'registry.yaml': registry('asia.io') } },
    local: [{ 'registry.yaml': registry('us.io') }, 'render'],
    args: ['--on-conflict', 'new'],
    want: { 'web.yaml': deployment('asia.io/web:2'), 'registry.yaml': registry('asia.io') },
  },
  {
    name: 'renders resources that only the local package has',
    local: ['render', { 'own.yaml': deployment('a.io/own:1', 1, 'own') }],
    want: { 'web.yaml': deployment('eu.io/web:2'), 'own.yaml': deployment('eu.io/own:1', 1, 'own') },
    notStderr: /warning|conflict/,
  },
  {
    name: 'merges the text of a package that is not rendered',
    local: [{ 'web.yaml': deployment('a.io/web:1', 3) }],
    want: { 'web.yaml': deployment('a.io/web:2', 3), 'new.yaml': deployment('a.io/new:1', 1, 'new') },
    notStderr: /warning|conflict/,
  },
  {
    name: 'merges the text of a package that is not rendered, with an edited input',
    local: [{ 'web.yaml': deployment('a.io/web:1', 3), 'registry.yaml': registry('us.io') }],
    want: { 'web.yaml': deployment('a.io/web:2', 3), 'registry.yaml': registry('us.io') },
    notStderr: /warning|conflict/,
  },
  {
    name: 'merges the text, with a warning, of a package of which parts are rendered',
    versions: {
      base: { ...V1, 'b.yaml': deployment('a.io/b:1', 1, 'b') },
      new: { ...V2, 'b.yaml': deployment('a.io/b:1', 2, 'b') },
    },
    local: ['render', { 'b.yaml': deployment('a.io/b:1', 1, 'b') }],
    exitCode: 3,
    stderr:
      /^\[warning\] @Kptfile: the versions are not rendered, so output of the pipeline counts as local edits: whether the package is rendered is not certain: pass `--render`/m,
    want: { 'web.yaml': deployment('eu.io/web:1') },
  },
  {
    name: 'merges the text, with a warning, of a package that does not show whether it is rendered',
    local: ['render', { 'web.yaml': deployment('mine.io/web:1') }],
    exitCode: 3,
    stderr: /^\[warning\] @Kptfile: the versions are not rendered, .* is not certain/m,
    want: { 'web.yaml': deployment('mine.io/web:1') },
  },
  {
    name: 'keeps unrendered parts as edits with --render',
    versions: {
      base: { ...V1, 'b.yaml': deployment('a.io/b:1', 1, 'b') },
      new: { ...V2, 'b.yaml': deployment('a.io/b:1', 2, 'b') },
    },
    local: ['render', { 'b.yaml': deployment('a.io/b:1', 1, 'b') }],
    args: ['--render'],
    stderr: /^\[warning\] @Kptfile: the merged package is not rendered: that would overwrite local edits in b\.yaml/m,
    want: { 'web.yaml': deployment('eu.io/web:2'), 'b.yaml': deployment('a.io/b:1', 2, 'b') },
  },
  {
    name: 'keeps an edit of output, and does not render it away',
    versions: {
      base: { ...V1, 'b.yaml': deployment('a.io/b:1', 1, 'b') },
      new: { ...V2, 'b.yaml': deployment('a.io/b:1', 1, 'b') },
    },
    local: ['render', { 'web.yaml': deployment('mine.io/web:1') }],
    args: ['--on-conflict', 'local'],
    stderr:
      /^\[warning\] @Kptfile: the merged package is not rendered: that would overwrite local edits in web\.yaml;/m,
    want: { 'web.yaml': deployment('mine.io/web:1'), 'new.yaml': deployment('eu.io/new:1', 1, 'new') },
  },
  {
    name: 'reports a conflict if a function of the new version changes a value that was edited',
    versions: {
      base: {
        ...V1,
        Kptfile: kptfileCalling('exec: apply-package-context\n    configMap: {site: none}'),
        'c.yaml': configMap('kptfile.kpt.dev', 'data: {site: none, a: "1"}\n'),
      },
      new: {
        ...V2,
        Kptfile: kptfileCalling('exec: apply-package-context\n    configMap: {site: none, a: "2"}'),
        'c.yaml': configMap('kptfile.kpt.dev', 'data: {site: none, a: "1"}\n'),
      },
    },
    local: ['render', { 'c.yaml': configMap('kptfile.kpt.dev', 'data: {site: none, a: "3"}\n') }],
    exitCode: 3,
    stderr: /conflict edit\/edit: base "1", new "2", local "3"/,
    want: { 'c.yaml': configMap('kptfile.kpt.dev', 'data: {site: none, a: "3"}\n') },
  },
  {
    name: 'keeps output of a function that was removed after it ran',
    local: ['render', { Kptfile: kptfile('shop') }],
    want: { 'web.yaml': deployment('eu.io/web:1') },
    exitCode: 3,
  },
  {
    name: 'takes a new pipeline, and renders with it',
    versions: { base: { ...V1, Kptfile: kptfile('shop') } },
    local: [{ 'web.yaml': deployment('a.io/web:1', 3) }],
    want: { 'web.yaml': deployment('eu.io/web:2', 3) },
  },
  {
    name: 'merges the text with --no-render',
    local: ['render', { 'web.yaml': deployment('eu.io/web:1', 3) }],
    args: ['--no-render', '--on-conflict', 'local'],
    want: { 'web.yaml': deployment('eu.io/web:1', 3), 'new.yaml': deployment('a.io/new:1', 1, 'new') },
    notStderr: /not rendered/,
  },
  {
    name: 'renders nothing if an image is needed, with a warning',
    versions: {
      base: { ...V1, Kptfile: kptfileCalling(SET_REGISTRY, 'image: set-labels:v1') },
      new: { ...V2, Kptfile: kptfileCalling(SET_REGISTRY, 'image: set-labels:v1') },
    },
    local: [{ 'web.yaml': deployment('a.io/web:1', 3) }],
    stderr:
      /^\[warning\] @Kptfile: the versions are not rendered, .*: the pipeline needs other programs or images, "set-labels:v1": to call them, pass `--render`/m,
    want: { 'web.yaml': deployment('a.io/web:2', 3) },
  },
  {
    name: 'calls programs with --render and --allow-exec',
    versions: {
      base: { ...V1, Kptfile: kptfileCalling(SET_REGISTRY, 'exec: sed s/pinned/PINNED/') },
      new: { ...V2, Kptfile: kptfileCalling(SET_REGISTRY, 'exec: sed s/pinned/PINNED/') },
    },
    local: [{ 'web.yaml': deployment('eu.io/web:1', 3).replace('pinned', 'PINNED') }],
    args: ['--render', '--allow-exec', '--comments', 'function'],
    want: { 'web.yaml': deployment('eu.io/web:2', 3).replace('pinned', 'PINNED') },
  },
  {
    name: 'reports the error of a program that ends with 0, and fails with --strict',
    versions: {
      base: { ...V1, Kptfile: kptfileCalling(SET_REGISTRY, REPORTS_ERROR) },
      new: { ...V2, Kptfile: kptfileCalling(SET_REGISTRY, REPORTS_ERROR) },
    },
    local: [{ 'web.yaml': deployment('eu.io/web:1', 3) }],
    args: ['--render', '--allow-exec', '--strict'],
    exitCode: 1,
    stderr:
      /^\[error\].* bad thing\n(?:.*\n)*.*with `--strict`, an error that a function reports is an error of the command/m,
    want: { 'web.yaml': deployment('eu.io/web:1', 3) },
  },
  {
    name: 'writes nothing if --render cannot call a program without --allow-exec',
    versions: {
      base: { ...V1, Kptfile: kptfileCalling(SET_REGISTRY, 'exec: sed s/pinned/PINNED/') },
      new: { ...V2, Kptfile: kptfileCalling(SET_REGISTRY, 'exec: sed s/pinned/PINNED/') },
    },
    local: [{ 'web.yaml': deployment('eu.io/web:1', 3) }],
    args: ['--render'],
    exitCode: 1,
    stderr:
      /^\[error\] @Kptfile: `--render` must run the pipeline, but cannot: Kptfile:9:11 .* must run with `--allow-exec` .*, or pass `--no-render`\n.*: nothing was written$/m,
    notStderr: /warning/,
    want: { 'web.yaml': deployment('eu.io/web:1', 3) },
  },
  {
    name: 'writes nothing if the local package cannot be rendered with --render',
    versions: { base: V1, new: V2 },
    local: ['render', { 'own.yaml': deployment('a.io/own:1', 1, 'own'), 't.yaml': '{{ x' }],
    args: ['--render'],
    exitCode: 1,
    stderr: /^\[error\] @Kptfile: `--render` must run the pipeline, but cannot: t\.yaml: must be YAML/m,
    want: { 'web.yaml': deployment('eu.io/web:1') },
  },
  {
    name: 'merges the text of a package that cannot be rendered, with the reason',
    versions: { base: { ...V1, 't.yaml': '{{ x' }, new: { ...V2, 't.yaml': '{{ x' } },
    local: [{ 'web.yaml': deployment('a.io/web:1', 3) }],
    stderr: /^\[warning\] @Kptfile: the versions are not rendered, .*t\.yaml: must be YAML/m,
    want: { 'web.yaml': deployment('a.io/web:2', 3) },
  },
  {
    name: 'refuses a rendered package with edits for fast-forward, and updates one without',
    versions: { get: ['--strategy', 'fast-forward'] },
    local: ['render'],
    want: { 'web.yaml': deployment('eu.io/web:2'), 'new.yaml': deployment('eu.io/new:1', 1, 'new') },
  },
];

const inRow = ({ versions, local }: Pick<Row, 'versions' | 'local'>, act: (setting: PackageSetting) => Promise<void>) =>
  inPackage({ base: V1, new: V2, ...versions }, async (setting) => {
    for (const step of local) await take(step, setting);
    await act(setting);
  });

async function take(step: Step, { mine, files }: PackageSetting): Promise<void> {
  if (step === 'render') {
    const { exitCode, stderr } = await quietRender(functions, [mine]);
    assert.equal(exitCode, 0, stderr);
  } else {
    for (const [path, text] of Object.entries(step))
      if (text === undefined) rmSync(join(mine, path));
      else writeFiles(mine, { [path]: path === 'Kptfile' ? withUpstream(text, files()[path] ?? '') : text });
  }
}

/** Returns a Kptfile with the upstream of another. */
const withUpstream = (text: string, own: string): string =>
  `${text}${own.slice(own.indexOf('upstream:'))}`.replace('name: shop', 'name: mine');

describe('krm-variants update of a package with a pipeline', () => {
  before(function () {
    needTools(this, 'git');
  });

  for (const row of ROWS)
    it(row.name, () =>
      inRow(row, async ({ files, update: run }) => {
        const { stderr, exitCode }: FolderOutcome = await run('@v2', ...(row.args ?? []));
        const found = Object.fromEntries(Object.keys(row.want).map((path) => [path, files()[path]]));
        assert.deepEqual(found, row.want, stderr);
        assert.equal(exitCode, row.exitCode ?? 0, stderr);
        if (row.stderr !== undefined) assert.match(stderr, row.stderr);
        if (row.notStderr !== undefined) assert.doesNotMatch(stderr, row.notStderr);
      }),
    );

  it('shows no output of the pipeline in the differences of a rendered package', () =>
    inRow({ local: ['render', { 'web.yaml': deployment('eu.io/web:1', 3) }] }, async ({ mine }) => {
      const { stdout } = await diff(mine);
      assert.match(stdout, /^-  replicas: 1 # for now\n\+  replicas: 3 # for now$/m);
      assert.doesNotMatch(stdout, /image: a\.io/);
      const both = await diff(`${mine}@v2`, '--both');
      assert.match(
        both.stdout,
        /^-          image: eu\.io\/web:1 # pinned\n\+          image: eu\.io\/web:2 # pinned$/m,
      );
      assert.match(both.stdout, /^0 conflicts between both$/m);
      assert.match((await diff(mine, '--no-render')).stdout, /^-          image: a\.io\/web:1 # pinned$/m);
    }));
});
