/** Receives one or more lines. */
export type ShowLines = (lines: string) => void;

/** Shows the lines of parallel logs one log after the other. */
export class Turns {
  readonly #show: ShowLines;
  readonly #waiting = new Map<number, string[]>();
  #turn = 0;

  constructor(show: ShowLines) {
    this.#show = show;
  }

  /** Number of the log whose lines are shown immediately. */
  get turn(): number {
    return this.#turn;
  }

  /** Shows lines of the log with a number in its turn. The first number is 0. */
  show(log: number, lines: string): void {
    if (log === this.#turn) this.#show(lines);
    else this.#waiting.set(log, [...(this.#waiting.get(log) ?? []), lines]);
  }

  /** Ends the current turn. */
  next(): void {
    this.#turn++;
    for (const lines of this.#waiting.get(this.#turn) ?? []) this.#show(lines);
    this.#waiting.delete(this.#turn);
  }
}
