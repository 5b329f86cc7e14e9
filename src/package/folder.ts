import { byteOrder } from '../byte-order.ts';
import { isEncrypted, isTemporary, isYamlPath } from '../files/index.ts';
import { groupBy } from '../group-by.ts';
import {
  fileError,
  KrmError,
  type Location,
  originsOf,
  Resource,
  Resources,
  type Result,
  type Store,
} from '../krm/index.ts';
import { newDocument, type NewValue } from '../yaml/index.ts';
import type { FileChange } from './change.ts';
import {
  ENCRYPTED,
  NEW_FILE_JSON,
  NEW_FILE_LEFT_OUT,
  NEW_FILE_OUTSIDE,
  NEW_FILE_TEMPORARY,
  NEW_FILE_UNREAD,
} from '../messages/writing.ts';
import type { AddedDocument, EditedDocument, EditedFile } from './edited-file.ts';
import { editedText, newFileText, type PackageFile, placedDocuments } from './file.ts';
import type { FileList } from './list.ts';
import { UNWATCHED, type Watch } from './watch.ts';

/** Resources that report their steps while a function iterates over them. */
class WatchedResources extends Resources {
  readonly #watch: Watch;

  constructor(items: Resource[], store: Store, watch: Watch) {
    super(items, store);
    this.#watch = watch;
  }

  override *[Symbol.iterator](): IterableIterator<Resource> {
    for (const resource of super[Symbol.iterator]()) {
      this.#watch.step();
      yield resource;
    }
  }
}

/** Resources in the files of a folder, and the changes to these files. */
export class PackageFolder implements Store {
  readonly resources: Resources;
  /** Names unread files, and documents that are not resources. */
  readonly passedOver: readonly Result[];
  readonly #files: readonly PackageFile[];
  /** Items in the order of `resources`. */
  readonly #items: Resource[];
  readonly #gone = new Set<Resource>();
  /** Index of the next new resource in each file, set with the first one. */
  readonly #next = new Map<string, number>();
  readonly #leavesOut: (path: string) => boolean;
  readonly #watch: Watch;

  /**
   * `passedOver`: results about other skipped files. `leavesOut`: reports whether a new file would not be read by the
   * next run. `watch`: sees long work.
   */
  constructor(
    files: readonly PackageFile[],
    passedOver: readonly Result[] = [],
    leavesOut: FileList['leavesOut'] = () => false,
    watch: Watch = UNWATCHED,
  ) {
    this.#files = files;
    this.#leavesOut = leavesOut;
    this.#watch = watch;
    this.passedOver = [...passedOver, ...files.flatMap((file) => file.passedOver)];
    this.#items = this.#files.flatMap((file) => file.resources);
    this.resources = new WatchedResources(this.#items, this, watch);
  }

  /**
   * Adds an item. As in kpt, an item without an index comes last in its file. Throws a `KrmError` if the next run would
   * not read it.
   */
  add(content: NewValue, location: Location): Resource {
    const { path = '', index = this.#nextIndex(path) } = location;
    this.#refuseUnread(path);
    this.#next.set(path, Math.max(index + 1, this.#next.get(path) ?? 0));
    const item = new Resource(newDocument(content), { ...location, index, isFile: false });
    this.#items.push(item);
    return item;
  }

  #refuseUnread(path: string): void {
    if (path === '' || this.#files.some((file) => file.path === path)) return;
    const error = newFileError(path, this.#leavesOut);
    if (error !== undefined) throw error;
  }

  #nextIndex(path: string): number {
    return this.#next.get(path) ?? this.#files.find((file) => file.path === path)?.documents.length ?? 0;
  }

  remove(index: number): void {
    for (const item of this.#items.splice(index, 1)) this.#gone.add(item);
  }

  /**
   * Returns the texts of all files, changed or not. Throws a `KrmError` if a new resource cannot be at its location.
   */
  texts(): FileChange[] {
    const added = this.#addedByFile();
    const read = Array.from(this.#watch.each('checking', this.#files), (file) => {
      const own = added.get(file.path);
      added.delete(file.path);
      return { path: file.path, before: file.text, after: editedText(file, this.#gone, own) };
    });
    // Packages that are rendered in parallel add their resources in any order.
    const created = [...added]
      .toSorted(([a], [b]) => byteOrder(a, b))
      .map(([path, items]) => {
        const error = newFileError(path, this.#leavesOut);
        if (error !== undefined) throw error;
        return { path, before: undefined, after: newFileText(path, items) };
      });
    this.#refuseEncrypted(new Set(read.filter(isChange).map(({ path }) => path)));
    return [...read, ...created];
  }

  /** Returns the edits of all files, with their origins. */
  edits(): EditedFile[] {
    const added = this.#addedByFile();
    const read = this.#files.map((file) => {
      const own = added.get(file.path) ?? [];
      added.delete(file.path);
      return { path: file.path, documents: editedDocuments(file, this.#gone, own) };
    });
    return [...read, ...Array.from(added, ([path, own]) => ({ path, documents: own.map(addedDocument) }))];
  }

  /** Throws for changed files that sops encrypted: sops no longer decrypts a file with a wrong checksum. */
  #refuseEncrypted(changed: ReadonlySet<string>): void {
    const encrypted = this.#files.filter(({ path, documents }) => changed.has(path) && documents.some(isEncrypted));
    const [first, ...others] = encrypted.flatMap(({ path }) => fileError(path, 'file-encrypted', ENCRYPTED).results);
    if (first !== undefined) throw new KrmError([first, ...others]);
  }

  /** Returns the new resources of each file, sorted by index. */
  #addedByFile(): Map<string, Resource[]> {
    const read = new Set(this.#files.flatMap((file) => file.resources));
    const added = this.#items.filter((item) => !read.has(item));
    return groupBy(
      added.toSorted((a, b) => (a.location.index ?? 0) - (b.location.index ?? 0)),
      ({ location }) => location.path ?? '',
    );
  }
}

function editedDocuments(
  file: PackageFile,
  gone: ReadonlySet<Resource>,
  added: readonly Resource[],
): readonly (EditedDocument | AddedDocument)[] {
  const removed = new Map(
    file.resources.filter((item) => gone.has(item)).map((item) => [item.location.index, originsOf(item)]),
  );
  return placedDocuments(file, added).map((each) =>
    typeof each === 'number'
      ? { edits: file.documents[each]?.edits ?? [], removed: removed.get(each) }
      : addedDocument(each),
  );
}

function addedDocument(item: Resource): AddedDocument {
  return { added: originsOf(item) };
}

export function isChange({ before, after }: FileChange): boolean {
  return before !== after;
}

/**
 * Returns the error for a new resource in a file that the next run would not read; undefined if it would. `leavesOut`:
 * reports whether a file is excluded from its package.
 */
function newFileError(path: string, leavesOut: (path: string) => boolean): KrmError | undefined {
  if (!isInside(path)) return fileError(path, 'wrong-place', NEW_FILE_OUTSIDE);
  const segments = path.split('/');
  if (segments.some(isTemporary)) return fileError(path, 'wrong-place', NEW_FILE_TEMPORARY);
  if (path.endsWith('.json')) return fileError(path, 'wrong-place', NEW_FILE_JSON);
  if (!isYamlPath(path)) return fileError(path, 'wrong-place', NEW_FILE_UNREAD);
  return leavesOut(path) ? fileError(path, 'wrong-place', NEW_FILE_LEFT_OUT) : undefined;
}

/** Reports whether a relative path stays inside its folder. */
function isInside(path: string): boolean {
  return path.split('/').every((part) => !['', '.', '..'].includes(part));
}
