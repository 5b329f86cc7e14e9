/** Exit codes of `krm-variants`. */
export const EXIT = {
  done: 0,
  /** An error, or a warning with `--strict`. */
  failed: 1,
  /** A wrong command line. */
  misuse: 2,
  /** Both sides of a merge changed one thing differently, and nothing decides it. */
  conflicts: 3,
  /** `--check` found that something would change. */
  wouldChange: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
