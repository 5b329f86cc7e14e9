import { byteOrder } from '../../byte-order.ts';
import { readLock, type Variant, type VariantLock } from '../index.ts';
import { madeDifferently } from '../messages/adoption.ts';
import { groupBy } from '../../group-by.ts';
import { idsIn, lockedIds, idsText } from './folder-files.ts';
import { fileError } from '../../krm/index.ts';
import type { Tree } from '../ports.ts';

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
   * Returns the lock of another variant whose files a folder has, as that lock records them or as its folder has them now; undefined if there is none.
   * Throws a `KrmError` if there are several that record different derived files: only one of them says what people edited. `remedy`: end of the error.
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
