/** Receives one or more lines. */
export type ShowLines = (lines: string) => void;

/** Lines of several logs that are written at the same time: they are shown log by log. */
export class Turns {
  readonly #show: ShowLines;
  readonly #waiting = new Map<number, string[]>();
  #turn = 0;

  constructor(show: ShowLines) {
    this.#show = show;
  }

  /** Number of the log whose lines are shown at once. */
  get turn(): number {
    return this.#turn;
  }

  /** Shows lines of the log of a number, when it is its turn. Zero is the first. */
  show(log: number, lines: string): void {
    if (log === this.#turn) this.#show(lines);
    else this.#waiting.set(log, [...(this.#waiting.get(log) ?? []), lines]);
  }

  /** Ends a turn. */
  next(): void {
    this.#turn++;
    for (const lines of this.#waiting.get(this.#turn) ?? []) this.#show(lines);
    this.#waiting.delete(this.#turn);
  }
}
