/** Error of a template that cannot be parsed or executed; `message` is that of Go's text/template. */
export class TemplateError extends Error {
  readonly phase: 'parse' | 'exec';
  /** Output written before the execution failed; U+FFFD replaces bytes that are not UTF-8. */
  readonly partial: string;
  /**
   * Follows the message where it is shown, and is not Go's: `; did you mean ".region"?`. It names a key of the data.
   */
  readonly hint: string;

  constructor(phase: 'parse' | 'exec', message: string, partial = '', hint = '') {
    super(message);
    this.name = 'TemplateError';
    this.phase = phase;
    this.partial = partial;
    this.hint = hint;
  }
}
