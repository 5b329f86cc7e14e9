/**
 * Messages about what a call of a fleet writes and removes: about objects, killed calls, deleted folders, and variants
 * that are gone. Each function returns the text of a result.
 */
import { counted, firstNames, unknownName } from '../../wording.ts';

export const CALL_KILLED =
  'a call of `fleet` was killed while it wrote: run `fleet apply`, which first restores half-written variants';

export const CALL_SETTLED =
  'a call of `fleet` was killed while it wrote, so this one has rolled nothing back: look at `git status` and `krm-variants fleet log`, then run this again if it is still needed';

export const JOURNAL_UNREADABLE =
  'must be the journal of a killed call of this version, but is not readable: check the folders of variants with `git status`, then delete it';

/** `all`: number of files that the call was to write. */
export function filesRestored(files: number, all: number): string {
  return `restored ${counted(files, 'file')} that a killed call of \`fleet\` had written, since it did not write all ${all}`;
}

/** `check`: command that shows what was written. */
export function halfWritten(check: string): string {
  return `may be half-written: a call of \`fleet\` was killed while it wrote, and files were changed or committed since then, so nothing is restored: check with \`${check}\``;
}

/** `error`: end of the process of a variant. */
export function processEnded(error: string): string {
  return `its process ${error}, as happens if memory runs out: run the command again, with a smaller \`--jobs\``;
}

/** Ends of an error about an option that was of no use. */
export const ALL_OTHERS_WRITTEN = 'all other changes of this call are made, since this was not known before';
export const NONE_WRITTEN = 'nothing is written';

export function gateUnmet(gate: string, reason: string): string {
  return `readiness gate ${gate} is not met${reason === '' ? '' : `: ${reason}`}`;
}

export const OBJECTS_NOT_ASKED = 'the last `apply` did not ask for these objects: pass `--context`';

export const SECRET_NOT_KEPT = 'the last `apply` injected a Secret of it, which is not kept: pass `--context`';

export function keptObjectsLost(file: string): string {
  return `${file}, which keeps what the last \`apply\` read, is missing: restore it, or pass \`--context\``;
}

export const OBJECTS_NOT_KEPT =
  'the last `apply` read a folder of objects instead, which is not kept: pass `--objects`, or keep the objects beside the PackageVariants';

/** `max`: how many messages a lock has. */
export function resultsOmitted(count: number, max: number): string {
  return `does not record ${counted(count, 'more message')} of the last \`apply\`, since a lock has at most ${max}: correct the causes of those that are shown first`;
}

/** Ends a message that several variants have. `names`: of these variants, as far as they are known. */
export function repeatedMessage(message: string, variants: number, names: readonly string[]): string {
  const whose = names.length === variants ? `: ${firstNames(names, (name) => name)}` : '';
  return `${message}; ${variants} variants have this message${whose}`;
}

export const DELETION_KEPT = 'stays deleted in this run: its conflict is decided with `local`';

/** `hold`: command that leaves the first folder deleted in all runs. */
export function deletedOnce(places: readonly string[], hold: string): string {
  const [first = ''] = places;
  const what = places.length === 1 ? `${first} stays` : `${counted(places.length, 'folder')} stay`;
  return `${what} deleted in this run only; to leave ${first} so in all runs, ${lastingWays(hold)}`;
}

/** `hold`: command that leaves the folder deleted in all runs. */
export function deletedRemedy(hold: string): string {
  return `restore the folder; \`local\` leaves it deleted in one run only: to leave it so in all runs, ${lastingWays(hold)}`;
}

/** Refuses a MergeResolution for deleted folders. `hold`: command that leaves the first one deleted in all runs. */
export function deletionUndecidable(id: string, places: readonly string[], hold: string): string {
  return `conflict ${id} is about ${firstNames(places, (each) => each)}, which people deleted, and no MergeResolution decides that: restore the folder, or to leave it deleted in all runs, ${lastingWays(hold)}`;
}

function lastingWays(hold: string): string {
  return `remove its PackageVariant, or the target of its set, or run \`${hold}\``;
}

/** Handling of a variant that is gone by `fleet prune`. */
interface GonePrune {
  readonly policy: 'delete' | 'orphan';
  /** The variant is in another git repository. */
  readonly isElsewhere: boolean;
}

/**
 * `prune`: undefined if the lock cannot be read. `left`: folders that the variant was moved from, and that are there
 * again.
 */
export function variantGone(prune: GonePrune | undefined, left: readonly string[]): string {
  const again = left.map((each) => `; the folder ${each}, from which it was moved, is there again`).join('');
  return `no PackageVariant asks for the folder of this lock, which is left as it is: restore the PackageVariant, or ${goneRemedy(prune)}${again}`;
}

function goneRemedy(prune: GonePrune | undefined): string {
  if (prune === undefined) return 'restore the lock with `git restore`, since `krm-variants fleet prune` needs it';
  const { policy, isElsewhere } = prune;
  const command = `krm-variants fleet prune${isElsewhere ? ' --commit --push' : ''}`;
  const removed = { delete: 'the folder and the lock', orphan: 'only the lock' }[policy];
  return `run \`${command}\`, which removes ${removed} (deletionPolicy: ${policy})`;
}

export function allGone(count: number): string {
  return `must ask for a variant, but all that have a lock are gone (${count}): look for a selector that matches nothing, a misspelt kind, or a file that was renamed; if none is wanted, run \`krm-variants fleet prune --yes --all\``;
}

/** `needed`: how much of the fleet would be removed. */
export function consentNeeded(removed: number, all: number, needed: keyof typeof CONSENTS): string {
  return `prune would remove ${removed} of ${counted(all, 'variant')}, ${CONSENTS[needed]}`;
}

const CONSENTS = {
  usual: 'which is more than a tenth: see which with `--check`, and pass `--yes` if that is meant',
  most: 'which is more than half, so that a file of the fleet may be missing or misspelt: see which with `--check`, and pass `--yes --all` if that is meant',
} as const;

export function goneUnknown(folder: string, folders: readonly string[]): string {
  return unknownName('variant that is gone', folder, folders);
}

export const PRUNE_LOCK_JOINED =
  'must be the lock of one apply, since it says what people edited, and has the locks of branches that both applied: restore the PackageVariant, run `krm-variants fleet apply`, and then remove it again';

export const PRUNE_LOCK_DAMAGED =
  'must be as the last apply wrote it, since it says what people edited, and whether the folder is removed: restore it with `git restore`';

export const PRUNE_EDIT_UNCOMMITTED =
  'has an edit that no commit has, and that would be lost with its folder: commit it, or remove the file';

export const PRUNE_REMEDY = 'restore its PackageVariant';

/** `inner`: folder of another variant. */
export function folderAround(inner: string): string {
  return `must not be removed, since the folder "${inner}" is in it: change that first`;
}

/** `twin`: folder of another variant. */
export function folderTwin(twin: string): string {
  return `must not be removed, since the folder "${twin}" is equal to it but for case: change that first`;
}

/** `name` and `file`: of the PackageVariant that is made of the folder. */
export function folderUpstream({ name, file }: { readonly name: string; readonly file: string }): string {
  return `must not be removed, since PackageVariant "${name}" (${file}) is made of it: change that first`;
}

/** Files that stay in a folder, of one kind. */
interface LeftFiles {
  readonly kind: 'file' | 'submodule' | 'symbolic link';
  readonly names: readonly string[];
}

export function filesLeft(groups: readonly LeftFiles[]): string {
  const texts = groups.map(({ kind, names }) => {
    const of = `${counted(names.length, kind)}${kind === 'file' ? ' that git does not store' : ''}`;
    return `${of} (${firstNames(names, (path) => path)})`;
  });
  return `keeps ${texts.join(' and ')}: remove what is left yourself if nobody needs it`;
}
