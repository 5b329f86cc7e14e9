/** Any object of a package, as plain data. */
type Data = Record<string, unknown>;

/** Change that a call asks for. */
export interface Change {
  readonly namespace: string;
  readonly matcher: string | undefined;
}

const CLUSTER =
  /^(?:v1 (?:Node|PersistentVolume|Namespace)|.*(?:ClusterRole|ClusterRoleBinding|StorageClass|IngressClass|APIService|CustomResourceDefinition))$/;
const CUSTOM = /^(?:example\.com|kpt\.dev|fn\.kpt\.dev)\//;
const REFERENCE = /^([^/]*)\/namespaces\/([^/]*)\/([^/]*)\/([^/]*)$/;

/** Returns what items must be after a call, on plain data; undefined if the call must fail. */
export function expectedItems(items: readonly unknown[], change: Change): readonly unknown[] | undefined {
  const all = structuredClone(items) as Data[];
  const deployed = all.filter((item) => !isLocal(item));
  const replaced = new Set<unknown>();
  const moved = new Map<string, unknown>();
  try {
    const found = deployed.map((item) => ({ item, holders: holdersOf(item) }));
    for (const { item, holders } of found)
      for (const holder of holders)
        if (replaces(holder, item, change)) {
          replaced.add(holder.map[holder.key] ?? '');
          holder.map[holder.key] = change.namespace;
          if (holder.isOwn) item['metadata'] = holder.map;
        }
    for (const { item, holders } of found)
      if (holders.length > 0 || SERVED.test(kindOf(item)))
        moved.set(targetOf(item), (item['metadata'] as Data | undefined)?.['namespace']);
  } catch {
    return undefined;
  }
  const isMoved = (key: string): boolean =>
    moved.has(key) && [undefined, change.namespace].includes(moved.get(key) as string);
  for (const item of deployed) editReferences(item, { ...change, replaced, isMoved });
  return all;
}

/** A map, and the key in it that holds a namespace. */
interface Holder {
  readonly map: Data;
  readonly key: string;
  readonly isOwn: boolean;
}

const SERVED = /^(?:apiextensions|apiregistration)\.k8s\.io\/v1 /;

/** Returns the places of namespaces. Throws for a value that cannot hold one. */
function holdersOf(item: Data): readonly Holder[] {
  const special = specialHolders(item);
  const kind = kindOf(item);
  const hasOther = item['metadata'] !== undefined && !isMap(item['metadata']);
  const metadata = isMap(item['metadata']) ? item['metadata'] : {};
  const isCluster = CLUSTER.test(kind) && isKnownVersion(item);
  if (isCluster || (!hasOther && !needsNamespace(item) && !('namespace' in metadata))) return special;
  if (hasOther) throw new TypeError('metadata');
  text(metadata['namespace']);
  return [...special, { map: metadata, key: 'namespace', isOwn: true }];
}

function specialHolders(item: Data): readonly Holder[] {
  const kind = kindOf(item);
  if (kind === 'v1 Namespace') return [{ ...leaf(item, ['metadata', 'name']), isOwn: true }];
  if (kind === 'apiregistration.k8s.io/v1 APIService') return served(item, ['spec', 'service']);
  if (kind === 'apiextensions.k8s.io/v1 CustomResourceDefinition')
    return served(item, ['spec', 'conversion', 'webhook', 'clientConfig', 'service']);
  if (!kind.endsWith('RoleBinding') || item['subjects'] === undefined) return [];
  const { subjects } = item;
  if (!Array.isArray(subjects) || !subjects.every(isMap)) throw new TypeError('subjects');
  return subjects.filter((map) => 'namespace' in map).map((map) => ({ map, key: 'namespace', isOwn: false }));
}

function served(item: Data, path: readonly string[]): readonly Holder[] {
  let map: unknown = item;
  for (const key of path) {
    map = (map as Data)[key];
    if (map === undefined) return [];
    if (!isMap(map)) throw new TypeError(key);
  }
  text((map as Data)['namespace']);
  return [{ map: map as Data, key: 'namespace', isOwn: false }];
}

function leaf(item: Data, [top, key]: readonly [string, string]): { readonly map: Data; readonly key: string } {
  const map = (item[top] ??= {});
  if (!isMap(map)) throw new TypeError(top);
  text(map[key]);
  return { map, key };
}

function replaces({ map, key, isOwn }: Holder, item: Data, { namespace, matcher }: Change): boolean {
  if (map[key] === namespace) return false;
  if (matcher === undefined) return true;
  const [, , upstream, name] = annotation(item, 'internal.kpt.dev/upstream-identifier').split('|');
  const isText = typeof map[key] === 'string' && map[key] !== '';
  return (isText ? map[key] : 'default') === matcher || (isOwn && (key === 'name' ? name : upstream) === matcher);
}

interface References extends Change {
  readonly replaced: ReadonlySet<unknown>;
  readonly isMoved: (key: string) => boolean;
}

function editReferences(item: Data, { namespace, replaced, isMoved }: References): void {
  const old = annotation(item, 'config.kubernetes.io/depends-on');
  const parts = old.split(',').map((part) => {
    const [, group = '', from = '', kind = '', name = ''] = REFERENCE.exec(part.trim()) ?? [];
    const isOld = replaced.has(from) || (from === 'default' && replaced.has(''));
    if (kind === '' || !isOld || !isMoved(`${group === 'v1' ? '' : group}/${kind}/${name}`)) return part;
    return part.replace(`/namespaces/${from}/`, `/namespaces/${namespace}/`);
  });
  if (parts.join(',') === old) return;
  const { annotations } = item['metadata'] as { annotations: Data };
  annotations['config.kubernetes.io/depends-on'] = parts.join(',');
}

function isLocal(item: Data): boolean {
  return !['', 'false'].includes(annotation(item, 'config.kubernetes.io/local-config'));
}

/** Returns the text of an annotation; '' if it is none. */
function annotation(item: Data, key: string): string {
  const annotations = isMap(item['metadata']) ? item['metadata']['annotations'] : undefined;
  const value = isMap(annotations) ? annotations[key] : undefined;
  return typeof value === 'string' ? value : '';
}

function needsNamespace(item: Data): boolean {
  const kind = kindOf(item);
  return !CUSTOM.test(kind) && !CLUSTER.test(kind);
}

/** Reports whether the image knows the version of a kind: in others, a namespace makes a resource namespaced. */
function isKnownVersion(item: Data): boolean {
  return !CUSTOM.test(kindOf(item));
}

function kindOf(item: Data): string {
  return `${String(item['apiVersion'])} ${String(item['kind'])}`;
}

function targetOf(item: Data): string {
  const [group] = String(item['apiVersion']).includes('/') ? String(item['apiVersion']).split('/') : [''];
  const { name } = (item['metadata'] ?? {}) as Data;
  return `${group}/${String(item['kind'])}/${typeof name === 'string' ? name : ''}`;
}

function isMap(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): void {
  if (value !== undefined && typeof value !== 'string') throw new TypeError('text');
}
