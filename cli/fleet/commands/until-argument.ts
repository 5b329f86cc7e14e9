import { UsageError } from '../../arguments/usage-error.ts';
import { isBranchName } from '../../../src/branch-name.ts';

/** Returns the value of `--until`. Throws a `UsageError` for one that no revision can have, with which a decision would never end. */
export function parseUntil(text: string | undefined): string | undefined {
  if (text === undefined || isBranchName(text)) return text;
  throw new UsageError(
    `\`--until\` must be a revision that a PackageVariant can ask for, such as v4, not ${JSON.stringify(text)}: no tag or branch can have this name`,
  );
}
