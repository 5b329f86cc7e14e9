/** A template that cannot be parsed, or that failed while it was executed; `message` is what Go's text/template says. */
export class TemplateError extends Error {
  readonly phase: 'parse' | 'exec';
  /** What had been written when the execution failed; U+FFFD stands for bytes that are not UTF-8. */
  readonly partial: string;

  constructor(phase: 'parse' | 'exec', message: string, partial = '') {
    super(message);
    this.name = 'TemplateError';
    this.phase = phase;
    this.partial = partial;
  }
}
