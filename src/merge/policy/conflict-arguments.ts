import type { MergeRule } from './merge-rule.ts';
import type { Answer } from './conflict.ts';
/** Rule of a `--take`, with its text. */
export interface TakeOption {
  readonly text: string;
  readonly rule: MergeRule;
}

/** Decisions of conflicts. */
export interface ConflictArguments {
  /** Answer to all conflicts; undefined leaves them open. */
  readonly answer: Answer | undefined;
  /** Handling of values that the local folder deletes and new changes. */
  readonly onDelete: 'keep' | 'conflict';
  /** Answers for single places. */
  readonly takes: readonly TakeOption[];
  /** Files with MergePolicies. */
  readonly policies: readonly string[];
}

/** Arguments that decide no conflict. */
export const UNDECIDED: ConflictArguments = { answer: undefined, onDelete: 'keep', takes: [], policies: [] };
