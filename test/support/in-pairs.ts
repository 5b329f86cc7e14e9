/**
 * Calls an asynchronous function for each element, two calls at a time, with the element and its index. Starts no
 * further call after one has failed; rejects with the first error, when no call runs any more.
 */
export async function inPairs<T>(
  elements: readonly T[],
  act: (element: T, index: number) => Promise<void>,
): Promise<void> {
  const waiting = [...elements.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, element] = next;
      await act(element, index).catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      });
    }
  };
  const failed = (await Promise.allSettled([work(), work()])).find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
