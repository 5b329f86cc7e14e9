import { KrmError, type Result } from './result.ts';
import {
  YamlError,
  type NewValue,
  type Path,
  type Reader,
  type SourceDocument,
  type SourceNode,
  type Value,
} from './yaml/index.ts';

/** What a document is part of. */
export interface Owner {
  /** Makes the error result for a field, given from the top of the document. */
  readonly describe: (message: string, field: Path) => Result;
  /** Called before each edit. */
  readonly beforeEdit: () => void;
}

/** A document whose errors say what they are about: the document layer knows fields, but no resources. */
export class ResourceDocument implements SourceDocument {
  readonly #document: SourceDocument;
  readonly #owner: Owner;

  constructor(document: SourceDocument, owner: Owner) {
    this.#document = document;
    this.#owner = owner;
  }

  get(path: Path): SourceNode | undefined {
    return this.#at(path, (document) => document.get(path));
  }

  value(path: Path, reader?: Reader): Value | undefined {
    return this.#at(path, (document) => document.value(path, reader));
  }

  keys(path: Path): string[] | undefined {
    return this.#at(path, (document) => document.keys(path));
  }

  length(path: Path): number | undefined {
    return this.#at(path, (document) => document.length(path));
  }

  elements(path: Path): readonly (string | undefined)[] {
    return this.#at(path, (document) => document.elements(path));
  }

  position(path: Path): { line: number; column: number } | undefined {
    return this.#at(path, (document) => document.position(path));
  }

  set(path: Path, value: NewValue): void {
    this.#edit(path, (document) => document.set(path, value));
  }

  insert(path: Path, index: number, value: NewValue): void {
    this.#edit([...path, index], (document) => document.insert(path, index, value));
  }

  append(path: Path, value: NewValue): void {
    this.#edit(path, (document) => document.append(path, value));
  }

  remove(path: Path): boolean {
    return this.#edit(path, (document) => document.remove(path));
  }

  rename(path: Path, key: string): void {
    this.#edit(path, (document) => document.rename(path, key));
  }

  view(path: Path): SourceDocument {
    const { describe, beforeEdit } = this.#owner;
    const document = this.#at(path, (whole) => whole.view(path));
    return new ResourceDocument(document, {
      describe: (message, field) => describe(message, [...path, ...field]),
      beforeEdit,
    });
  }

  text(): string {
    return this.#at([], (document) => document.text());
  }

  get notices(): readonly string[] {
    return this.#document.notices;
  }

  #edit<T>(field: Path, act: (document: SourceDocument) => T): T {
    this.#owner.beforeEdit();
    return this.#at(field, act);
  }

  #at<T>(field: Path, act: (document: SourceDocument) => T): T {
    try {
      return act(this.#document);
    } catch (error) {
      if (error instanceof YamlError) throw new KrmError([this.#owner.describe(error.message, field)]);
      throw error;
    }
  }
}
