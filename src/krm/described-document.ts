import { KrmError, type Result } from './result.ts';
import {
  YamlError,
  type DataEdit,
  type DuplicateKey,
  type FoundString,
  type LiteralText,
  type NewValue,
  type Path,
  type Dialect,
  type Scan,
  type SourceDocument,
  type SourceNode,
  type Value,
} from '../yaml/index.ts';

/** Document whose errors name the resource: the document layer knows fields, but no resources. */
export class DescribedDocument implements SourceDocument {
  readonly #document: SourceDocument;
  readonly #describe: (message: string, field: Path) => Result;

  /** `describe` makes the error result for a field, whose path starts at the top of the document. */
  constructor(document: SourceDocument, describe: (message: string, field: Path) => Result) {
    this.#document = document;
    this.#describe = describe;
  }

  get(path: Path, reader?: Dialect): SourceNode | undefined {
    return this.#at(path, (document) => document.get(path, reader));
  }

  value(path: Path, reader?: Dialect): Value | undefined {
    return this.#at(path, (document) => document.value(path, reader));
  }

  has(path: Path): boolean {
    return this.#at(path, (document) => document.has(path));
  }

  find(text: string): FoundString[] {
    return this.#at([], (document) => document.find(text));
  }

  findBareTemplates(): FoundString[] {
    return this.#at([], (document) => document.findBareTemplates());
  }

  findDuplicateKeys(): DuplicateKey[] {
    return this.#at([], (document) => document.findDuplicateKeys());
  }

  keys(path: Path): string[] | undefined {
    return this.#at(path, (document) => document.keys(path));
  }

  length(path: Path): number | undefined {
    return this.#at(path, (document) => document.length(path));
  }

  indexesOf(path: Path, field: string, text: string): readonly number[] {
    return this.#at(path, (document) => document.indexesOf(path, field, text));
  }

  elements(path: Path): (Scan | undefined)[] {
    return this.#at(path, (document) => document.elements(path));
  }

  comments(path: Path): string[] {
    return this.#at(path, (document) => document.comments(path));
  }

  position(path: Path): { line: number; column: number } | undefined {
    return this.#at(path, (document) => document.position(path));
  }

  set(path: Path, value: NewValue): void {
    this.#at(path, (document) => document.set(path, value));
  }

  literal(path: Path): LiteralText | undefined {
    return this.#at(path, (document) => document.literal(path));
  }

  insert(path: Path, index: number, value: NewValue): void {
    this.#at([...path, index], (document) => document.insert(path, index, value));
  }

  append(path: Path, value: NewValue): void {
    this.#at(path, (document) => document.append(path, value));
  }

  remove(path: Path): boolean {
    return this.#at(path, (document) => document.remove(path));
  }

  rename(path: Path, key: string): void {
    this.#at(path, (document) => document.rename(path, key));
  }

  rewrite(text: string): void {
    this.#at([], (document) => document.rewrite(text));
  }

  view(path: Path): SourceDocument {
    const describe = (message: string, field: Path): Result => this.#describe(message, [...path, ...field]);
    return new DescribedDocument(
      this.#at(path, (document) => document.view(path)),
      describe,
    );
  }

  text(): string {
    return this.#at([], (document) => document.text());
  }

  verify(): void {
    this.#document.verify();
  }

  ownText(withAbove?: boolean): string {
    return this.#at([], (document) => document.ownText(withAbove));
  }

  get whole(): { readonly document: SourceDocument; readonly path: Path } {
    const { whole } = this.#document;
    return whole.path.length === 0 ? { document: this, path: [] } : whole;
  }

  get hasAliases(): boolean {
    return this.#document.hasAliases;
  }

  get scan(): Scan | undefined {
    return this.#document.scan;
  }

  get edits(): readonly DataEdit[] {
    return this.#document.edits;
  }

  get notices(): readonly string[] {
    return this.#document.notices;
  }

  #at<T>(field: Path, act: (document: SourceDocument) => T): T {
    try {
      return act(this.#document);
    } catch (error) {
      if (error instanceof YamlError) throw new KrmError([this.#describe(error.message, field)]);
      throw error;
    }
  }
}
