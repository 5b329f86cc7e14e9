import { parse } from 'yaml';
import type { Files } from '../cli/run-support.ts';
import type { ExpectedName } from './example-files.ts';
import { runKpt } from './kpt.ts';

/** Release whose output is recorded in `.expected/`. */
const RECORDED = '1.0.0-beta.56';

interface Difference {
  readonly reason: string;
  /** Returns the part of a text that all releases share. */
  readonly shared: (text: string) => string;
}

const WRITES_KPTFILE: Difference = {
  reason: 'after a render in place kpt writes the root Kptfile anew, with a status (since 1.0.0-beta.62)',
  shared: (patch) => patch.replace(/^diff --git a\/Kptfile [^]*?(?=^diff --git |(?![^]))/m, ''),
};

/** Differences of other releases from the recorded one, by the recorded file that they affect. */
const DIFFERENCES: Readonly<Record<ExpectedName, Difference>> = {
  'diff.patch': WRITES_KPTFILE,
  'kpt.patch': WRITES_KPTFILE,
  'results.yaml': {
    reason: 'kpt writes `currentValue` and `proposedValue` of a result as text, and lists in another layout',
    shared: (results) => JSON.stringify(parse(results, withoutValues)),
  },
};

/** Examples whose pipeline gains functions that run, and are in a status, from the second render on. */
export const EDITS_ITS_PIPELINE: ReadonlySet<string> = new Set([
  'apply-package-variant/in-pipeline',
  'edit-pipeline/in-pipeline',
]);

function withoutValues(key: unknown, value: unknown): unknown {
  return key === 'currentValue' || key === 'proposedValue' ? undefined : value;
}

/**
 * Returns the part of a text that the kpt on the PATH shares with the recorded release: everything if it is that
 * release.
 */
export function sharedText(name: ExpectedName, text: string): string {
  return isRecorded() ? text : DIFFERENCES[name].shared(text);
}

/** Returns the shared part of the files of a rendered package: see `diff.patch`. */
export function sharedFiles({ Kptfile, ...files }: Files): Files {
  return isRecorded() && Kptfile !== undefined ? { Kptfile, ...files } : files;
}

/** Reports whether the kpt on the PATH is the recorded release. */
export function isRecorded(): boolean {
  return runKpt(['version'], {}).stdout.trim() === RECORDED;
}
