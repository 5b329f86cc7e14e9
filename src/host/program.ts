import type { Result } from '../krm/result.ts';
import { KrmError } from '../krm/result.ts';

/** End of a program, or of a container. */
export interface ProgramEnd {
  /** U+FFFD stands for invalid bytes, since an escape could mean something in YAML. */
  readonly stdout: string;
  /** First invalid byte of the stdout; undefined if it is UTF-8. */
  readonly damage?: string;
  /** Escapes such as `\xff` stand for invalid bytes. */
  readonly stderr: string;
  /** -1 if a signal ended it, as in kpt. */
  readonly exitCode: number;
  /** Signal that ended it, such as `SIGSEGV`. */
  readonly signal?: string;
  /** True if it was stopped because it took too long. */
  readonly isTimedOut: boolean;
}

/** Returns how a program ended: its exit code, or the signal. */
export function endText({ exitCode, signal }: Pick<ProgramEnd, 'exitCode' | 'signal'>): string {
  return signal === undefined ? `exit code ${exitCode}` : `signal ${signal}`;
}

/** Longest stderr in a report, in characters: a report is read by people, and kept in repositories. */
const MAX_STDERR = 65_536;

/** Returns the stderr of a program for reports: its beginning, if it is very long. */
export function shortStderr({ stderr }: ProgramEnd): string {
  const more = stderr.length - MAX_STDERR;
  return more <= 0 ? stderr : `${stderr.slice(0, MAX_STDERR)}\n...(${more} character(s) truncated)\n`;
}

/** Runs a program with a text as its standard input. Throws a `KrmError` if it cannot be started. */
export type ProgramCall = (input: string) => Promise<ProgramEnd>;

/** Failure of a function that is not of this program. `results`: why it failed. */
export class FunctionFailure extends KrmError {
  /** Results that the function printed. */
  readonly printed: readonly Result[];
  /** Undefined if it could not be started. */
  readonly end: ProgramEnd | undefined;

  constructor(results: readonly Result[], printed: readonly Result[], end: ProgramEnd | undefined) {
    super(results);
    this.name = 'FunctionFailure';
    this.printed = printed;
    this.end = end;
  }
}
