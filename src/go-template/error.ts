/** Error of a template that cannot be parsed or executed; `message` is that of Go's text/template. */
export class TemplateError extends Error {
  readonly phase: 'parse' | 'exec';
  /** Output written before the execution failed; U+FFFD replaces bytes that are not UTF-8. */
  readonly partial: string;

  constructor(phase: 'parse' | 'exec', message: string, partial = '') {
    super(message);
    this.name = 'TemplateError';
    this.phase = phase;
    this.partial = partial;
  }
}
