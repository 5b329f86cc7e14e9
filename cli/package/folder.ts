import {
  groupBy,
  KrmError,
  newDocument,
  originsOf,
  Resource,
  type Resources,
  type Location,
  type NewValue,
  type Result,
  type Store,
} from '../../src/index.ts';
import type { EditedDocument, EditedFile } from './edited-file.ts';
import type { FileChange } from './file-changes.ts';
import { fileError } from './file-error.ts';
import { checkText, editedText, readPackageFiles, type PackageFile } from './file.ts';
import type { PackageFiles } from './file-list.ts';
import { VisitedResources } from './visited-resources.ts';
import { withProgress } from '../terminal/progress.ts';
import type { ReadOptions } from '../../src/yaml/index.ts';

/** Options of reading a folder. */
export interface FolderOptions extends ReadOptions {
  /** Leaves files alone that are not YAML. Default: false. */
  readonly skipInvalid?: boolean;
}

/**
 * Reads files of a folder, given without symbolic links. Throws a `KrmError` that names each file that cannot be read. With
 * `lazy`, parts of files that nobody reads are not parsed. With `skipInvalid`, files that are not YAML are left alone, with a
 * warning.
 */
export function readFolder(
  root: string,
  { paths, passedOver }: PackageFiles,
  { skipInvalid = false, ...options }: FolderOptions = {},
): PackageFolder {
  const skipped: Result[] = [];
  const skip = (results: readonly Result[]): void => void skipped.push(...results.map(asWarning));
  const files = readPackageFiles(root, paths, options, skipInvalid ? skip : undefined);
  return new PackageFolder(files, [...passedOver, ...skipped]);
}

function asWarning(result: Result): Result {
  return { ...result, severity: 'warning', message: `left alone: ${result.message}` };
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

  /** `passedOver`: names what else was not read. */
  constructor(files: readonly PackageFile[], passedOver: readonly Result[] = []) {
    this.#files = files;
    this.passedOver = [...passedOver, ...files.flatMap((file) => file.passedOver)];
    this.#items = this.#files.flatMap((file) => file.resources);
    this.resources = new VisitedResources(this.#items, this);
  }

  add(content: NewValue, location: Location): Resource {
    const item = new Resource(newDocument(content), location);
    this.#items.push(item);
    return item;
  }

  remove(index: number): void {
    for (const item of this.#items.splice(index, 1)) this.#gone.add(item);
  }

  /** Returns the texts of all files, changed or not. Throws a `KrmError` if a new resource has no file of its own. */
  texts(): FileChange[] {
    const texts = new Map<string, Pick<FileChange, 'before' | 'after'>>(
      Array.from(withProgress('checking', this.#files), (file) => [
        file.path,
        { before: file.text, after: editedText(file, this.#gone) },
      ]),
    );
    for (const [path, after] of this.#newFiles()) {
      if (!isInside(path)) throw fileError(path, 'a new file must have a relative path inside the folder');
      const old = texts.get(path);
      if (old?.after !== undefined) throw fileError(path, 'a new resource must have a file of its own');
      texts.set(path, { before: old?.before, after });
    }
    const all = Array.from(texts, ([path, text]) => ({ path, ...text }));
    this.#refuseEncrypted(new Set(all.filter(isChange).map(({ path }) => path)));
    return all;
  }

  /** Returns the edits of all files, with those who asked for them. */
  edits(): EditedFile[] {
    const added = this.#addedByFile();
    const read = this.#files.map((file) => {
      const own = added.get(file.path) ?? [];
      added.delete(file.path);
      return { path: file.path, documents: editedDocuments(file, this.#gone), added: own.flatMap(originsOf) };
    });
    return [...read, ...Array.from(added, ([path, own]) => ({ path, documents: [], added: own.flatMap(originsOf) }))];
  }

  /** Throws for changed files that sops encrypted: their checksum would be wrong, so that sops decrypts them no more. */
  #refuseEncrypted(changed: ReadonlySet<string>): void {
    const encrypted = this.#files.filter(
      ({ path, documents }) => changed.has(path) && documents.some((document) => document.has(['sops'])),
    );
    const [first, ...others] = encrypted.flatMap(({ path }) => fileError(path, ENCRYPTED).results);
    if (first !== undefined) throw new KrmError([first, ...others]);
  }

  #newFiles(): Map<string, string> {
    return new Map(Array.from(this.#addedByFile(), ([path, items]) => [path, fileText(path, items)]));
  }

  #addedByFile(): Map<string, Resource[]> {
    const read = new Set(this.#files.flatMap((file) => file.resources));
    return groupBy(
      this.#items.filter((item) => !read.has(item)),
      ({ location }) => location.path ?? '',
    );
  }
}

function editedDocuments({ documents, resources }: PackageFile, gone: ReadonlySet<Resource>): EditedDocument[] {
  const removed = new Map(
    resources.filter((item) => gone.has(item)).map((item) => [item.location.index, originsOf(item)]),
  );
  return documents.map(({ edits }, index) => ({ edits, removed: removed.get(index) }));
}

/** Reports whether a file has another text than before. */
export function isChange({ before, after }: FileChange): boolean {
  return before !== after;
}

const ENCRYPTED = 'is encrypted by sops, and cannot be edited: select other resources, or decrypt it before';

/** Reports whether a relative path stays inside its folder. */
function isInside(path: string): boolean {
  return path.split('/').every((part) => !['', '.', '..'].includes(part));
}

/** Returns the text of a new file, its documents sorted by index. */
function fileText(path: string, items: readonly Resource[]): string {
  const ordered = items.toSorted((a, b) => (a.location.index ?? 0) - (b.location.index ?? 0));
  const text = ordered.map(({ document }) => document.text()).join('---\n');
  checkText(
    path,
    text,
    ordered.map(({ document }) => document),
  );
  return text;
}
