import fc from 'fast-check';

/**
 * A generated text of one YAML document with the white space, properties and keys that few people write: tabs wherever
 * YAML allows white space and on lines of their own, explicit keys, tags and anchors of nothing, comments at any column
 * of a flow collection. Most are valid YAML, not all; Go reads most of these the same.
 */
export function oddLayouts(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(fc.nat(), { minLength: 30, maxLength: 90 }), fc.nat(9), fc.nat(5))
    .map(([choices, eol, end]) => {
      const text = new OddWriter(choices).document();
      const ended = end === 0 ? text.replace(/\n$/, '') : end === 1 ? `${text}\n\n` : text;
      return eol === 0 ? ended.replaceAll('\n', '\r\n') : ended;
    });
}

const KEYS = ['a', 'b', '"c"', "'d'", '!!str e', '&f f', '!g g', '!!str <<', '"<<"', '12', 'h i'];
const EXPLICIT = ['a', 'b', '', '!a', '&b', '!!str', '"c"', '!d d', '[]', '|\n    j', '>-\n    k\n    l'];
const SCALARS = [
  'x',
  'x y',
  '1',
  'yes',
  '"q"',
  "'s'",
  '""',
  '!!str 1',
  '!t',
  '&n x',
  '!!null',
  '"a\\\n    b"',
  'm\n    n',
];
const FLOW_SCALARS = ['x', '1', '"q"', "'s'", '!!str 1', '!t ', '&n x', '""', 'm\n    n'];
const HEADERS = ['|', '|-', '|+', '>', '>-', '|2', '|1-', '>2+', '|-1'];
const BLOCKS = [['t'], ['t', 'u'], ['', 't'], ['t', ''], ['t', ' \t'], ['\tt'], ['t', '  '], ['t', '   u', ' '], []];
const BLANKS = [' ', ' ', ' ', ' ', '  ', '\t', ' \t', '\t '];
const LEADS = ['', '', ' ', '  ', '   ', '    ', '\t', ' \t', '  \t', '     \t'];

/** Writes a document by a list of choices. Comments are numbered, so that they are distinct. */
class OddWriter {
  readonly #choices: readonly number[];
  #next = 0;
  #comments = 0;

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  document(): string {
    const head = this.#pick(['', '', '', '---\n', '--- # head\n', '---\t# head\n', '# head\n']);
    const kind = this.#choose(10);
    const text =
      kind === 0 ? this.#flow(2) : kind === 1 ? `${this.#pick(SCALARS)}${this.#beside()}` : this.#block(0, 2);
    return `${head}${text}\n${this.#trivia()}`;
  }

  #choose(count: number): number {
    const choice = this.#choices[this.#next++ % this.#choices.length] ?? 0;
    return (choice + Math.floor(this.#next / this.#choices.length) * 7) % count;
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#choose(list.length)] as T;
  }

  #blank(): string {
    return this.#pick(BLANKS);
  }

  #comment(): string {
    return `# ${this.#comments++}`;
  }

  #beside(): string {
    return this.#choose(3) === 0 ? `${this.#blank()}${this.#comment()}` : this.#pick(['', '', '', ' ', '\t']);
  }

  /** Lines of white space and comments, which can begin with tabs. */
  #trivia(): string {
    let lines = '';
    while (this.#choose(4) === 0) lines += `${this.#pick(LEADS)}${this.#choose(2) === 0 ? '' : this.#comment()}\n`;
    return lines;
  }

  /**
   * Returns the entries of a block collection, without the white space before the first and the break after the last.
   */
  #block(indent: number, depth: number): string {
    const isMap = this.#choose(3) > 0;
    const entries = Array.from({ length: 1 + this.#choose(3) }, () =>
      isMap ? this.#pair(indent, depth) : `-${this.#value(indent, depth, true)}`,
    );
    return entries
      .map((entry, index) => (index === 0 ? entry : `${this.#trivia()}${' '.repeat(indent)}${entry}`))
      .join('\n');
  }

  #pair(indent: number, depth: number): string {
    const pad = ' '.repeat(indent);
    if (this.#choose(4) > 0) {
      const gap = this.#choose(8) === 0 ? this.#blank() : '';
      return `${this.#pick(KEYS)}${gap}:${this.#value(indent, depth, false)}`;
    }
    const key = `?${this.#blank()}${this.#pick(EXPLICIT).replaceAll('\n', `\n${pad}`)}`;
    if (this.#choose(4) === 0) return key;
    return `${key}${this.#beside()}\n${this.#trivia()}${pad}:${this.#value(indent, depth, true)}`;
  }

  /** Returns the text of a value from the colon or dash on. `compact`: true if a collection may begin on that line. */
  #value(indent: number, depth: number, compact: boolean): string {
    const pad = ' '.repeat(indent);
    const kind = this.#choose(depth === 0 ? 7 : 11);
    if (kind < 3) return `${this.#blank()}${this.#pick(SCALARS).replaceAll('\n', `\n${pad}`)}${this.#beside()}`;
    if (kind === 3) return this.#beside();
    if (kind === 4) return `${this.#blank()}${this.#flow(1).replaceAll('\n', `\n${pad}`)}${this.#beside()}`;
    if (kind < 7) return this.#blockScalar(indent);
    const deeper = indent + this.#pick([1, 2, 2, 4]);
    if (compact && kind < 9) return ` ${this.#block(indent + 2, depth - 1)}`;
    const anchor = this.#choose(5) === 0 ? `${this.#blank()}&n` : '';
    return `${anchor}${this.#beside()}\n${this.#trivia()}${' '.repeat(deeper)}${this.#block(deeper, depth - 1)}`;
  }

  #blockScalar(indent: number): string {
    const header = this.#pick(HEADERS);
    const pad = ' '.repeat(indent + Number(/\d/.exec(header)?.[0] ?? 2));
    const lines = this.#pick(BLOCKS).map((line) => (line === '' ? '' : `${pad}${line}`));
    return [`${this.#blank()}${header}${this.#beside()}`, ...lines].join('\n');
  }

  #flow(depth: number): string {
    const isMap = this.#choose(2) === 0;
    const size = this.#choose(4);
    const entries = Array.from({ length: size }, (_, index) => {
      const comma = index < size - 1 || this.#choose(5) === 0 ? ',' : '';
      return `${this.#gap()}${isMap ? this.#flowPair(depth, index) : this.#flowValue(depth)}${this.#gap()}${comma}`;
    });
    const [open, close] = isMap ? '{}' : '[]';
    return `${open}${entries.join('')}${this.#gap()}${close}`;
  }

  #flowPair(depth: number, index: number): string {
    const key = `${this.#pick(['a', '"b"', "'c'", '!!str d', '&e e'])}${index}`.replace(/(["'])(\d)$/, '$2$1');
    if (this.#choose(8) === 0) return `? ${key} :${this.#pick([' ', '\t'])}${this.#flowValue(depth)}`;
    return `${key}:${this.#gap() || ' '}${this.#flowValue(depth)}`;
  }

  #flowValue(depth: number): string {
    return depth > 0 && this.#choose(3) === 0 ? this.#flow(depth - 1) : this.#pick(FLOW_SCALARS);
  }

  /** White space and comments within brackets, at any column: only the lines of tokens must be deeper. */
  #gap(): string {
    const pad = this.#pick([' ', '  ', '\t', '   ', ' \t']);
    switch (this.#choose(10)) {
      case 0:
        return `\n${pad}`;
      case 1:
        return ` ${this.#comment()}\n${pad}`;
      case 2:
        return `\n${this.#pick(LEADS)}${this.#comment()}\n${pad}`;
      case 3:
        return this.#blank();
      default:
        return '';
    }
  }
}
