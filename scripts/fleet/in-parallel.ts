/**
 * Does some work on each item, as much of it at once as `limit` says. After an error no more is begun, and once what was begun
 * has ended, it is thrown.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  // All workers take from the one iterator.
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      try {
        await work(item);
      } catch (error) {
        errors.push(error);
      }
      if (errors.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (errors.length > 0) throw errors[0];
}
