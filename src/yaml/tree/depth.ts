import { isCollection, type Alias, type TreeNode } from './tree.ts';

/** Maximum depth of nesting of every reader: no resource comes near, and recursion stays far below any stack limit. */
export const MAX_DEPTH = 200;

/** Returns the first alias that leads deeper than MAX_DEPTH when it is expanded, though the text itself does not. */
export function tooDeepAlias(aliases: readonly Alias[]): Alias | undefined {
  // An alias follows its anchor, so the aliases within its value have been measured before.
  const heights = new Map<TreeNode, number>();
  return aliases.find((alias) => {
    const height = heights.get(alias.target) ?? heightOf(alias.target, heights);
    heights.set(alias.target, height);
    return height + alias.entry.depth > MAX_DEPTH;
  });
}

/** Returns the height of a node in collections, aliases expanded. */
function heightOf(node: TreeNode, heights: ReadonlyMap<TreeNode, number>): number {
  if (node.kind === 'alias') return heights.get(node.target) ?? 0;
  if (!isCollection(node)) return 0;
  return node.entries.reduce((height, { value }) => Math.max(height, 1 + heightOf(value, heights)), 1);
}
