/** An item of a test. */
export interface Item {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly path?: string;
  readonly packagePath?: string;
  /** Value of the annotation of an injection point. */
  readonly mode?: string | undefined;
  readonly isObject?: boolean;
  /** Value of the annotation that names the injected object. */
  readonly injected?: string;
  /** Text after the metadata. */
  readonly rest: string;
}

/** Returns a required injection point. */
export function pointOf(item: Pick<Item, 'apiVersion' | 'kind' | 'name' | 'rest'>): Item {
  return { ...item, mode: 'required' };
}

/** Returns a cluster object in the namespace `infra`. */
export function objectOf(item: Pick<Item, 'apiVersion' | 'kind' | 'name' | 'rest'>): Item {
  return { ...item, namespace: 'infra', isObject: true };
}

/** Returns the item in its own file. */
export function locate(item: Item, index: number): Item {
  return { ...item, path: `${String(index).padStart(3, '0')}.yaml` };
}

/** Returns the text of an item. */
export function textOf(item: Item): string {
  const { apiVersion, kind, name, namespace = '', rest } = item;
  const annotations = annotationsOf(item).map((row) => `    ${row}\n`);
  return [
    `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n`,
    namespace === '' ? '' : `  namespace: ${namespace}\n`,
    annotations.length === 0 ? '' : `  annotations:\n${annotations.join('')}`,
    rest,
  ].join('');
}

function annotationsOf({ path, packagePath, mode, isObject = false, injected }: Item): string[] {
  return [
    ...(path === undefined
      ? []
      : [`internal.config.kubernetes.io/path: '${path}'`, `internal.config.kubernetes.io/index: '0'`]),
    ...(packagePath === undefined ? [] : [`internal.config.kubernetes.io/package-path: '${packagePath}'`]),
    ...(mode === undefined ? [] : [`kpt.dev/config-injection: ${JSON.stringify(mode)}`]),
    ...(isObject ? [`krm-variants.dev/cluster-object: "true"`] : []),
    ...(injected === undefined ? [] : [`kpt.dev/injected-resource: ${injected}`]),
  ];
}

/** Returns a root Kptfile with gates for points, and conditions. */
export function kptfile(gates: readonly Item[] = [], conditions: readonly string[] = [], packagePath?: string): string {
  const info = gates.map((point) => `  - conditionType: ${conditionType(point)}\n`).join('');
  const rest = [
    info === '' ? '' : `info:\n  readinessGates:\n${info}`,
    conditions.length === 0 ? '' : `status:\n  conditions:\n${conditions.join('')}`,
  ].join('');
  const item = { apiVersion: 'kpt.dev/v1', kind: 'Kptfile', name: 'shop', path: 'Kptfile', rest };
  return textOf(packagePath === undefined ? item : { ...item, packagePath });
}

/** Returns the text of the condition of a point. */
export function condition(point: Item, isInjected: boolean, message: string): string {
  const [status, reason] = isInjected ? ['True', 'ConfigInjected'] : ['False', 'NoResourceSelected'];
  return `  - type: ${conditionType(point)}\n    status: "${status}"\n    message: ${message}\n    reason: ${reason}\n`;
}

function conditionType({ kind, name }: Item): string {
  return `config.injection.${kind}.${name}`;
}
