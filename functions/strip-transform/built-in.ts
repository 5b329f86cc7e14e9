import type { Resource } from '../../src/krm/index.ts';
import { evaluateJsonPath, parseJsonPath } from '../../src/patch/index.ts';
import { isList, type Path } from '../../src/yaml/index.ts';
import { differsFrom, isFixed, isFixedSelector, type IsAuthored } from './authored.ts';
import { preserves, type Preserved } from './preserve.ts';
import type { Removal, Rule } from './rule.ts';

/** Rule built into KubeStellar, for one kind or for all. */
export interface BuiltInRule extends Rule {
  readonly apiVersion?: string;
  readonly kind?: string;
}

/** Returns the rules built into KubeStellar, in order (design "WEC-independent workload object transformation"). */
export function builtInRules(): readonly BuiltInRule[] {
  return [
    { title: 'all resources', isGeneral: true, removals: ALL.map((text) => removalAt(text)) },
    { title: 'Services', isGeneral: true, apiVersion: 'v1', kind: 'Service', removals: serviceRemovals() },
    {
      title: 'Jobs',
      isGeneral: true,
      apiVersion: 'batch/v1',
      kind: 'Job',
      removals: JOB.map((row) => removalAt(...row)),
    },
  ];
}

/** Paths for all resources. The design has `UID`, KubeStellar `uid`. */
const ALL: readonly string[] = [
  '$.metadata.managedFields',
  '$.metadata.finalizers',
  '$.metadata.generation',
  '$.metadata.ownerReferences',
  '$.metadata.selfLink',
  '$.metadata.resourceVersion',
  '$.metadata.uid',
  '$.metadata.UID',
  '$.metadata.generateName',
  '$.metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"]',
  '$.status',
];

/** Path of a removal, and the test of what it removes. */
type Row = readonly [text: string, isAuthored?: IsAuthored];

const SERVICE: readonly Row[] = [
  ['$.spec.ipFamilies', isFixed],
  ['$.spec.externalTrafficPolicy', differsFrom('Cluster')],
  ['$.spec.internalTrafficPolicy', differsFrom('Cluster')],
  ['$.spec.ipFamilyPolicy', differsFrom('SingleStack')],
  ['$.spec.sessionAffinity', differsFrom('None')],
];

/** Paths for Jobs. The design has `suspended`, KubeStellar `suspend`. */
const JOB: readonly Row[] = [
  ['$.spec.selector', isFixedSelector],
  ['$.spec.suspend', differsFrom(false)],
  ['$.spec.suspended', differsFrom(false)],
  ['$.metadata.annotations["batch.kubernetes.io/job-tracking"]'],
  ['$.metadata.labels["controller-uid"]'],
  ['$.metadata.labels["batch.kubernetes.io/controller-uid"]'],
  ['$.spec.template.metadata.labels["controller-uid"]'],
  ['$.spec.template.metadata.labels["batch.kubernetes.io/controller-uid"]'],
];

function removalAt(text: string, isAuthored?: IsAuthored): Removal {
  const path = parseJsonPath(text, { lists: true });
  return { text, find: ({ document }) => evaluateJsonPath(document, path), isAuthored };
}

function serviceRemovals(): readonly Removal[] {
  const nodePorts = removalAt('$.spec.ports[*].nodePort', isFixed);
  const clusterIp = removalAt('$.spec.clusterIP', isFixed);
  return [
    ...SERVICE.map((row) => removalAt(...row)),
    unlessPreserved('nodeport', nodePorts),
    unlessPreserved('clusterip', {
      ...clusterIp,
      find: (service) => (isHeadless(service) ? [] : clusterIp.find(service)),
    }),
    unlessPreserved('clusterip', { text: '$.spec.clusterIPs', find: findClusterIps, isAuthored: isFixed }),
  ];
}

/** Returns a removal that finds nothing in a Service whose annotation lists a name. */
function unlessPreserved(name: Preserved, removal: Removal): Removal {
  return { ...removal, find: (service) => (preserves(service, name) ? [] : removal.find(service)) };
}

function isHeadless({ document }: Resource): boolean {
  return document.value(['spec', 'clusterIP']) === 'None';
}

const CLUSTER_IPS: Path = ['spec', 'clusterIPs'];

/** Returns paths of all but "None", or of the whole list if none is "None". Ignores values that are not lists of strings. */
function findClusterIps({ document }: Resource): readonly Path[] {
  const addresses = document.value(CLUSTER_IPS);
  if (addresses === undefined) return [];
  if (addresses !== null && !(isList(addresses) && addresses.every((address) => typeof address === 'string')))
    return [];
  if (addresses === null || !addresses.includes('None')) return [CLUSTER_IPS];
  return addresses.flatMap((address, index) => (address === 'None' ? [] : [[...CLUSTER_IPS, index]]));
}
