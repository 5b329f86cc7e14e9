import { byteOrder } from '../../byte-order.ts';
import {
  lockText,
  type LockedContent,
  type LockedFile,
  type LockedFleet,
  type LockedUpstream,
  type Variant,
  type VariantLock,
} from '../index.ts';
import { inputsMoved } from '../messages/places.ts';
import { type Result, fileWarning } from '../../krm/index.ts';
import { KPT_COMPATS, type KptCompat } from '../../render/index.ts';
import { recordedText } from '../inputs/recorded-text.ts';
import type { FolderContent } from '../../files/index.ts';
import type { UpstreamPackage, Blobs } from '../ports.ts';

/** Part of a lock that names what a variant is derived from. */
export type LockInputs = Pick<
  VariantLock,
  'upstream' | 'variant' | 'source' | 'fleet' | 'objects' | 'kptCompat' | 'deletionPolicy'
>;

/**
 * Returns an upstream with the commit and reference of a lock if it has the same files and was asked for by the same
 * name: else each commit would change each variant.
 */
export function asRecorded(found: UpstreamPackage, locked: LockedUpstream | undefined): UpstreamPackage {
  const { url, directory, asked, tree } = found.locked;
  const isSame =
    locked?.tree === tree && locked.url === url && locked.directory === directory && locked.asked === asked;
  if (!isSame) return found;
  const { ref, commit } = locked;
  const version = found.version && {
    ...found.version,
    lock: { ...found.version.lock, ...(ref !== undefined && { ref }), ...(commit !== undefined && { commit }) },
  };
  return { ...found, version, locked: { ...found.locked, ref, commit } };
}

/** Names the version of an upstream for people. */
export function upstreamText({ asked, commit, tree }: LockedUpstream): string {
  if (asked === undefined) return `work tree (${tree.slice(0, 12)})`;
  return asked === commit ? asked.slice(0, 12) : `${asked} (${commit?.slice(0, 12) ?? PLANNED})`;
}

/** Text in place of the commit of a version that is planned with other files. */
const PLANNED = '--with';

/**
 * Returns the inputs of a variant. `objects`: digest of those that it injects. `fleet`: the fleet of a variant in
 * another git repository. `kptCompat`: version of kpt that its pipelines follow.
 */
export function lockInputs(
  { text, file, deletionPolicy, downstream }: Pick<Variant, 'text' | 'file' | 'deletionPolicy' | 'downstream'>,
  upstream: LockedUpstream,
  {
    objects,
    fleet,
    kptCompat,
  }: { readonly objects: string; readonly fleet: LockedFleet | undefined; readonly kptCompat: KptCompat },
): LockInputs {
  const source = downstream.place.url === undefined ? file : '';
  const older = kptCompat === KPT_COMPATS.at(-1) ? {} : { kptCompat };
  return { upstream, variant: recordedText(text), source, ...(fleet && { fleet }), objects, ...older, deletionPolicy };
}

/** Returns the files of a lock: what was derived, and what the folder has. */
export function lockedFiles(objects: Blobs, derived: FolderContent, folder: FolderContent): readonly LockedFile[] {
  const paths = [...new Set([...derived.files.keys(), ...folder.files.keys()])].toSorted(byteOrder);
  return paths.map((path) => ({
    path,
    derived: lockedContent(objects, derived, path),
    folder: lockedContent(objects, folder, path),
  }));
}

function lockedContent(objects: Blobs, { files, executables }: FolderContent, path: string): LockedContent | undefined {
  const content = files.get(path);
  return content === undefined
    ? undefined
    : { mode: executables.has(path) ? '100755' : '100644', id: objects.idOf(content) };
}

/** Reports whether two locks name the same inputs. */
export function isSameInputs(a: LockInputs, b: LockInputs): boolean {
  const [own, other] = [a, b].map(fieldsOf);
  return own !== undefined && own.every((field, index) => field === other?.[index]);
}

function fieldsOf(inputs: LockInputs): readonly (string | undefined)[] {
  const { upstream, variant, fleet, objects, kptCompat, deletionPolicy } = inputs;
  const { repository, url, directory, asked, ref, commit, tree } = upstream;
  const source = sourceFolder(inputs);
  const home = [fleet?.name, folderOf(fleet?.file)];
  const made = [repository, url, directory, asked, ref, commit, tree, variant, source];
  return [...made, ...home, objects, kptCompat, deletionPolicy];
}

/**
 * Returns the folder of the file with a PackageVariant, by which its variant is found when it is gone. The name of the
 * file does not matter.
 */
function sourceFolder({ source }: Pick<VariantLock, 'source'>): string | undefined {
  return folderOf(source);
}

function folderOf(file: string | undefined): string | undefined {
  return file?.slice(0, file.lastIndexOf('/') + 1);
}

/** Returns an info if a PackageVariant moved to another folder, for which its lock changes; none otherwise. */
export function movedSource(before: VariantLock | undefined, { source }: LockInputs): readonly Result[] {
  if (!before?.source || !source) return [];
  if (sourceFolder(before) === sourceFolder({ source })) return [];
  return [{ ...fileWarning(source, 'variant-moved', inputsMoved(before.source)), severity: 'info' }];
}

/**
 * Reports whether two locks name the same inputs and derived files, whatever the folder has, and whichever version
 * derived them, with any results.
 */
export function isSameRecord(a: VariantLock, b: VariantLock): boolean {
  return recordText(a) === recordText(b);
}

function recordText(lock: VariantLock): string {
  const files = lock.files.filter(({ derived }) => derived !== undefined);
  // The same objects may come from the fleet, or from a folder that the command line names. Another wording of a result
  // changes no lock.
  const { objectsFrom: _, results: __, ...rest } = lock;
  return lockText({
    ...rest,
    source: sourceFolder(lock),
    ...(lock.fleet && { fleet: { ...lock.fleet, file: folderOf(lock.fleet.file) ?? '' } }),
    program: '',
    files: files.map((file) => ({ ...file, folder: undefined })),
  });
}
