import { programName } from './process/host-paths.ts';
import { print } from './process/print.ts';

/** Name of the program, as users call it. A link of another name may be a function. */
const NAME = 'krm-variants';

/** Runs the native executable: prints its version, which needs none of the program's code, or loads the program. */
export function nativeMain(version: string, load: () => void): void {
  if (asksForVersion(process.argv.slice(2)) && programName(process.argv0) === NAME) process.exit(print(`${version}\n`));
  load();
}

function asksForVersion([arg, ...rest]: readonly string[]): boolean {
  return (arg === 'version' || arg === '--version') && rest.length === 0;
}
