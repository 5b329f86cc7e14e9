import { mapEntries, plainValue } from './tree/plain.ts';
import { resolveAlias, type TreeNode } from './tree/tree.ts';
import { equalValues } from './tree/value.ts';

/**
 * Reports whether two trees have the same data, with the keys of each map in the same order.
 * @throws YamlError if data cannot be read: a scalar does not fit its tag, or aliases expand without bounds.
 */
export function haveSameData(a: TreeNode, b: TreeNode): boolean {
  return equalValues(plainValue(a), plainValue(b)) && haveSameOrder(a, b);
}

/** Compares the order of keys of two trees that are equal otherwise. */
function haveSameOrder(a: TreeNode, b: TreeNode): boolean {
  const [one, other] = [resolveAlias(a), resolveAlias(b)];
  if (one.kind === 'scalar' || other.kind === 'scalar') return true;
  if (one.kind === 'seq')
    return one.entries.every(({ value }, index) => haveSameOrder(value, other.entries[index]?.value ?? value));
  const [ours, theirs] = [[...mapEntries(one)], [...mapEntries(other)]];
  return ours.every(([name, { entry }], index) => {
    const [sameName, same] = theirs[index] ?? [];
    return name === sameName && same !== undefined && haveSameOrder(entry.value, same.entry.value);
  });
}
