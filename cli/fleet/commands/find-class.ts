import { placeText, type ConflictClass } from '../../../src/fleet/index.ts';
import { conflictAlreadyDecided, conflictAmbiguous, noConflict } from '../../../src/fleet/messages/decisions.ts';
import { EXIT } from '../../process/exit-code.ts';
import type { FleetOutcome } from '../show/fleet-outcome.ts';
import { failure } from '../../../src/krm/index.ts';

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
  if (only !== undefined) throw failure('ambiguous-name', conflictAmbiguous(id, found.map(listed)));
  const decided = variants.flatMap(({ resolutions = [] }) => resolutions).find(({ conflict }) => conflict === id);
  if (decided !== undefined) throw failure('conflict-decided', conflictAlreadyDecided(id, decided.file));
  throw failure('conflict-not-found', noConflict(id, classes.map(listed), exitCode === EXIT.failed));
}

/** Enough that a mistyped id is not the beginning of another one by chance. */
const MIN_DIGITS = 4;

function listed(found: ConflictClass) {
  return { id: found.id, place: placeText(found), variants: found.folders.length };
}
