import type { Collection, Scalar } from '../tree/tree.ts';

/** The anchors of a document up to the current point of its reading: an alias refers to the last one of its name. */
export class AnchorTable {
  /** Made for the first anchor: most documents have none. */
  #nodes: Map<string, Scalar | Collection | 'open'> | undefined;

  /** Must be called before the content of an anchored collection is read: an alias in it to itself is an error. */
  open(anchor: string | undefined): void {
    if (anchor !== undefined) this.#set(anchor, 'open');
  }

  /** Registers a node that has been read without `open`. */
  add<T extends Scalar | Collection>(node: T): T {
    if (node.anchor !== undefined) this.#set(node.anchor, node);
    return node;
  }

  /**
   * Registers a collection that was opened, unless a node inside has taken its anchor: the last one in the text counts
   * (YAML 1.2, 3.2.2.2).
   */
  close(node: Collection): Collection {
    return node.anchor !== undefined && this.#nodes?.get(node.anchor) === 'open' ? this.add(node) : node;
  }

  /**
   * Returns the node that an alias of this name refers to. @throws the error that `fail` makes of the message if there
   * is no such anchor; the message never quotes the text, which may hold secrets.
   */
  resolve(name: string, fail: (message: string) => Error): Scalar | Collection {
    const node = this.#nodes?.get(name);
    if (node === undefined) throw fail('an alias must follow the anchor that it names');
    if (node === 'open') throw fail('the value of an anchor contains itself');
    return node;
  }

  #set(anchor: string, node: Scalar | Collection | 'open'): void {
    this.#nodes ??= new Map();
    this.#nodes.set(anchor, node);
  }
}
