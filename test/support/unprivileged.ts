import { missingTools } from '../../scripts/command.ts';
import type { Command } from './folder-commands.ts';
import { skip } from './skip.ts';

const isRoot = process.getuid?.() === 0;

/**
 * For a `before` hook: skips a suite with a message where permissions of files stop nobody, since the user is root and
 * setpriv is missing; in CI it fails instead.
 */
export function needPermissions(suite: Mocha.Context): void {
  if (isRoot && missingTools(['setpriv']).length > 0) skip(suite, 'not on the PATH: setpriv');
}

/** Returns a command that runs without the privilege of root to ignore the permissions of files. */
export function unprivileged(command: Command): Command {
  return isRoot
    ? ['setpriv', '--inh-caps', '-all', '--bounding-set', '-dac_override,-dac_read_search', ...command]
    : command;
}
