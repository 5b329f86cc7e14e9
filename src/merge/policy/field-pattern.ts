import { KrmError } from '../../krm/result.ts';
import { notAFieldPath } from '../messages/policies.ts';
import { isList, isMap, type Path, type Value } from '../../yaml/index.ts';

/**
 * A step of the path to a field: a key, or an element with its index and its scalars. A key that Kubernetes reads as
 * another one, such as `n`, which is `false`, has its text, too.
 */
export type FieldStep =
  | string
  | { readonly key: string; readonly written: string }
  | {
      readonly index: number;
      readonly scalars: ReadonlyMap<string, string>;
      /** Field that tells the elements of the list apart, if its type has no keys. */
      readonly foundKey?: string | undefined;
    };

/** Pattern of one step. */
type StepPattern =
  { readonly key: string } | { readonly index: number } | { readonly field: string; readonly value: string } | 'any';

/** Pattern of a path. The empty pattern matches every path. */
export type FieldPattern = readonly StepPattern[];

/** A step, preceded by a dot unless it is in brackets: `key`, `*`, `["key"]`, `[0]`, `[*]`, `[name=value]`. */
const STEP =
  /\.?(?:(?<any>\*|\[\*\])|(?<key>[^.[\]*"]+)|\[(?:(?<quoted>"(?:[^"\\]|\\.)*")|(?<index>\d+)|(?<field>[^\]="]+)=(?<value>[^\]]*))\])/y;

/**
 * Parses a path such as `spec.containers[name=web].image`, as results show it, where `*` matches any key and `[*]` any
 * element. Throws a `KrmError` if it is invalid.
 */
export function fieldPattern(text: string): FieldPattern {
  const steps: StepPattern[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const { any, key, quoted, index, field, value } = STEP.exec(text)?.groups ?? {};
    if (any !== undefined) steps.push('any');
    else if (key !== undefined) steps.push({ key });
    else if (quoted !== undefined) steps.push({ key: unquoted(quoted, text) });
    else if (index !== undefined) steps.push({ index: Number(index) });
    else if (field !== undefined && value !== undefined) steps.push({ field, value });
    else throw notAPath(text);
  }
  return steps;
}

/** Throws a `KrmError` if a text is not a valid pattern of a path. */
export function checkFieldPattern(text: string): void {
  fieldPattern(text);
}

function unquoted(quoted: string, text: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw notAPath(text);
  }
}

function notAPath(text: string): KrmError {
  return new KrmError([{ severity: 'error', code: 'invalid-value', message: notAFieldPath(text) }]);
}

/** Reports whether a path begins with a pattern. */
export function matchesField(pattern: FieldPattern, path: readonly FieldStep[]): boolean {
  return pattern.length <= path.length && pattern.every((step, depth) => matchesStep(step, path[depth] ?? ''));
}

/** Reports whether a pattern can match fields below a path. */
export function leadsBelow(pattern: FieldPattern, path: readonly FieldStep[]): boolean {
  return pattern.length > path.length && path.every((step, depth) => matchesStep(pattern[depth] ?? 'any', step));
}

/** Returns the fields of data that a pattern matches, in their order. */
export function fieldsAt(
  pattern: FieldPattern,
  data: Value,
): readonly { readonly path: Path; readonly value: Value }[] {
  const [step, ...rest] = pattern;
  if (step === undefined) return [{ path: [], value: data }];
  return childrenOf(data)
    .filter((child) => matchesStep(step, child.step))
    .flatMap(({ key, value }) => fieldsAt(rest, value).map((found) => ({ ...found, path: [key, ...found.path] })));
}

function childrenOf(data: Value) {
  if (isList(data))
    return data.map((value, index) => ({ key: index, value, step: { index, scalars: scalarsOf(value) } as FieldStep }));
  if (!isMap(data)) return [];
  return Object.entries(data).map(([key, value]) => ({ key, value, step: key as FieldStep }));
}

/** Returns the scalars of a list element by key, for patterns such as `[name=web]`. */
export function scalarsOf(element: Value): ReadonlyMap<string, string> {
  const entries = isMap(element) ? Object.entries(element) : [];
  return new Map(entries.flatMap(([key, value]) => (typeof value === 'object' ? [] : [[key, String(value)]])));
}

function matchesStep(pattern: StepPattern, step: FieldStep): boolean {
  if (pattern === 'any') return true;
  if (typeof step === 'string') return 'key' in pattern && pattern.key === step;
  if ('written' in step) return 'key' in pattern && (pattern.key === step.key || pattern.key === step.written);
  if ('index' in pattern) return pattern.index === step.index;
  return 'field' in pattern && step.scalars.get(pattern.field) === pattern.value;
}
