import { byteOrder } from '../../byte-order.ts';
import { groupBy } from '../../group-by.ts';
import { fileError } from '../../krm/index.ts';
import { readLock, type Variant, type VariantLock } from '../index.ts';
import { fleetCommand, inDirectory } from '../inputs/fleet-command.ts';
import type { GoneVariant } from '../inputs/gone-variants.ts';
import { madeDifferently, movedFromHere, movedHere } from '../messages/adoption.ts';
import type { Tree } from '../ports.ts';
import { idsIn, idsText, lockedIds } from './input-files.ts';

/**
 * Locks that stayed where they were when somebody moved the folders of their variants, such as with `git mv`. Several
 * locks can have the files of one folder, and several folders can have the files of one lock: it is then not known
 * which was moved where.
 */
export class LeftLocks {
  /** Folders with the files of each old folder, which only has a lock now. */
  readonly #to: FolderLists;
  /** Old folders whose files a folder has. */
  readonly #from: FolderLists;
  /** Folder with the PackageVariants, as given. */
  readonly #place: string;

  /** `gone`: variants that no PackageVariant asks for. `asked`: returns folders that PackageVariants ask for. */
  constructor(tree: Tree, gone: readonly GoneVariant[], { asked, place }: AskedFolders) {
    const old = gone.map(({ folder }) => folder).filter((folder) => !tree.has(folder));
    const foreign = old.length === 0 ? [] : asked().filter((folder) => tree.isWithoutLock(folder));
    const now = new Map(foreign.map((folder) => [folder, [idsText(idsIn(tree, folder))]]));
    const before = now.size === 0 ? new Map<string, readonly string[]>() : earlierTexts(tree, old);
    this.#to = withSame(before, now);
    this.#from = withSame(now, before);
    this.#place = place;
  }

  /** Throws a `KrmError` for a folder that a variant was moved to without its lock. */
  refuse(folder: string): void {
    const from = this.#from.get(folder) ?? [];
    if (from.length === 0) return;
    throw fileError(folder, 'variant-moved', movedHere(this.#move(from, [folder])));
  }

  /** Returns variants that are gone, those with such a lock with the command that moves it. */
  named(gone: readonly GoneVariant[]): readonly GoneVariant[] {
    return gone.map((each) => {
      const to = this.#to.get(each.folder) ?? [];
      if (to.length === 0) return each;
      const message = movedFromHere(this.#move([each.folder], to));
      return { ...each, result: { ...each.result, message } };
    });
  }

  /** Reports whether a folder has such a lock, or has the files of one. */
  has(folder: string): boolean {
    return this.#to.has(folder) || this.#from.has(folder);
  }

  /** Commands that move the locks of which it is certain where they belong. */
  get commands(): readonly string[] {
    return [...this.#from].flatMap(([to, [from, other]]) => {
      const isCertain = from !== undefined && other === undefined && this.#to.get(from)?.length === 1;
      return isCertain ? [this.#command(from, to)] : [];
    });
  }

  /** Names the command, with a placeholder for what only a person knows. */
  #move(from: readonly string[], to: readonly string[]) {
    const [[old = '', otherOld], [next = '', otherNext]] = [from, to];
    const command = this.#command(otherOld === undefined ? old : 'OLD', otherNext === undefined ? next : 'NEW');
    return { from, to, command };
  }

  #command(from: string, to: string): string {
    return fleetCommand('move', from, to, ...inDirectory(this.#place));
  }
}

interface AskedFolders {
  readonly asked: () => readonly string[];
  readonly place: string;
}

type FolderLists = ReadonlyMap<string, readonly string[]>;

/** Returns for each folder those of the others that have one of its texts; leaves out folders without any. */
function withSame(texts: FolderLists, others: FolderLists): FolderLists {
  const known = groupBy(
    [...others].flatMap(([folder, own]) => own.map((text) => ({ folder, text }))),
    ({ text }) => text,
  );
  return new Map(
    [...texts].flatMap(([folder, own]) => {
      const found = own.flatMap((text) => (known.get(text) ?? []).map((each) => each.folder));
      return found.length === 0 ? [] : [[folder, [...new Set(found)]] as const];
    }),
  );
}

/**
 * Returns the files that folders had: as their locks record them, and with the edits that were committed after that.
 */
function earlierTexts(tree: Tree, folders: readonly string[]): FolderLists {
  const locks = new Map(tree.locks().map(({ folder, read }) => [folder, read]));
  return new Map(
    folders.map((folder) => {
      const read = readLock(locks.get(folder)?.() ?? '');
      const recorded = read.kind === 'valid' ? [lockedIds(read.lock)] : [];
      const states = [...recorded, tree.lastFiles(folder)];
      return [folder, [...new Set(states.filter((ids) => ids.size > 0).map(idsText))]];
    }),
  );
}

/** Lock of a variant. */
export interface EqualLock {
  readonly folder: string;
  readonly lock: VariantLock;
}

/** Locks of a work tree by the files of their folders, as they were when they were first read. */
export class EqualLocks {
  readonly #tree: Tree;
  #known: ReadonlyMap<string, readonly EqualLock[]> | undefined;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** Reads the locks before a call writes any, if it may adopt one of these variants. */
  readFor(variants: readonly Variant[]): void {
    if (variants.some((variant) => isTakenOver(this.#tree, variant))) this.#known ??= this.#read();
  }

  /**
   * Returns the lock of another variant whose files a folder has, as that lock records them or as its folder has them
   * now; undefined if there is none. Throws a `KrmError` if there are several that record different derived files: only
   * one of them says what people edited. `remedy`: end of the error.
   */
  of(folder: string, remedy: string): EqualLock | undefined {
    const text = idsText(idsIn(this.#tree, folder));
    if (text === '') return undefined;
    const found = ((this.#known ??= this.#read()).get(text) ?? []).filter((each) => each.folder !== folder);
    const [first, ...others] = found.toSorted((a, b) => byteOrder(a.folder, b.folder));
    if (first === undefined || others.every(({ lock }) => derivedText(lock) === derivedText(first.lock))) return first;
    const folders = [first, ...others].map((each) => each.folder);
    throw fileError(folder, 'version-uncertain', madeDifferently(folders, remedy));
  }

  #read(): ReadonlyMap<string, readonly EqualLock[]> {
    const locks = this.#tree.locks().flatMap(({ folder, read }) => {
      const lock = readLock(read());
      if (lock.kind !== 'valid') return [];
      const isThere = this.#tree.has(folder);
      const texts = [lockedIds(lock.lock), ...(isThere ? [idsIn(this.#tree, folder)] : [])].map(idsText);
      return [...new Set(texts)].map((text) => ({ text, folder, lock: lock.lock }));
    });
    return groupBy(locks, ({ text }) => text);
  }
}

/** Reports whether a call takes over the folder of a variant, as its PackageVariant says. */
export function isTakenOver(tree: Pick<Tree, 'isWithoutLock'>, { adoptionPolicy, folder }: Variant): boolean {
  return adoptionPolicy === 'adoptExisting' && tree.isWithoutLock(folder);
}

function derivedText({ files }: VariantLock): string {
  return idsText(
    new Map(
      files.flatMap(({ path, derived }) => (derived === undefined ? [] : [[path, `${derived.mode} ${derived.id}`]])),
    ),
  );
}
