/**
 * Does some work on each item, as much of it at once as `limit` says. The answers come in the order of the items. After an
 * error no more is begun, and once what was begun has ended, it is thrown.
 */
export async function inParallel<Item, Answer>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const errors: unknown[] = [];
  // All workers take from the one iterator.
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      try {
        answers[index] = await work(item);
      } catch (error) {
        errors.push(error);
      }
      if (errors.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (errors.length > 0) throw errors[0];
  return answers;
}
