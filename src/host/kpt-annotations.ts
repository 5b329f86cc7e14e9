import type { Resource } from '../krm/resource.ts';
import { isMap, type Value } from '../yaml/index.ts';

/** Annotations that kpt sets on each item of a function's input and removes afterwards. */
export const KPT = {
  index: 'config.kubernetes.io/index',
  path: 'config.kubernetes.io/path',
  internalIndex: 'internal.config.kubernetes.io/index',
  packagePath: 'internal.config.kubernetes.io/package-path',
  internalPath: 'internal.config.kubernetes.io/path',
  sequenceStyle: 'internal.config.kubernetes.io/seqindent',
  resourceId: 'internal.config.k8s.io/kpt-resource-id',
  migrationId: 'internal.config.kubernetes.io/annotations-migration-resource-id',
  internalId: 'internal.config.kubernetes.io/id',
  id: 'config.k8s.io/id',
} as const;

const KEYS: ReadonlySet<string> = new Set(Object.values(KPT));

/** Reports whether kpt sets the annotation of a key. */
export function isKptAnnotation(key: string): boolean {
  return KEYS.has(key);
}

const ID_KEYS: ReadonlySet<string> = new Set([KPT.resourceId, KPT.migrationId, KPT.internalId, KPT.id]);

/** Reports whether kpt sets the annotation of a key again for each function. */
export function isIdAnnotation(key: string): boolean {
  return ID_KEYS.has(key);
}

/** Keys and values of annotations, in order. */
export type KptAnnotations = readonly (readonly [key: string, value: string])[];

/** Position of an item in a function's input. */
export interface SentPlace {
  /** Zero-based, among the sent items. */
  readonly index: number;
  /** Zero-based, among all items of the package; undefined without selectors. */
  readonly position: number | undefined;
  readonly isMutator: boolean;
}

/**
 * Returns the annotations that kpt sets on an item, in the order in which it appends them. `place`: undefined for a
 * configuration that is not among the items.
 */
export function kptAnnotations(resource: Resource, place: SentPlace | undefined): KptAnnotations {
  const ids = place === undefined ? [] : idAnnotations(place);
  if (!isListed(resource)) return [...locationAnnotations(resource), ...ids];
  const isFirst = ([key]: KptAnnotations[number]): boolean => key === KPT.resourceId || key === KPT.migrationId;
  return [...ids.filter(isFirst), ...listedAnnotations(resource), ...ids.filter((each) => !isFirst(each))];
}

/** Reports whether a resource comes from a ResourceList, not from a file. */
export function isListed({ list, document }: Resource): boolean {
  return list === undefined ? document.whole.path.length > 0 : isListed(list);
}

/** Returns the location of a resource in a ResourceList as annotations of all versions of kpt. */
function listedAnnotations({ location: { path, index, packagePath } }: Resource): KptAnnotations {
  const number = index === undefined ? undefined : String(index);
  const annotations = [
    [KPT.path, path],
    [KPT.index, number],
    [KPT.internalPath, path],
    [KPT.internalIndex, number],
    [KPT.packagePath, packagePath],
  ] as const;
  return annotations.flatMap(([key, text]) => (text === undefined ? [] : [[key, text] as const]));
}

function locationAnnotations({ location, document }: Resource): KptAnnotations {
  const { path, packagePath, generated } = location;
  const { index } = generated ?? location;
  const number = index === undefined ? undefined : String(index);
  const annotations: readonly (readonly [key: string, text: string | undefined])[] =
    generated !== undefined
      ? [
          [KPT.internalPath, path],
          [KPT.internalIndex, number],
          [KPT.path, path],
          [KPT.index, number],
          [KPT.packagePath, packagePath],
        ]
      : [
          [KPT.index, number],
          [KPT.path, path],
          [KPT.internalIndex, number],
          [KPT.packagePath, packagePath],
          [KPT.internalPath, path],
          [KPT.sequenceStyle, sequenceStyle(document.ownText())],
        ];
  return annotations.flatMap(([key, text]) => (text === undefined ? [] : [[key, text] as const]));
}

/** Returns the annotations that `kpt fn eval` sets on a function config that it reads from a file. */
export function fileAnnotations({ document }: Resource): KptAnnotations {
  return [
    [KPT.index, '0'],
    [KPT.internalIndex, '0'],
    [KPT.sequenceStyle, sequenceStyle(document.ownText())],
  ];
}

function idAnnotations({ index, position, isMutator }: SentPlace): KptAnnotations {
  return [
    ...(position === undefined || !isMutator ? [] : [[KPT.resourceId, String(position)] as const]),
    ...(isMutator ? [[KPT.migrationId, String(index)] as const] : []),
    [KPT.internalId, String(index + 1)],
    [KPT.id, String(index + 1)],
  ];
}

/** A key alone on its line, then comment lines and the first element of its list. */
const LIST = /^( *)[^\s#-][^\n]*:[ \t]*\n(?:[ \t]*#[^\n]*\n)*( *)- /gm;

/**
 * Returns the style of the first list of a text that kpt detects: dashes at the column of the key, or two columns
 * further.
 */
function sequenceStyle(text: string): 'compact' | 'wide' {
  for (const [, key = '', dash = ''] of text.replaceAll('\r\n', '\n').matchAll(LIST)) {
    if (key.length === dash.length) return 'compact';
    if (key.length + 2 === dash.length) return 'wide';
  }
  return 'compact';
}

/** Returns the data of an item without the annotations that kpt sets. */
export function withoutKptAnnotations(value: Value): Value {
  if (!isMap(value) || !isMap(value['metadata'])) return value;
  const { metadata } = value;
  const annotations = metadata['annotations'];
  if (!isMap(annotations)) return value;
  const own = Object.entries(annotations).filter(([key]) => !isKptAnnotation(key));
  return { ...value, metadata: { ...metadata, annotations: Object.fromEntries(own) } };
}
