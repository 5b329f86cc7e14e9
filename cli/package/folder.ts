import { isEncrypted } from '../../src/files/index.ts';
import { byteOrder } from '../../src/byte-order.ts';
import { groupBy } from '../../src/group-by.ts';
import {
  KrmError,
  type Location,
  Resource,
  type Resources,
  type Result,
  type Store,
  fileError,
  originsOf,
} from '../../src/krm/index.ts';
import { newDocument, type NewValue } from '../../src/yaml/index.ts';
import { withProgress } from '../terminal/progress.ts';
import type { AddedDocument, EditedDocument, EditedFile } from './edited-file.ts';
import type { FileChange } from './file-changes.ts';
import { unreadWarning, type FileList } from './file-list.ts';
import {
  editedText,
  newFileText,
  placedDocuments,
  readPackageFiles,
  type FileOptions,
  type PackageFile,
} from './file.ts';
import { newFileError } from './new-file.ts';
import { VisitedResources } from './visited-resources.ts';

/** Options of reading a folder. */
export interface FolderOptions extends FileOptions {
  /** Skips files that are not YAML. Default: false. */
  readonly skipInvalid?: boolean;
}

/**
 * Reads files of a folder, given without symbolic links. Throws a `KrmError` that names each unreadable file. With `lazy`,
 * parts of files are parsed only on access. With `skipInvalid`, files that are not YAML are skipped, with a warning.
 */
export function readFolder(
  root: string,
  { paths, passedOver, unread, leavesOut }: FileList,
  { skipInvalid = false, ...options }: FolderOptions = {},
): PackageFolder {
  const skipped: Result[] = [];
  const skip = (results: readonly Result[]): void => void skipped.push(...results.map(asWarning));
  const files = readPackageFiles(root, paths, options, skipInvalid ? skip : undefined);
  return new PackageFolder(files, [...passedOver, ...unreadWarning(unread), ...skipped], leavesOut);
}

function asWarning(result: Result): Result {
  return { ...result, severity: 'warning', message: `skipped: ${result.message}` };
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

  /**
   * `passedOver`: results about other skipped files. `leavesOut`: reports whether a new file would not be read by the next
   * run.
   */
  constructor(
    files: readonly PackageFile[],
    passedOver: readonly Result[] = [],
    leavesOut: FileList['leavesOut'] = () => false,
  ) {
    this.#files = files;
    this.#leavesOut = leavesOut;
    this.passedOver = [...passedOver, ...files.flatMap((file) => file.passedOver)];
    this.#items = this.#files.flatMap((file) => file.resources);
    this.resources = new VisitedResources(this.#items, this);
  }

  /**
   * Adds an item. As in kpt, an item without an index comes last in its file. Throws a `KrmError` if the next run would not
   * read it.
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

  /** Returns the texts of all files, changed or not. Throws a `KrmError` if a new resource cannot be at its location. */
  texts(): FileChange[] {
    const added = this.#addedByFile();
    const read = Array.from(withProgress('checking', this.#files), (file) => {
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

const ENCRYPTED = 'is encrypted by sops, and cannot be edited: select other resources, or decrypt it first';
