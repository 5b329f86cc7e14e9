import type { Result } from '../krm/result.ts';
import { KrmError } from '../krm/result.ts';

/** End of a program, or of a container. */
export interface ProgramEnd {
  /** Contains U+FFFD for invalid bytes, since an escape could have a meaning in YAML. */
  readonly stdout: string;
  /** First invalid byte of the stdout; undefined if it is valid UTF-8. */
  readonly damage?: string;
  /** Contains escapes such as `\xff` for invalid bytes. */
  readonly stderr: string;
  /** As in kpt, -1 if a signal ended the program. */
  readonly exitCode: number;
  /** Signal that ended the program, such as `SIGSEGV`. */
  readonly signal?: string;
  /** True if the program was stopped at its time limit. */
  readonly isTimedOut: boolean;
}

/** Returns the exit code of a program, or the signal that ended it, as text. */
export function endText({ exitCode, signal }: Pick<ProgramEnd, 'exitCode' | 'signal'>): string {
  return signal === undefined ? `exit code ${exitCode}` : `signal ${signal}`;
}

/** Maximum length of stderr in a report, in characters: reports are read by people, and kept in repositories. */
const MAX_STDERR = 65_536;

/** Returns the stderr of a program for reports, cut if it is very long. */
export function shortStderr({ stderr }: ProgramEnd): string {
  const more = stderr.length - MAX_STDERR;
  return more <= 0 ? stderr : `${stderr.slice(0, MAX_STDERR)}\n...(${more} character(s) truncated)\n`;
}

/** Runs a program with a text as its standard input. Throws a `KrmError` if it cannot be started. */
export type ProgramCall = (input: string) => Promise<ProgramEnd>;

/** Failure of a third-party function. `results`: the reasons. */
export class FunctionFailure extends KrmError {
  /** Results that the function printed. */
  readonly printed: readonly Result[];
  /** Undefined if the function could not be started. */
  readonly end: ProgramEnd | undefined;

  constructor(results: readonly Result[], printed: readonly Result[], end: ProgramEnd | undefined) {
    super(results);
    this.name = 'FunctionFailure';
    this.printed = printed;
    this.end = end;
  }
}
