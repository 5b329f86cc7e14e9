import type { Result } from '../../../src/krm/result.ts';
import type { Conflict } from '../../../src/merge/index.ts';
import type { Texts } from '../upgrades/versions.ts';
import { areAlike, type Destination, type Destinations, type Upgrade } from './destinations.ts';
import { docsOf, type Doc } from './documents.ts';
import type { Edit } from './edits.ts';

/** Result of a merge. */
export interface Merged {
  readonly files: Texts;
  readonly conflicts: readonly Conflict[];
  readonly results: readonly Result[];
}

/** Place of an edit in a merged package. */
export interface Found {
  readonly file: string;
  /** Undefined if the file is not YAML. */
  readonly doc: Doc | undefined;
}

/** Merge of an upgrade into a local copy: where each edit belongs, where it is, and the messages about it. */
export class MergedEdits {
  readonly upgrade: Upgrade;
  readonly destinations: Destinations;
  readonly merged: Merged;
  readonly #edits: readonly Edit[];

  constructor(upgrade: Upgrade, destinations: Destinations, merged: Merged, edits: readonly Edit[]) {
    this.upgrade = upgrade;
    this.destinations = destinations;
    this.merged = merged;
    this.#edits = edits;
  }

  /** Returns a place, or that to which another edit renames its file. */
  moved(place: Destination): Destination {
    const rename = this.#edits.find(({ form, file }) => form === 'renameFile' && file === place.file);
    return rename?.to === undefined ? place : { ...place, file: rename.to };
  }

  /** Returns the places where an edit belongs. */
  belongs(edit: Edit): readonly Destination[] {
    const { file, doc, form, to = file } = edit;
    if (form === 'addFile') return [{ file: to }];
    if (form === 'renameFile' && this.upgrade.theirs.has(file)) return [{ file: to }];
    if (form === 'removeDocument' || form === 'removeFile') return this.#ofRemoved(edit);
    if (doc !== undefined) return this.#ofDocument(file, doc);
    const docs = docsOf(file, this.upgrade.base.get(file));
    if (docs === undefined || docs.length === 0 || (this.upgrade.theirs.has(file) && form === 'addDocument'))
      return this.destinations.files(file).map((each) => ({ file: each }));
    // The rest are added documents, and files that local renamed and the new version does not have.
    const homes = docs.flatMap((each) => this.destinations.of(each));
    if (form === 'renameFile') return homes;
    const files = new Set(homes.map((each) => each.file));
    return files.size === 1 ? Array.from(files, (each) => ({ file: each })) : [];
  }

  #ofDocument(file: string, doc: Doc): readonly Destination[] {
    const text = this.upgrade.theirs.get(file);
    // A template that is no longer YAML.
    return text !== undefined && docsOf(file, text) === undefined ? [{ file }] : this.destinations.of(doc);
  }

  /**
   * Returns the places of removed documents: a resource with another name, or one that is not similar, is not the
   * removed one.
   */
  #ofRemoved({ file, doc }: Edit): readonly Destination[] {
    const docs = doc === undefined ? docsOf(file, this.upgrade.base.get(file)) : [doc];
    if (docs === undefined || docs.length === 0) return this.destinations.files(file).map((each) => ({ file: each }));
    return docs.flatMap((each) =>
      this.destinations.withIdentity(each).filter((place) => areAlike(each.text, place.doc?.text, 0.6)),
    );
  }

  /** Returns the places of a token in the merged package. */
  found(token: string): readonly Found[] {
    return [...this.merged.files].flatMap(([file, text]): readonly Found[] => {
      if (!text.includes(token)) return file.includes(token) ? [{ file, doc: undefined }] : [];
      const docs = docsOf(file, text)?.filter((doc) => doc.text.includes(token)) ?? [];
      return docs.length === 0 ? [{ file, doc: undefined }] : docs.map((doc) => ({ file, doc }));
    });
  }

  /** Returns the documents of a merged file. */
  docs(file: string): readonly Doc[] {
    return docsOf(file, this.merged.files.get(file)) ?? [];
  }

  /** Reports whether a conflict or warning names an edit. `isLoose`: in any field, or the file alone. */
  isAbout(at: Conflict | Result, edit: Edit, { isLoose = false }: { readonly isLoose?: boolean } = {}): boolean {
    const { file, to = file, doc } = edit;
    const places = [...this.belongs(edit), ...this.found(edit.token)];
    const resource = 'resourceRef' in at ? at.resourceRef : 'resource' in at ? at.resource : undefined;
    const field = 'values' in at ? at.field : at.field?.path;
    const files = [file, to, ...places.map((place) => place.file)];
    const docs = [doc, ...places.map((place) => place.doc)].filter((each) => each !== undefined);
    const isItsFile = at.file !== undefined && files.includes(at.file.path);
    const isItsResource =
      resource !== undefined &&
      (resource.name.includes(edit.token) ||
        docs.some(({ kind, name }) => kind === resource.kind && name === resource.name));
    const isUnique = doc !== undefined && this.destinations.isUnique(doc);
    const isFormer = 'formerFile' in at && at.formerFile === file;
    if (isFormer && (isItsResource || resource === undefined || doc === undefined)) return true;
    if (!isItsFile && !(isItsResource && (isUnique || isLoose))) return false;
    if (isLoose) return true;
    const isOfFile = edit.form === 'removeFile' || edit.form === 'renameFile' || edit.form === 'addDocument';
    if (resource !== undefined && resource.name !== '' && !isItsResource && !isOfFile) return false;
    if (field === undefined || field === '' || edit.path === undefined) return true;
    const [one, other] = [fieldKeys(field), edit.path.filter((step) => typeof step === 'string').join('.')];
    return `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`);
  }
}

/** Returns the keys of a field path, without indexes. */
function fieldKeys(field: string): string {
  return field
    .replaceAll(/\["((?:[^"\\]|\\.)*)"\]/g, '.$1')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replace(/^\./, '');
}
