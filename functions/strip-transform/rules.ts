import type { Resource, Resources } from '../../src/krm/index.ts';
import { evaluateJsonPath, parseJsonPath } from '../../src/patch/index.ts';
import { isList, type Path } from '../../src/yaml/index.ts';
import { differsFrom, type IsAuthored, isFixed, isFixedSelector } from './authored.ts';
import { type Preserved, preserves } from './preserve.ts';
import { ResourceNames } from './resource-names.ts';
import type { Removal, Rule } from './rule.ts';
import type { Transform } from './transform.ts';

export interface StripConfig {
  /** Applies the rules that are built into KubeStellar. */
  readonly builtIn: boolean;
  readonly transforms: readonly Transform[];
}

/** Rule of a transform, for the kinds that its resource name means. */
export interface TransformRule extends Rule {
  readonly transform: Transform;
  readonly kinds: readonly string[];
}

/** Rules of a call, in the order in which they apply. */
export class StripRules {
  readonly builtIn: readonly BuiltInRule[];
  readonly transforms: readonly TransformRule[];
  /** Meaning of resource names in this call. */
  readonly names: ResourceNames;
  readonly #byKind = new Map<string, TransformRule[]>();

  constructor({ builtIn, transforms }: StripConfig, resources: Resources) {
    this.names = new ResourceNames(resources);
    this.builtIn = builtIn ? builtInRules() : [];
    this.transforms = transforms.map((transform) => this.#ruleOf(transform));
    for (const rule of this.transforms) {
      for (const kind of rule.kinds) {
        const key = kindKey(rule.transform.group, kind);
        const known = this.#byKind.get(key);
        if (known === undefined) this.#byKind.set(key, [rule]);
        else known.push(rule);
      }
    }
  }

  /** Returns the rules for a resource. */
  of(resource: Resource): readonly (BuiltInRule | TransformRule)[] {
    const builtIn = this.builtIn.filter((rule) => isFor(rule, resource));
    if (this.#byKind.size === 0) return builtIn;
    return [...builtIn, ...(this.#byKind.get(kindKey(resource.group, resource.kind)) ?? [])];
  }

  #ruleOf(transform: Transform): TransformRule {
    const { title, removals } = transform;
    return { title, isGeneral: false, removals, transform, kinds: this.names.kindsOf(transform) };
  }
}

function isFor({ apiVersion, kind }: BuiltInRule, resource: Resource): boolean {
  return kind === undefined || (resource.kind === kind && resource.apiVersion === apiVersion);
}

function kindKey(group: string, kind: string): string {
  return `${group}/${kind}`;
}

/** Rule built into KubeStellar, for one kind or for all. */
interface BuiltInRule extends Rule {
  readonly apiVersion?: string;
  readonly kind?: string;
}

/** Returns the rules built into KubeStellar, in order (design "WEC-independent workload object transformation"). */
function builtInRules(): readonly BuiltInRule[] {
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

/**
 * Returns paths of all but "None", or of the whole list if none is "None". Ignores values that are not lists of
 * strings.
 */
function findClusterIps({ document }: Resource): readonly Path[] {
  const addresses = document.value(CLUSTER_IPS);
  if (addresses === undefined) return [];
  if (addresses !== null && !(isList(addresses) && addresses.every((address) => typeof address === 'string')))
    return [];
  if (addresses === null || !addresses.includes('None')) return [CLUSTER_IPS];
  return addresses.flatMap((address, index) => (address === 'None' ? [] : [[...CLUSTER_IPS, index]]));
}
