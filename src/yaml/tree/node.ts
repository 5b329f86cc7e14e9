import { YamlError } from './error.ts';
import { countLines } from './positions.ts';
import type { Collection, Scalar } from './tree.ts';

/** A value in a document, for inspection and for copying into another document as source text. */
export interface SourceNode {
  readonly kind: 'map' | 'seq' | 'scalar';
  /** True if it is written in flow style: `{...}` or `[...]`. */
  readonly flow: boolean;
  /**
   * Offset of its first character in the text that was read, not counting a byte order mark; excludes its anchor, tag
   * and comments.
   */
  readonly start: number;
  /** Offset just past its last character in that text. */
  readonly end: number;
  readonly anchor: string | undefined;
  /** Its full tag, such as `tag:yaml.org,2002:str`. */
  readonly tag: string | undefined;
  /** True if it is a string in quotes. */
  readonly isQuoted: boolean;
  /** The text of a scalar, without quotes and escapes, such as `1.10` for that number; undefined for a collection. */
  readonly content: string | undefined;
}

/** The version of a document, with a number that increases with every edit. */
export interface Version {
  number: number;
  /** True if the text that was read has CRLF for each LF of the tree. */
  hasCrlf: boolean;
}

/** A handle on a node, valid until its document is edited. */
class NodeHandle implements SourceNode {
  readonly #node: Scalar | Collection;
  readonly #version: Version;
  readonly #number: number;

  constructor(node: Scalar | Collection, version: Version) {
    this.#node = node;
    this.#version = version;
    this.#number = version.number;
  }

  get kind(): 'map' | 'seq' | 'scalar' {
    return this.#node.kind;
  }
  get flow(): boolean {
    return this.#node.flow;
  }
  get start(): number {
    return this.#offset(this.#node.start);
  }
  get end(): number {
    return this.#offset(this.#node.end);
  }
  get anchor(): string | undefined {
    return this.#node.anchor;
  }
  get tag(): string | undefined {
    return this.#node.tag;
  }
  get isQuoted(): boolean {
    return this.#node.kind === 'scalar' && (this.#node.style === 'double' || this.#node.style === 'single');
  }
  get content(): string | undefined {
    return this.#node.kind === 'scalar' ? this.#node.content : undefined;
  }

  #offset(offset: number): number {
    return this.#version.hasCrlf ? offset + countLines(this.#node.text, offset) : offset;
  }

  open(): Scalar | Collection {
    if (this.#version.number !== this.#number)
      throw new YamlError('edit', 'the node belongs to an earlier version of its document');
    return this.#node;
  }
}

/** Returns a handle on a node of a document. */
export function handOut(node: Scalar | Collection, version: Version): SourceNode {
  return new NodeHandle(node, version);
}

/**
 * Returns the tree's node behind a handle, or undefined for plain data. @throws YamlError if the handle is of an
 * earlier version.
 */
export function openNode(value: unknown): Scalar | Collection | undefined {
  return value instanceof NodeHandle ? value.open() : undefined;
}
