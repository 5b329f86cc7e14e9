import { YamlError } from './error.ts';
import { countLines } from './positions.ts';
import type { Collection, Scalar } from './tree.ts';

/** A value in a document, to be looked at and copied into another document as source text. */
export interface SourceNode {
  readonly kind: 'map' | 'seq' | 'scalar';
  /** Whether it is written in flow style: `{...}` or `[...]`. */
  readonly flow: boolean;
  /** Offset of its first character in the text that it was read from, without a byte order mark; its anchor, tag and comments left out. */
  readonly start: number;
  /** Offset after its last character there. */
  readonly end: number;
  readonly anchor: string | undefined;
  /** Its tag in full, as `tag:yaml.org,2002:str`. */
  readonly tag: string | undefined;
}

/** The version of a document: its number rises with every edit. */
export interface Version {
  number: number;
  /** Whether the text that was read has CRLF where that of the tree has LF. */
  readonly hasCrlf: boolean;
}

/** A node as it is handed out: good until its document is edited. */
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

  #offset(offset: number): number {
    return this.#version.hasCrlf ? offset + countLines(this.#node.text, offset) : offset;
  }

  open(): Scalar | Collection {
    if (this.#version.number !== this.#number)
      throw new YamlError('edit', 'a node of an earlier version of its document');
    return this.#node;
  }
}

/** Hands out a node of a document. */
export function handOut(node: Scalar | Collection, version: Version): SourceNode {
  return new NodeHandle(node, version);
}

/** The tree's node behind one that was handed out; `undefined` for plain data. @throws YamlError where it is of an earlier version. */
export function openNode(value: unknown): Scalar | Collection | undefined {
  return value instanceof NodeHandle ? value.open() : undefined;
}
