import fc from 'fast-check';

/** Scalars that readers of YAML take for other types, and their texts in other quotes. */
const SCALARS = [
  'yes',
  '"yes"',
  'off',
  'y',
  '010',
  "'010'",
  '1.10',
  '0x1F',
  '1e3',
  '~',
  'null',
  '2001-01-01',
  'text',
  '""',
];

/** Keys that readers take for other types. No two have the same data. */
const KEYS = ['on', 'off', '010', '1.10', '"no way"', 'name', 'image', 'x.y', 'zone'] as const;

const ANCHORS = ['a', 'b'] as const;

/** An entry of a map, as a text shows it. */
interface Entry {
  readonly key: string;
  readonly above?: string | undefined;
  readonly beside?: string | undefined;
  readonly anchor?: string | undefined;
  readonly value: string | readonly Entry[] | Alias | Words;
}

interface Alias {
  readonly alias: string;
}

interface Words {
  readonly words: readonly string[];
  readonly isFlow: boolean;
}

const SCALAR = fc.constantFrom(...SCALARS);
const WORDS: fc.Arbitrary<Words> = fc.record({
  words: fc.array(SCALAR, { minLength: 1, maxLength: 3 }),
  isFlow: fc.boolean(),
});
const MARK = fc.option(fc.constant(''), { nil: undefined });

function entries(depth: number): fc.Arbitrary<readonly Entry[]> {
  const value = depth === 0 ? fc.oneof(SCALAR, WORDS) : fc.oneof(SCALAR, SCALAR, WORDS, entries(depth - 1));
  const entry = fc.record({ key: fc.constantFrom<string>(...KEYS), above: MARK, beside: MARK, value });
  return fc.uniqueArray(entry, { minLength: 1, maxLength: 4, selector: ({ key }) => key });
}

/** Returns entries with a number in each of their comments, and an anchor at the first values. */
function numbered(list: readonly Entry[], name: string, next = { comment: 0, anchor: 0 }): readonly Entry[] {
  return list.map((entry): Entry => {
    const mark = (comment: string | undefined): string | undefined =>
      comment === undefined ? undefined : `${name}${next.comment++}`;
    const [above, beside] = [mark(entry.above), mark(entry.beside)];
    const anchor = typeof entry.value === 'string' || Array.isArray(entry.value) ? ANCHORS[next.anchor++] : undefined;
    const value = Array.isArray(entry.value) ? numbered(entry.value as readonly Entry[], name, next) : entry.value;
    return { ...entry, above, beside, anchor, value };
  });
}

/** An edit of the entry that has a number in the order of the text. */
type Edit = (entry: Entry, tag: string) => readonly Entry[];

const EDIT: fc.Arbitrary<Edit> = fc
  .record({ scalar: SCALAR, key: fc.constantFrom(...KEYS), anchor: fc.constantFrom(...ANCHORS) })
  .chain(({ scalar, key, anchor }) =>
    fc.constantFrom<Edit>(
      (entry) => [{ ...entry, value: typeof entry.value === 'string' ? scalar : entry.value }],
      (entry, tag) => [{ ...entry, above: tag }],
      (entry, tag) => [{ ...entry, beside: tag }],
      (entry) => [{ ...entry, above: undefined }],
      (entry, tag) => [entry, { key: `${key}-${scalar.replaceAll(/\W/g, '')}`, value: scalar, above: tag }],
      (entry, tag) => [entry, { key: `alias-${tag}`, value: { alias: anchor }, beside: tag }],
      (entry) => (entry.anchor === undefined ? [] : [entry]),
      (entry) => [
        typeof entry.value === 'object' && 'words' in entry.value
          ? { ...entry, value: { ...entry.value, words: [...entry.value.words, scalar] } }
          : entry,
      ],
    ),
  );

/** Edits of one side: numbers of entries, and what becomes of these. */
const EDITS = fc.array(fc.tuple(fc.nat(8), EDIT), { minLength: 1, maxLength: 3 });

function edited(list: readonly Entry[], at: number, edit: Edit, tag: string): readonly Entry[] {
  let left = at % countOf(list);
  const visit = (each: readonly Entry[]): readonly Entry[] =>
    each.flatMap((entry): readonly Entry[] => {
      if (left-- === 0) return edit(entry, tag);
      return [Array.isArray(entry.value) ? { ...entry, value: visit(entry.value as readonly Entry[]) } : entry];
    });
  return visit(list);
}

function countOf(list: readonly Entry[]): number {
  return list.reduce((sum, { value }) => sum + 1 + (Array.isArray(value) ? countOf(value as readonly Entry[]) : 0), 0);
}

/** Three versions of a document, as texts. */
export interface OddVersions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Versions of a document of maps with comments, anchors, aliases, and scalars and keys of several readings. */
export const oddVersions: fc.Arbitrary<OddVersions> = fc
  .tuple(entries(2), EDITS, EDITS)
  .map(([list, ofOurs, ofTheirs]) => {
    const base = numbered(list, 'c');
    const side = (edits: typeof ofOurs, name: string): readonly Entry[] =>
      edits.reduce<readonly Entry[]>(
        (found, [at, edit], index) => (found.length === 0 ? found : edited(found, at, edit, `${name}${index}`)),
        base,
      );
    const text = (found: readonly Entry[]): string => `kind: Odd\nspec:\n${printed(found, '  ')}last: 1\n`;
    return { base: text(base), ours: text(side(ofOurs, 'o')), theirs: text(side(ofTheirs, 't')) };
  });

function printed(list: readonly Entry[], indent: string): string {
  if (list.length === 0) return '';
  return list
    .map(({ key, above, beside, anchor, value }) => {
      const comment = above === undefined ? '' : `${indent}# ${above}\n`;
      const end = beside === undefined ? '\n' : ` # ${beside}\n`;
      const head = `${comment}${indent}${key}:${anchor === undefined ? '' : ` &${anchor}`}`;
      if (typeof value === 'string') return `${head} ${value}${end}`;
      if ('alias' in value) return `${head} *${value.alias}${end}`;
      if ('words' in value && value.isFlow) return `${head} [${value.words.join(', ')}]${end}`;
      if ('words' in value) return `${head}${end}${value.words.map((word) => `${indent}- ${word}\n`).join('')}`;
      return `${head}${end}${printed(value, `${indent}  `)}`;
    })
    .join('');
}
