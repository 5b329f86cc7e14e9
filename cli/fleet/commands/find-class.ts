import { placeText, type ConflictClass } from '../../../src/fleet/index.ts';
import { counted } from '../../../src/wording.ts';
import { EXIT } from '../../process/exit-code.ts';
import { failure } from '../../process/failure.ts';
import type { FleetOutcome } from '../show/fleet-outcome.ts';

/** Outcome of a plan. */
type Planned = Pick<FleetOutcome, 'classes' | 'variants' | 'exitCode'>;

/**
 * Returns the class of conflicts that an id, or the first digits of one, names. Throws a `KrmError` that lists the classes if there is not
 * exactly one.
 */
export function findClass(id: string, { classes, variants, exitCode }: Planned): ConflictClass {
  const found = id.length < MIN_DIGITS ? [] : classes.filter((each) => each.id.startsWith(id));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined)
    throw failure('ambiguous-name', `conflict "${id}" is ambiguous: add digits; it may be ${listOf(found)}`);
  const decided = variants.flatMap(({ resolutions = [] }) => resolutions).find(({ conflict }) => conflict === id);
  if (decided !== undefined)
    throw failure(
      'conflict-decided',
      `conflict "${id}" is already decided by ${decided.file}: edit or remove that file`,
    );
  const errors = exitCode === EXIT.failed ? '; not all variants could be derived: see `krm-variants fleet plan`' : '';
  if (classes.length === 0)
    throw failure('conflict-not-found', `there is no conflict "${id}": no variant has a conflict now${errors}`);
  throw failure(
    'conflict-not-found',
    `there is no conflict "${id}": the conflicts of now are ${listOf(classes)}${errors}`,
  );
}

/** Enough that a mistyped id is not the beginning of another one by chance. */
const MIN_DIGITS = 4;

/** Maximum number of classes in a message. */
const MAX_CLASSES = 20;

function listOf(classes: readonly ConflictClass[]): string {
  const shown = classes
    .slice(0, MAX_CLASSES)
    .map((each) => `${each.id} (${placeText(each)}, ${counted(each.folders.length, 'variant')})`);
  const more = classes.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
