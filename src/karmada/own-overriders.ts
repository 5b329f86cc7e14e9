import type { Problems } from '../function/problems.ts';
import { isList, type Path, type Value } from '../yaml/index.ts';
import type { WrittenFieldOverrider } from './field-overrider.ts';
import type { WrittenLabelOverrider } from './label-overrider.ts';
import type { PackageValues } from './package-values.ts';
import type { ValueSource } from './value-source.ts';

/** Entry whose value may come from the package. */
export type Sourced<Entry> = Entry & { readonly valueFrom?: ValueSource };

/** Entry of `labelsOverrider` or `annotationsOverrider`, with a source for each value that comes from the package. */
export interface OwnLabelOverrider extends WrittenLabelOverrider {
  readonly valueFrom?: Readonly<Record<string, ValueSource>>;
}

type WrittenOperation = NonNullable<WrittenFieldOverrider['json']>[number];

/** Entry of `fieldOverrider` whose values may come from the package. */
export interface OwnFieldOverrider extends Omit<WrittenFieldOverrider, 'json' | 'yaml'> {
  readonly json?: readonly Sourced<WrittenOperation>[];
  readonly yaml?: readonly Sourced<WrittenOperation>[];
}

/** Parameters of reading values. */
export interface Taking {
  readonly values: PackageValues;
  readonly problems: Problems;
}

/** Returns a function that takes the values of entries, in a form. */
export function takeEach(form: ValueForm) {
  return <Entry extends { readonly value?: unknown }>(
    entries: readonly Sourced<Entry>[],
    field: Path,
    taking: Taking,
  ) => takeAll(entries, field, (entry, place) => takeValue(entry, place, form, taking));
}

/** Returns the entries of `labelsOverrider` or `annotationsOverrider` at a field with their values from the package. */
export function takeAllLabels(
  written: readonly OwnLabelOverrider[],
  field: Path,
  taking: Taking,
): readonly WrittenLabelOverrider[] {
  return takeAll(written, field, (entry, place) => takeLabels(entry, place, taking));
}

/** Returns the entries of `fieldOverrider` at a field with their values from the package. */
export function takeFieldValues(
  written: readonly OwnFieldOverrider[] | undefined,
  field: Path,
  taking: Taking,
): readonly WrittenFieldOverrider[] {
  return takeAll(written, field, ({ json, yaml, ...entry }, place) => {
    const operations = (name: 'json' | 'yaml', list: OwnFieldOverrider['json']) =>
      list && takeAll(list, [...place, name], (each, at) => takeValue(each, at, ANY, taking));
    const [inJson, inYaml] = [operations('json', json), operations('yaml', yaml)];
    if (inJson?.length !== json?.length || inYaml?.length !== yaml?.length) return undefined;
    return { ...entry, ...(inJson && { json: inJson }), ...(inYaml && { yaml: inYaml }) };
  });
}

/** Returns all entries with their values; none if one is missing, which is a problem already. */
function takeAll<Entry, Given>(
  entries: readonly Entry[] = [],
  field: Path,
  take: (entry: Entry, field: Path) => Given | undefined,
): readonly Given[] {
  const taken = entries.map((entry, index) => take(entry, [...field, index]));
  const found = taken.filter((entry) => entry !== undefined);
  return found.length === taken.length ? found : [];
}

/** Form of the value of an entry: a value of the package in that form, or the rule that it breaks. */
interface ValueForm {
  readonly rule: string;
  readonly convert: (value: Value) => Value | undefined;
}

export const ANY: ValueForm = { rule: '', convert: (value) => value };
export const TEXT: ValueForm = {
  rule: 'must lead to a string',
  convert: (value) => (typeof value === 'string' ? value : undefined),
};
export const WORDS: ValueForm = {
  rule: 'must lead to a string or a list of strings',
  convert(value) {
    const words = isList(value) ? value : [value];
    return words.every((word) => typeof word === 'string') ? words : undefined;
  },
};

/** Returns an entry with its value; undefined if that cannot be taken, which is a problem. */
function takeValue<Entry extends Sourced<{ readonly value?: unknown }>>(
  { valueFrom, ...entry }: Entry,
  field: Path,
  form: ValueForm,
  taking: Taking,
): Omit<Entry, 'valueFrom'> | undefined {
  if (valueFrom === undefined) return entry;
  if (entry.value !== undefined)
    taking.problems.add({
      code: 'exclusive-fields',
      field: [...field, 'value'],
      message: 'must not be set together with `valueFrom`',
    });
  const value = takeInForm(valueFrom, [...field, 'valueFrom'], form, taking);
  return value === undefined ? undefined : { ...entry, value };
}

function takeInForm(
  source: ValueSource,
  field: Path,
  { convert, rule }: ValueForm,
  { values, problems }: Taking,
): Value | undefined {
  const value = values.take(source, field, problems);
  const converted = value === undefined ? undefined : convert(value);
  if (value !== undefined && converted === undefined) problems.add({ field, message: rule });
  return converted;
}

/** Returns labels or annotations with those that come from the package; undefined if one cannot be taken. */
function takeLabels(
  { valueFrom = {}, ...entry }: OwnLabelOverrider,
  field: Path,
  taking: Taking,
): WrittenLabelOverrider | undefined {
  const taken = Object.entries(valueFrom).flatMap(([key, source]) => {
    const value = takeInForm(source, [...field, 'valueFrom', key], TEXT, taking);
    return typeof value === 'string' ? [[key, value] as const] : [];
  });
  if (taken.length < Object.keys(valueFrom).length) return undefined;
  return { ...entry, ...(taken.length > 0 && { value: { ...entry.value, ...Object.fromEntries(taken) } }) };
}
