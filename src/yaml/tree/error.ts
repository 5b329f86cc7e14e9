/** Kinds of errors: the text is not YAML, it nests too deep, or an edit cannot be made. */
export type YamlErrorCode = 'syntax' | 'depth' | 'edit' | 'value';

/**
 * An error of a text that cannot be read, or of an edit that cannot be made. The message ends in `line:column` if there
 * is a position.
 */
export class YamlError extends Error {
  readonly code: YamlErrorCode;
  /** One-based line in the text that was read; 0 if there is none. */
  readonly line: number;
  /** One-based column in UTF-16 units; 0 if there is none. */
  readonly column: number;

  constructor(code: YamlErrorCode, message: string, line = 0, column = 0) {
    super(line === 0 ? message : `${message} at ${line}:${column}`);
    this.name = 'YamlError';
    this.code = code;
    this.line = line;
    this.column = column;
  }
}
