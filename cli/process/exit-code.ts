/** Exit codes of `krm-variants`. */
export const EXIT = {
  done: 0,
  /** An error, or a warning with `--strict`. */
  failed: 1,
  /** Invalid command line. */
  misuse: 2,
  /** Open conflicts in a merge. */
  conflicts: 3,
  /** `--check` found that something would change. */
  wouldChange: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
