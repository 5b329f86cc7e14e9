import { KrmError } from '../../src/krm/index.ts';

const WHITE_SPACE = /[ \t\r\n]+/y;
const COMMENT = /#[^\n]*/y;

/** Part of a word: unquoted, one character after a backslash, or in quotes. */
const PIECE = /(?<plain>[^ \t\r\n"'\\]+)|(?<escaped>\\[^])|"(?<double>(?:[^"\\]+|\\[^])*)"|'(?<single>[^']*)'/y;

/**
 * Splits a command into its words as kpt does, by google/shlex: quotes and backslashes as in a shell, except that a backslash
 * in double quotes escapes any character, and one before a line break keeps the break. `#` before a word starts a comment.
 * Expands nothing: variables, globs and operators are plain text. Throws a `KrmError` for an open quote, a backslash at the
 * end, a NUL, and a command without a program.
 */
export function splitCommand(text: string): readonly string[] {
  if (text.includes('\0')) throw invalid('it must not contain NUL');
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  while (at < text.length) {
    if (next(WHITE_SPACE) !== null) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (word !== undefined || next(COMMENT) === null) {
      const piece = next(PIECE);
      if (piece === null) throw invalid(openEnd(text.slice(at)));
      word = `${word ?? ''}${meaningOf(piece)}`;
    }
  }
  if (word !== undefined) words.push(word);
  if ((words[0] ?? '') === '') throw invalid('it must begin with a program');
  return words;
}

function meaningOf({ groups: { plain, single, escaped, double = '' } = {} }: RegExpExecArray): string {
  return plain ?? single ?? (escaped ?? double).replaceAll(/\\([^])/g, '$1');
}

function openEnd(rest: string): string {
  return rest === '\\' ? 'a character must follow its last backslash' : `the quote must be closed: ${rest}`;
}

function invalid(reason: string): KrmError {
  return new KrmError([{ severity: 'error', code: 'invalid-value', message: `must be a command: ${reason}` }]);
}
