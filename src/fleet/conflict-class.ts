import { byteOrder } from '../byte-order.ts';
import { groupBy } from '../group-by.ts';
import { REDACTED, type ResourceRef } from '../krm/index.ts';
import type { Conflict, ConflictKind } from '../merge/index.ts';
import { shortHash } from '../short-hash.ts';
import { isList, isMap, type Value } from '../yaml/index.ts';
import type { Variant } from './variant.ts';

/** Parts of a variant that say where its conflicts are. */
type ConflictingVariant = Pick<Variant, 'upstream' | 'downstream' | 'folder' | 'labels'>;

/** Conflicts of one variant. */
export interface VariantConflicts {
  readonly variant: ConflictingVariant;
  /** With paths relative to the top of the repository. */
  readonly conflicts: readonly Conflict[];
  /** Digest of both derived packages, if values of a conflict are hidden. */
  readonly packages?: string | undefined;
  /** URL of the git repository of the variant, for people; undefined for that of the fleet. */
  readonly repository?: string | undefined;
}

/** Place and kind of a conflict, which is the same in all variants of an upstream package. */
export interface ConflictPlace {
  readonly upstream: { readonly repository: string; readonly package: string };
  readonly kind: ConflictKind;
  readonly resource: ResourceRef | undefined;
  /**
   * File, relative to the folder of each variant; undefined for a conflict in a resource, which may be in other files,
   * unless others have its identity.
   */
  readonly file: string | undefined;
  /** Field, with the keys of list elements; undefined for a whole resource or file. */
  readonly path: string | undefined;
}

/**
 * Conflicts of one kind at one place of one upstream package, with the same base and the same new value. They have one
 * reason, and need one decision.
 */
export interface ConflictClass extends ConflictPlace {
  /** Digest of the place and both values: it is the same in each run. */
  readonly id: string;
  /** One of the conflicts. */
  readonly first: Conflict;
  /** All of them. Their local values may differ. */
  readonly conflicts: readonly Conflict[];
  /** Folders of the variants, in the order of the conflicts. */
  readonly folders: readonly string[];
  /** The same, each after the URL of a git repository that is not the fleet's. */
  readonly places: readonly string[];
}

/** Values for which a decision holds. Exactly one of them is set. */
export interface MatchedValues {
  /** Value that was derived last, and the one that is derived now; undefined: the version has none. */
  readonly values?: { readonly base: Value | undefined; readonly new: Value | undefined };
  /** Digest of both values. */
  readonly digest?: string;
  /** Digests of both derived packages of each variant. */
  readonly packages?: readonly string[];
}

/** Groups the conflicts of variants into classes, in the order of their first conflicts. */
export function conflictClasses(all: readonly VariantConflicts[]): readonly ConflictClass[] {
  const found = all.flatMap(({ variant, conflicts, repository }) =>
    conflicts.map((conflict) => placedClass(classOf(variant, conflict), repository)),
  );
  return [...groupBy(found, classKey).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : joined(first, others),
  );
}

/** Adds the URL of the git repository to the paths of a class, apart from its folders. */
function placedClass(found: ConflictClass, repository: string | undefined): ConflictClass {
  if (repository === undefined) return found;
  const placed = (path: string): string => `${repository}/${path}`;
  const { file } = found.first;
  const first = { ...found.first, file: { ...file, path: placed(file.path) } };
  return { ...found, first, conflicts: [first], places: found.folders.map(placed) };
}

function joined(first: ConflictClass, others: readonly ConflictClass[]): ConflictClass {
  const all = [first, ...others];
  return {
    ...first,
    folders: all.flatMap(({ folders }) => folders),
    places: all.flatMap(({ places }) => places),
    conflicts: all.flatMap(({ conflicts }) => conflicts),
  };
}

/** Returns the class of a conflict, with this one variant. */
export function classOf(variant: ConflictingVariant, first: Conflict): ConflictClass {
  const place = conflictPlace(variant, first);
  const id = shortHash(classKey({ ...place, first }), ID_DIGITS);
  const folders = [variant.folder];
  return { ...place, id, first, folders, places: folders, conflicts: [first] };
}

/** Enough to tell the classes of a fleet apart, and few enough to type. */
const ID_DIGITS = 10;

/** Returns the place of a conflict. */
export function conflictPlace({ upstream, folder }: ConflictingVariant, conflict: Conflict): ConflictPlace {
  const { kind, resource, sharesIdentity, field, keyedField = field, file } = conflict;
  return {
    upstream: { repository: upstream.place.name, package: upstream.package },
    kind,
    resource,
    file: resource === undefined || sharesIdentity ? file.path.slice(folder.length + 1) : undefined,
    path: keyedField,
  };
}

/** Names the place of conflicts for people, as `--take` does: `Deployment/web:spec.replicas`. */
export function placeText({ resource, file = '', path }: Pick<ConflictPlace, 'resource' | 'file' | 'path'>): string {
  const name = resource && [resource.kind, resource.namespace, resource.name].filter(Boolean).join('/');
  const subject = [file, name].filter(Boolean).join('#');
  return path === undefined ? subject || '.' : `${subject}:${path}`;
}

/**
 * Reports whether a class of conflicts is about the folders of variants, which people deleted: no MergeResolution
 * decides that.
 */
export function isOfFolder({ resource, file }: Pick<ConflictPlace, 'resource' | 'file'>): boolean {
  return resource === undefined && file === '';
}

/**
 * Reports whether the values of a conflict are not known in full: those of Secrets are hidden, and those of binary
 * files are sizes.
 */
export function isHidden({ kind, values }: Conflict): boolean {
  return kind === 'binary' || valuesText(values.base, values.theirs, values.local).includes(REDACTED);
}

/** Returns a digest of the base and the new value of a conflict. */
export function valuesDigest({ values: { base, theirs } }: Pick<Conflict, 'values'>): string {
  return shortHash(valuesText(base, theirs), DIGEST_DIGITS);
}

/** All digits of the hash. */
const DIGEST_DIGITS = 40;

/** Returns the values of a conflict that is not hidden, as a resolution names them: a digest if they are long. */
export function matchedValues({ values }: Conflict): MatchedValues {
  const { base, theirs } = values;
  if (valuesText(base, theirs).length > MAX_VALUES) return { digest: valuesDigest({ values }) };
  return { values: { base, new: theirs } };
}

/** Maximum length of values that people read in a resolution, in characters. */
const MAX_VALUES = 1000;

function classKey(found: ConflictPlace & Pick<ConflictClass, 'first'>): string {
  const { upstream, kind, resource, file, path, first } = found;
  const { apiVersion, kind: type, namespace, name } = resource ?? {};
  const place = [upstream.repository, upstream.package, kind, apiVersion, type, namespace, name, file, path];
  return JSON.stringify([...place, valuesText(first.values.base, first.values.theirs)]);
}

/** Returns a text that is equal for equal values only, whatever the order of their keys. */
function valuesText(...values: readonly (Value | undefined)[]): string {
  return values.map((value) => (value === undefined ? 'absent' : canonical(value))).join();
}

function canonical(value: Value): string {
  if (isList(value)) return `[${value.map((each) => canonical(each)).join()}]`;
  if (isMap(value)) {
    const entries = Object.entries(value).toSorted(([a], [b]) => byteOrder(a, b));
    return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join()}}`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
