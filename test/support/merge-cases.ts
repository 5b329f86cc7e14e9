import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';

/** Engines whose merges are recorded, by the name that the recording has for them. */
export type Engine = '56' | '62' | '67';

/** Files by path. */
export type CaseFiles = Readonly<Record<string, string>>;

/** Outcome of one engine. */
export interface RecordedMerge {
  /** Exit code: 0 if it merged. */
  readonly exit: number;
  /** Message of an error; '' if there is none. */
  readonly message: string;
  /** The package afterwards, which may be half merged after an error. */
  readonly files: CaseFiles;
}

/** A merge of three small packages that was recorded from the releases of kpt. */
export interface MergeCase {
  /** Short name: `r12b`. Cases with several strategies share one. */
  readonly id: string;
  readonly title: string;
  /** kpt's strategy: `resource-merge` in most. */
  readonly strategy: string;
  readonly base: CaseFiles;
  readonly new: CaseFiles;
  readonly local: CaseFiles;
  readonly results: Readonly<Partial<Record<Engine, RecordedMerge>>>;
}

/** A recording of several engines. */
export interface Recording {
  /** Full names of the engines. */
  readonly engines: Readonly<Record<Engine, string>>;
  readonly cases: readonly MergeCase[];
}

/** Reads the recorded merges. */
export function readMergeCases(): Recording {
  return JSON.parse(readFileSync(join(root, 'test/merge/merge-cases.json'), 'utf8')) as Recording;
}
