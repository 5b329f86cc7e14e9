import { CONTAINER_LISTS } from '../kubernetes-types.ts';
import { parseImageReference } from '../image-reference.ts';
import { isSecretValue, type Resource } from '../krm/index.ts';
import { fieldPattern, fieldsAt, matchesResource, type FieldPattern, type ResourcePattern } from '../merge/index.ts';
import { isList, isMap, type Value } from '../yaml/index.ts';

/** Parts of an image reference that a query can ask for; `image` is all of it. */
const IMAGE_PARTS = ['image', 'registry', 'tag'] as const;
type ImagePart = (typeof IMAGE_PARTS)[number];

/** Question for fields of resources. */
export interface FieldQuery {
  readonly resource: ResourcePattern;
  /** Pattern of the path; the whole resource if empty. */
  readonly path: FieldPattern;
  /** Part of the images there. Undefined for the values themselves. */
  readonly part: ImagePart | undefined;
  /** True to ask for the images of all containers, wherever they are. */
  readonly isOfContainers: boolean;
}

/** Value of a field. */
export interface FieldValue {
  /** The value on one line, maps and lists as JSON. */
  readonly text: string;
  /**
   * True for a value that is, holds or is part of data of a Secret, also as a text in another resource: it must not be
   * shown.
   */
  readonly isSecret: boolean;
}

/**
 * Returns the query for a path of resources: as results show it, with `*` and `[*]`; or `image`, `registry` or `tag`
 * alone, for all containers; or one of the last two after the path of an image. Throws a `KrmError` for an invalid
 * path.
 */
export function fieldQuery(resource: ResourcePattern, path: string): FieldQuery {
  const part = IMAGE_PARTS.find((each) => path === each || path.endsWith(`image.${each}`));
  const isOfContainers = part === path;
  const rest = part === undefined ? path : isOfContainers ? '' : path.slice(0, -part.length - 1);
  return { resource, path: fieldPattern(rest), part, isOfContainers };
}

/** Returns the values that a query asks for, among the resources of a package, without duplicates. */
export function valuesFor(
  { resource, path, part, isOfContainers }: FieldQuery,
  resources: Iterable<Resource>,
): readonly FieldValue[] {
  const found = new Map<string, FieldValue>();
  for (const each of resources) {
    if (!matchesResource(resource, each)) continue;
    const data = each.value('kubernetes');
    const values = isOfContainers ? imagesIn(data) : fieldsAt(path, data);
    for (const { path: steps, value } of values) {
      const isSecret = (each.kind === 'Secret' && !isPublic(steps[0])) || isSecretValue(value, steps, each);
      const text = part === undefined ? valueText(value) : partOf(valueText(value), part);
      found.set(text, { text, isSecret });
    }
  }
  return [...found.values()];
}

/** Reports whether a top field of a Secret may be shown, unless something in it is secret. */
function isPublic(field: string | number | undefined): boolean {
  return (
    field === 'metadata' || field === 'type' || field === 'kind' || field === 'apiVersion' || field === 'immutable'
  );
}

function valueText(value: Value): string {
  if (typeof value !== 'object' || value === null) return String(value);
  // JSON has no numbers of this size.
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
}

/** Returns a part of an image; the whole text if it is none. */
function partOf(text: string, part: ImagePart): string {
  if (part === 'image') return text;
  try {
    const { registry, tag, digest } = parseImageReference(text);
    return part === 'registry' ? registry : tag || digest;
  } catch {
    return text;
  }
}

function imagesIn(data: Value): readonly { readonly path: readonly string[]; readonly value: Value }[] {
  if (isList(data)) return data.flatMap(imagesIn);
  if (!isMap(data)) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    CONTAINER_LISTS.includes(key) && isList(value)
      ? value.flatMap((each) =>
          isMap(each) && each['image'] !== undefined ? [{ path: [], value: each['image'] }] : [],
        )
      : imagesIn(value),
  );
}
