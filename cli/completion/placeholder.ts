/** Values that an argument can have. */
export interface Values {
  readonly words: readonly string[];
  /** Set if the value may also be a path. */
  readonly paths?: 'files' | 'folders';
  /** Kinds of further words that the program is asked for: those of `krm-variants completion KIND`. Default: none. */
  readonly asks?: readonly ('variants' | 'fields' | 'packages')[];
}

/** Names that placeholders stand for. */
export interface Names {
  readonly functions: readonly string[];
  readonly commands: readonly string[];
  /** All kinds of configuration. */
  readonly kinds: readonly string[];
}

const FOLDERS = (): Values => ({ words: [], paths: 'folders' });
const VARIANTS = (): Values => ({ words: [], paths: 'folders', asks: ['variants'] });

/** Values by the placeholder in a usage. Any other placeholder stands for text that cannot be completed. */
const PLACEHOLDERS: ReadonlyMap<string, (names: Names) => Values> = new Map<string, (names: Names) => Values>([
  ['DIR', FOLDERS],
  ['DEST', FOLDERS],
  ['PKG', FOLDERS],
  ['VARIANT', VARIANTS],
  ['A', VARIANTS],
  ['B', VARIANTS],
  ['FIELD', () => ({ words: [], asks: ['fields'] })],
  ['REPO/DIR@REF', () => ({ words: [], paths: 'folders', asks: ['packages'] })],
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
 * ...`, `[VARIANT ...]`.
 */
export function valuesOf(usage: string, names: Names): Values {
  const alternatives = usage
    .replace(/^\[(\w+)\]\[.*\]$/, '$1')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/ \.\.\.$/, '')
    .split('|');
  return joinValues(alternatives.map((alternative) => valuesOfOne(alternative, names)));
}

/** Returns what any of these values can be. */
export function joinValues(all: readonly Values[]): Values {
  const paths = ['files', 'folders'] as const;
  const found = paths.find((each) => all.some((values) => values.paths === each));
  const asks = all.flatMap((values) => values.asks ?? []);
  return {
    words: all.flatMap(({ words }) => words),
    ...(found !== undefined && { paths: found }),
    ...(asks.length > 0 && { asks }),
  };
}

function valuesOfOne(alternative: string, names: Names): Values {
  const word = alternative.replace(/\[.*\]$/, '');
  const placeholder = PLACEHOLDERS.get(alternative) ?? PLACEHOLDERS.get(word);
  if (placeholder !== undefined) return placeholder(names);
  return { words: word === word.toLowerCase() ? [word] : [] };
}
