import { CONFIG_OPTION, parseConfig, type ConfigArguments } from '../arguments/config-arguments.ts';
import { FOLDER_OPTIONS, parseFolderArguments, type FolderArguments } from '../arguments/folder-arguments.ts';
import type { Option } from '../arguments/option.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { STDIN } from '../process/stdio.ts';
import { PACKAGES_WHERE_OPTION, parseCondition } from '../where/value-condition.ts';
import type { ValueCondition } from '../../src/where/index.ts';

/** Options of `krm-variants run`. */
export const RUN_OPTIONS = [
  CONFIG_OPTION,
  PACKAGES_WHERE_OPTION,
  {
    name: 'allow-empty',
    meaning: 'Accept inputs that together hold no resource, as a generated folder may.',
    group: 'Input',
  },
  ...FOLDER_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants run`. */
export type SortedRun = SortedArguments<(typeof RUN_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants run FUNCTION`. */
export interface RunArguments extends FolderArguments, ConfigArguments {
  /** Conditions for the values of packages: others are left out. */
  readonly conditions: readonly ValueCondition[];
  /** True to accept inputs that together hold no resource. */
  readonly allowsEmpty: boolean;
}

/**
 * Reads the arguments of `krm-variants run`, of which the operands after FUNCTION are the inputs. Throws a
 * `UsageError`.
 */
export function parseRunArguments(sorted: SortedRun, inputs: readonly string[]): RunArguments {
  const config = parseConfig(sorted);
  checkInputs(inputs);
  const conditions = sorted.values('where').map(parseCondition);
  return { ...parseFolderArguments(sorted, inputs), ...config, conditions, allowsEmpty: sorted.has('allow-empty') };
}

function checkInputs(inputs: readonly string[]): void {
  if (inputs.length === 0) throw new UsageError('a folder or file must be given; pass `key=value` after `--`');
  const pair = inputs.find((input) => input.includes('='));
  if (pair !== undefined && inputs.length > 1)
    throw new UsageError(`"${pair}" must be a folder or file: pass \`key=value\` after \`--\``);
  if (inputs.includes(STDIN) && inputs.length > 1) throw new UsageError('standard input (`-`) must be the only input');
}
