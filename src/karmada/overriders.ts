import type { Problems } from '../function/problems.ts';
import { parsePointer, type PointerOptions } from '../patch/index.ts';
import type { Path } from '../yaml/index.ts';
import { readCommandOverriders, type WrittenCommandOverrider } from './command-overrider.ts';
import { readFieldOverriders } from './field-overrider-entry.ts';
import type { WrittenFieldOverrider } from './field-overrider.ts';
import { readImageOverriders, type WrittenImageOverrider } from './image-overrider.ts';
import { readLabelOverriders, type WrittenLabelOverrider } from './label-overrider.ts';
import type { Overrider } from './overrider.ts';
import {
  commandSchemas,
  fieldSchemas,
  imageSchemas,
  labelSchemas,
  plaintextSchemas,
  type ListSchemas,
} from './overrider-schemas.ts';
import {
  ANY,
  takeAllLabels,
  takeEach,
  takeFieldValues,
  TEXT,
  WORDS,
  type OwnFieldOverrider,
  type OwnLabelOverrider,
  type Sourced,
  type Taking,
} from './own-overriders.ts';
import type { WrittenPlaintext } from './plaintext-entry.ts';
import { readPlaintextOverriders } from './plaintext-overrider.ts';

/**
 * Entries of the overriders: as Karmada's policies have them, and as our own kinds do, whose values may come from the
 * package.
 */
interface Entries {
  readonly imageOverrider: [WrittenImageOverrider, Sourced<WrittenImageOverrider>];
  readonly commandOverrider: [WrittenCommandOverrider, Sourced<WrittenCommandOverrider>];
  readonly argsOverrider: [WrittenCommandOverrider, Sourced<WrittenCommandOverrider>];
  readonly labelsOverrider: [WrittenLabelOverrider, OwnLabelOverrider];
  readonly annotationsOverrider: [WrittenLabelOverrider, OwnLabelOverrider];
  readonly fieldOverrider: [WrittenFieldOverrider, OwnFieldOverrider];
  readonly plaintext: [WrittenPlaintext, Sourced<WrittenPlaintext>];
}

type Name = keyof Entries;

/** Overriders of a rule, as written. */
export type WrittenOverriders = { readonly [N in Name]?: readonly Entries[N][0][] };

/** Overriders of our own kinds, as written. */
export type OwnOverriders = { readonly [N in Name]?: readonly Entries[N][1][] };

/** All that is known of an overrider. */
interface OverriderKind<Entry, OwnEntry> extends ListSchemas {
  /** Reads its entries at a field. */
  readonly read: (
    entries: readonly Entry[],
    field: Path,
    problems: Problems,
    options: PointerOptions,
  ) => readonly Overrider[];
  /** Returns its entries at a field of our own kinds with their values from the package. */
  readonly takeValues: (entries: readonly OwnEntry[], field: Path, taking: Taking) => readonly Entry[];
  /** Fields that an entry edits, of those that a selector may compare. */
  readonly editedFields: (entry: Entry) => readonly Path[];
  /** Reports whether an entry edits nothing, whatever the resource is, since it has no value. */
  readonly editsNothing: (entry: Entry) => boolean;
}

const never = (): false => false;
const isWithoutValues = ({ value = {} }: { readonly value?: object }): boolean => Object.keys(value).length === 0;
const none = (): readonly Path[] => [];

/** The overriders, in the order in which Karmada applies them. One that is new is a row here. */
export const OVERRIDERS = {
  imageOverrider: {
    ...imageSchemas,
    read: readImageOverriders,
    takeValues: takeEach(TEXT),
    editedFields: ({ predicate }) => (predicate === undefined ? [] : [parsePointer(predicate.path)]),
    editsNothing: ({ operator, value = '' }) => operator === 'add' && value === '',
  },
  commandOverrider: {
    ...commandSchemas,
    read: (entries, field, problems) => readCommandOverriders(entries, 'command', field, problems),
    takeValues: takeEach(WORDS),
    editedFields: none,
    editsNothing: isWithoutValues,
  },
  argsOverrider: {
    ...commandSchemas,
    read: (entries, field, problems) => readCommandOverriders(entries, 'args', field, problems),
    takeValues: takeEach(WORDS),
    editedFields: none,
    editsNothing: isWithoutValues,
  },
  labelsOverrider: {
    ...labelSchemas,
    read: (entries, field, problems) => readLabelOverriders(entries, 'labels', field, problems),
    takeValues: takeAllLabels,
    editedFields: ({ value = {} }) => Object.keys(value).map((key) => ['metadata', 'labels', key]),
    editsNothing: isWithoutValues,
  },
  annotationsOverrider: {
    ...labelSchemas,
    read: (entries, field, problems) => readLabelOverriders(entries, 'annotations', field, problems),
    takeValues: takeAllLabels,
    editedFields: none,
    editsNothing: isWithoutValues,
  },
  fieldOverrider: {
    ...fieldSchemas,
    read: readFieldOverriders,
    takeValues: takeFieldValues,
    editedFields: ({ fieldPath }) => [parsePointer(fieldPath)],
    editsNothing: never,
  },
  plaintext: {
    ...plaintextSchemas,
    read: readPlaintextOverriders,
    takeValues: takeEach(ANY),
    editedFields: ({ path }) => [parsePointer(path)],
    editsNothing: never,
  },
} as const satisfies { readonly [N in Name]: OverriderKind<Entries[N][0], Entries[N][1]> };

type AnyKind = OverriderKind<Entries[Name][0], Entries[Name][1]>;

/** The rows of the table. Each may be asked about the entries of its own name only. */
const ROWS = Object.entries(OVERRIDERS) as readonly (readonly [Name, AnyKind])[];

/** Asks each overrider about its entries, in the order in which Karmada applies them. */
export function askOverriders<T>(
  written: WrittenOverriders,
  ask: (kind: AnyKind, entries: readonly Entries[Name][0][], name: Name) => readonly T[],
): readonly T[] {
  return ROWS.flatMap(([name, kind]) => ask(kind, written[name] ?? [], name));
}

/**
 * Returns overriders at a field with their values from the package, as if these were written there. Adds a problem for
 * each value that cannot be taken; its list of entries is then left out.
 */
export function takeValues(written: OwnOverriders, field: Path, taking: Taking): WrittenOverriders {
  const taken = ROWS.map(([name, kind]) => [name, kind.takeValues(written[name] ?? [], [...field, name], taking)]);
  return Object.fromEntries(taken) as WrittenOverriders;
}

/** Returns the schemas of all overriders. */
export function schemasOf<Key extends keyof ListSchemas>(key: Key) {
  return Object.fromEntries(ROWS.map(([name, kind]) => [name, kind[key]])) as {
    readonly [N in Name]: (typeof OVERRIDERS)[N][Key];
  };
}
