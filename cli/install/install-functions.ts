import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { formatResult, type Result } from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import { realPath } from '../package/real-path.ts';
import { EXIT, type ExitCode } from '../process/exit-code.ts';
import { writeMessages } from '../process/stdio.ts';
import { executable } from './executable.ts';
import { linkNames } from './link-names.ts';

interface Options {
  /** Folder of the links; `~/.local/bin` if undefined. */
  readonly folder: string | undefined;
  /** Replaces files and links to other files. */
  readonly replaces: boolean;
}

/**
 * Implements `krm-variants install`: links the names of functions to this program, and prints results to stderr.
 * Returns the exit code. Throws a `KrmError` if nothing was linked.
 */
export function installFunctions(names: readonly string[], { folder: given, replaces }: Options): ExitCode {
  const folder = resolve(given ?? join(homedir(), '.local/bin'));
  const program = executable();
  const { made, kept } = linkNames({ names, folder, program, replaces });
  const results: Result[] = [];
  if (made.length > 0) results.push(info(`${linkedTo(made, program)} in "${folder}": ${made.join(', ')}`));
  if (kept.length > 0) results.push(info(`${linkedTo(kept, program)} already: ${kept.join(', ')}`));
  if (!isOnPath(folder))
    results.push({
      severity: 'warning',
      code: 'not-on-path',
      message: `"${folder}" must be on the PATH, so that pipelines find the functions`,
    });
  writeMessages(results.map((result) => `${formatResult(result)}\n`).join(''));
  return EXIT.done;
}

function info(message: string): Result {
  return { severity: 'info', code: 'function-linked', message };
}

function linkedTo(names: readonly string[], program: string): string {
  return `${counted(names.length, 'name')} linked to "${program}"`;
}

function isOnPath(folder: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.filter((path) => path !== '').some((path) => realPath(path) === realPath(folder));
}
