import { byteOrder } from '../../src/byte-order.ts';
import { type ConfigForm, type Functions, formsOf } from '../../src/function/index.ts';
import { groupBy } from '../../src/group-by.ts';
import { warningAcceptanceForm } from '../../src/fleet/acceptance-form.ts';
import { fleetHoldForm } from '../../src/fleet/hold-form.ts';
import { mergeResolutionForm } from '../../src/fleet/resolution-form.ts';
import { mergePolicyForm } from '../../src/merge/policy/merge-policy-form.ts';
import { didYouMean } from '../../src/nearest-name.ts';
import { UsageError } from '../arguments/usage-error.ts';

/** Kind of configuration, with the functions that read it with the same schema. */
export interface ReferenceKind {
  readonly form: ConfigForm<unknown>;
  readonly functions: readonly string[];
  /** Command that reads it, if no function does. */
  readonly command?: string;
}

/**
 * Returns the kinds that functions and commands read, sorted by name. A kind that functions read with different schemas
 * is listed once for each schema.
 */
export function kindsOf(functions: Functions): readonly ReferenceKind[] {
  const read = Object.entries(functions).flatMap(([name, load]) =>
    formsOf(load().definition).map((form) => ({ form, name })),
  );
  const groups = groupBy(read, ({ form: { apiVersion, schema } }) => `${apiVersion} ${JSON.stringify(schema)}`);
  const kinds = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : { form: first.form, functions: group.map(({ name }) => name) };
  });
  return [...kinds, ...OF_COMMANDS].toSorted((a, b) => byteOrder(a.form.kind, b.form.kind));
}

/** Returns the kinds that commands read, and no function. */
export function commandForms(): readonly ConfigForm<unknown>[] {
  return OF_COMMANDS.map(({ form }) => form);
}

const OF_COMMANDS: readonly ReferenceKind[] = [
  { form: mergePolicyForm, functions: [], command: 'merge' },
  { form: fleetHoldForm, functions: [], command: 'fleet' },
  { form: mergeResolutionForm, functions: [], command: 'fleet' },
  { form: warningAcceptanceForm, functions: [], command: 'fleet' },
];

/**
 * Returns the kinds with a name, ignoring case. For an unknown name, throws a `UsageError` that suggests the nearest
 * one.
 */
export function findKinds(name: string, kinds: readonly ReferenceKind[]): readonly ReferenceKind[] {
  const found = kinds.filter(({ form: { kind } }) => kind.toLowerCase() === name.toLowerCase());
  if (found.length > 0) return found;
  const names = kinds.map(({ form: { kind } }) => kind);
  throw new UsageError(`unknown kind "${name}"${didYouMean(name, names)}`);
}
