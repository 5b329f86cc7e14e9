/**
 * Calls an async function for each item, at most `limit` at a time. After an error no more calls begin; the error is
 * thrown once the running ones have ended.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  // All workers share one iterator.
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
