import fc from 'fast-check';
import type { ListName } from '../../../functions/apply-pod-preset/preset.ts';
import { isList, isMap, type Value } from '../../../src/yaml/index.ts';

/** An element of a list of a pod. */
interface Element {
  readonly list: ListName;
  readonly value: Value;
}

/** Two elements of a list that differ in explicit defaults and in the order of their keys. */
interface Spellings {
  readonly list: ListName;
  readonly a: Value;
  readonly b: Value;
}

/** Generates elements of any list, with and without defaults and values that mean absence. */
export function elements(): fc.Arbitrary<Element> {
  return fc.constantFrom(...LISTS).chain((list) => VALUES[list].map((value) => ({ list, value })));
}

/** Generates pairs of equal elements. */
export function spellings(): fc.Arbitrary<Spellings> {
  return fc
    .tuple(elements(), fc.infiniteStream(fc.boolean()))
    .map(([{ list, value }, picks]) => ({ list, a: value, b: reversed(respelled(list, value, picks)) }));
}

/** Generates a map with some of the fields. */
function some(fields: Readonly<Record<string, fc.Arbitrary<Value>>>): fc.Arbitrary<Value> {
  const entries = Object.entries(fields).map(([key, value]) => fc.option(value.map((one) => [key, one] as const)));
  return fc.tuple(...entries).map((chosen) => Object.fromEntries(chosen.filter((entry) => entry !== null)));
}

const flag = fc.constantFrom(true, false, null);
const text = fc.constantFrom('', 'a', 'b', null);
const mode = fc.constantFrom(0, 0o644, 0o777, 0o600, null);
const quantity = fc.constantFrom<Value>('1Gi', '1024Mi', 1_073_741_824, '100m', 0.1, '0', 0, '1', 'much', null);
const texts = fc.constantFrom<Value>({}, { a: '' }, { a: 'b' }, null);

const keyRef = some({ name: text, key: text, optional: flag });
const fieldRef = some({ fieldPath: text, apiVersion: fc.constantFrom('v1', 'v2', '', null) });
const resourceFieldRef = some({ resource: text, divisor: quantity });
const keyToPath = some({ key: text, mode });
const downwardItem = some({ path: text, fieldRef, resourceFieldRef, mode });
const files = (item: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  some({ name: text, items: fc.array(item, { maxLength: 2 }), defaultMode: mode, optional: flag });

const source = fc.oneof(
  some({ secret: files(keyToPath), configMap: files(keyToPath), downwardAPI: files(downwardItem) }),
  some({ serviceAccountToken: some({ path: text, expirationSeconds: fc.constantFrom(0, 3600, 600, null) }) }),
);

const claim = some({
  metadata: some({ labels: texts, creationTimestamp: fc.constant(null) }),
  spec: some({
    accessModes: fc.constantFrom<Value>([], ['ReadWriteOnce'], ['ReadOnlyMany', 'ReadWriteOnce']),
    storageClassName: text,
    volumeMode: fc.constantFrom('Filesystem', 'Block', null),
    selector: some({ matchLabels: texts }),
    resources: some({ requests: some({ storage: quantity }), limits: some({ storage: quantity }) }),
  }),
});

const sources: readonly fc.Arbitrary<Value>[] = [
  some({ emptyDir: some({ medium: text, sizeLimit: quantity, mode }) }),
  some({ secret: files(keyToPath) }),
  some({ configMap: files(keyToPath) }),
  some({ downwardAPI: files(downwardItem) }),
  some({ projected: some({ sources: fc.array(source, { maxLength: 2 }), defaultMode: mode }) }),
  some({ ephemeral: some({ volumeClaimTemplate: claim }) }),
  some({ csi: some({ driver: text, readOnly: flag, volumeAttributes: texts }) }),
  some({ image: some({ reference: fc.constantFrom('a', 'a:latest', 'a:1', 'h:1/a', ''), pullPolicy: text }) }),
  some({ iscsi: some({ iscsiInterface: fc.constantFrom('default', 'a', ''), lun: fc.constantFrom(0, 1) }) }),
  some({ azureDisk: some({ kind: fc.constantFrom('Shared', 'Managed', null), fsType: text, readOnly: flag }) }),
  some({ fromTheFuture: some({ flag, text, texts, mode }), emptyDir: some({}), flag }),
];

const VALUES: Readonly<Record<ListName, fc.Arbitrary<Value>>> = {
  env: some({
    value: text,
    valueFrom: some({ fieldRef, resourceFieldRef, secretKeyRef: keyRef, configMapKeyRef: keyRef }),
  }),
  envFrom: some({ prefix: text, configMapRef: keyRef, secretRef: keyRef }),
  volumeMounts: some({
    mountPath: text,
    readOnly: flag,
    subPath: text,
    mountPropagation: fc.constantFrom('None', 'HostToContainer', '', null),
    recursiveReadOnly: fc.constantFrom('Disabled', 'Enabled', null),
  }),
  volumes: fc.oneof(...sources),
};

const LISTS: readonly ListName[] = ['env', 'envFrom', 'volumes', 'volumeMounts'];

type Path = readonly string[];

/** Defaults that may be written explicitly; `*` stands for all elements of a list. */
const DEFAULTS: readonly (readonly [list: ListName, path: string, value: Value])[] = [
  ['env', 'value', ''],
  ['env', 'valueFrom.fieldRef.apiVersion', 'v1'],
  ['env', 'valueFrom.resourceFieldRef.divisor', '0'],
  ['env', 'valueFrom.secretKeyRef.optional', false],
  ['env', 'valueFrom.configMapKeyRef.optional', false],
  ['envFrom', 'prefix', ''],
  ['envFrom', 'configMapRef.optional', false],
  ['envFrom', 'secretRef.optional', false],
  ['volumeMounts', 'readOnly', false],
  ['volumeMounts', 'subPath', ''],
  ['volumeMounts', 'mountPropagation', 'None'],
  ['volumeMounts', 'recursiveReadOnly', 'Disabled'],
  ['volumes', 'emptyDir.medium', ''],
  ['volumes', 'emptyDir.mode', 0o777],
  ['volumes', 'secret.defaultMode', 0o644],
  ['volumes', 'secret.items', []],
  ['volumes', 'configMap.defaultMode', 0o644],
  ['volumes', 'configMap.optional', false],
  ['volumes', 'downwardAPI.defaultMode', 0o644],
  ['volumes', 'downwardAPI.items.*.fieldRef.apiVersion', 'v1'],
  ['volumes', 'downwardAPI.items.*.resourceFieldRef.divisor', 1],
  ['volumes', 'projected.defaultMode', 0o644],
  ['volumes', 'projected.sources.*.downwardAPI.items.*.fieldRef.apiVersion', 'v1'],
  ['volumes', 'projected.sources.*.serviceAccountToken.expirationSeconds', 3600],
  ['volumes', 'ephemeral.volumeClaimTemplate.metadata', {}],
  ['volumes', 'ephemeral.volumeClaimTemplate.spec', {}],
  ['volumes', 'ephemeral.volumeClaimTemplate.spec.volumeMode', 'Filesystem'],
  ['volumes', 'ephemeral.volumeClaimTemplate.spec.resources', { limits: {} }],
  ['volumes', 'csi.readOnly', false],
  ['volumes', 'csi.volumeAttributes', {}],
  ['volumes', 'iscsi.iscsiInterface', 'default'],
  ['volumes', 'iscsi.lun', 0],
  ['volumes', 'azureDisk.kind', 'Shared'],
  ['volumes', 'azureDisk.readOnly', false],
  ['volumes', 'fromTheFuture.flag', false],
];

function respelled(list: ListName, value: Value, picks: Iterator<boolean>): Value {
  const rows = DEFAULTS.filter(([of]) => of === list && picks.next().value === true);
  return rows.reduce((at, [, path, absent]) => writtenOut(at, path.split('.'), absent), value);
}

function writtenOut(value: Value, path: Path, absent: Value): Value {
  const [key = '', ...rest] = path;
  if (key === '*') return isList(value) ? value.map((item) => writtenOut(item, rest, absent)) : value;
  if (!isMap(value)) return value;
  const field = value[key] ?? null;
  if (rest.length === 0) return { ...value, [key]: field ?? absent };
  return field === null ? value : { ...value, [key]: writtenOut(field, rest, absent) };
}

function reversed(value: Value): Value {
  if (isList(value)) return value.map(reversed);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, reversed(item)]),
  );
}
