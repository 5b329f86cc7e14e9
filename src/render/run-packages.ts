import type { Package } from './package-tree.ts';

/** Renders one package. `isLate` reports whether an earlier package failed. Returns false if the package fails. */
export type RenderOne = (each: Package, isLate: () => boolean) => Promise<boolean>;

/** Renders packages one after the other, until one fails. Returns the rendered packages. */
export async function runOneByOne(order: readonly Package[], render: RenderOne): Promise<readonly Package[]> {
  const done: Package[] = [];
  for (const each of order) {
    done.push(each);
    if (!(await render(each, () => false))) break;
  }
  return done;
}

/**
 * Renders packages that do not contain each other in parallel, and each after its subpackages. Returns those that a
 * sequential rendering would have rendered; later packages than the first that failed may have been started, too. `order`:
 * each package after its subpackages.
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
