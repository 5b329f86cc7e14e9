import { readFileSync } from 'node:fs';
import { join } from '../../process/host-paths.ts';
import { contentOf } from '../../../src/files/index.ts';
import { type Result, failure, fileWarning } from '../../../src/krm/index.ts';
import { headOf, uncommitted, type WorkTreePlace } from '../../git/work-tree.ts';
import { writeChanges } from '../../package/file-changes.ts';
import { withFile } from '../../package/file-error.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { CALL_KILLED, filesRestored, halfWritten } from '../../../src/fleet/messages/apply.ts';
import {
  readJournal,
  removeJournal,
  stateOf,
  type FileState,
  type JournalContent,
  type JournalFile,
  type JournalVariant,
} from './journal.ts';
import type { RootedChange } from '../../../src/package/index.ts';
import { removeEmptied } from '../../merge/remove-emptied.ts';

/** End of the journal of a killed call. */
interface SettledJournal {
  /** An info for each variant that is restored, and a warning for each that is left half-written. */
  readonly results: readonly Result[];
  /** True if the killed call had written files that were still there. */
  readonly hadWritten: boolean;
}

/** A variant of a killed call, with the states of its files now. */
interface FoundVariant extends JournalVariant {
  readonly states: readonly FileState[];
}

/** Throws a `KrmError` if a killed call has left a variant half-written, whose files are then of two versions. */
export function refuseHalfWritten(tree: WorkTreePlace): void {
  const journal = readJournal(tree);
  if (journal !== undefined && lookInto(tree, journal).half.length > 0) throw failure('call-killed', CALL_KILLED);
}

/**
 * Ends the journal of a killed call: restores half-written variants, unless their files were changed or committed since
 * then. Does not change variants that the call did not write, wrote completely, or that a person restored. Throws a
 * `KrmError` if a file cannot be restored; the journal then stays.
 */
export function settleJournal(tree: WorkTreePlace): SettledJournal {
  const journal = readJournal(tree);
  if (journal === undefined) return { results: [], hadWritten: false };
  const { found, half, isMoved } = lookInto(tree, journal);
  const open = isMoved ? new Set(uncommitted(tree.root)) : undefined;
  const isCertain = (each: FoundVariant): boolean =>
    !each.states.includes('other') && filesIn('after', each).every(({ path }) => open?.has(path) !== false);
  const changes = half.filter(isCertain).flatMap((each) => filesIn('after', each).map((file) => restored(tree, file)));
  writeChanges(changes);
  removeEmptied(tree.root, changes);
  removeJournal(tree);
  return {
    results: half.map((each) => (isCertain(each) ? restoredInfo(each) : leftWarning(each, journal.head))),
    hadWritten: found.some(({ states }) => states.some((state) => state !== 'before')),
  };
}

/**
 * Finds the variants of a journal. `half`: the half-written ones. `isMoved`: true if there are such, and HEAD is
 * another commit now.
 */
function lookInto(
  tree: WorkTreePlace,
  { head, variants }: JournalContent,
): Readonly<Record<'found' | 'half', readonly FoundVariant[]>> & { readonly isMoved: boolean } {
  const found = variants.map((each) => ({ ...each, states: each.files.map((file) => stateOf(tree, file)) }));
  const mixed = found.filter(isMixed);
  const isMoved = mixed.length > 0 && headOf(tree) !== head;
  return { found, half: isMoved ? mixed.filter((each) => !isOfOtherCall(each)) : mixed, isMoved };
}

/** Reports whether the files of a variant are neither all as before, nor all as they were to be. */
function isMixed({ states }: FoundVariant): boolean {
  return (['before', 'after'] as const).every((wanted) => states.some((state) => state !== wanted));
}

/** Reports whether the lock is that of another call, such as one whose commit was pulled. */
function isOfOtherCall(variant: FoundVariant): boolean {
  return filesIn('other', variant).some(({ path }) => path === lockFile(variant.name));
}

function filesIn(state: FileState, { files, states }: FoundVariant): readonly JournalFile[] {
  return files.filter((_, index) => states[index] === state);
}

/** Returns the change that restores a written file. */
function restored({ root }: WorkTreePlace, { path, before, after, wasExecutable }: JournalFile): RootedChange {
  return {
    root,
    path,
    before: after === null ? undefined : withFile(path, () => contentOf(readFileSync(join(root, path)))),
    after: before === null ? undefined : contentOf(Buffer.from(before, 'base64')),
    isExecutable: wasExecutable,
  };
}

function restoredInfo(variant: FoundVariant): Result {
  const message = filesRestored(filesIn('after', variant).length, variant.files.length);
  return { ...fileWarning(variant.name, 'leftovers-removed', message), severity: 'info' };
}

function leftWarning(variant: FoundVariant, head: string): Result {
  const paths = `-- ${variant.name} ${lockFile(variant.name)}`;
  const check = head === '' ? `git status ${paths}` : `git diff ${head.slice(0, 12)} ${paths}`;
  return fileWarning(variant.name, 'call-killed', halfWritten(check));
}
