/** Commit that a line of a file came with. */
export interface LineCommit {
  readonly commit: string;
  readonly author: string;
  /** Date of the author, `YYYY-MM-DD`, in their time zone. */
  readonly date: string;
  readonly subject: string;
  /** True if the history ends at this commit because the clone is shallow: the line may be older. */
  readonly isCutOff: boolean;
}

/** A committed line. */
export interface CommittedLine {
  /** Without its line break. */
  readonly text: string;
  readonly commit: LineCommit;
}
