import { formatFieldPath } from '../krm/field-path.ts';
import type { Results, Subject } from '../krm/results.ts';
import { didYouMean } from '../nearest-name.ts';
import type { Path } from '../yaml/index.ts';
import type { IfMissing } from './overrider.ts';

/** A name in an overrider that a resource does not have. */
export interface MissingName {
  /** Place of the overrider in its configuration. */
  readonly overrider: Path;
  /** States what is missing: `no container is named "main"`. */
  readonly message: string;
  readonly name: string;
  /** Names that the resource has. */
  readonly names: readonly string[];
  readonly ifMissing: IfMissing;
}

/** Reports a name that a resource does not have, with the nearest one that it has. */
export function reportMissingName(
  { overrider, message, name, names, ifMissing }: MissingName,
  subject: Subject,
  results: Results,
): void {
  if (ifMissing === 'ignore') return;
  const text = `\`${formatFieldPath(overrider)}\`: ${message}${didYouMean(name, names)}`;
  results[ifMissing === 'error' ? 'error' : 'warning'](text, { code: 'target-missing', ...subject });
}
