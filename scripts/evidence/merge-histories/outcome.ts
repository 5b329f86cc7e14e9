import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergeForDriver } from '../../../cli/merge/merge-with-markers.ts';
import { documentsOf, flawsOf, textOf, type Data, type Flaw } from './judge.ts';
import { misplacedIn } from './order.ts';
import type { Replay } from './replays.ts';

/** A merged text. */
interface Merged {
  readonly text: string;
  readonly isClean: boolean;
  /** Kinds and fields of our conflicts. */
  readonly conflicts: readonly string[];
}

/** What became of a replay. */
export interface Outcome {
  readonly replay: Replay;
  readonly ours: Merged;
  readonly git: Merged;
  /** Flaws of a clean merge; undefined if it conflicts, or a version is not YAML. */
  readonly flaws: readonly Flaw[] | undefined;
  readonly flawsOfGit: readonly Flaw[] | undefined;
  /** Elements of a clean merge that stand in an order that no side asked for; undefined as for `flaws`. */
  readonly misplaced: readonly string[] | undefined;
  /** True if both are clean and have the same data. */
  readonly isEqual: boolean;
  /**
   * True if a clean merge of YAML changes when it is merged again with either side. Merges of lines do, as git's do.
   */
  readonly isUnstable: boolean;
  /** True if a clean merge conflicts or has other elements when the sides are swapped. */
  readonly isOneWay: boolean;
  /** True if a clean merge has the data that people committed; undefined if nobody did. */
  readonly isAsPeople: boolean | undefined;
}

/** Merges a replay as the merge driver does, and as git does without it, and judges both. */
export function outcomeOf(replay: Replay): Outcome {
  const { base, ours, theirs, people } = replay;
  const merge = (b: string, o: string, t: string): Merged => mergeAsDriver(replay.path, [b, o, t]);
  const [merged, git] = [merge(base, ours, theirs), mergeAsGit([base, ours, theirs])];
  const sides = { base: documentsOf(base), ours: documentsOf(ours), theirs: documentsOf(theirs) };
  const areRead = Object.values(sides).every((documents) => documents !== undefined);
  const judged = ({ text, isClean }: Merged): readonly Flaw[] | undefined => {
    if (!isClean || !areRead) return undefined;
    const documents = documentsOf(text);
    return documents === undefined
      ? [{ kind: 'invented', place: 'not YAML' }]
      : flawsOf({ ...sides, merged: documents });
  };
  const again = [merged, merged].map(({ text, isClean }, index) =>
    isClean ? merge(base, index === 0 ? text : ours, index === 0 ? theirs : text) : undefined,
  );
  const swapped = merged.isClean ? merge(base, theirs, ours) : undefined;
  return {
    replay,
    ours: merged,
    git,
    flaws: judged(merged),
    flawsOfGit: judged(git),
    misplaced: merged.isClean && areRead ? misplacedIn({ ...sides, merged: documentsOf(merged.text) }) : undefined,
    isEqual: merged.isClean && git.isClean && hasSameData(merged, git),
    isUnstable: areRead && again.some((each) => each !== undefined && !hasSameData(each, merged)),
    isOneWay: swapped !== undefined && !(swapped.isClean && dataText(swapped, true) === dataText(merged, true)),
    isAsPeople:
      people === undefined || !merged.isClean
        ? undefined
        : hasSameData(merged, { text: people, isClean: true, conflicts: [] }),
  };
}

function mergeAsDriver(path: string, [base, ours, theirs]: readonly [string, string, string]): Merged {
  const names = { base: 'base', local: 'ours', theirs: 'theirs' };
  const { content, conflicts } = mergeForDriver({ path, base, ours, theirs, markersOf: () => ({ size: 7, names }) });
  return {
    text: typeof content === 'string' ? content : '',
    isClean: conflicts.length === 0,
    conflicts: conflicts.map(({ kind, field = '' }) => `${kind} ${field}`),
  };
}

function mergeAsGit(versions: readonly [base: string, ours: string, theirs: string]): Merged {
  const folder = mkdtempSync(join(tmpdir(), 'krm-variants-histories-'));
  try {
    const [base, ours, theirs] = versions.map((text, index) => {
      const file = join(folder, String(index));
      writeFileSync(file, text);
      return file;
    }) as [string, string, string];
    const { stdout, status } = spawnSync('git', ['merge-file', '-p', ours, base, theirs], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (status === null || status > 127) throw new Error('git merge-file failed');
    return { text: stdout, isClean: status === 0, conflicts: [] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Counts the conflicts in a text, and the lines between their markers. */
export function markedIn(text: string): { readonly regions: number; readonly lines: number } {
  let [regions, lines, isIn] = [0, 0, false];
  for (const line of text.split('\n')) {
    if (/^<{7}(?: |$)/.test(line)) {
      regions++;
      isIn = true;
    } else if (/^>{7}(?: |$)/.test(line)) isIn = false;
    else if (isIn && !/^={7}$/.test(line)) lines++;
  }
  return { regions, lines };
}

function hasSameData(a: Merged, b: Merged): boolean {
  if (!a.isClean || !b.isClean) return false;
  return a.text === b.text || dataText(a, false) === dataText(b, false);
}

/** Returns a text for the data of a merge; `isLoose`: in which no order of elements counts. */
function dataText({ text }: Merged, isLoose: boolean): string {
  const documents = documentsOf(text);
  if (documents === undefined) return text;
  return textOf(isLoose ? unordered(documents) : documents);
}

function unordered(value: Data): Data {
  if (Array.isArray(value)) return value.map((each) => textOf(unordered(each))).toSorted();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unordered(each)]));
}
