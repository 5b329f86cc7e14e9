/** Observer of long work, for people who wait. */
export interface Watch {
  /** Returns the same items, and reports each before it is worked on. `verb` is in the form of `reading`. */
  each<T>(verb: string, items: readonly T[]): Iterable<T>;
  /** Called during work on one item. */
  step(): void;
}

/** Observer that shows nothing. */
export const UNWATCHED: Watch = { each: (_, items) => items, step: () => undefined };
