import { type Call, inSchemaOrder } from '../../src/function/index.ts';
import { groupBy } from '../../src/group-by.ts';
import {
  attributeEdits,
  keepComments,
  RECORD_ORIGIN,
  removeField,
  type Resource,
  resourceNames,
  type Resources,
  type ResultCode,
  type Results,
  sameNamespace,
  type Severity,
  type Subject,
} from '../../src/krm/index.ts';
import { shortName } from '../../src/short-hash.ts';
import { counted } from '../../src/wording.ts';
import { isList, isMap, type NewValue, type Path, type SourceDocument, type Value } from '../../src/yaml/index.ts';
import { jsonText } from './json-text.ts';
import type { Options } from './kinds/pod-preset-application.ts';
import { podPreset } from './kinds/pod-preset.ts';
import type { InjectionConflict, ListEdit, Touched, Wanted } from './list-merge.ts';
import type { PodList } from './pod-list.ts';
import { type MergeContext, mergePresets, type PodMerge } from './pod-merge.ts';
import type { Container, Pod } from './pods.ts';
import { elementKey, type ListName, type Preset } from './preset.ts';
import { type InjectionRecord, joinRecords, readRecord, recordIn, writeRecord } from './record.ts';

/** Presets to apply, and options. */
export interface Presets {
  readonly presets: readonly Preset[];
  readonly options: Options;
}

/** Applies presets to the pods of a package, and counts the pods. */
export class InjectedPod {
  readonly #call: Call<Presets>;
  readonly #matches: ReadonlyMap<Pod, readonly Preset[]>;
  readonly #collisions: EnvCollisions;
  readonly #counts: ReadonlyMap<Preset, { readonly pods: Pod[]; changed: number }>;

  /** `matches` holds the presets of each pod that may be changed. */
  constructor(call: Call<Presets>, matches: ReadonlyMap<Pod, readonly Preset[]>) {
    this.#call = call;
    this.#matches = matches;
    this.#collisions = new EnvCollisions(call.resources, call.results);
    this.#counts = new Map(call.config.presets.map((preset) => [preset, { pods: [], changed: 0 }]));
  }

  /** Applies the matching presets to the pods of one resource: to all of these pods, or to none. */
  apply(resource: Resource, pods: readonly Pod[]): void {
    const earlier = this.#earlier(resource);
    const isFor = pods.some((pod) => (this.#matches.get(pod) ?? []).length > 0);
    if (earlier === undefined || (earlier.size === 0 && !isFor)) return;
    const open = pods.filter((pod) => this.#matches.has(pod));
    const merges = this.#mergeAll(open, earlier);
    const found = findingsOf(resource, merges, this.#call.config.options);
    if (merges.some((merge) => this.#isRefused(merge))) {
      this.#reportFindings(found);
      return;
    }
    const changed = open.map((pod, index) => this.#inject(pod, merges[index]));
    const closed = pods.filter((pod) => !this.#matches.has(pod)).map((pod) => recordIn(scopeOf(pod), earlier));
    if (this.#call.config.options.record)
      changed.push(keep(resource, joinRecords([...merges.map(({ record }) => record), ...closed])));
    this.#reportFindings(changed.includes(true) ? this.#findAgain(resource, open) : found, found);
  }

  /**
   * Returns the record of an earlier run. With `record: false`, removes it unread and returns an empty record, as the
   * next run will find none.
   */
  #earlier(resource: Resource): InjectionRecord | undefined {
    if (this.#call.config.options.record) return readRecord(resource, this.#call.results);
    const none: InjectionRecord = new Map();
    keep(resource, none);
    return none;
  }

  /** Reports the number of pods that have each preset. */
  report(): void {
    const { results } = this.#call;
    for (const [{ source: resource }, { pods, changed }] of this.#counts) {
      const names = resourceNames(pods.map((pod) => pod.resource));
      if (pods.length > 0)
        results.info(`injected into ${counted(pods.length, 'pod')}: ${names}`, { code: 'rule-applied', resource });
      if (changed > 0) results.notice(`changed ${counted(changed, 'pod')}`, { resource });
    }
  }

  #mergeAll(pods: readonly Pod[], earlier: InjectionRecord): readonly PodMerge[] {
    return pods.map((pod) => this.#merge(pod, { earlier, scope: scopeOf(pod) }));
  }

  #merge(pod: Pod, { earlier, scope }: Pick<MergeContext, 'earlier' | 'scope'>): PodMerge {
    const { options, presets } = this.#call.config;
    const isHeld = (preset: string): boolean =>
      !options.prune &&
      !presets.some(({ name, namespace }) => name === preset && sameNamespace(namespace, pod.namespace));
    return mergePresets(pod, this.#matches.get(pod) ?? [], { options, earlier, scope, isHeld });
  }

  /** Reports whether a conflict leaves the whole resource unchanged. */
  #isRefused({ conflicts }: PodMerge): boolean {
    const { onConflict, conflictUnit } = this.#call.config.options;
    return (
      conflicts.some(({ resolution }) => resolution === undefined) && (onConflict === 'fail' || conflictUnit === 'pod')
    );
  }

  /** Returns the findings of a second run on a resource, which this run reports, too. */
  #findAgain(resource: Resource, pods: readonly Pod[]): readonly Finding[] {
    const record = this.#earlier(resource);
    if (record === undefined) return [];
    return findingsOf(resource, this.#mergeAll(pods, record), this.#call.config.options);
  }

  /** Reports findings. Those in `before`, found before the edit, that a second run will not find again are notices. */
  #reportFindings(found: readonly Finding[], before: readonly Finding[] = found): void {
    const { results } = this.#call;
    for (const { severity, code, message, about } of found) results[severity](message, { code, ...about });
    const messages = new Set(found.map(({ message }) => message));
    for (const { message, about } of before) if (!messages.has(message)) results.notice(message, about);
  }

  /** Injects into one pod. Reports whether the pod changes. */
  #inject(pod: Pod, merge: PodMerge | undefined): boolean {
    if (merge === undefined) return false;
    const isChanged = inject(pod, merge, this.#call.results);
    this.#collisions.warn(pod, merge.applied);
    for (const preset of merge.applied) {
      const count = this.#counts.get(preset);
      if (count === undefined) continue;
      count.pods.push(pod);
      if (isChanged) count.changed++;
    }
    return isChanged;
  }
}

/** Writes the record of a resource. Reports whether it changes. */
function keep(resource: Resource, record: InjectionRecord): boolean {
  return attributeEdits(RECORD_ORIGIN, resource, () => writeRecord(resource, record));
}

/**
 * Returns the prefix that distinguishes a pod from others of its resource in a record; '' at the usual template paths.
 */
function scopeOf({ root }: Pod): string {
  const place = root.join('.');
  return USUAL.has(place) ? '' : `${place} `;
}

const USUAL: ReadonlySet<string> = new Set(['', 'template', 'spec.template', 'spec.jobTemplate.spec.template']);

/**
 * Warns about variables that a container defines both by name and as a key of a ConfigMap of the package. The design
 * calls that a conflict; Kubernetes uses the one by name.
 */
class EnvCollisions {
  readonly #configMaps: ReadonlyMap<string, readonly Resource[]>;
  readonly #keys = new Map<Resource, readonly string[]>();
  readonly #results: Results;

  constructor(resources: Resources, results: Results) {
    const configMaps = [...resources].filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'ConfigMap');
    this.#configMaps = groupBy(configMaps, ({ name }) => name);
    this.#results = results;
  }

  /** Warns about collisions in a pod in which either side comes from a preset. */
  warn(pod: Pod, applied: readonly Preset[]): void {
    const brought = new Set(applied.flatMap(({ elements }) => elements.map(({ list, key }) => `${list} ${key}`)));
    for (const container of pod.containers) {
      const names = new Set(listOf(pod, container, 'env').flatMap((variable) => elementKey('env', variable) ?? []));
      for (const source of listOf(pod, container, 'envFrom')) {
        const isBrought = brought.has(`envFrom ${elementKey('envFrom', source)}`);
        const twice = this.#variables(pod, source).filter(
          ([name]) => names.has(name) && (isBrought || brought.has(`env ${name}`)),
        );
        for (const [name, configMap] of twice) this.#warn(pod, container, name, configMap);
      }
    }
  }

  #warn({ resource }: Pod, { name: container, path }: Container, name: string, configMap: string): void {
    const message = `env ${name} of container "${container}" is a key of ConfigMap "${configMap}" in \`envFrom\`, too: the value in \`env\` takes precedence`;
    this.#results.warning(message, { code: 'value-shadowed', resource, field: [...path, 'env'] });
  }

  /** Returns the variables that `source` takes from a ConfigMap of the package, with the name of the ConfigMap. */
  #variables({ namespace }: Pod, source: Value): (readonly [variable: string, configMap: string])[] {
    const ref = isMap(source) ? source['configMapRef'] : undefined;
    if (!isMap(source) || !isMap(ref) || typeof ref['name'] !== 'string') return [];
    const prefix = typeof source['prefix'] === 'string' ? source['prefix'] : '';
    const named = this.#configMaps.get(ref['name']) ?? [];
    const found = named.filter((configMap) => sameNamespace(configMap.namespace, namespace));
    return found.flatMap((configMap) =>
      this.#keysOf(configMap).map((key) => [`${prefix}${key}`, configMap.name] as const),
    );
  }

  #keysOf(configMap: Resource): readonly string[] {
    const keys = this.#keys.get(configMap) ?? configMap.document.keys(['data']) ?? [];
    this.#keys.set(configMap, keys);
    return keys;
  }
}

function listOf({ resource }: Pod, { path }: Container, list: ListName): readonly Value[] {
  const value = resource.document.value([...path, list]);
  return isList(value) ? value : [];
}

/** Applies the edits of a merge to a pod, and annotates it with its presets. Reports whether the document changes. */
function inject({ resource, root }: Pod, { edits, applied, withdrawn }: PodMerge, results: Results): boolean {
  const { document } = resource;
  const before = document.text();
  const lists = edits.map(({ list }) => list.path);
  keepComments({ resource, results }, lists, () => edits.forEach((edit) => editList(resource, edit)));
  const annotations = [...root, 'metadata', 'annotations'];
  for (const { name, version, source } of applied)
    attributeEdits({ resource: source }, resource, () => document.set([...annotations, annotationKey(name)], version));
  for (const name of withdrawn)
    attributeEdits(WITHDRAWN, resource, () => removeAnnotation(document, root, annotationKey(name)));
  return document.text() !== before;
}

const WITHDRAWN = { title: 'PodPreset that does not apply any more' };

function editList(resource: Resource, { list: { path }, changed, removed, added }: ListEdit): void {
  const { document } = resource;
  const put = (wanted: Wanted, edit: () => void): void =>
    attributeEdits({ resource: wanted.preset.source, field: wanted.element.path }, resource, edit);
  // Set as data, so that the unchanged parts keep their comments.
  for (const [index, wanted] of changed) put(wanted, () => document.set([...path, index], dataOf(wanted)));
  attributeEdits(WITHDRAWN, resource, () => {
    for (const index of removed.toSorted((a, b) => b - a)) document.remove([...path, index]);
    if (removed.length > 0 && document.length(path) === 0 && added.length === 0) document.remove(path);
  });
  for (const wanted of added) put(wanted, () => document.append(path, contentOf(wanted)));
}

/** Returns the lines of the element with their comments, or its data if it is in flow style or JSON, which has none. */
function contentOf(wanted: Wanted): NewValue {
  const { preset, element } = wanted;
  const node = preset.source.document.get(element.path);
  return node === undefined || node.flow ? dataOf(wanted) : node;
}

/** Returns the value of the element with keys in the order of Kubernetes' types. */
function dataOf({ element: { list, value } }: Wanted): NewValue {
  return inSchemaOrder(value, ELEMENTS[list].items);
}

const ELEMENTS = podPreset.schema.properties.spec.properties;

/** Removes an annotation, and the metadata if nothing else remains in it. */
function removeAnnotation(document: SourceDocument, root: Path, key: string): void {
  const metadata = [...root, 'metadata'];
  const annotation = [...metadata, 'annotations', key];
  if (!document.has(annotation)) return;
  removeField(document, annotation);
  if (document.keys(metadata)?.length === 0) document.remove(metadata);
}

/** Maximum length in characters of the name of an annotation. */
const MOST = 63;

/** Returns the annotation key of a preset; a name that is too long is truncated and ends with a hash. */
function annotationKey(preset: string): string {
  return `podpreset.admission.kubernetes.io/${shortName(`podpreset-${preset}`, MOST, preset)}`;
}

/** A result to report about an element of a pod. */
interface Finding {
  readonly severity: Severity;
  readonly code: ResultCode;
  readonly message: string;
  readonly about: Subject;
}

/**
 * Returns the conflicts of presets with the pods of a resource, and the elements kept although no preset injects them.
 */
function findingsOf(resource: Resource, merges: readonly PodMerge[], options: Options): readonly Finding[] {
  const staying = (message: string, { list, key }: Touched): Finding => ({
    severity: 'warning',
    code: 'output-kept',
    message,
    about: { resource, field: fieldOf(list, key) },
  });
  return merges.flatMap(({ conflicts, touched, mounted }) => [
    ...conflicts.map((conflict) => findingOf(resource, conflict, options)),
    ...touched.map((each) => staying(describeTouched(each), each)),
    ...mounted.map((each) => staying(describeMounted(each), each)),
  ]);
}

function findingOf(resource: Resource, conflict: InjectionConflict, options: Options): Finding {
  const { list, element, theirs } = conflict;
  return {
    severity: severityOf(conflict, options),
    code: 'rule-conflict',
    message: describeConflict(conflict),
    about: { resource, field: fieldOf(list, element.key), currentValue: theirs, proposedValue: element.value },
  };
}

function severityOf({ resolution }: InjectionConflict, { onConflict }: Options): Severity {
  if (resolution !== undefined) return 'info';
  return onConflict === 'skip' ? 'warning' : 'error';
}

/** Returns the path of the existing element in the resource, or of the list if there is none. */
function fieldOf(list: PodList, key: string): Path {
  const index = list.withKey(key).at(-1)?.index;
  return index === undefined ? list.path : [...list.path, index];
}

/** Names of the keys of each list, in messages. */
const KEYS: Readonly<Record<ListName, string>> = {
  env: 'env',
  envFrom: 'envFrom',
  volumes: 'volume',
  volumeMounts: 'mountPath',
};

const OUTCOMES = {
  kept: ': kept the existing element',
  overridden: ': replaced by the element of the preset',
} as const;

/** Returns the message for a conflict. It begins like the event of the design. */
function describeConflict({ preset, element, list, party, theirs, resolution }: InjectionConflict): string {
  const { key, value } = element;
  const other = theirs === undefined ? party : `${party} has ${jsonText(theirs)}`;
  const details = `\`${list.name}\` of ${list.owner}: PodPreset "${preset.name}" wants ${jsonText(value)}, ${other}`;
  return `Conflict on pod preset. Duplicate ${KEYS[list.name]} ${key}. In ${details}${resolution === undefined ? '' : OUTCOMES[resolution]}`;
}

/** Returns the message for an element changed by hand, which stays as it is. */
function describeTouched({ preset, list, key, present }: Touched): string {
  const done = present === undefined ? 'removed' : 'changed';
  return `${KEYS[list.name]} ${key} of ${list.owner} was ${done} by hand after PodPreset "${preset}" injected it: left as is`;
}

/** Returns the message for a volume kept because a container mounts it. */
function describeMounted({ preset, key }: Touched): string {
  return `volume ${key} is kept because a container mounts it, although PodPreset "${preset}" no longer injects it`;
}
