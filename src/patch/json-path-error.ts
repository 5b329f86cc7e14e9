/** An error of a text outside the supported subset of JSONPath. The message describes the first offending part. */
export class JsonPathError extends Error {
  /** Offset in the text, in bytes of UTF-8. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'JsonPathError';
    this.offset = offset;
  }
}
