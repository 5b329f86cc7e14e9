/** A text that is no path of the subset that is taken. The message says where it stops being one. */
export class JsonPathError extends Error {
  /** Offset in the text, in bytes of UTF-8. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'JsonPathError';
    this.offset = offset;
  }
}
