import { KrmError, type Result } from './result.ts';
import {
  YamlError,
  type DataEdit,
  type DuplicateKey,
  type FoundString,
  type LineComment,
  type LiteralText,
  type NewValue,
  type Path,
  type Dialect,
  type Scan,
  type SourceDocument,
  type SourceNode,
  type UnsafeKey,
  type Value,
} from '../yaml/index.ts';

/** Document whose errors name the resource: the document layer knows fields, but no resources. */
export class DescribedDocument implements SourceDocument {
  readonly #document: SourceDocument;
  readonly #describe: (error: YamlError, field: Path) => Result;

  readonly #beforeEdit: () => void;

  /**
   * `describe` makes the result of an error at a field, whose path starts at the top of the document. `beforeEdit` is
   * called before each edit, and throws to refuse it.
   */
  constructor(document: SourceDocument, describe: (error: YamlError, field: Path) => Result, beforeEdit: () => void) {
    this.#document = document;
    this.#describe = describe;
    this.#beforeEdit = beforeEdit;
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

  findLineComments(start: string): LineComment[] {
    return this.#at([], (document) => document.findLineComments(start));
  }

  findDuplicateKeys(): DuplicateKey[] {
    return this.#at([], (document) => document.findDuplicateKeys());
  }

  duplicateIn(path: Path, keys: readonly string[]): DuplicateKey | undefined {
    return this.#at(path, (document) => document.duplicateIn(path, keys));
  }

  findUnsafeKeys(reader?: Dialect): UnsafeKey[] {
    return this.#at([], (document) => document.findUnsafeKeys(reader));
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
    this.#edit(path, (document) => document.set(path, value));
  }

  literal(path: Path): LiteralText | undefined {
    return this.#edit(path, (document) => document.literal(path));
  }

  setContent(path: Path, content: string): void {
    this.#edit(path, (document) => document.setContent(path, content));
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

  rewrite(text: string): void {
    this.#edit([], (document) => document.rewrite(text));
  }

  view(path: Path): SourceDocument {
    const describe = (error: YamlError, field: Path): Result => this.#describe(error, [...path, ...field]);
    return new DescribedDocument(
      this.#at(path, (document) => document.view(path)),
      describe,
      this.#beforeEdit,
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

  #edit<T>(field: Path, act: (document: SourceDocument) => T): T {
    this.#beforeEdit();
    return this.#at(field, act);
  }

  #at<T>(field: Path, act: (document: SourceDocument) => T): T {
    try {
      return act(this.#document);
    } catch (error) {
      if (error instanceof YamlError) throw new KrmError([this.#describe(error, field)]);
      throw error;
    }
  }
}
