/**
 * Maximum number of requests in one reading: with 500 objects in each answer enough for 500,000 objects, more than
 * clusters are designed for.
 */
const MOST_REQUESTS = 1000;

/** Maximum size of all answers together in megabytes: twice that of a single one. */
const MOST_MEGABYTES = 512;

/** Time limit of a whole reading, as a multiple of that of one request, so that a reading takes a few minutes at most. */
const MOST_TIMEOUTS = 10;

/** Limits of a whole reading: a server can split its answer into any number of pages, each within its own limits. */
export class ReadingLimits {
  readonly #seconds: number;
  readonly #end: number;
  #requests = 0;
  #bytes = 0;

  /** `timeoutSeconds`: time limit of one request. */
  constructor(timeoutSeconds: number) {
    this.#seconds = timeoutSeconds * MOST_TIMEOUTS;
    this.#end = performance.now() + this.#seconds * 1000;
  }

  /** Counts one more request. Returns the exceeded limit, if any. */
  countRequest(): string | undefined {
    this.#requests++;
    if (this.#requests > MOST_REQUESTS) return `${MOST_REQUESTS} requests`;
    return performance.now() > this.#end ? `${this.#seconds} s` : undefined;
  }

  /** Counts the text of an answer. Returns the exceeded limit, if any. */
  countAnswer(text: string): string | undefined {
    this.#bytes += Buffer.byteLength(text);
    return this.#bytes > MOST_MEGABYTES * 1e6 ? `${MOST_MEGABYTES} MB` : undefined;
  }
}
