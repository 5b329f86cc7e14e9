import fc from 'fast-check';

/** A value in a document in the most common forms, as text. */
type Tree = string | { readonly of: 'map' | 'seq'; readonly entries: readonly (readonly [key: string, value: Tree])[] };

const SCALARS = ['1', '01', 'x', 'a b', 'yes', '~', '""', '"d"', "'s'", '[a, "b"]', '{a: 1, b: 2}', '{a: 1, a: 2}'];
const COLONS = ['http://x', '"a: b"', 'a:b', "'b: '"];
const BLOCKS = ['|\nx\n', '|+\nx\n\n', '>-\nx\ny\n', '|\nx\n\n', '|\na: 1\nb:\n  a: 1\na: 2\n', '|\n- a: 1\n'];
const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'name', 'x.y/z'];
const ODD_KEYS = ['"a"', "'b'", 'yes', 'on', '1'];
const AFTER = ['', '', '', ' # c', ' # d: e'];
const ABOVE = ['', '', '', '', '# c\n', '\n', '# a: 1\n\n'];
/**
 * Places of a collection: deeper than its key or dash, or beside the dash, or below the key as a sequence at its
 * column.
 */
const PLACES = ['deeper', 'compact', 'compact'];

/**
 * Two versions of a document in the most common forms: block collections, scalars and flow collections on one line,
 * literal and folded scalars, comments and blank lines. Keys may repeat. The versions share most of their parts.
 */
export function plainVersions(): fc.Arbitrary<readonly [string, string]> {
  const { tree } = fc.letrec<{ tree: Tree; map: Tree; seq: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom(...SCALARS, ...COLONS, ...BLOCKS),
      tie('map'),
      tie('seq'),
    ),
    map: entriesOf('map', tie('tree')),
    seq: entriesOf('seq', tie('tree')),
  }));
  const decoration = fc.array(fc.nat(99), { minLength: 20, maxLength: 60 });
  return fc
    .tuple(entriesOf('map', tree), fc.array(fc.tuple(fc.nat(30), tree), { maxLength: 3 }), decoration, fc.nat(30))
    .map(([first, changes, numbers, shift]) => {
      const second = changes.reduce<Tree>((all, [at, value]) => changed(all, at, value), first);
      // The comments of the second version differ from some entry on.
      const others = numbers.map((number, index) => (index < shift ? number : (numbers[index + 1] ?? 0)));
      return [printed(first, numbers), printed(second, shift % 3 === 0 ? others : numbers)] as const;
    });
}

function entriesOf(of: 'map' | 'seq', value: fc.Arbitrary<Tree>): fc.Arbitrary<Tree> {
  return fc
    .array(
      fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...KEYS) }, fc.constantFrom(...ODD_KEYS)), value),
      { minLength: 1, maxLength: 4 },
    )
    .map((entries) => ({ of, entries }));
}

/** Returns a tree with another value at one of its entries, or one entry less. */
function changed(tree: Tree, at: number, value: Tree): Tree {
  if (typeof tree === 'string') return value;
  const index = at % tree.entries.length;
  const isLess = at % 7 === 0 && tree.entries.length > 1;
  const entries = isLess
    ? tree.entries.toSpliced(index, 1)
    : tree.entries.map(([key, each], n) => [key, n === index ? changed(each, at >> 1, value) : each] as const);
  return { of: tree.of, entries };
}

function printed(tree: Tree, numbers: readonly number[]): string {
  let at = 0;
  const pick = (list: readonly string[]): string => list[(numbers[at++ % numbers.length] ?? 0) % list.length] ?? '';
  const indented = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
  const entry = (head: string, value: Tree): string => {
    if (typeof value !== 'string') {
      const [place, text] = [pick(PLACES), print(value)];
      if (place === 'compact' && head === '-' && !/^[#\n]/.test(text)) return `- ${indented(text, 2).trimStart()}`;
      return `${head}${pick(AFTER)}\n${place === 'compact' && head !== '-' && value.of === 'seq' ? text : indented(text, 2)}`;
    }
    const [first = '', ...rest] = value.split('\n');
    return rest.length === 0 ? `${head} ${first}${pick(AFTER)}\n` : `${head} ${first}\n${indented(rest.join('\n'), 2)}`;
  };
  const print = (each: Tree): string =>
    typeof each === 'string'
      ? each
      : each.entries
          .map(([key, value]) => `${pick(ABOVE)}${entry(each.of === 'map' ? `${key}:` : '-', value)}`)
          .join('');
  return print(tree);
}
