/**
 * Reports whether a text can be the name of a branch, by the rules of git-check-ref-format. Names with a brace are
 * refused, too.
 */
export function isBranchName(text: string): boolean {
  return (
    !INVALID.test(text) &&
    text !== 'HEAD' &&
    text.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
  );
}

const INVALID = /^-|\.\.|@\{|[{}\u0000-\u0020\u007F~^:?*[\\]|\.$|^@$/;
