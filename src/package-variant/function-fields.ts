import { didYouMean } from '../nearest-name.ts';
import { functionSchema } from './kind.ts';
import type { Problems } from '../function/problems.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import type { Path } from '../yaml/index.ts';

/** Fields of a function that some kpt reads, in the order of its type. */
export const FUNCTION_FIELDS: readonly string[] = Object.keys(functionSchema.properties);

/** Fields of one function, and the message about unknown ones. */
interface Refusal {
  /** Location of the function in its configuration. */
  readonly field: Path;
  readonly known: readonly string[];
  /** Follows the message if no known field has a similar name. */
  readonly remedy: string;
  readonly problems: Problems;
}

/** Adds a problem for each field of a function that no kpt reads. */
export function refuseUnknownFields(names: readonly string[], { field, known, remedy, problems }: Refusal): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const hint = didYouMean(name, known, { quote: (each) => `\`${each}\``, otherwise: remedy });
    problems.add({
      field: [...field, name],
      message: `unknown function field: every kpt version rejects the Kptfile${hint}`,
    });
  }
}

/**
 * Earliest kpt that reads a field; an older one refuses a Kptfile that has it. Every kpt reads fields without a row.
 */
const FIELD_KPT: ReadonlyMap<string, string> = new Map([
  ['tag', 'kpt v1.0.0-beta.61.1 or later'],
  ['when', 'kpt v1.0.0 or later'],
  ['configRef', 'kpt v1.0.0 or later'],
]);

/** Adds an info about each field of a function, located at `field` of a configuration, that needs a newer kpt. */
export function reportNewerFields(
  names: readonly string[],
  { resource, field }: { readonly resource: Resource; readonly field: Path },
  results: Results,
): void {
  for (const [name, kpt] of FIELD_KPT) {
    if (!names.includes(name)) continue;
    const message = `this function field requires ${kpt}: older versions reject the Kptfile`;
    results.info(message, { code: 'newer-version-required', resource, field: [...field, name] });
  }
}
