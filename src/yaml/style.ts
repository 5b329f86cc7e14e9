import { column, lineBreak } from './text.ts';
import { isCollection, type Collection, type TreeNode } from './tree.ts';

/** The layout of a document, which what is added to it follows. */
export interface Style {
  /** Columns by which a block map is deeper than the one that holds it. */
  readonly width: number;
  /** Whether a block sequence begins at the column of its key. */
  readonly compact: boolean;
  readonly eol: string;
}

/** The layout of the text below a node, by the first example of each in it: else two columns, compact, as kubectl prints. */
export function detectStyle(root: TreeNode): Style {
  const seen = new Examples();
  seen.look(root);
  return { width: seen.width ?? 2, compact: seen.compact ?? true, eol: lineBreak(root.text) };
}

/** Whether the block sequences in a map are compact: by the first one in it. */
export function hasCompactSequences(map: Collection): boolean | undefined {
  const seen = new Examples();
  seen.lookAtEntries(map);
  return seen.compact;
}

class Examples {
  width: number | undefined;
  compact: boolean | undefined;

  look(node: TreeNode): void {
    if (!isCollection(node) || node.flow || (this.width !== undefined && this.compact !== undefined)) return;
    if (node.kind === 'map') this.lookAtEntries(node);
    for (const entry of node.entries) this.look(entry.value);
  }

  lookAtEntries(map: Collection): void {
    for (const { text, start, value } of map.entries) {
      if (!isCollection(value) || value.flow || value.text !== text) continue;
      const deeper = column(text, value.start) - column(text, start);
      if (value.kind === 'seq') this.compact ??= deeper === 0;
      else if (deeper > 0) this.width ??= deeper;
    }
  }
}
