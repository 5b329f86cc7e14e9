/** Work on items: starts up to `atOnce` of them ahead, and ends each in its turn. */
interface Turns<T, Started> {
  readonly atOnce: number;
  readonly start: (item: T, index: number) => Started;
  readonly end: (started: Started, item: T) => Promise<void>;
}

/** Works on items in their order. The first error stops the work; items that were started are then not ended. */
export async function inTurn<T, Started>(
  items: readonly T[],
  { atOnce, start, end }: Turns<T, Started>,
): Promise<void> {
  const started = items.slice(0, atOnce).map((item, index) => start(item, index));
  for (const [index, item] of items.entries()) {
    await end(started.shift() as Started, item);
    const next = index + atOnce;
    if (next < items.length) started.push(start(items[next] as T, next));
  }
}
