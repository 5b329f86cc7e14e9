/** Request for the tests of some files. */
export interface TestRequest {
  /** Files that run as one Mocha run, and so share the hooks that surround a run; paths from the top folder. */
  readonly files: readonly string[];
  /** Regular expression for the full titles of the tests. */
  readonly titles: string;
  /** True to run none of these tests, and to return them as skipped. */
  readonly listOnly: boolean;
}

/** Failed test, with the text of its error. */
export interface Failure {
  readonly file: string;
  readonly title: string;
  readonly error: string;
}

/** Result of a request, or of a step. */
export interface TestResult {
  readonly passed: number;
  readonly failures: readonly Failure[];
  /** Titles of the skipped tests. */
  readonly skipped: readonly string[];
}

/** Message of a worker: a test that starts, or the result of the request. */
export type WorkerMessage = { readonly running: string } | { readonly result: TestResult };

/** End of what the tests of a request print, on each of the two streams. */
export const END_OF_OUTPUT = '\0end of output\n';
