import fc from 'fast-check';

/**
 * A generated text of a configuration file as people keep it in a ConfigMap: maps of maps, comments and blank lines
 * anywhere, lists, flow style on one line, block scalars, at times forty keys or twelve levels. Most are in the most
 * common forms; one in eight has something else, such as an anchor, a tab, a duplicate key or a second document.
 */
export function configs(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(fc.nat(), { minLength: 20, maxLength: 80 }), fc.nat(7))
    .map(([choices, odd]) => new Writer(choices, odd === 0).text());
}

const KEYS = ['server', 'port', 'host', 'a', 'b.c', 'd/e', 'f-g', 'h_1', 'kind', 'name'];
const ODD_KEYS = ['"quoted"', "'single'", 'yes', '12', 'h i', '<<', 'kind', 'port', '&x k', '__proto__'];
const VALUES = ['8080', 'x', 'a b', 'true', '"d"', "'s'", '0.0.0.0', '-1', '1e3', 'http://x/y', '""', '012'];
const ODD_VALUES = [
  '~',
  '"a\\tb"',
  "'it''s'",
  '&a x',
  '*a',
  '!!str 1',
  'a\tb',
  '"a\n  b"',
  'x:',
  '',
  '{a: 1',
  '| x',
  '%a',
];
const FLOWS = ['[]', '{}', '[a, b]', '[1,2]', '{a: 1, b: "x"}', '["x", \'y\']'];
const ODD_FLOWS = ['{a: [1]}', '[ 1 ]', '{ a: 1 }', '[a, ]', '[a: 1]'];
const HEADERS = ['|', '|-', '>', '>-', '|+', '|2'];
const ODD_LINES = ['---', '...', '\t', '   ', '- a', '? k', ': v', '%YAML 1.2', 'text', '\t# c'];

/** Writes a text by a list of choices. */
class Writer {
  readonly #choices: readonly number[];
  readonly #isOdd: boolean;
  #next = 0;

  constructor(choices: readonly number[], isOdd: boolean) {
    this.#choices = choices;
    this.#isOdd = isOdd;
  }

  text(): string {
    const indent = this.#pick([0, 0, 0, 0, 2]);
    const depth = this.#pick([2, 2, 3, 3, 12]);
    const head = this.#pick([[], [], [], ['# head'], ['', '# head'], ['']]);
    return [...head, ...this.#map(indent, depth), ''].join('\n');
  }

  #choose(count: number): number {
    const choice = this.#choices[this.#next++ % this.#choices.length] ?? 0;
    return (choice + Math.floor(this.#next / this.#choices.length) * 7) % count;
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#choose(list.length)] as T;
  }

  #pickOdd(list: readonly string[], odd: readonly string[]): string {
    return this.#pick(this.#isOdd && this.#choose(6) === 0 ? odd : list);
  }

  #trivia(indent: number): string[] {
    const lines: string[] = [];
    while (this.#choose(4) === 0)
      lines.push(this.#pick(['', `${' '.repeat(indent)}# c`, '# far', `${' '.repeat(indent + 4)}#deep`]));
    if (this.#isOdd && this.#choose(8) === 0) lines.push(this.#pick(ODD_LINES));
    return lines;
  }

  #map(indent: number, depth: number): string[] {
    const size = this.#choose(20) === 0 ? 40 : 1 + this.#choose(4);
    const first = this.#choose(KEYS.length);
    return Array.from({ length: size }, (_, index) => {
      const key =
        index < KEYS.length ? this.#pickOdd([KEYS[(first + index) % KEYS.length] as string], ODD_KEYS) : `k${index}`;
      return [...this.#trivia(indent), ...this.#entry(`${' '.repeat(indent)}${key}:`, indent, index < 4 ? depth : 0)];
    }).flat();
  }

  #entry(head: string, indent: number, depth: number): string[] {
    const beside = this.#pick(['', '', '', ' # c', '  # "c": [', ' ']);
    const kind = this.#choose(depth === 0 ? 8 : 12);
    if (kind < 6) return [`${head}${this.#pick([' ', ' ', ' ', '   '])}${this.#pickOdd(VALUES, ODD_VALUES)}${beside}`];
    if (kind === 6) return [`${head} ${this.#pickOdd(FLOWS, ODD_FLOWS)}${beside}`];
    if (kind === 7) return this.#block(head, indent);
    const deeper = indent + this.#pick([2, 2, 4, 1]);
    if (kind === 8) return [`${head}${beside}`, ...this.#list(this.#pick([indent, deeper]), depth - 1)];
    return [`${head}${beside}`, ...this.#map(deeper, depth - 1)];
  }

  #block(head: string, indent: number): string[] {
    const pad = ' '.repeat(indent + 2);
    const lines = this.#pick([['x'], ['x', '# y'], ['k: v', '', '- z'], ['x', '  deep', 'y'], ['port: 1', 'host: 2']]);
    return [`${head} ${this.#pick(HEADERS)}`, ...lines.map((line) => (line === '' ? '' : `${pad}${line}`))];
  }

  #list(indent: number, depth: number): string[] {
    const pad = ' '.repeat(indent);
    return Array.from({ length: 1 + this.#choose(3) }, () => {
      if (this.#choose(2) === 0) return [...this.#trivia(indent), `${pad}- ${this.#pickOdd(VALUES, ODD_VALUES)}`];
      const [first = '', ...others] = this.#map(indent + 2, Math.max(0, depth));
      const isPair = first.trim() !== '' && !first.trim().startsWith('#');
      return isPair ? [`${pad}- ${first.trimStart()}`, ...others] : [`${pad}- x`];
    }).flat();
  }
}
