import { column, lineBreak } from '../tree/positions.ts';
import { isCollection, type Collection, type TreeNode } from '../tree/tree.ts';

/** The layout of a document, which what is added to it follows. */
export interface Style {
  /** Columns by which a block map is deeper than the one that holds it. */
  readonly width: number;
  /** Columns by which a block sequence is deeper than its key: 0 where sequences are compact. */
  readonly sequence: number;
  readonly eol: string;
}

/**
 * The layout of the text below a node, by the first example of each in it: else two columns, compact, as kubectl prints.
 * It is looked for when it is needed: most edits need none.
 */
export function detectStyle(root: TreeNode): Style {
  return new DetectedStyle(root);
}

class DetectedStyle implements Style {
  readonly eol: string;
  readonly #root: TreeNode;
  #examples: Examples | undefined;

  constructor(root: TreeNode) {
    this.eol = lineBreak(root.text);
    this.#root = root;
  }

  get width(): number {
    return this.#seen.width ?? 2;
  }
  get sequence(): number {
    return this.#seen.sequence ?? 0;
  }

  get #seen(): Examples {
    if (this.#examples === undefined) {
      this.#examples = new Examples();
      this.#examples.look(this.#root);
    }
    return this.#examples;
  }
}

/** A layout with sequences that are so many columns deeper than their keys; with the same depth as maps if not said. */
export function withSequence(style: Style, depth?: number): Style {
  return {
    get width() {
      return style.width;
    },
    get sequence() {
      return depth ?? style.width;
    },
    eol: style.eol,
  };
}

/** Columns by which the first block sequence in a map is deeper than its key; undefined where there is none. */
export function sequenceDepth(map: Collection): number | undefined {
  const seen = new Examples();
  seen.lookAtEntries(map);
  return seen.sequence;
}

class Examples {
  width: number | undefined;
  sequence: number | undefined;

  look(node: TreeNode): void {
    if (!isCollection(node) || node.flow || (this.width !== undefined && this.sequence !== undefined)) return;
    if (node.kind === 'map') this.lookAtEntries(node);
    for (const entry of node.entries) this.look(entry.value);
  }

  lookAtEntries(map: Collection): void {
    for (const { text, start, value } of map.entries) {
      if (!isCollection(value) || value.flow || value.text !== text) continue;
      const deeper = column(text, value.start) - column(text, start);
      if (value.kind === 'seq') this.sequence ??= deeper;
      else if (deeper > 0) this.width ??= deeper;
    }
  }
}
