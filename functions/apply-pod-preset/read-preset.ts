import { checkLabelSelector, inSchemaOrder, type Problems, readOwner } from '../../src/function/index.ts';
import { formatFieldPath, isDnsLabel, isObjectName, type Resource } from '../../src/krm/index.ts';
import { shortHash } from '../../src/short-hash.ts';
import type { Path } from '../../src/yaml/index.ts';
import { sameElement } from './equality.ts';
import { jsonText } from './json-text.ts';
import {
  type EnvFields,
  type EnvFromFields,
  type MountFields,
  podPreset,
  type PresetFields,
  type VolumeFields,
} from './kinds/pod-preset.ts';
import { elementKey, LIST_NAMES, type ListName, type Preset, type PresetElement } from './preset.ts';
import { VOLUME_SOURCES } from './volume-sources.ts';

const LISTED = LIST_NAMES.map((list) => `\`${list}\``).join(', ');

/** Reads a PodPreset. Adds every defect as a problem, with the messages of Kubernetes. */
export function readPreset(spec: PresetFields, source: Resource, problems: Problems): Preset {
  const { selector = {} } = spec;
  checkName(source, problems);
  checkLabelSelector(selector, ['spec', 'selector'], problems);
  if (LIST_NAMES.every((list) => (source.document.value(['spec', list]) ?? null) === null))
    problems.add({ code: 'missing-field', field: ['spec'], message: `must specify at least one of ${LISTED}` });
  checkLists(spec, problems);
  return {
    source,
    name: source.name,
    namespace: source.namespace,
    selector,
    version: versionOf(spec, source),
    elements: LIST_NAMES.flatMap((list) => readElements(list, spec[list]?.length ?? 0, source, problems)),
  };
}

function checkName(source: Resource, problems: Problems): void {
  const name = readOwner(source, problems);
  if (name !== '' && !isObjectName(name))
    problems.add({
      field: ['metadata', 'name'],
      message: 'must be a DNS subdomain (RFC 1123)',
      currentValue: name,
    });
}

function checkLists(spec: PresetFields, problems: Problems): void {
  const { env = [], envFrom = [], volumes = [], volumeMounts = [] } = spec;
  for (const [index, variable] of env.entries()) checkEnv(variable, ['spec', 'env', index], problems);
  for (const [index, sources] of envFrom.entries()) checkEnvFrom(sources, ['spec', 'envFrom', index], problems);
  checkVolumes(volumes, ['spec', 'volumes'], problems);
  const names = new Set(volumes.map(({ name }) => name));
  checkMounts(volumeMounts, names, { field: ['spec', 'volumeMounts'], problems });
}

/** Reads the elements of a list. Equal duplicates count once; differing ones are a problem. */
function readElements(list: ListName, length: number, source: Resource, problems: Problems): readonly PresetElement[] {
  const elements = new Map<string, PresetElement>();
  for (let index = 0; index < length; index++) {
    const path = ['spec', list, index];
    const value = source.document.value(path) ?? null;
    const key = elementKey(list, value);
    if (key === undefined) continue;
    const known = elements.get(key);
    if (known === undefined) elements.set(key, { list, key, value, path });
    else checkTwin(known, { list, key, value, path }, problems);
  }
  return [...elements.values()];
}

/** Adds a problem if a duplicate differs. For volumes and mounts, `checkLists` already reports any duplicate. */
function checkTwin(known: PresetElement, { list, value, path }: PresetElement, problems: Problems): void {
  if (list === 'volumes' || list === 'volumeMounts' || sameElement(list, known.value, value)) return;
  problems.add({ field: path, message: `Duplicate value: must be equal to \`${formatFieldPath(known.path)}\`` });
}

/** Returns the resourceVersion, or a hash of the spec if it is unset (to Kubernetes ''), as usual in a package. */
function versionOf(spec: PresetFields, source: Resource): string {
  const { resourceVersion = '' } = Object.fromEntries(source.texts(['metadata']));
  if (resourceVersion !== '') return resourceVersion;
  return shortHash(jsonText(inSchemaOrder(spec, podPreset.schema.properties.spec)), VERSION_DIGITS);
}

const VERSION_DIGITS = 8;

/** Adds the problems of volumes at a field, by the rules of Kubernetes. */
function checkVolumes(volumes: readonly VolumeFields[], field: Path, problems: Problems): void {
  const names = new Set<string>();
  for (const [index, volume] of volumes.entries()) {
    const { name } = volume;
    const at = [...field, index];
    const fail = (message: string): void => problems.add({ field: [...at, 'name'], message, currentValue: name });
    if (!isDnsLabel(name)) fail('must be a DNS label (RFC 1123)');
    if (names.has(name)) fail(`Duplicate value: ${JSON.stringify(name)}`);
    names.add(name);
    const sources = VOLUME_SOURCES.filter((source) => Object.hasOwn(volume, source));
    for (const source of sources.slice(1))
      problems.add({
        code: 'exclusive-fields',
        field: [...at, source],
        message: 'may not specify more than 1 volume type',
      });
  }
}

/**
 * Adds the problems of mounts at a field, by the rules of Kubernetes: they mount the named volumes, each at a unique
 * path.
 */
function checkMounts(
  mounts: readonly MountFields[],
  volumes: ReadonlySet<string>,
  { field, problems }: { readonly field: Path; readonly problems: Problems },
): void {
  const paths = new Set<string>();
  for (const [index, mount] of mounts.entries()) {
    const { name, mountPath } = mount;
    const fail = (key: string, message: string, currentValue: string): void =>
      problems.add({ field: [...field, index, key], message, currentValue });
    if (!volumes.has(name)) fail('name', `Not found: ${JSON.stringify(name)}; must be one of \`spec.volumes\``, name);
    if (mountPath === '') fail('mountPath', 'must not be empty', mountPath);
    if (paths.has(mountPath)) fail('mountPath', 'must be unique', mountPath);
    paths.add(mountPath);
    checkSubPaths(mount, fail);
    checkRecursion(mount, fail);
  }
}

type Fail = (key: keyof MountFields, message: string, currentValue: string) => void;

function checkSubPaths({ subPath = '', subPathExpr = '' }: MountFields, fail: Fail): void {
  if (subPath !== '' && subPathExpr !== '') fail('subPathExpr', 'must not be set together with `subPath`', subPathExpr);
  const paths = [
    ['subPath', subPath],
    ['subPathExpr', subPathExpr],
  ] as const;
  for (const [key, path] of paths) {
    if (path.startsWith('/')) fail(key, 'must be a relative path', path);
    if (path.split('/').includes('..')) fail(key, "must not contain '..'", path);
  }
}

function checkRecursion(mount: MountFields, fail: Fail): void {
  const { readOnly = false, recursiveReadOnly = 'Disabled', mountPropagation = 'None' } = mount;
  if (recursiveReadOnly === 'Disabled') return;
  if (!readOnly) fail('recursiveReadOnly', 'may only be specified when `readOnly` is true', recursiveReadOnly);
  if (mountPropagation !== 'None')
    fail('recursiveReadOnly', 'may only be specified when `mountPropagation` is "None"', recursiveReadOnly);
}

type ValueFrom = NonNullable<EnvFields['valueFrom']>;

const NAME_RULE = 'must be printable ASCII without "=", and not empty';
const OBJECT_NAME_RULE = 'must be a DNS subdomain (RFC 1123)';
const ONLY_ONE = 'may not have more than one field specified at a time';

/** Adds the problems of a variable at a field, by the rules of Kubernetes. */
function checkEnv({ name, value = '', valueFrom }: EnvFields, field: Path, problems: Problems): void {
  if (!isEnvName(name)) problems.add({ field: [...field, 'name'], message: NAME_RULE, currentValue: name });
  if (valueFrom === undefined) return;
  const at = [...field, 'valueFrom'];
  if (value !== '')
    problems.add({ code: 'exclusive-fields', field: at, message: 'may not be specified when `value` is not empty' });
  checkValueFrom(valueFrom, at, problems);
}

function checkValueFrom(valueFrom: ValueFrom, field: Path, problems: Problems): void {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = valueFrom;
  checkOne(valueFrom, VALUE_SOURCES, { field, problems });
  checkTexts({ fieldRef: fieldRef?.fieldPath }, 'fieldPath', { field, problems });
  checkTexts({ resourceFieldRef: resourceFieldRef?.resource }, 'resource', { field, problems });
  checkRefs({ configMapKeyRef, secretKeyRef }, field, problems);
  const keys = { configMapKeyRef: configMapKeyRef?.key, secretKeyRef: secretKeyRef?.key, fileKeyRef: fileKeyRef?.key };
  checkTexts(keys, 'key', { field, problems });
  checkTexts({ fileKeyRef: fileKeyRef?.path }, 'path', { field, problems });
  checkTexts({ fileKeyRef: fileKeyRef?.volumeName }, 'volumeName', { field, problems });
}

const VALUE_SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'];

/** Adds the problems of a source of variables at a field, by the rules of Kubernetes. */
function checkEnvFrom(source: EnvFromFields, field: Path, problems: Problems): void {
  const { prefix = '', configMapRef, secretRef } = source;
  if (prefix !== '' && !isEnvName(prefix))
    problems.add({ field: [...field, 'prefix'], message: NAME_RULE, currentValue: prefix });
  checkOne({ configMapRef, secretRef }, ['configMapRef', 'secretRef'], { field, problems });
  checkRefs({ configMapRef, secretRef }, field, problems);
}

/** Reports whether Kubernetes 1.30 or later accepts the name. */
function isEnvName(name: string): boolean {
  return /^[ -<>-~]+$/.test(name);
}

interface CheckContext {
  readonly field: Path;
  readonly problems: Problems;
}

function checkOne(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
  { field, problems }: CheckContext,
): void {
  const given = names.filter((name) => fields[name] !== undefined);
  if (given.length === 0) {
    const known = names.map((name) => `\`${name}\``).join(', ');
    problems.add({ code: 'missing-field', field, message: `must specify one of: ${known}` });
  }
  if (given.length > 1) problems.add({ code: 'exclusive-fields', field, message: ONLY_ONE });
}

function checkRefs(
  refs: Readonly<Record<string, { readonly name: string } | undefined>>,
  field: Path,
  problems: Problems,
): void {
  for (const [ref, object] of Object.entries(refs))
    if (object !== undefined && !isObjectName(object.name))
      problems.add({ field: [...field, ref, 'name'], message: OBJECT_NAME_RULE, currentValue: object.name });
}

/** Checks that a field of each given reference is not empty. */
function checkTexts(
  texts: Readonly<Record<string, string | undefined>>,
  name: string,
  { field, problems }: CheckContext,
): void {
  for (const [ref, text] of Object.entries(texts))
    if (text === '') problems.add({ field: [...field, ref, name], message: 'must not be empty' });
}
