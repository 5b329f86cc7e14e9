import { column, lineBreak } from '../tree/positions.ts';
import { isCollection, type Collection, type TreeNode } from '../tree/tree.ts';

/** The layout of a document, which additions follow. */
export interface Style {
  /** Indentation of a block map relative to the one that holds it. */
  readonly width: number;
  /** Indentation of a block sequence relative to its key: 0 if sequences are compact. */
  readonly sequence: number;
  readonly eol: string;
}

/**
 * Returns the layout of the text below a node, by the first example of each part in it; defaults to two columns and
 * compact sequences, as kubectl prints. Detection is lazy, since most edits do not need the layout.
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

/** Returns a layout with sequences indented by `depth` relative to their keys; defaults to the indentation of maps. */
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

/** Returns the indentation of the first block sequence in a map relative to its key, or undefined if there is none. */
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
