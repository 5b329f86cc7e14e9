import { CelError, type Position } from './cel-error.ts';

/** Text of an expression. Offsets are in code units, as in JavaScript. */
export class Source {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the line and column of an offset. */
  position(offset: number): Position {
    const before = this.text.slice(0, offset);
    const start = before.lastIndexOf('\n') + 1;
    return { line: before.split('\n').length, column: countCodePoints(before.slice(start)) + 1 };
  }

  /** Returns the compile error for the text at an offset. */
  error(offset: number, message: string, hint = ''): CelError {
    return new CelError('compile', message, this.position(offset), hint);
  }
}

/** Returns the number of code points of a text. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const isSecondHalf = (text.charCodeAt(index) & 0xfc00) === 0xdc00 && index > 0;
    if (!isSecondHalf || (text.charCodeAt(index - 1) & 0xfc00) !== 0xd800) count++;
  }
  return count;
}
