import { countItems } from './count-edits.ts';
import { fromCluster } from './flavour.ts';
import type { Job } from './job.ts';

/** Paths removed from every object, whatever its kind; the built-in paths for Services and Jobs match nothing here. */
const STRIPPED = [
  'metadata.managedFields',
  'metadata.finalizers',
  'metadata.generation',
  'metadata.ownerReferences',
  'metadata.selfLink',
  'metadata.resourceVersion',
  'metadata.uid',
  'metadata.UID',
  'metadata.generateName',
  'metadata.annotations."kubectl.kubernetes.io/last-applied-configuration"',
  'status',
];

/** Job: remove the fields that a cluster adds to every resource. */
export const everyStripped: Job = {
  title: 'strip every resource',
  functionName: 'strip-transform',
  sorts: ['workloads'],
  flavour: fromCluster,
  functionConfig: () => `apiVersion: krm-variants.dev/v1alpha1
kind: StripTransform
metadata:
  name: bench
spec:
  builtIn: true
`,
  expression: () => `del(${STRIPPED.map((field) => `.items[].${field}`).join(', ')})`,
  countEdits: (output) => countItems(output, isStripped),
  edits: ({ count }) => count,
  linesTaken: 22,
};

/** Reports whether an item is stripped. Results, which are beside the items, have no metadata. */
function isStripped(item: string): boolean {
  const fields = /^ {4}(managedFields|finalizers|generation|ownerReferences|resourceVersion|uid):|^ {2}status:/m;
  return /^ {2}metadata:/m.test(item) && !fields.test(item);
}
