import { stringify } from 'yaml';

type Data = Readonly<Record<string, unknown>>;

/** A generated call: its config and items as data, and the ResourceList with them as text, in some layout. */
export interface GeneratedInput {
  readonly config: Data;
  readonly items: readonly Data[];
  readonly list: string;
}

const NAMESPACES = ['new', 'old', 'shop', 'default', 'dev', 'kube-system'];
const NAMES = ['web', 'db', 'cache', 'old', 'new'];
const KINDS: readonly (readonly [apiVersion: string, kind: string])[] = [
  ['v1', 'ConfigMap'],
  ['v1', 'Service'],
  ['v1', 'ServiceAccount'],
  ['v1', 'Node'],
  ['v1', 'PersistentVolume'],
  ['v1', 'Binding'],
  ['apps/v1', 'Deployment'],
  ['apps/v1beta1', 'Deployment'],
  ['autoscaling/v2', 'HorizontalPodAutoscaler'],
  ['autoscaling/v2beta2', 'HorizontalPodAutoscaler'],
  ['batch/v1', 'CronJob'],
  ['networking.k8s.io/v1', 'Ingress'],
  ['networking.k8s.io/v1', 'IngressClass'],
  ['policy/v1', 'PodDisruptionBudget'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
  ['rbac.authorization.k8s.io/v1', 'Role'],
  ['storage.k8s.io/v1', 'StorageClass'],
  ['storage.k8s.io/v1', 'CSIStorageCapacity'],
  ['example.com/v1', 'Kettle'],
  ['kpt.dev/v1', 'Kptfile'],
  ['fn.kpt.dev/v1alpha1', 'SetNamespace'],
];

/** Makes a call from a seed: the same one each time. */
export function generatedInput(seed: number): GeneratedInput {
  const random = new Choice(seed);
  const items = Array.from({ length: 1 + random.below(7) }, () => item(random));
  const config = functionConfig(random);
  const elements = items.map((each) => `- ${layout(each, random).replaceAll('\n', '\n  ').trimEnd()}\n`).join('');
  const list = `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n${elements}functionConfig: ${JSON.stringify(config)}\n`;
  return { config, items, list };
}

function functionConfig(random: Choice): Data {
  const namespace = random.one(['new', 'new', 'shop', 'default']);
  const named = { metadata: { name: 'config' } };
  return random.one<Data>([
    { apiVersion: 'v1', kind: 'ConfigMap', ...named, data: { namespace } },
    { apiVersion: 'v1', kind: 'ConfigMap', ...named, data: { namespace } },
    { apiVersion: 'v1', kind: 'ConfigMap', ...named, data: { namespace, namespaceMatcher: 'old', other: '1' } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kptfile.kpt.dev' }, data: { name: namespace } },
    { apiVersion: 'v1', kind: 'ConfigMap', ...named, data: { name: namespace } },
    { apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'SetNamespace', ...named, namespace },
    { apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'SetNamespace', namespace, namespaceMatcher: 'old' },
  ]);
}

function item(random: Choice): Data {
  const kind = random.below(20);
  if (kind < 2) return { apiVersion: 'v1', kind: 'Namespace', metadata: metadata(random) };
  if (kind < 4) return definition(random);
  if (kind === 4) return apiService(random);
  if (kind < 8) return binding(random);
  const [apiVersion, name] = random.one(KINDS);
  const rest = random.rarely(4) ? { spec: { namespace: 'old', replicas: 3, 'odd/key.a': [1, null, {}] } } : {};
  return { apiVersion, kind: name, ...(random.rarely(60) ? {} : { metadata: metadata(random) }), ...rest };
}

function metadata(random: Choice): unknown {
  if (random.rarely(150)) return random.one<unknown>([null, [], 'x', 3]);
  const namespace = random.rarely(150) ? random.one<unknown>([null, 3, true, [], {}]) : random.one(NAMESPACES);
  return {
    ...(random.rarely(40) ? {} : { name: random.rarely(150) ? 7 : random.one(NAMES) }),
    ...(random.rarely(2) ? { namespace } : {}),
    ...(random.rarely(20) ? { labels: { 1: 'one', namespace: 'old', on: 'off' } } : {}),
    ...(random.rarely(3) ? { annotations: annotations(random) } : {}),
  };
}

function annotations(random: Choice): unknown {
  if (random.rarely(60)) return random.one<unknown>([null, {}]);
  const local = random.one<unknown>(['true', 'true', 'false', '', 'yes', true, false]);
  return {
    ...(random.rarely(4) ? { 'config.kubernetes.io/local-config': local } : {}),
    ...(random.rarely(2) ? { 'config.kubernetes.io/depends-on': dependsOn(random) } : {}),
    ...(random.rarely(5) ? { 'internal.kpt.dev/upstream-identifier': 'apps|Deployment|old|web' } : {}),
  };
}

function dependsOn(random: Choice): string {
  const one = (): string => {
    const [apiVersion, kind] = random.one(KINDS);
    const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : random.one(['', 'v1']);
    const namespace = random.rarely(20) ? '' : random.one(NAMESPACES);
    return random.rarely(8)
      ? `${group}/${kind}/${random.one(NAMES)}`
      : `${group}/namespaces/${namespace}/${kind}/${random.one(NAMES)}`;
  };
  return random.rarely(6) ? `${one()},${random.one(['', ' '])}${one()}` : one();
}

function definition(random: Choice): Data {
  const webhook = random.one<unknown>([
    { clientConfig: { service: { name: 'web', namespace: random.one(NAMESPACES) } } },
    { clientConfig: { service: { name: 'web' } } },
    { clientConfig: { url: 'https://example.com' } },
    ...(random.rarely(20) ? [null, [], 'x', { clientConfig: { service: { namespace: 3 } } }] : []),
  ]);
  const conversion = random.one<unknown>([undefined, { strategy: 'None' }, { strategy: 'Webhook', webhook }]);
  return {
    apiVersion: random.rarely(10) ? 'apiextensions.k8s.io/v1beta1' : 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: metadata(random),
    ...(random.rarely(30)
      ? {}
      : { spec: { group: 'example.com', ...(conversion === undefined ? {} : { conversion }) } }),
  };
}

function apiService(random: Choice): Data {
  const service = random.one<unknown>([undefined, { name: 'web' }, { name: 'web', namespace: random.one(NAMESPACES) }]);
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: metadata(random),
    spec: { version: 'v1', ...(service === undefined ? {} : { service: random.rarely(30) ? null : service }) },
  };
}

function binding(random: Choice): Data {
  const subject = (): unknown => ({
    kind: random.one(['ServiceAccount', 'User', 'Group']),
    name: random.one(NAMES),
    ...(random.rarely(2)
      ? { namespace: random.rarely(15) ? random.one<unknown>([null, 3, {}]) : random.one(NAMESPACES) }
      : {}),
  });
  const subjects = random.rarely(40)
    ? random.one<unknown>([null, {}, 'x', ['x']])
    : Array.from({ length: random.below(4) }, subject);
  return {
    apiVersion: random.one(['rbac.authorization.k8s.io/v1', 'rbac.authorization.k8s.io/v1', 'example.com/v1']),
    kind: random.one(['RoleBinding', 'ClusterRoleBinding']),
    metadata: metadata(random),
    ...(random.rarely(10) ? {} : { subjects }),
    roleRef: { kind: 'ClusterRole', name: 'old' },
  };
}

/** Prints data in a block or flow layout, with or without quotes and comments. */
function layout(data: Data, random: Choice): string {
  if (random.rarely(6)) return JSON.stringify(data);
  const text = stringify(data, {
    indent: random.one([2, 2, 4]),
    indentSeq: random.below(2) === 0,
    defaultStringType: random.one(['PLAIN', 'PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE']),
    lineWidth: 0,
    version: '1.1',
  });
  if (!random.rarely(2)) return text;
  return text.replaceAll(/^( *)([\w/.-]+: \w+)$/gm, (line, indent: string, rest: string) =>
    random.rarely(3) ? `${indent}# above\n${indent}${rest} # beside` : line,
  );
}

/** Choices by a seed (mulberry32). */
class Choice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  /** Returns true once in so many calls. */
  rarely(times: number): boolean {
    return this.below(times) === 0;
  }

  one<Thing>(things: readonly Thing[]): Thing {
    return things[this.below(things.length)] as Thing;
  }
}
