import type { Problems } from '../../src/function/index.ts';
import { formatFieldPath, isProtectedField, type Resource } from '../../src/krm/index.ts';
import { evaluateJsonPath, JsonPathError, parseJsonPath, type JsonPath } from '../../src/patch/index.ts';
import { startsWith, type Path } from '../../src/yaml/index.ts';
import type { ResourceName } from './resource-names.ts';
import type { Removal } from './rule.ts';

/** Removals that a configuration requests for the resources of one kind. */
export interface Transform extends ResourceName {
  /** Name in results. */
  readonly title: string;
  /** Its configuration, and the path in it. */
  readonly source: Resource;
  readonly field: Path;
  readonly removals: readonly Removal[];
}

/** A transform as written in a configuration. */
export interface WrittenTransform {
  readonly apiGroup: string;
  readonly resource: string;
  readonly remove?: readonly string[];
}

interface TransformField extends Pick<Transform, 'title' | 'source' | 'field'> {
  /** Allows paths into lists. */
  readonly lists: boolean;
}

/** Reads a transform at a field. Adds a problem for each invalid path. */
export function readTransform(written: WrittenTransform, place: TransformField, problems: Problems): Transform {
  const { apiGroup: group, resource, remove = [] } = written;
  const { title, source, field, lists } = place;
  const removals = remove.flatMap((text, index) => {
    const at = [...field, 'remove', index];
    const fail = (message: string): void => problems.add({ field: at, message, currentValue: text });
    const path = readPath(text, lists, fail);
    const refused = path && refusal(path, { group, resource });
    if (refused !== undefined) fail(refused);
    const origin = { resource: source, field: at };
    return path === undefined ? [] : { text, origin, find: (of: Resource) => findRemovable(of, path) };
  });
  return { title: `${title} (${transformName({ group, resource })})`, source, field, group, resource, removals };
}

/** Returns a resource name with its group, as kubectl writes it. */
export function transformName({ group, resource }: ResourceName): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/** Returns the places to which a path leads and which may be removed. Annotations of kpt may not. */
function findRemovable({ document }: Resource, path: JsonPath): readonly Path[] {
  const found = evaluateJsonPath(document, path);
  return found.length === 1 && isAnnotations(path) && hasOnlyProtected(document.keys(path.names)) ? [] : found;
}

function isAnnotations({ names: [top, map, ...more], rest }: JsonPath): boolean {
  return top === 'metadata' && map === 'annotations' && more.length === 0 && rest.length === 0;
}

function hasOnlyProtected(keys: readonly string[] = []): boolean {
  return keys.length > 0 && keys.every((key) => isProtectedField(['metadata', 'annotations', key]));
}

function readPath(text: string, lists: boolean, fail: (message: string) => void): JsonPath | undefined {
  try {
    return parseJsonPath(text, { lists });
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    fail(`${error.message}${!lists && isListPath(text) ? '; paths into lists must be in a StripTransform' : ''}`);
    return undefined;
  }
}

function isListPath(text: string): boolean {
  try {
    parseJsonPath(text, { lists: true });
    return true;
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    return false;
  }
}

/** Fields without which a resource would be invalid or another one. */
const IDENTITY: readonly Path[] = [['apiVersion'], ['kind'], ['metadata', 'name']];

/** Fields that configure this function, by resource name. Without them a second run would behave differently. */
const DECISIVE: ReadonlyMap<string, readonly Path[]> = new Map([
  ['customtransforms.control.kubestellar.io', [['spec']]],
  ['striptransforms.krm-variants.dev', [['spec']]],
  [
    'customresourcedefinitions.apiextensions.k8s.io',
    [
      ['spec', 'group'],
      ['spec', 'names'],
    ],
  ],
]);

/** Returns the reason why a path must not be removed; undefined if it may. */
function refusal({ names, rest }: JsonPath, of: ResourceName): string | undefined {
  if (names.length + rest.length === 0) return 'it identifies the whole object';
  if (isProtectedField(names)) return 'must not name an annotation of kpt';
  const holds = (kept: Path): boolean => rest.length === 0 && startsWith(kept, names);
  const identity = IDENTITY.find(holds);
  if (identity !== undefined) return `must not remove \`${formatFieldPath(identity)}\``;
  const decisive = DECISIVE.get(transformName(of))?.find((kept) => holds(kept) || startsWith(names, kept));
  if (decisive === undefined) return undefined;
  return `must not remove \`${formatFieldPath(decisive)}\` or a part of it: a second run would behave differently`;
}
