import fc from 'fast-check';

/** The texts after some mutations each: most of them are still valid, but unusual YAML. */
export function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(texts, mutations(4)).map(([text, mutate]) => mutate(text));
}

/** Functions that mutate a text at most `maxLength` times. */
export function mutations(maxLength: number): fc.Arbitrary<(text: string) => string> {
  const kinds = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...KINDLY) },
    { weight: 1, arbitrary: fc.constantFrom(...KINDS) },
  );
  const mutation = fc.record({ mutate: kinds, place: fc.nat(), choice: fc.nat() });
  return fc
    .array(mutation, { maxLength })
    .map((list) => (text) => list.reduce((now, { mutate, place, choice }) => mutate(now, place, choice), text));
}

/** Changes a text at a place and in a way, each selected by a number. */
type Mutation = (text: string, place: number, choice: number) => string;

const KINDS: readonly Mutation[] = [
  insertCharacters,
  insertSnippet,
  deleteCharacters,
  replaceCharacter,
  duplicateLine,
  deleteLine,
  indentLine,
  indentRest,
  swapLines,
  joinLines,
  splitLine,
  insertLine,
  insertLine,
  setValue,
  setKey,
  truncate,
];

/** Mutations that keep most texts readable. */
const KINDLY: readonly Mutation[] = [
  setValue,
  setValue,
  setValue,
  setKey,
  insertTrivia,
  insertTrivia,
  addComment,
  duplicateLine,
  dropFinalNewline,
];

/** Splits rows into their pieces, which are separated by broken bars. */
function parts(rows: readonly string[]): readonly string[] {
  return rows.flatMap((row) => row.split('¦'));
}

const ALPHABET = ' \t\n:-#&*!|>\'"{}[],?%@`\\ab01~<=\r\uFEFF\u0085\u2028\u00A0\0\u0007é\u{1F600}';

const SNIPPETS = parts([
  `? ¦: ¦- ¦- - ¦-¦"¦'¦{¦}¦[¦]¦, ¦#¦ #¦&a ¦*a¦*a ¦! ¦!!str ¦!t ¦|¦|-¦>-2¦|1¦>+¦|2-\n¦---¦--- ¦\n---\n¦...`,
  `\n...\n¦%YAML 1.2\n¦<<: ¦!!merge <<: *a¦\r¦\r\n¦\t¦ \t¦\n¦\n\n¦\n \n¦\n\t\n¦\\¦\\x¦\\\n¦  ¦@¦\`¦a: b`,
  `"a": b¦\n#¦ : ¦::¦''¦""¦\uFEFF¦\u2028¦\u0085¦[]¦{}¦- ? a¦%`,
]);

const LINES = parts([
  `# comment¦#¦   # deep¦- a¦- b: c¦-¦k: v¦k:¦"k": v¦'k' : v¦k : v¦? k¦: v¦text¦"text"¦{a: 1}¦[1]¦|¦>¦*a¦&a`,
  `&a k: v¦*a : v¦!!str k: v¦---¦...¦}¦]¦%YAML 1.2¦---\n%TAG¦--- # comment¦--- text¦--- |¦<<: {a: 1}`,
  `!!merge <<: {a: 1}¦k: &a¦k: *a¦\t¦  \t¦\tk: v¦k:\tv¦k: |\n¦k: >2\n  x¦- - a\n  - b¦- k: v\n  l: w¦-  k: v`,
  `-   - v`,
]);

/** Texts that can follow a colon or a dash; further lines follow below it, with their indentation here added. */
const VALUES = parts([
  `text¦two words¦it's¦a#b¦a #b¦a:b¦a: b¦http://x/y?z=1&b¦-1¦-a¦--¦?a¦:a¦a:¦a\tb¦a \t¦a\t# b¦   far¦\t¦\ttab`,
  `%a¦@a¦\`a¦!a¦!¦! a¦!!str a¦!!int 1¦!!null¦&a¦&b text¦&a {a: 1}¦&a [1]¦&a\n  k: v¦&a # c\n  k: v¦&a "x"`,
  `&a |\n  x¦& a¦&a&b c¦*a¦*b¦*a # c¦* a¦*a b¦*a: b¦[*a, *b]¦{x: *a}¦&c [*a]¦&a [*a]¦&a\n  k: *a¦'*a'¦""¦"a"`,
  `"a" # c¦"a"# c¦"a" b¦"a": b¦"a¦a"¦"a\\"b"¦"\\x41\\u0041\\U00000041"¦"\\q"¦"\\U00110000"¦"\\ud800"¦"a\\`,
  `"a\n  b"¦"a\n\n  b"¦"a  \n\t b"¦"a\n b"¦"a\nb"¦"a\\\n  b"¦"a\n  # b"¦"a\n  - b"¦"a\n  k: v"¦"\n  a\n  "`,
  `"a\n  b" # c¦"a\n  b" c¦"a\n  b": c¦"a\n---\nb"¦''¦'a'¦'it''s'¦'a'b¦'a' # c¦'a¦'a\n  b'¦'a\n\n\n  b'`,
  `'a\nb'¦'\n  a'¦'a\\'¦'a': b¦a\n  b¦a\n\n  b¦a\n b¦a\nb¦a\n    b\n  c¦a\n  - b¦a\n  # b¦a # b\n  c`,
  `a\n  b # c¦a\n  b: c¦a\n  b:¦a\n  "b"¦a\n  {b¦a\n  &b¦a\n  *b¦a\n  | b¦a\n  ? b¦a\n  b\n  # c\n`,
  `a\n  b\n  # c\n  d¦a\n  \n  b¦a\n\t\n  b¦a\n \t b¦a \n  b ¦a\n  %b¦a\n  ---¦a\n  @b¦a\n  :b¦a\n  b\n\n\n`,
  `a\n  #¦|\n  x¦|\n  x\n  y\n¦|\n    x\n  y¦|\n  x\n    y\n\n  z¦|\n\n  x¦|\n   \n  x¦|\n \n  x¦|\n\n¦|`,
  `|-\n  x\n\n¦|+\n  x\n\n¦|+\n  x\n \n¦|+\n¦|-\n¦|2\n    x\n  y¦|1\n  x¦|1-\n  x¦|-1\n  x¦|3\n  x¦|0\n  x`,
  `|10\n  x¦||\n  x¦| x¦|# c\n  x¦| # c\n  x¦|\t\n  x¦|\n  # x¦|\n  x\n # c¦|\n  x\n# c\n¦|\n  # x\n y`,
  `|\n  \tx¦|\n\tx¦|\n  x\n\t\n¦|\n  x\n  \t\n  y¦|\n  x\n   \n¦|\n  x \n  y\t¦|\nx¦|\n x`,
  `|\n  k: v\n  - a\n  &a\n  *a¦|\n  ---¦|\n---¦>\n  x\n  y¦>\n  x\n\n  y¦>\n  x\n   y\n  z¦>\n\n  x\n\n`,
  `>-\n  x\n\n\n  y¦>+\n  x\n\n¦>2\n   x\n  y¦>\n  x\n  \ty\n  z¦>\n   x\n  y¦>-2\n  x¦>\n  x\n  # y¦>\n  `,
  `>\n  x\n\n   y\n\n  z\n¦>\n  x\n    \n  y¦>\n    x\n\n  # c¦>\n  a\n # c\n¦>|\n  x¦>¦{}¦[]¦{ }¦[ ]¦{a: 1}`,
  `{a: 1, b: 2}¦{a: 1,}¦[1,]¦[1, 2]¦[,]¦{a}¦{a:}¦{a: }¦{a:1}¦{"a":1}¦{"a" : 1}¦{'a': 1}¦{a: {b: [c]}}`,
  `[[1], {a: 2}]¦[a: 1]¦["a": 1]¦["a" : 1]¦[? a]¦{? a: 1}¦{a: 1} # c¦{a: 1}# c¦{a: 1} b¦{a: 1}: b¦[1]: b`,
  `{a: 1¦[1¦{a: 1]¦[1}¦{a: [1}]¦{a: "}"}¦[']']¦[a b, c d]¦[a#b]¦[a #b]¦[a, #b]¦{a: #b¦[-]¦[- a]¦[-1]¦[-a]`,
  `[:a]¦[a:b]¦[a:]¦[a :b]¦[::]¦{a: b: c}¦{a: -}¦{a: - b}¦{a, b}¦{a: 1, , b: 2}¦[a{b]¦[a]b¦{<<: *a}`,
  `{<<: {b: 1}}¦[!a b]¦[&a b]¦{a: &a 1}¦[*a]¦[*a , *b]¦{*a : 1}¦[http://x]¦[a\n  , b]¦[a,\n  b]¦{a:\n  1}`,
  `{"a":*a}¦[%a]¦[a%b]¦["a"b]¦["a" "b"]¦['it''s', 'b']¦["\\""]¦{a: |}¦[@]¦[?a]¦[? a, b]¦{a : 1}`,
  `{ a: 1 , b: 2 }¦[a\tb]¦\n  k: v¦\n  - a¦\n  - k: v\n    l: w¦\n  k: v\n l: w¦\n  k: v\n   l: w¦\n  "text"`,
  `\n  text¦\n  |\n  x¦\n  {a: 1}¦\n  &a\n  k: v¦\n  &a k: v¦\n  *a¦\n  # c\n  k: v¦\n# c\n  k: v`,
  `\n\n\n  k: v¦ # c\n  k: v\n  # d¦\n- a¦\n- a\n- b¦\n- a\n # c\n- b¦\n- a\n\n# c\n¦\n  ? k¦\n  ? k\n  : v`,
  `\n  k: v\n  ? l¦\n  !!str k: v¦\n  k:\n    k:\n      k: v\n  l:\n  - - - a\n    - b¦\n  - -\n  -`,
  `\n  - - k: v\n      l: w¦\n  -\n    k: v\n  - k: v¦- a¦- a\n  - b¦- k: v\n    l: w¦k: v\n  l: w¦-¦- - a`,
  `"k": v¦'k': v\n  l: w¦k:\n    l: w¦? k¦!!merge <<: {b: 1}¦<<: *a¦!!merge <<: *a\n  k: v¦!!merge a: b`,
  `&a k: v\n  l: w¦k : v¦k: v # c\n  # d\n  l: w¦\0¦a\0¦a\u0007¦a\u0085b¦\u0085¦a\u2028b¦\uFEFFa¦a\uFEFF`,
  `\u00A0a¦a\u00A0¦\u{1F600}¦\uD800¦=¦~¦null¦yes¦012¦0x1F¦1e3¦.inf¦2001-12-14¦1_000¦<<¦a\r¦a\rb¦"a\r\n  b"`,
]);

const KEYS = parts([
  `k¦a b¦yes¦on¦12¦012¦~¦null¦.inf¦1e3¦"k"¦'k'¦"a\\tb"¦'it''s'¦""¦"<<"¦<<¦!!merge <<¦!!merge a¦!!str k¦!a k`,
  `&a k¦*a¦*a ¦? k¦-¦-a¦--¦?a¦:a¦a:b¦a#b¦a #b¦k ¦"k" ¦"k"a¦{a: 1}¦[a]¦{¦a{¦a, b¦%a¦@a¦\`a¦|¦>¦it's¦a"b¦\t`,
  `a\tb¦é¦__proto__¦constructor¦=¦!¦! a¦2001-12-14¦\uFEFF¦\u00A0¦a\u2028¦\u0085¦\0¦"\\q"¦"a\\¦'a`,
]);

function insertCharacters(text: string, place: number, choice: number): string {
  return splice(text, place % (text.length + 1), 0, pick([...ALPHABET], choice));
}

function insertSnippet(text: string, place: number, choice: number): string {
  const at = pick([0, ...[...text.matchAll(/^ *|(?<=[:-]) | *$/gm)].flatMap(bothEnds), text.length], place);
  return splice(text, at, 0, pick(SNIPPETS, choice));
}

function bothEnds({ index, 0: { length } }: RegExpExecArray): number[] {
  return [index, index + length];
}

function deleteCharacters(text: string, place: number, choice: number): string {
  return splice(text, place % (text.length + 1), 1 + (choice % 3), '');
}

function replaceCharacter(text: string, place: number, choice: number): string {
  return splice(text, place % (text.length + 1), 1, pick([...ALPHABET], choice));
}

function duplicateLine(text: string, place: number, choice: number): string {
  return changeLine(text, place, (line) => (choice % 3 === 0 ? [line, '', line] : [line, line]));
}

function deleteLine(text: string, place: number): string {
  return changeLine(text, place, () => []);
}

function indentLine(text: string, place: number, choice: number): string {
  return changeLine(text, place, (line) => [indented(line, choice)]);
}

/** Indents all lines from one on by the same amount. */
function indentRest(text: string, place: number, choice: number): string {
  const lines = text.split('\n');
  const from = place % lines.length;
  return lines.map((line, index) => (index < from || line === '' ? line : indented(line, choice))).join('\n');
}

function indented(line: string, choice: number): string {
  const change = pick([-4, -2, -1, 1, 2, 3, 4], choice);
  return change > 0 ? ' '.repeat(change) + line : line.replace(new RegExp(`^ {0,${-change}}`), '');
}

function swapLines(text: string, place: number, choice: number): string {
  const lines = text.split('\n');
  const [a, b] = [place % lines.length, choice % lines.length];
  return lines.map((line, index) => (index === a ? lines[b] : index === b ? lines[a] : line)).join('\n');
}

function joinLines(text: string, place: number, choice: number): string {
  const breaks = [...text.matchAll(/\n */g)];
  if (breaks.length === 0) return text;
  const { index, 0: all } = pick(breaks, place);
  return splice(text, index, all.length, pick(['', ' ', '  ', '\t'], choice));
}

function splitLine(text: string, place: number, choice: number): string {
  return splice(text, place % (text.length + 1), 0, `\n${' '.repeat(choice % 7)}`);
}

function insertLine(text: string, place: number, choice: number): string {
  const depth = Math.floor(choice / LINES.length) % 5;
  return changeLine(text, place, (line) => [line, pad(line, depth - 2) + pick(LINES, choice)]);
}

/** Inserts comments and blank lines. */
function insertTrivia(text: string, place: number, choice: number): string {
  const depth = Math.floor(choice / 7) % 5;
  const trivia = ['', '', '# comment', '# comment', '#', '  ', '# *a &a "'];
  return changeLine(text, place, (line) => [line, pad(line, depth - 2) + pick(trivia, choice)]);
}

function addComment(text: string, place: number, choice: number): string {
  return changeLine(text, place, (line) => [line + pick([' # beside', '  #', ' ', '   ', ' # "a', ' # *a'], choice)]);
}

/** Replaces or removes the value after the colon or dash of a line. */
function setValue(text: string, place: number, choice: number): string {
  const heads = [...text.matchAll(/^( *(?:- )*)(?:[^\s:]+:|-)(?= |$)/gm)];
  if (heads.length === 0) return text;
  const { index, 0: head, 1: before = '' } = pick(heads, place);
  const from = index + head.length;
  const rest = text.slice(from).search(/\n|$/);
  const more = Math.floor(choice / VALUES.length) % 8;
  const value = pick(VALUES, choice).replaceAll(/\n(?!\n|$)/g, `\n${' '.repeat(before.length + (more === 7 ? 1 : 0))}`);
  const gap = value.startsWith('\n') || value === '' ? '' : more === 6 ? '  ' : ' ';
  return splice(text, from, rest, `${gap}${value}`);
}

function setKey(text: string, place: number, choice: number): string {
  const keys = [...text.matchAll(/^( *(?:- )*)([^\s:]+)(?=:(?: |$))/gm)];
  if (keys.length === 0) return text;
  const { index, 1: before = '', 2: key = '' } = pick(keys, place);
  return splice(text, index + before.length, key.length, pick(KEYS, choice));
}

function truncate(text: string, place: number): string {
  return text.slice(0, place % (text.length + 1));
}

function dropFinalNewline(text: string): string {
  return text.replace(/\n$/, '');
}

function changeLine(text: string, place: number, change: (line: string) => readonly string[]): string {
  const lines = text.split('\n');
  const at = place % lines.length;
  return lines.flatMap((line, index) => (index === at ? change(line) : [line])).join('\n');
}

/** Changes the indentation of a line by some columns. */
function pad(line: string, more: number): string {
  return ' '.repeat(Math.max(0, line.length - line.trimStart().length + more));
}

function splice(text: string, at: number, count: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at + count);
}

function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T;
}
