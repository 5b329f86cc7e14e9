import { isList, isMap, type Path, type Value } from '../../../src/yaml/index.ts';

/**
 * A path as data: keys, indexes, `{ all: true }` for `[*]`, and elements that have a string at a key or, without a key,
 * equal it.
 */
export type Steps = readonly (
  string | number | { readonly all: true } | { readonly key?: string; readonly equals: string }
)[];

/** Returns the path as written in a configuration. `isQuoted` writes names as string literals. */
export function writePath(steps: Steps, isQuoted: boolean): string {
  return `$${steps.map((step) => writeStep(step, isQuoted)).join('')}`;
}

function writeStep(step: Steps[number], isQuoted: boolean): string {
  if (typeof step === 'number') return `[${step}]`;
  if (typeof step === 'string') return isQuoted || !/^[a-z_]+$/i.test(step) ? `[${JSON.stringify(step)}]` : `.${step}`;
  if ('all' in step) return '[*]';
  return `[?@${step.key === undefined ? '' : writeStep(step.key, isQuoted)}==${JSON.stringify(step.equals)}]`;
}

/** Returns the places in plain data that a path leads to. */
export function placesAt(data: Value, [step, ...rest]: Steps, path: Path = []): readonly Path[] {
  if (step === undefined) return [path];
  if (typeof step === 'string') {
    return isMap(data) && Object.hasOwn(data, step) ? placesAt(data[step] as Value, rest, [...path, step]) : [];
  }
  const elements = isList(data) ? data : [];
  return elements.flatMap((element, index) =>
    takes(step, element, index, elements.length) ? placesAt(element, rest, [...path, index]) : [],
  );
}

function takes(step: Exclude<Steps[number], string>, element: Value, index: number, length: number): boolean {
  if (typeof step === 'number') return index === (step < 0 ? length + step : step);
  if ('all' in step) return true;
  return (step.key === undefined ? element : isMap(element) ? element[step.key] : undefined) === step.equals;
}

/** Returns a copy of plain data without some places. Empty labels and annotations are removed, those of kpt stay. */
export function withoutPlaces(data: Value, removed: ReadonlySet<string>, path: Path = []): Value {
  if (isList(data)) {
    return data.flatMap((element, index) => {
      const at = [...path, index];
      return removed.has(JSON.stringify(at)) ? [] : [withoutPlaces(element, removed, at)];
    });
  }
  if (!isMap(data)) return data;
  const entries = Object.entries(data).flatMap(([key, value]) => {
    const at = [...path, key];
    const left = leftOf(value, removed, at);
    return left === undefined ? [] : [[key, left] as const];
  });
  return Object.fromEntries(entries);
}

function leftOf(value: Value, removed: ReadonlySet<string>, path: Path): Value | undefined {
  const isRemoved = removed.has(JSON.stringify(path));
  const isNameMap = path[0] === 'metadata' && (path[1] === 'labels' || path[1] === 'annotations') && path.length === 2;
  if (isNameMap && isMap(value)) {
    const kept = Object.entries(value).filter(([key]) =>
      isRemoved ? key.startsWith('internal.config.kubernetes.io/') : !removed.has(JSON.stringify([...path, key])),
    );
    const isTouched = isRemoved || kept.length < Object.keys(value).length;
    return isTouched && kept.length === 0 ? undefined : Object.fromEntries(kept);
  }
  return isRemoved ? undefined : withoutPlaces(value, removed, path);
}
