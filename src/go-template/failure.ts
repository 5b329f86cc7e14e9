/** Error of an execution, as bytes; the template and the position are not yet included. */
export class Failure extends Error {
  /** Hint of a `TemplateError`, as text. */
  readonly hint: string;

  constructor(message: string, hint = '') {
    super(message);
    this.hint = hint;
  }
}
