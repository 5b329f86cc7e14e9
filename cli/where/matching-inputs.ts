import { readFileSync } from 'node:fs';
import { join } from '../process/host-paths.ts';
import { KrmError, failure, resultsOf } from '../../src/krm/index.ts';
import { noPackageMatches } from '../../src/messages/inputs.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { shownPath, type Input } from '../package/input.ts';
import { STDIN } from '../process/stdio.ts';
import { PackageConditions, type ValueCondition } from '../../src/where/index.ts';
import { withFile } from '../package/file-error.ts';

/** Selection of packages by their values. */
interface InputSelection {
  /** All must hold. None: all packages are selected. */
  readonly conditions: readonly ValueCondition[];
  /** True if files that are not YAML have no values. */
  readonly skipInvalid: boolean;
}

/** Packages that a selection was looked for in. */
interface SelectedInputs {
  readonly matching: readonly Input[];
  /** Packages with files that are not YAML: it is not known whether they match. */
  readonly unread: ReadonlyMap<Input, KrmError>;
}

/**
 * Returns the packages that meet all conditions. Throws a `KrmError` if none does, if a `!=` is for a field that no
 * package has, and one that names each file that is not YAML; a `UsageError` for files and streams: only packages can
 * be selected.
 */
export function matchingInputs(inputs: readonly Input[], selection: InputSelection): readonly Input[] {
  const { matching, unread } = selectInputs(inputs, selection);
  if (unread.size > 0) throw new KrmError([...unread.values()].flatMap(resultsOf));
  return matching;
}

/**
 * Returns the packages that meet all conditions, and those that cannot be read. Throws as `matchingInputs` does if
 * there is neither.
 */
export function selectInputs(inputs: readonly Input[], selection: InputSelection): SelectedInputs {
  const { conditions, skipInvalid } = selection;
  const unread = new Map<Input, KrmError>();
  if (conditions.length === 0) return { matching: inputs, unread };
  if (inputs.some(({ name, names }) => names !== undefined || name === STDIN))
    throw new UsageError('`--where` selects packages: give folders, not files or standard input');
  const checked = new PackageConditions(conditions, { skipInvalid });
  const matching = inputs.filter((input) => {
    const files = input.files.paths.map((path) => ({
      name: shownPath(input, path),
      file: join(input.root, path),
    }));
    const texts = files.map(({ name, file }) => ({
      name,
      read: () => withFile(name, () => readFileSync(file, 'utf8')),
    }));
    try {
      return checked.areMetBy(texts);
    } catch (error) {
      unread.set(input, new KrmError(resultsOf(error)));
      return false;
    }
  });
  // A package that cannot be read may have the field.
  if (unread.size === 0) checked.refuseUnknown();
  if (matching.length + unread.size > 0) return { matching, unread };
  throw failure('rule-unmatched', noPackageMatches(inputs.length, checked.advice));
}
