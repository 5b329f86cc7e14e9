/** Values that an argument can have. */
export interface Values {
  readonly words: readonly string[];
  /** Set if the value may also be a path. */
  readonly paths?: 'files' | 'folders';
}

/** Names that placeholders stand for. */
export interface Names {
  readonly functions: readonly string[];
  readonly commands: readonly string[];
  /** All kinds of configuration. */
  readonly kinds: readonly string[];
}

const FOLDERS = (): Values => ({ words: [], paths: 'folders' });

/** Values by the placeholder in a usage. Any other placeholder stands for text that cannot be completed. */
const PLACEHOLDERS: ReadonlyMap<string, (names: Names) => Values> = new Map<string, (names: Names) => Values>([
  ['DIR', FOLDERS],
  ['DEST', FOLDERS],
  ['PKG', FOLDERS],
  ['BASE', FOLDERS],
  ['NEW', FOLDERS],
  ['LOCAL', FOLDERS],
  ['FILE', () => ({ words: [], paths: 'files' })],
  ['FUNCTION', ({ functions }) => ({ words: functions })],
  ['COMMAND', ({ commands }) => ({ words: commands })],
  ['KIND', ({ kinds }) => ({ words: kinds })],
]);

/**
 * Returns the values of an argument as it is written in a usage: `stdout|unwrap|DIR`, `[DIR]`, `[PKG][@REF]`, `DIR|FILE
 * ...`.
 */
export function valuesOf(usage: string, names: Names): Values {
  const alternatives = usage
    .replace(/ \.\.\.$/, '')
    .replace(/^\[(\w+)\]\[.*\]$/, '$1')
    .replace(/^\[(.*)\]$/, '$1')
    .split('|');
  const all = alternatives.map((alternative) => valuesOfOne(alternative, names));
  const paths = ['files', 'folders'] as const;
  const found = paths.find((each) => all.some((values) => values.paths === each));
  return { words: all.flatMap(({ words }) => words), ...(found !== undefined && { paths: found }) };
}

function valuesOfOne(alternative: string, names: Names): Values {
  const word = alternative.replace(/\[.*\]$/, '');
  const placeholder = PLACEHOLDERS.get(alternative) ?? PLACEHOLDERS.get(word);
  if (placeholder !== undefined) return placeholder(names);
  return { words: word === word.toLowerCase() ? [word] : [] };
}
