import fc from 'fast-check';
import { configMap, type Files } from '../cli/run-support.ts';
import { commented } from './comments.ts';

/** Resources in kpt's format, with names, labels and fields that selectors and functions look for. */
const RESOURCES: readonly string[] = [
  configMap('a', 'data:\n  x: "1"\n'),
  configMap('b', '  namespace: shop\n  labels:\n    tier: gold\ndata:\n  x: "yes"\n  y: |\n    # text\n    a: b\n'),
  'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 1\n',
  'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\n  uid: 1-2-3\nspec:\n  replicas: 2\n  strategy:\n    type: Recreate\nstatus:\n  replicas: 2\n',
  'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  uid: 1-2-3\nspec:\n  clusterIP: 10.0.0.1\n  ports:\n  - port: 80\n  - name: b\n    port: 8080\nstatus: {}\n',
  'apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: once\n  labels:\n    tier: gold\nspec:\n  suspend: true\n',
  'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: template\n  annotations:\n    control.kubestellar.io/expand-templates: "true"\ndata:\n  at: "{{.clusterName}}"\n',
  'apiVersion: control.kubestellar.io/v1alpha1\nkind: CustomTransform\nmetadata:\n  name: strategy\n  annotations:\n    config.kubernetes.io/local-config: "true"\nspec:\n  apiGroup: apps\n  resource: deployments\n  remove:\n  - $.spec.strategy\n',
];

/** A resource as JSON, in another layout than kpt's. */
const JSON_RESOURCE =
  '{"kind": "ConfigMap", "apiVersion": "v1",\n "metadata": {"name": "json", "labels": {"tier": "gold"}},\n "data": {"b": "1", "a": "x"}}\n';

/** Layouts that kpt writes in its own. */
const LAYOUTS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => `---\n${text}`,
  (text) => `${text}---\n`,
  (text) => text.replaceAll(/^(metadata|spec|data):\n/gm, '\n$1:\n'),
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll(/: (\w+)$/gm, ":  '$1'"),
  (text) => (/^ +- /m.test(text) ? `# A list\n${text}` : text.replaceAll(/^ +/gm, '$&$&')),
];

const PATHS = ['f.yaml', 'f-1.yml', 'd/F.yaml', 'd/f.yaml', 'd.d/f.yaml', '.dot/f.yaml', 'z/y/x.yaml'];

/** Draws the text of a file: one to three resources, in kpt's format, with comments, or in another layout. */
const file = fc.uniqueArray(fc.constantFrom(...RESOURCES), { minLength: 1, maxLength: 3 }).chain((drawn) => {
  const text = drawn.join('---\n');
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(text) },
    { weight: 2, arbitrary: commented(text) },
    { weight: 1, arbitrary: fc.constantFrom(...LAYOUTS).map((laidOut) => laidOut(text)) },
  );
});

/** Draws files of resources. */
export function resources(): fc.Arbitrary<Files> {
  const paths = fc.subarray(PATHS, { maxLength: 3 });
  return fc
    .tuple(
      paths.chain((found) => fc.tuple(...found.map((path) => file.map((text) => [path, text] as const)))),
      fc.nat(4),
    )
    .map(([files, json]) => ({
      ...Object.fromEntries(files),
      ...(json === 0 && { 'data.json': JSON_RESOURCE }),
    }));
}
