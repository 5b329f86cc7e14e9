import type { Results } from '../../src/krm/index.ts';
import { didYouMean } from '../../src/nearest-name.ts';
import { isList, isMap, type Path, type Value } from '../../src/yaml/index.ts';
import type { Pod } from './pods.ts';
import type { Preset } from './preset.ts';
import { VOLUME_SOURCE_FIELDS, type VolumeSourceFields } from './volume-fields.ts';

/** Warns about probable mistakes in a preset. `pods` holds all pods of the package, selected or not. */
export function warnOfPreset(preset: Preset, pods: readonly Pod[], results: Results): void {
  const { source: resource, elements } = preset;
  if (elements.length === 0) results.warning('has nothing to inject', { code: 'rule-idle', resource, field: ['spec'] });
  warnOfEmptySelector(preset, results);
  for (const { label, field } of selectedLabels(preset)) {
    if (!MADE_WITH_PODS.has(label) || pods.some(({ labels }) => labels.has(label))) continue;
    results.warning(`no pod has label "${label}": controllers add it to the pods that they create`, {
      code: 'rule-unmatched',
      resource,
      field,
    });
  }
  for (const { key, path: field } of unmounted(preset))
    results.warning(`volume "${key}" has no mount in this preset`, { code: 'definition-unused', resource, field });
  for (const { list, value, path } of elements)
    if (list === 'volumes' && isMap(value))
      for (const [source, known] of Object.entries(VOLUME_SOURCE_FIELDS))
        for (const { field, hint } of unknownFields(value[source], known ?? {}, [...path, source]))
          results.warning(`unknown field of a volume source: the API server ignores or refuses it${hint}`, {
            code: 'unknown-field',
            resource,
            field,
          });
}

/** Returns the unknown fields of a value at a path, or of the elements of a list, each with the nearest known one. */
function unknownFields(
  value: Value | undefined,
  known: VolumeSourceFields,
  path: Path,
): readonly { readonly field: Path; readonly hint: string }[] {
  if (isList(value)) return value.flatMap((element, index) => unknownFields(element, known, [...path, index]));
  if (value === undefined || !isMap(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = [...path, name];
    if (!Object.hasOwn(known, name))
      return [{ field, hint: didYouMean(name, Object.keys(known), { quote: (each) => `\`${each}\`` }) }];
    const fields = known[name];
    return fields === undefined ? [] : unknownFields(inner, fields, field);
  });
}

/** Labels that no pod template has, since controllers add them to its pods. */
const MADE_WITH_PODS: ReadonlySet<string> = new Set([
  'pod-template-hash',
  'pod-template-generation',
  'controller-revision-hash',
  'statefulset.kubernetes.io/pod-name',
  'apps.kubernetes.io/pod-index',
  'job-name',
  'controller-uid',
  'batch.kubernetes.io/job-name',
  'batch.kubernetes.io/controller-uid',
  'batch.kubernetes.io/job-completion-index',
]);

function warnOfEmptySelector({ source, selector, namespace }: Preset, results: Results): void {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  if (Object.keys(matchLabels).length + matchExpressions.length > 0) return;
  const message = `is empty: matches every pod of namespace "${namespace || 'default'}"`;
  results.warning(message, { code: 'selector-empty', resource: source, field: ['spec', 'selector'] });
}

/** Returns the labels that a selector tests, with their fields. */
function selectedLabels({ selector }: Preset): readonly { readonly label: string; readonly field: Path }[] {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const field = ['spec', 'selector'];
  return [
    ...Object.keys(matchLabels).map((label) => ({ label, field: [...field, 'matchLabels', label] })),
    ...matchExpressions.map(({ key }, index) => ({ label: key, field: [...field, 'matchExpressions', index, 'key'] })),
  ];
}

/** Returns the volumes that a preset does not mount. */
function unmounted({ elements }: Preset): Preset['elements'] {
  const mounts = elements.filter(({ list }) => list === 'volumeMounts');
  const mounted = new Set(mounts.map(({ value }) => (isMap(value) ? value['name'] : undefined)));
  return elements.filter(({ list, key }) => list === 'volumes' && !mounted.has(key));
}
