import fc from 'fast-check';

/** A generated text of one block or flow YAML document, of every style that people write. */
export function documents(): fc.Arbitrary<string> {
  return fc
    .record({
      root: blocks(3),
      eol: fc.constantFrom('\n', '\n', '\n', '\r\n'),
      head: fc.constantFrom('', '', '---\n', '# head\n', '# head\n\n'),
      ended: fc.boolean(),
    })
    .map(({ root, eol, head, ended }) => {
      const text = `${head}${root(0).join('\n')}${ended ? '\n' : ''}`;
      return text.replaceAll('\n', eol);
    });
}

/** Lines at a column. */
type Block = (indent: number) => readonly string[];

function blocks(depth: number): fc.Arbitrary<Block> {
  return fc.oneof(maps(depth), sequences(depth));
}

const KEYS = [
  'a',
  'b',
  'c',
  'name',
  "'quoted'",
  '"double"',
  'long-key.with/slash',
  'on',
  '12',
  '"__proto__"',
  'constructor',
];

function maps(depth: number): fc.Arbitrary<Block> {
  const pair = fc.record({ value: values(depth), above: comments(), beside: beside() });
  return fc
    .record({
      keys: fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 5 }),
      pairs: fc.array(pair, { minLength: 5, maxLength: 5 }),
      more: mostly(fc.constant(0), wideSizes()),
      width: mostly(fc.constant(2), fc.constantFrom(9, 10, 12)),
      isIndented: fc.boolean(),
    })
    .map(({ keys, pairs, more, width, isIndented }) => (indent) => {
      const pad = ' '.repeat(indent);
      const lines = keys.flatMap((key, index) => {
        const { value, above, beside: comment } = pairs[index] as (typeof pairs)[number];
        const head = `${pad}${key}:`;
        const deeper = indent + (value.kind === 'seq' && !isIndented ? 0 : width);
        return [...above(pad), ...place(head, value, comment, deeper, indent + width)];
      });
      // Of short lines, there are more than a line table has room for at first.
      const scalars = more % 3 === 0 ? ['1'] : SCALARS;
      const others = moreKeys(more).map((key, index) => `${pad}${key}: ${scalars[index % scalars.length]}`);
      return more % 2 === 0 ? [...lines, ...others] : [...others, ...lines];
    });
}

/** Mostly the values of one arbitrary, rarely those of another, which is worth it only now and then. */
function mostly<T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: rare });
}

/**
 * Numbers of entries of a wide collection: around MAX_UNINDEXED of a map (16) where the collection has some others, far
 * above it, and above MAX_EXAMPLES of a flow collection (100).
 */
function wideSizes(): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 11, max: 40 }) },
    { weight: 1, arbitrary: fc.integer({ min: 95, max: 130 }) },
  );
}

/** Returns keys, each of its own, of which the first is about as long as a key may be. */
function moreKeys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => (index === 0 && count % 8 === 0 ? longKey(count) : `k${index}`));
}

/** Returns a key of 990 to 1,024 characters: the fast reader declines those above 1,000, none may have more. */
function longKey(number: number): string {
  return 'k'.repeat(990 + ((number * 5) % 35));
}

function sequences(depth: number): fc.Arbitrary<Block> {
  const element = fc.record({ value: values(depth), above: comments(), beside: beside(), onOwnLine: fc.boolean() });
  return fc.array(element, { minLength: 1, maxLength: 4 }).map((elements) => (indent) => {
    const pad = ' '.repeat(indent);
    return elements.flatMap(({ value, above, beside: comment, onOwnLine }) => {
      const placed = place(`${pad}-`, value, comment, indent + 2, indent + 2);
      const [first = '', second = '', ...rest] = placed;
      const joins =
        !onOwnLine && comment === '' && (value.kind === 'map' || value.kind === 'seq') && !/^ *#|^$/.test(second);
      return [...above(pad), ...(joins ? [`${first} ${second.slice(indent + 2)}`, ...rest] : placed)];
    });
  });
}

function place(
  head: string,
  value: Placed,
  comment: string,
  blockIndent: number,
  textIndent: number,
): readonly string[] {
  if (value.kind === 'inline') return [`${head} ${value.text}${comment}`];
  if (value.kind === 'empty') return [`${head}${comment}`];
  if (value.kind === 'text')
    return [
      `${head} ${value.header}${comment}`,
      ...value.lines.map((line) => (line === '' ? '' : ' '.repeat(textIndent) + line)),
    ];
  return [`${head}${comment}`, ...value.block(blockIndent)];
}

type Placed =
  | { readonly kind: 'inline'; readonly text: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly header: string; readonly lines: readonly string[] }
  | { readonly kind: 'map' | 'seq'; readonly block: Block };

function values(depth: number): fc.Arbitrary<Placed> {
  const inline = fc.oneof(fc.constantFrom(...SCALARS), flow(2)).map((text): Placed => ({ kind: 'inline', text }));
  const text = fc
    .record({
      header: fc.constantFrom('|', '|-', '|+', '>', '>-'),
      lines: fc.constantFrom(['one', 'two'], ['x: 1', '', '# no comment'], ['one', '  deeper', 'two']),
    })
    .map((block): Placed => ({ kind: 'text', ...block }));
  const flat = fc.oneof(
    { weight: 6, arbitrary: inline },
    { weight: 1, arbitrary: fc.constant<Placed>({ kind: 'empty' }) },
    { weight: 1, arbitrary: text },
  );
  if (depth === 0) return flat;
  const nested = fc.oneof(
    maps(depth - 1).map((inner): Placed => ({ kind: 'map', block: inner })),
    sequences(depth - 1).map((inner): Placed => ({ kind: 'seq', block: inner })),
  );
  return fc.oneof({ weight: 2, arbitrary: flat }, { weight: 1, arbitrary: nested });
}

const SCALARS = [
  '1',
  '0',
  '012',
  '1.0',
  '1e3',
  '0x1F',
  'yes',
  'text',
  "'it''s'",
  '"a\\nb"',
  'null',
  '~',
  '2001-12-14',
  '12345678901234567890',
  '9007199254740993',
  '-9223372036854775809',
  '18446744073709551616',
  'a b  c',
  '"\u{1F600}"',
  '!!str 5',
  'x:y',
  "''",
];

/** Documents with a collection in flow style below the key `top`. */
export function flowDocuments(): fc.Arbitrary<string> {
  return flow(2).map((text) => `top: ${text}\n`);
}

function flow(depth: number): fc.Arbitrary<string> {
  const scalar = fc.constantFrom('1', 'a', "'b'", '"c"', 'yes', '""');
  const inner = depth === 0 ? scalar : fc.oneof(scalar, flow(depth - 1));
  const gap = fc.constantFrom('', ' ');
  const more = mostly(fc.constant(0), wideSizes());
  const seq = fc
    .tuple(fc.array(inner, { maxLength: 3 }), gap, more)
    .map(([items, pad, count]) => `[${pad}${[...items, ...moreKeys(count)].join(', ')}${pad}]`);
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', '"c"', "'d'"), { maxLength: 3 });
  const map = fc
    .tuple(names, fc.array(inner, { minLength: 3, maxLength: 3 }), gap, more)
    .map(([keys, items, pad, count]) => {
      const pairs = [...keys, ...moreKeys(count)].map((key, i) => `${key}: ${items[i % items.length]}`);
      return `{${pad}${pairs.join(', ')}${pad}}`;
    });
  return fc.oneof(seq, map);
}

function comments(): fc.Arbitrary<(pad: string) => readonly string[]> {
  const shape = fc.constantFrom('', '', '', '', 'c', 'cc', 'cb', 'b', 'd');
  return shape.map(
    (kinds) => (pad) =>
      [...kinds].map((kind) => (kind === 'c' ? `${pad}# above` : kind === 'd' ? `${pad}  # deeper` : '')),
  );
}

function beside(): fc.Arbitrary<string> {
  return fc.constantFrom('', '', '', ' # beside', '   # far');
}

/** Plain data to set. */
export function plainValues(): fc.Arbitrary<unknown> {
  const scalar = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      1,
      -1.5,
      1e21,
      12345678901234567890n,
      9007199254740991,
      9007199254740993n,
      2n ** 64n - 1n,
      -(2n ** 63n),
      '',
      'plain',
      'yes',
      '012',
      '1:30',
      'a: b',
      ' lead',
      "it's",
      'two\nlines',
      'two\nlines\n',
      '\n',
      '# c',
      '- x',
      '\u0007',
      'a\tb',
      '\u{1F600}',
      '[x]',
      ' \n x',
      ' deeper\nlines\n',
      '\u007F',
      '\u00FF',
      '---',
      '=',
      '<<',
      'tail:',
      '\u2028',
      '2001-01-01',
      '{{ x }}',
    ),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.string({ unit: fc.constantFrom(...'ab:#- \n"\'{}[],&*!|>%@`?\\\t0'), maxLength: 6 }),
    fc.integer(),
  );
  return fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3, depthSize: 'small' }, scalar, tie('list'), tie('map')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    map: fc.dictionary(keyNames(), tie('value'), { maxKeys: 3, noNullPrototype: false }),
  })).value;
}

/** Names of keys. */
export function keyNames(): fc.Arbitrary<string> {
  const usual = fc.oneof(
    fc.constantFrom(
      'a',
      'b',
      'new',
      'yes',
      '12',
      'with space',
      'a.b/c',
      '# x',
      '__proto__',
      'constructor',
      '',
      '<<',
      'k: v',
      '-',
      '?',
    ),
    fc.string({ unit: 'grapheme-ascii', maxLength: 5 }),
  );
  return mostly(usual, fc.nat().map(longKey));
}
