import type { Package } from './package-tree.ts';

/** Renders one package. `isLate` reports whether a package before it has failed. Returns false if it fails. */
export type RenderOne = (each: Package, isLate: () => boolean) => Promise<boolean>;

/** Renders packages one after the other, until one fails. Returns those that were rendered. */
export async function runOneByOne(order: readonly Package[], render: RenderOne): Promise<readonly Package[]> {
  const done: Package[] = [];
  for (const each of order) {
    done.push(each);
    if (!(await render(each, () => false))) break;
  }
  return done;
}

/**
 * Renders packages that do not contain each other at the same time, and each after those in it. Returns those that would
 * have been rendered one after the other: others, behind the first that failed, may have begun. `order`: each package after
 * those in it.
 */
export async function runConcurrently(order: readonly Package[], render: RenderOne): Promise<readonly Package[]> {
  let failed = order.length;
  const ended = new Map<Package, Promise<void>>();
  for (const [index, each] of order.entries()) {
    const below = each.subpackages.flatMap((one) => ended.get(one) ?? []);
    const run = async (): Promise<void> => {
      await Promise.all(below);
      if (index < failed && !(await render(each, () => failed < index))) failed = Math.min(failed, index);
    };
    ended.set(each, run());
  }
  await Promise.all(ended.values());
  return order.slice(0, failed + 1);
}
