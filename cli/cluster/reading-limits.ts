/** Requests of one reading: with 500 objects in each answer enough for 500,000 objects, more than clusters are made for. */
const MOST_REQUESTS = 1000;

/** Megabytes of all answers together: twice the longest single one. */
const MOST_MEGABYTES = 512;

/** Time of a whole reading, in times of the limit of one request: no person waits longer than some minutes. */
const MOST_TIMEOUTS = 10;

/** Limits of a whole reading: a server can divide its answer into any number of pages, each of them within its own limits. */
export class ReadingLimits {
  readonly #seconds: number;
  readonly #end: number;
  #requests = 0;
  #bytes = 0;

  /** `timeoutSeconds`: limit of one request. */
  constructor(timeoutSeconds: number) {
    this.#seconds = timeoutSeconds * MOST_TIMEOUTS;
    this.#end = performance.now() + this.#seconds * 1000;
  }

  /** Counts one more request. Returns the limit that it exceeds, if any. */
  countRequest(): string | undefined {
    this.#requests++;
    if (this.#requests > MOST_REQUESTS) return `${MOST_REQUESTS} requests`;
    return performance.now() > this.#end ? `${this.#seconds} s` : undefined;
  }

  /** Counts the text of an answer. Returns the limit that it exceeds, if any. */
  countAnswer(text: string): string | undefined {
    this.#bytes += Buffer.byteLength(text);
    return this.#bytes > MOST_MEGABYTES * 1e6 ? `${MOST_MEGABYTES} MB` : undefined;
  }
}
