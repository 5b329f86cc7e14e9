import { readFileSync, realpathSync, statSync } from 'node:fs';
import { realPath } from '../package/real-path.ts';
import { fileError } from '../../src/krm/index.ts';

/** Bits of a file's mode that allow execution. */
const EXECUTABLE = 0o111;

/**
 * Returns the file of this program, without symbolic links: the native executable, or the script that Node.js runs. Throws
 * a `KrmError` if it cannot be executed directly, since a link to it could not either.
 */
export function executable(): string {
  // The script of a native executable is embedded: no file has its path.
  const script = realPath(process.argv[1] ?? '');
  const file = script ?? realpathSync(process.execPath);
  const isCallable = (statSync(file).mode & EXECUTABLE) !== 0 && (script === undefined || hasInterpreter(file));
  if (!isCallable) throw fileError(file, 'not-executable', 'must be executable, and begin with #!: nothing was linked');
  return file;
}

function hasInterpreter(file: string): boolean {
  return readFileSync(file, 'latin1').startsWith('#!');
}
