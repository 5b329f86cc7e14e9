import assert from 'node:assert/strict';
import { join } from 'node:path';
import { RUN_OPTIONS } from '../../cli/run/run-arguments.ts';
import { root } from '../../scripts/functions.ts';
import { configMap, inFolder, readFiles, shortened, type Files } from '../cli/run-support.ts';
import { runProgram, type Ended } from '../support/child.ts';
import { HARD_CASES, hardCases, realPackages, withContext } from '../support/corpus.ts';
import { NODE_20 } from '../support/forms.ts';

const executables: readonly (readonly [name: string, command: readonly string[]])[] = [
  ['native', [join(root, 'dist/krm-variants')]],
  ['Node 20', [NODE_20, join(root, 'dist/krm-variants.cjs')]],
];

/** A real package; our own where those of other projects are absent. */
const [packageName, packageFiles] = realPackages().find(([name]) => name === 'ghost') ?? [HARD_CASES, hardCases()];
const real = withContext(packageFiles);

const CONTEXT = 'package-context.yaml';
const VARIANT = `apiVersion: config.porch.kpt.dev/v1alpha1\nkind: PackageVariant\nmetadata:\n  name: NAME\nspec:\n  packageContext: {data: {site: NAME}}\n`;

/** Files beside the package: configurations, an object of a cluster, and a package with a file that is not YAML. */
const ASIDE: Files = {
  'variants.yaml': ['oslo', 'kiel'].map((name) => VARIANT.replaceAll('NAME', name)).join('---\n'),
  'injectors.yaml': VARIANT.replaceAll('NAME', 'x').replace(/spec:[^]*/, 'spec: {injectors: [{name: zone}]}\n'),
  'policy.yaml': `apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata: {name: p}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: kptfile.kpt.dev}]
  overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {made-by: policy}}]}}]
`,
  'objects/zone.yaml': configMap('zone', 'data: {zone: north}\n'),
  'point/Kptfile': 'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: point\n',
  'point/a.yaml': configMap('a', 'data: {zone: none}\n').replace(
    'metadata:\n',
    'metadata:\n  annotations: {kpt.dev/config-injection: required}\n',
  ),
  'empty/README.md': 'No resources yet.\n',
  'mixed/lines.json': '{"a": 1}\n{"b": 2}\n',
  'mixed/package-context.yaml': String(real[CONTEXT]),
};

interface Run extends Ended {
  /** Files of the package, and those beside it, without paths of the former. */
  readonly files: Files;
}

interface Row {
  readonly option: string;
  /**
   * Arguments; `@` before a path, also in the output, stands for the folder with the package `p` and the files beside
   * it.
   */
  readonly args: string;
  readonly exitCode?: number;
  readonly check: (ran: Run) => void;
}

const isChanged = ({ files }: Run): void => assert.match(String(files[`p/${CONTEXT}`]), /^ {2}site: ["']?north/m);
const isUnchanged = ({ files }: Run): void => assert.equal(files[`p/${CONTEXT}`], real[CONTEXT]);
const RUN = 'apply-package-context @p';
const SITE = '-- site=north';

const rows: readonly Row[] = [
  {
    option: 'fn-config',
    args: `${RUN} --fn-config @variants.yaml#oslo`,
    check: ({ files }) => assert.match(String(files[`p/${CONTEXT}`]), /^ {2}site: oslo/m),
  },
  { option: 'where', args: `${RUN} --where ConfigMap/kptfile.kpt.dev:kind=ConfigMap ${SITE}`, check: isChanged },
  {
    option: 'allow-empty',
    args: 'apply-override-policy @empty --allow-empty --policy @policy.yaml',
    check: ({ stderr }) => assert.match(stderr, /^\[warning\]: no resource in /m),
  },
  {
    option: 'policy',
    args: 'apply-override-policy @p --policy @policy.yaml',
    check: ({ files }) => assert.match(String(files[`p/${CONTEXT}`]), /^ {4}made-by: policy/m),
  },
  {
    option: 'objects',
    args: 'inject-config @point --fn-config @injectors.yaml --objects @objects',
    check: ({ files }) => assert.match(String(files['point/a.yaml']), /zone: north/),
  },
  {
    option: 'context',
    args: 'inject-config @point --fn-config @injectors.yaml --context nowhere',
    exitCode: 1,
    // A user may have no kubeconfig at all. test/cluster/context.test.ts reads a real one.
    check: ({ stderr }) => assert.match(stderr, /^\[error\].*(?:nowhere|no kubeconfig found)/m),
  },
  {
    option: 'diff',
    args: `${RUN} --diff ${SITE}`,
    check(ran) {
      assert.match(
        ran.stdout,
        /^--- a\/.*\/p\/package-context\.yaml\n\+\+\+ b\/.*\/p\/package-context\.yaml\n@@ [^]*^\+ {2}site: /m,
      );
      isChanged(ran);
    },
  },
  {
    option: 'explain',
    args: `${RUN} --explain ${SITE}`,
    check: ({ stderr }) =>
      assert.match(stderr, /^@p\/package-context\.yaml:\d+: ConfigMap function-input `data\.site`$/m),
  },
  { option: 'check', args: `${RUN} --check ${SITE}`, exitCode: 4, check: isUnchanged },
  { option: 'dry-run', args: `${RUN} --dry-run ${SITE}`, check: isUnchanged },
  {
    option: 'strict',
    args: `apply-package-context @mixed --strict --skip-invalid ${SITE}`,
    exitCode: 1,
    check: ({ stderr }) => assert.match(stderr, /^\[error\]: with `--strict`, a warning is an error/m),
  },
  { option: 'verify', args: `${RUN} --verify ${SITE}`, check: isChanged },
  {
    option: 'report',
    args: `${RUN} --report json=@report.json ${SITE}`,
    check: ({ files }) =>
      assert.deepEqual((JSON.parse(String(files['report.json'])) as { files: readonly object[] }).files, [
        { path: `@p/${CONTEXT}`, change: 'modified', added: 1, removed: 0 },
      ]),
  },
  {
    option: 'results-dir',
    args: `${RUN} --results-dir @results ${SITE}`,
    check: ({ files }) => assert.match(String(files['results/results.yaml']), /^kind: FunctionResultList$/m),
  },
  {
    option: 'output',
    args: `${RUN} --output @new ${SITE}`,
    check(ran) {
      isUnchanged(ran);
      assert.match(String(ran.files[`new/${CONTEXT}`]), /^ {2}site: ["']?north/m);
    },
  },
  {
    option: 'no-local-config',
    args: `${RUN} -o unwrap --no-local-config ${SITE}`,
    check: ({ stdout }) => assert.doesNotMatch(stdout, /^kind: Kptfile$|local-config: ["']?true/m),
  },
  {
    option: 'exclude',
    args: `apply-package-context @mixed --verify --exclude *.json ${SITE}`,
    check: ({ files }) => assert.match(String(files[`mixed/${CONTEXT}`]), /^ {2}site: ["']?north/m),
  },
  {
    option: 'skip-invalid',
    args: `apply-package-context @mixed --skip-invalid ${SITE}`,
    check: ({ stderr }) => assert.match(stderr, /^\[warning\] @mixed\/lines\.json: skipped: /m),
  },
  { option: 'timeout', args: `${RUN} --timeout 1m ${SITE}`, check: isChanged },
  {
    option: 'verbose',
    args: `${RUN} --verbose ${SITE}`,
    check: ({ stderr }) =>
      assert.match(stderr, /^changed @p\/package-context\.yaml\n\[notice\].*\n\[info\][^]*\n1 file changed\n$/),
  },
  { option: 'quiet', args: `${RUN} --quiet ${SITE}`, check: ({ stderr }) => assert.equal(stderr, '') },
  {
    option: 'color',
    args: `${RUN} --diff --color always ${SITE}`,
    check: ({ stdout }) => assert.match(stdout, /^\u001b\[1m--- a\/.*\/p\/package-context\.yaml/),
  },
];

describe(`options of krm-variants run, by the executables, on ${packageName}`, function () {
  it('have a row each', () =>
    assert.deepEqual(
      rows.map(({ option }) => option),
      RUN_OPTIONS.map(({ name }) => name),
    ));

  for (const [name, command] of executables) {
    for (const row of rows) it(`${name}: --${row.option}`, () => check(command, row));
  }
});

function check(
  [program = '', ...before]: readonly string[],
  { args, exitCode = 0, check: verify }: Row,
): Promise<void> {
  const files = Object.fromEntries(Object.entries(real).map(([path, text]) => [`p/${path}`, text]));
  return inFolder({ ...ASIDE, ...files }, async (folder) => {
    const given = args.split(' ').map((arg) => arg.replace('@', `${folder}/`));
    const ran = await runProgram(program, [...before, 'run', ...given], '');
    assert.equal(ran.exitCode, exitCode, ran.stderr);
    const written = Object.entries(readFiles(folder)).map(([path, text]) => [path, shortened(folder, text)]);
    verify({ ...ran, stderr: shortened(folder, ran.stderr), files: Object.fromEntries(written) as Files });
  });
}
