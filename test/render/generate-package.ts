import fc from 'fast-check';
import { configMap, kptfile, type Files } from '../cli/run-support.ts';

/** Folders of subpackages, of which some are in others or in a plain folder. */
const FOLDERS = ['s', 's/deep', 't/u', 'a.x', 'Z'];

const LOCAL = '  annotations:\n    config.kubernetes.io/local-config: "true"\n';

/** Resources, with names that selectors match. */
const RESOURCES: readonly string[] = [
  configMap('a', 'data:\n  x: "1"\n'),
  configMap('b', '  namespace: shop\n  labels:\n    tier: gold\ndata:\n  x: "yes"\n'),
  'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 1\n',
  'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  uid: 1-2-3\nspec:\n  clusterIP: 10.0.0.1\n  ports:\n  - port: 80\nstatus: {}\n',
  'apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: once\n  labels:\n    tier: gold\nspec:\n  suspend: true\n',
];

/** Configurations, by the name of their file. */
const CONFIGS: Files = {
  'strip.yaml': `apiVersion: control.kubestellar.io/v1alpha1\nkind: CustomTransform\nmetadata:\n  name: strip\n${LOCAL}spec:\n  apiGroup: apps\n  resource: deployments\n  remove:\n  - $.spec.replicas\n`,
  'conf/policy.yaml': `apiVersion: policy.karmada.io/v1alpha1\nkind: ClusterOverridePolicy\nmetadata:\n  name: policy\n${LOCAL}spec:\n  resourceSelectors:\n  - apiVersion: v1\n    kind: ConfigMap\n    name: a\n  overrideRules:\n  - overriders:\n      labelsOverrider:\n      - operator: add\n        value:\n          site: oslo\n`,
  'set.yaml': `apiVersion: config.porch.kpt.dev/v1alpha2\nkind: PackageVariantSet\nmetadata:\n  name: set\n  namespace: default\nspec:\n  upstream:\n    repo: blueprints\n    package: base\n    revision: 1\n  targets:\n  - repositories:\n    - name: north\n    - name: south\n`,
};

const FUNCTIONS: readonly string[] = [
  'exec: apply-package-context\n    configMap:\n      site: oslo\n',
  'exec: apply-package-context\n    configMap:\n      site: "no"\n',
  'exec: strip-transform\n',
  'exec: strip-transform\n    configPath: strip.yaml\n',
  'exec: apply-override-policy\n    configPath: conf/policy.yaml\n',
  'exec: expand-package-variant-set\n    configPath: set.yaml\n',
  // Refused by the function, and by the Kptfile.
  'exec: apply-package-context\n    configMap:\n      name: reserved\n',
  'exec: strip-transform\n    configPath: missing.yaml\n',
];

const SELECTIONS: readonly string[] = [
  '',
  '',
  '    selectors:\n    - kind: Deployment\n    - kind: ConfigMap\n      name: kptfile.kpt.dev\n',
  '    selectors:\n    - labels:\n        tier: gold\n',
  '    exclude:\n    - name: web\n    - kind: Kptfile\n',
  '    selectors:\n    - namespace: shop\n    exclude:\n    - name: b\n',
];

/** Draws a function of a pipeline; the last ones fail, and are rare. */
const step = fc
  .tuple(
    fc.oneof(
      { weight: 30, arbitrary: fc.nat(FUNCTIONS.length - 3) },
      { weight: 1, arbitrary: fc.nat(FUNCTIONS.length - 1) },
    ),
    fc.nat(SELECTIONS.length - 1),
  )
  .map(([index, selection]) => {
    const fn = FUNCTIONS[index] ?? '';
    // With a selection it could not see what it made before.
    return `  - ${fn}${fn.includes('package-variant-set') ? '' : SELECTIONS[selection]}`;
  });

const pipeline = fc
  .tuple(fc.array(step, { maxLength: 3 }), fc.array(step, { maxLength: 1 }))
  .map(([mutators, validators]) => {
    const lists = Object.entries({ mutators, validators }).filter(([, steps]) => steps.length > 0);
    return lists.length === 0
      ? ''
      : `pipeline:\n${lists.map(([name, steps]) => `  ${name}:\n${steps.join('')}`).join('')}`;
  });

/** Draws files of resources: each of one or two documents, or of JSON. */
const resources = fc
  .array(fc.uniqueArray(fc.nat(RESOURCES.length - 1), { minLength: 1, maxLength: 2 }), { maxLength: 3 })
  .map((files) =>
    Object.fromEntries(
      files.map((documents, index) => [`f${index}.yaml`, documents.map((each) => `${RESOURCES[each]}`).join('---\n')]),
    ),
  );

const onePackage = (name: string): fc.Arbitrary<Files> =>
  fc.tuple(pipeline, resources).map(([steps, files]) => ({
    Kptfile: `${kptfile(name)}${steps}`,
    'package-context.yaml': configMap('kptfile.kpt.dev', `${LOCAL}data:\n  name: ${name}\n`),
    ...CONFIGS,
    ...files,
  }));

/** Draws a package with subpackages, in the format in which kpt writes files. */
export function packages(): fc.Arbitrary<Files> {
  const below = FOLDERS.map((folder) => fc.option(onePackage('sub').map((files) => [folder, files] as const)));
  return fc.tuple(onePackage('root'), ...below).map(([root, ...others]) => ({
    ...root,
    ...Object.fromEntries(
      others.flatMap((other) => {
        if (other === null) return [];
        const [folder, files] = other;
        return Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text] as const);
      }),
    ),
  }));
}
