import { plain } from '../../patch/plain.ts';
import { isList, isMap, type Value } from '../../../src/yaml/index.ts';

/** An item or an object as plain data. */
export type Data = { readonly [key: string]: Value };

/** A selector as written. */
export interface Selector {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly name: string;
}

/**
 * Returns the expected items; undefined for an error. The first item is the Kptfile, and the items are in the order of
 * their files.
 */
export function expectedItems(
  items: readonly Data[],
  selectors: readonly Selector[],
  namespace: string,
): readonly Value[] | undefined {
  const objects = items
    .filter(isObject)
    .filter((item) => (text(item, 'metadata', 'namespace') || 'default') === (namespace || 'default'));
  const points = items.filter((item) => annotation(item, POINT) !== '' && !isObject(item));
  const isWrong = points.some((point) => !['required', 'optional'].includes(annotation(point, POINT)));
  const types = points.map(conditionType);
  const identities = objects.map((item) =>
    [text(item, 'apiVersion'), text(item, 'kind'), text(item, 'metadata', 'name')].join(' '),
  );
  if (isWrong || new Set(types).size < types.length || new Set(identities).size < objects.length) return undefined;
  const sources = new Map(points.map((point) => [point, choose(point, objects, selectors)]));
  return items.map((item, index) => {
    if (index === 0) return plain(expectedKptfile(item, sources));
    if (isObject(item)) return plain(item);
    const source = sources.get(item);
    if (source === undefined) return plain(withAnnotation(item, undefined));
    return plain(typeof source === 'string' ? item : inject(item, source));
  });
}

const POINT = 'kpt.dev/config-injection';
const INJECTED = 'kpt.dev/injected-resource';

function isObject(item: Data): boolean {
  return annotation(item, 'krm-variants.dev/cluster-object') === 'true';
}

function text(item: Data, ...path: string[]): string {
  const value = path.reduce<Value | undefined>((at, key) => (isMap(at) ? at[key] : undefined), item);
  return typeof value === 'string' ? value : '';
}

function annotation(item: Data, key: string): string {
  return text(item, 'metadata', 'annotations', key);
}

function conditionType(point: Data): string {
  return `config.injection.${text(point, 'kind')}.${text(point, 'metadata', 'name')}`;
}

function fields(item: Data): readonly string[] {
  const what = `${text(item, 'apiVersion')} ${text(item, 'kind')}`;
  if (what === 'v1 ConfigMap') return ['data'];
  return what === 'v1 Secret' ? ['data', 'stringData'] : ['spec'];
}

/** Returns the object to inject into a point, or the message of its condition. */
function choose(point: Data, objects: readonly Data[], selectors: readonly Selector[]): Data | string {
  if (selectors.length === 0) return 'no injectors defined';
  const [apiVersion, kind] = [text(point, 'apiVersion'), text(point, 'kind')];
  const like = objects.filter((object) => object['apiVersion'] === apiVersion && object['kind'] === kind);
  if (like.length === 0) return `no in-cluster resources of type ${apiVersion}.${kind}`;
  const [version = '', group = ''] = apiVersion.split('/').toReversed();
  const is: Readonly<Record<string, unknown>> = { group, version, kind };
  const lacking: string[] = [];
  for (const { name, ...constraints } of selectors) {
    if (Object.entries(constraints).some(([key, value]) => is[key] !== value)) continue;
    const object = like.find((each) => text(each, 'metadata', 'name') === name);
    if (object === undefined) continue;
    if (fields(object).some((field) => (object[field] ?? null) !== null)) return object;
    lacking.push(`field "${fields(object)[0]}" not found in resource "${name}"`);
  }
  return [...new Set(lacking)].join(', ') || 'no resource matched any injection selector for this injection point';
}

function inject(point: Data, source: Data): Value {
  const now: Record<string, Value> = { ...point };
  for (const field of fields(point)) {
    const value = source[field] ?? null;
    if (value === null) delete now[field];
    else now[field] = value;
  }
  return withAnnotation(now, text(source, 'metadata', 'name'));
}

function withAnnotation(item: Data, injected: string | undefined): Value {
  const { metadata } = item;
  if (!isMap(metadata) || !isMap(metadata['annotations'])) return item;
  const { [INJECTED]: _, ...annotations } = metadata['annotations'];
  const now = { ...annotations, ...(injected !== undefined && { [INJECTED]: injected }) };
  return { ...item, metadata: { ...metadata, annotations: now } };
}

function expectedKptfile(kptfile: Data, sources: ReadonlyMap<Data, Data | string>): Value {
  const types = new Set([...sources.keys()].map(conditionType));
  const conditions = listAt(kptfile, 'status', 'conditions');
  const stale = new Set(
    conditions
      .filter((each) => ['ConfigInjected', 'NoResourceSelected'].includes(text(each, 'reason')))
      .map((each) => text(each, 'type'))
      .filter((type) => type.startsWith('config.injection.') && !types.has(type)),
  );
  const gates = listAt(kptfile, 'info', 'readinessGates').filter((each) => !stale.has(text(each, 'conditionType')));
  const kept = conditions.filter((each) => !stale.has(text(each, 'type')));
  for (const [point, source] of sources) {
    const type = conditionType(point);
    const value = conditionOf(source);
    const at = kept.findIndex((each) => each['type'] === type);
    if (at === -1) kept.push({ type, ...value });
    else kept[at] = { ...kept[at], ...value };
    if (annotation(point, POINT) === 'required' && !gates.some((each) => each['conditionType'] === type))
      gates.push({ conditionType: type });
  }
  const { info: _info, status: _status, ...rest } = kptfile;
  return {
    ...rest,
    ...(gates.length > 0 && { info: { readinessGates: gates } }),
    ...(kept.length > 0 && { status: { conditions: kept } }),
  };
}

function conditionOf(source: Data | string): Data {
  if (typeof source === 'string') return { status: 'False', message: source, reason: 'NoResourceSelected' };
  const message = `injected resource "${text(source, 'metadata', 'name')}" from cluster`;
  return { status: 'True', message, reason: 'ConfigInjected' };
}

function listAt(item: Data, ...path: string[]): Data[] {
  const value = path.reduce<Value | undefined>((at, key) => (isMap(at) ? at[key] : undefined), item);
  return isList(value) ? value.filter(isMap) : [];
}
