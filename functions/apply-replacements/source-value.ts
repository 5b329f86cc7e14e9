import type { Resource } from '../../src/krm/index.ts';
import { newDocument, startsWith, type Path, type SourceDocument, type SourceNode } from '../../src/yaml/index.ts';
import { scalarAt, type ScalarText } from './scalar.ts';

/**
 * Value of a source. Unless it is a part of a text, it follows changes that its own replacement makes in the source.
 */
export class SourceValue {
  readonly resource: Resource;
  readonly path: Path;
  /** Part of the text, if the source asks for one. */
  readonly part: string | undefined;
  readonly #type: ScalarText | undefined;
  #document: SourceDocument;
  #path: Path;

  constructor(resource: Resource, path: Path, part?: string) {
    this.resource = resource;
    this.path = path;
    this.part = part;
    this.#document = resource.document;
    this.#path = path;
    this.#type = scalarAt(this.#document, path);
  }

  /** The scalar; undefined for a map or a list. */
  get scalar(): ScalarText | undefined {
    if (this.part !== undefined && this.#type !== undefined) return { ...this.#type, text: this.part };
    return scalarAt(this.#document, this.#path);
  }

  /** The value as it is written. */
  get node(): SourceNode {
    const node = this.#document.get(this.#path);
    if (node === undefined) throw new Error('the source of a replacement is gone');
    return node;
  }

  /** Reports whether a path leads to something within the source. */
  isAround(target: Resource, path: Path): boolean {
    return target === this.resource && path.length > this.path.length && startsWith(path, this.path);
  }

  /** Keeps the present value, before a field that holds the source gets another value. */
  keepFrom(target: Resource, path: Path): void {
    if (target !== this.resource || path.length >= this.path.length || !startsWith(this.path, path)) return;
    this.#document = newDocument({ value: this.node });
    this.#path = ['value'];
  }
}
