import { EXIT, type ExitCode } from './exit-code.ts';
import { showAll } from './stdio.ts';

/** Prints a human-readable text to stdout, and returns the exit code of success. */
export function print(text: string): ExitCode {
  showAll(1, text);
  return EXIT.done;
}
