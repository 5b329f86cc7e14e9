import { isSlip } from '../../nearest-name.ts';
import { isList, isMap, type Value } from '../../yaml/index.ts';
import { fieldsAt, scalarsOf, type FieldPattern } from './field-pattern.ts';

/** A step of a path that no data has, and what is probably meant. */
interface NearField {
  readonly written: string;
  readonly meant: string;
}

/**
 * Returns the step of a path that is probably a slip, since the data have a key or the name of an element that is
 * almost the same, or since the path has slashes instead of dots. Undefined if there is none: the field may just be
 * absent.
 */
export function nearField(pattern: FieldPattern, data: readonly Value[]): NearField | undefined {
  const [first] = pattern;
  if (first !== undefined && typeof first === 'object' && 'key' in first && first.key.includes('/'))
    return { written: first.key, meant: dotted(first.key) };
  for (const value of data) {
    const found = nearIn(pattern, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function nearIn(pattern: FieldPattern, data: Value): NearField | undefined {
  let above = [data];
  for (const [depth, step] of pattern.entries()) {
    const below = fieldsAt(pattern.slice(0, depth + 1), data);
    if (below.length > 0) {
      above = below.map(({ value }) => value);
      continue;
    }
    if (step === 'any' || 'index' in step) return undefined;
    const isKey = 'key' in step;
    const written = isKey ? step.key : step.value;
    const names = above.flatMap((value) => (isKey ? keysOf(value) : step.field === 'name' ? namesIn(value) : []));
    const meant = names.find((name) => isSlip(written, name));
    return meant === undefined ? undefined : { written, meant };
  }
  return undefined;
}

function keysOf(value: Value): readonly string[] {
  return isMap(value) ? Object.keys(value) : [];
}

function namesIn(value: Value): readonly string[] {
  return isList(value) ? value.flatMap((element) => scalarsOf(element).get('name') ?? []) : [];
}

/** Converts a path with slashes, such as a JSON pointer. */
function dotted(path: string): string {
  const steps = path.split('/').filter((step) => step !== '');
  return steps.map((step, at) => (/^\d+$/.test(step) ? `[${step}]` : `${at === 0 ? '' : '.'}${step}`)).join('');
}
