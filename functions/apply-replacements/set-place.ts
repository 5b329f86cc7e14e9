import { isProtectedField, type Resource } from '../../src/krm/index.ts';
import { isMap, type NewValue, type Path, type Value } from '../../src/yaml/index.ts';
import type { Place } from './places.ts';

/**
 * Sets the value of a place. Annotations that kpt keeps for itself stay those of the resource: returns true if the
 * value has others.
 */
export function setPlace({ document }: Resource, { path, creation }: Place, value: NewValue): boolean {
  if (creation?.isElement === true) document.append(creation.at, creation.around(value));
  else if (creation !== undefined) document.set(creation.at, creation.around(value));
  else if (holdsAnnotations(path)) return setAround(document, path, value);
  else document.set(path, value);
  return false;
}

const ANNOTATIONS = ['metadata', 'annotations'] as const;

function holdsAnnotations(path: Path): boolean {
  return path.length <= ANNOTATIONS.length && path.every((step, depth) => step === ANNOTATIONS[depth]);
}

/** Sets the annotations, or what holds them, without those of kpt. */
function setAround(document: Resource['document'], path: Path, value: NewValue): boolean {
  const own = protectedIn(document.value([...ANNOTATIONS]));
  document.set(path, value);
  const copied = protectedIn(document.value([...ANNOTATIONS]));
  for (const key of copied.keys()) if (!own.has(key)) document.remove([...ANNOTATIONS, key]);
  for (const [key, each] of own) document.set([...ANNOTATIONS, key], each);
  return own.size + copied.size > 0;
}

function protectedIn(annotations: Value | undefined): Map<string, Value> {
  const entries = Object.entries(isMap(annotations) ? annotations : {});
  return new Map(entries.filter(([key]) => isProtectedField([...ANNOTATIONS, key])));
}
