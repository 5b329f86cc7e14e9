import type { Problems } from '../function/problems.ts';
import { isList, type Path, type Value } from '../yaml/index.ts';
import type { WrittenCommandOverrider } from './command-overrider.ts';
import type { WrittenFieldOverrider } from './field-overrider.ts';
import type { WrittenImageOverrider } from './image-overrider.ts';
import type { WrittenLabelOverrider } from './label-overrider.ts';
import type { OwnOptions, WrittenOverriders } from './override-policy.ts';
import type { PackageValues } from './package-values.ts';
import type { WrittenPlaintext } from './plaintext-entry.ts';
import type { ValueSource } from './value-source.ts';

/** Options of reading in our own kinds: elements by a field, and patterns in selectors. */
export const OWN_KIND: OwnOptions = { elementsByField: true, patterns: true };

/** Entry whose value may come from the package. */
type Sourced<Entry> = Entry & { readonly valueFrom?: ValueSource };

/** Overriders of our own kinds, as written. */
export type OwnOverriders = {
  readonly imageOverrider?: readonly Sourced<WrittenImageOverrider>[];
  readonly commandOverrider?: readonly Sourced<WrittenCommandOverrider>[];
  readonly argsOverrider?: readonly Sourced<WrittenCommandOverrider>[];
  readonly labelsOverrider?: readonly OwnLabelOverrider[];
  readonly annotationsOverrider?: readonly OwnLabelOverrider[];
  readonly fieldOverrider?: readonly OwnFieldOverrider[];
  readonly plaintext?: readonly Sourced<WrittenPlaintext>[];
};

/** Entry of `labelsOverrider` or `annotationsOverrider`, with a source for each value that comes from the package. */
interface OwnLabelOverrider extends WrittenLabelOverrider {
  readonly valueFrom?: Readonly<Record<string, ValueSource>>;
}

type WrittenOperation = NonNullable<WrittenFieldOverrider['json']>[number];

/** Entry of `fieldOverrider` whose values may come from the package. */
export interface OwnFieldOverrider extends Omit<WrittenFieldOverrider, 'json' | 'yaml'> {
  readonly json?: readonly Sourced<WrittenOperation>[];
  readonly yaml?: readonly Sourced<WrittenOperation>[];
}

/** Parameters of reading values. */
interface Taking {
  readonly values: PackageValues;
  readonly problems: Problems;
}

/**
 * Returns overriders at a field with their values from the package, as if these were written there. Adds a problem for
 * each value that cannot be taken; its list of entries is then left out.
 */
export function takeValues(written: OwnOverriders, field: Path, taking: Taking): WrittenOverriders {
  const at = (name: keyof OwnOverriders): Path => [...field, name];
  const one = <Entry extends Sourced<{ readonly value?: unknown }>>(
    name: keyof OwnOverriders,
    entries: readonly Entry[] | undefined,
    form: ValueForm,
  ) => takeAll(entries, at(name), (entry, place) => takeValue(entry, place, form, taking));
  const labels = (name: 'labelsOverrider' | 'annotationsOverrider') =>
    takeAll(written[name], at(name), (entry, place) => takeLabels(entry, place, taking));
  return {
    imageOverrider: one('imageOverrider', written.imageOverrider, TEXT),
    commandOverrider: one('commandOverrider', written.commandOverrider, WORDS),
    argsOverrider: one('argsOverrider', written.argsOverrider, WORDS),
    labelsOverrider: labels('labelsOverrider'),
    annotationsOverrider: labels('annotationsOverrider'),
    fieldOverrider: takeFieldValues(written.fieldOverrider, at('fieldOverrider'), taking),
    plaintext: one('plaintext', written.plaintext, ANY),
  };
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

const ANY: ValueForm = { rule: '', convert: (value) => value };
const TEXT: ValueForm = {
  rule: 'must lead to a string',
  convert: (value) => (typeof value === 'string' ? value : undefined),
};
const WORDS: ValueForm = {
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
    taking.problems.add({ field: [...field, 'value'], message: 'must not be set together with `valueFrom`' });
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
