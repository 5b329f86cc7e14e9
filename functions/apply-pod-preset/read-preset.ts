import { checkLabelSelector, inSchemaOrder, readOwner, type Problems } from '../../src/function/index.ts';
import { formatFieldPath, isObjectName, type Resource } from '../../src/krm/index.ts';
import { shortHash } from '../../src/short-hash.ts';
import { checkEnv, checkEnvFrom } from './check-env.ts';
import { checkMounts, checkVolumes } from './check-volumes.ts';
import { sameElement } from './equality.ts';
import { jsonText } from './json-text.ts';
import { podPreset, type PresetFields } from './kinds/pod-preset.ts';
import { keyOf, LIST_NAMES, type ListName, type Preset, type PresetElement } from './preset.ts';

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
    const key = keyOf(list, value);
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
