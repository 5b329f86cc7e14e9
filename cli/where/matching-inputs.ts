import { join } from 'node:path';
import { KrmError, resultsOf, type Result } from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { shownPath, type Input } from '../package/input.ts';
import { failure } from '../process/failure.ts';
import { STDIN } from '../process/stdio.ts';
import { PackageConditions } from './package-conditions.ts';
import type { ValueCondition } from './value-condition.ts';

/** Selection of packages by their values. */
interface InputSelection {
  /** All must hold. None: all packages are selected. */
  readonly conditions: readonly ValueCondition[];
  /** True to name each file with its package. */
  readonly namesInputs: boolean;
  /** True if files that are not YAML have no values. */
  readonly skipInvalid: boolean;
}

/**
 * Returns the packages that meet all conditions. Throws a `KrmError` if none does, if a `!=` is for a field that no package has, and one that names each file that is not YAML; a
 * `UsageError` for files and streams, which are no packages.
 */
export function matchingInputs(inputs: readonly Input[], selection: InputSelection): readonly Input[] {
  const { conditions, namesInputs, skipInvalid } = selection;
  if (conditions.length === 0) return inputs;
  if (inputs.some(({ name, names }) => names !== undefined || name === STDIN))
    throw new UsageError('`--where` selects packages: give folders, not files or standard input');
  const checked = new PackageConditions(conditions, { skipInvalid });
  const errors: Result[] = [];
  const matching = inputs.filter((input) => {
    const files = input.files.paths.map((path) => ({
      path: join(input.root, path),
      name: shownPath(input, path, !namesInputs),
    }));
    try {
      return checked.areMetBy(files);
    } catch (error) {
      errors.push(...resultsOf(error));
      return false;
    }
  });
  if (errors.length > 0) throw new KrmError(errors);
  checked.refuseUnknown();
  if (matching.length > 0) return matching;
  throw failure(`no package is as \`--where\` asks for, of ${counted(inputs.length, 'package')}${checked.advice}`);
}
