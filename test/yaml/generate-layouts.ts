import fc from 'fast-check';
import { readDocument, YamlError } from '../../src/yaml/index.ts';

/**
 * A generated text of one YAML document in the odd layouts that people and printers leave behind: flow collections with
 * white space, line breaks and comments between any two tokens, lines of white space of any depth, block scalars with
 * every header, anchors and aliases, CRLF. Most are valid YAML, not all.
 */
export function layouts(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(fc.nat(), { minLength: 30, maxLength: 90 }), fc.nat(9), fc.nat(4))
    .map(([choices, eol, end]) => {
      const text = new Writer(choices).document();
      const ended = end === 0 ? text.replace(/\n$/, '') : end === 1 ? `${text}  \n` : text;
      return eol === 0 ? ended.replaceAll('\n', '\r\n') : ended;
    });
}

/** Reports whether a text is one document that can be read completely. */
export function isReadable(text: string): boolean {
  try {
    readDocument(text).value([]);
    return true;
  } catch (error) {
    if (error instanceof YamlError) return false;
    throw error;
  }
}

const PLAIN = ['1', 'x', 'a b', 'yes', '0x1F', 'u:v', '-1', '~', 'v1'];
const QUOTED = ['"d"', "'s'", '""', '"a\\nb"', "'it''s'", '"# no"', "'[x]'"];
const HEADERS = ['|', '|-', '|+', '>', '>-', '>+', '|2', '>2-'];
const KEYS = ['a', 'b', 'c', 'name', '"q"', "'s'", 'd', 'e'];
const NAMES = ['x', 'y'];

/** Returns a key of a map by its index, different from those before it: names, then numbered ones. */
function keyAt(first: number, index: number): string {
  return index < KEYS.length ? (KEYS[(first + index) % KEYS.length] as string) : `k${index}`;
}

/** Writes a document by a list of choices. Comments are numbered, so that they are distinct. */
class Writer {
  readonly #choices: readonly number[];
  #next = 0;
  #comments = 0;
  readonly #anchors: string[] = [];

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  document(): string {
    const head = this.#pick(['', '', '---\n', '# head\n', '# head\n\n', '---  # head\n']);
    if (this.#choose(8) === 0) return `${head}${this.#flow(1, 3)}\n`;
    const lines = this.#choose(4) === 0 ? this.#sequence(0, 2) : this.#map(0, 2);
    return `${head}${[...lines, ...this.#trivia(0)].join('\n')}\n`;
  }

  #choose(count: number): number {
    const choice = this.#choices[this.#next++ % this.#choices.length] ?? 0;
    return (choice + Math.floor(this.#next / this.#choices.length) * 7) % count;
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#choose(list.length)] as T;
  }

  #comment(): string {
    return `# ${this.#comments++}`;
  }

  /** Lines between entries: blank, of white space only, or comments, at any depth. */
  #trivia(indent: number): string[] {
    const lines: string[] = [];
    while (this.#choose(4) === 0) {
      const depth = this.#pick([indent, indent, 0, 1, indent + 1, indent + 2, indent + 4]);
      lines.push(`${' '.repeat(depth)}${this.#choose(2) === 0 ? '' : this.#comment()}`);
    }
    return lines;
  }

  #map(indent: number, depth: number): string[] {
    const size = this.#size(1, 4, 40);
    const first = this.#choose(KEYS.length);
    return Array.from({ length: size }, (_, i) => {
      const key = keyAt(first, i);
      const above = i === 0 && indent > 0 ? [] : this.#trivia(indent);
      // All but the first values of a wide map are flat.
      const inner = i < KEYS.length ? depth : 0;
      return [...above, ...this.#entry(`${' '.repeat(indent)}${key}:`, indent, inner, false)];
    }).flat();
  }

  /**
   * Returns a number of entries: usually of `least` and some more, rarely of a wide collection, around and above the 16
   * from which a map has an index, or above `most`.
   */
  #size(least: number, some: number, most: number): number {
    if (this.#choose(25) > 0) return least + this.#choose(some);
    return this.#choose(6) === 0 ? most + this.#choose(10) : 14 + this.#choose(20);
  }

  #sequence(indent: number, depth: number): string[] {
    return Array.from({ length: 1 + this.#choose(3) }, (_, i) => {
      const above = i === 0 && indent > 0 ? [] : this.#trivia(indent);
      return [...above, ...this.#entry(`${' '.repeat(indent)}-`, indent, depth, true)];
    }).flat();
  }

  /** Returns the lines of an entry with the given key or dash. */
  #entry(head: string, indent: number, depth: number, isElement: boolean): string[] {
    const kind = this.#choose(depth === 0 ? 8 : 12);
    const beside = this.#choose(4) === 0 ? `${this.#pick([' ', '  '])}${this.#comment()}` : '';
    if (kind < 2) return [`${head} ${this.#scalar()}${beside}`];
    if (kind < 6) return [`${head} ${this.#anchor()}${this.#flow(indent + 1, 2)}${beside}`];
    if (kind === 6) return this.#block(`${head} `, beside, indent);
    if (kind === 7) return [this.#empty(head, beside)];
    const deeper = indent + this.#pick([2, 2, 4, 2, 2, 4, 2, 2, 4, 10]);
    const anchor = this.#anchor().trimEnd();
    const opened = `${head}${anchor === '' ? '' : ` ${anchor}`}${beside}`;
    if (kind < 10 && isElement && anchor === '' && beside === '') {
      const [line = '', ...rest] = this.#map(indent + 2, depth - 1);
      return [`${head} ${line.trimStart()}`, ...rest];
    }
    if (kind < 10) return [opened, ...this.#trivia(deeper), ...this.#map(deeper, depth - 1)];
    const list = isElement ? deeper : this.#pick([indent, deeper]);
    return [opened, ...this.#trivia(list), ...this.#sequence(list, depth - 1)];
  }

  #empty(head: string, beside: string): string {
    const name = this.#choose(2) === 0 ? this.#anchors.at(-1) : undefined;
    return name === undefined ? `${head}${beside}` : `${head} *${name}${beside}`;
  }

  #anchor(): string {
    if (this.#choose(6) > 0) return '';
    const name = this.#pick(NAMES);
    this.#anchors.push(name);
    return `&${name} `;
  }

  #block(head: string, beside: string, indent: number): string[] {
    const header = this.#pick(HEADERS);
    const pad = ' '.repeat(indent + 2);
    const lines = this.#pick([
      ['t'],
      ['t', 'u'],
      ['t', '', 'u'],
      ['t', '  u', 'v'],
      [],
      ['', 't'],
      ['# no'],
      ['t', ''],
    ]);
    const after = this.#choose(3) === 0 ? [' '.repeat(this.#choose(indent + 5))] : [];
    return [`${head}${header}${beside}`, ...lines.map((line) => (line === '' ? '' : pad + line)), ...after];
  }

  #scalar(): string {
    if (this.#choose(8) === 0) return `!!str ${this.#pick(['5', 'x'])}`;
    return `${this.#anchor()}${this.#choose(2) === 0 ? this.#pick(PLAIN) : this.#pick(QUOTED)}`;
  }

  /** Returns a flow collection whose lines after the first are at a column or deeper. */
  #flow(indent: number, depth: number): string {
    const isMap = this.#choose(2) === 0;
    const size = depth === 2 ? this.#size(0, 4, 98) : this.#choose(4);
    const tight = this.#choose(2) === 0;
    const parts = Array.from({ length: size }, (_, index) => {
      const text = isMap ? this.#pair(indent, depth, index, tight) : this.#element(indent, depth, index, tight);
      const isLast = index === size - 1;
      const comma = isLast && this.#choose(4) > 0 ? '' : ',';
      return `${text}${this.#gap(indent, true)}${comma}${this.#gap(indent, tight)}`;
    });
    const [open, close] = isMap ? '{}' : '[]';
    return `${open}${this.#gap(indent, tight)}${parts.join('')}${close}`;
  }

  #element(indent: number, depth: number, index: number, tight: boolean): string {
    if (this.#choose(10) === 0) return this.#pair(indent, 0, index, tight);
    return this.#flowValue(indent, depth);
  }

  #pair(indent: number, depth: number, index: number, tight: boolean): string {
    const key = index < 4 ? (KEYS[(index * 3 + this.#choose(3)) % KEYS.length] as string) : `k${index}`;
    const isQuoted = /^["']/.test(key);
    if (this.#choose(12) === 0) return key;
    if (this.#choose(16) === 0) return `? ${key} : ${this.#flowValue(indent, depth)}`;
    const before = this.#choose(12) === 0 ? ' ' : '';
    const after = tight && isQuoted && before === '' ? '' : this.#gap(indent, false) || ' ';
    return `${key}${before}:${after}${this.#flowValue(indent, depth)}`;
  }

  #flowValue(indent: number, depth: number): string {
    if (depth > 0 && this.#choose(3) === 0) return this.#flow(indent, depth - 1);
    const name = this.#anchors.at(-1);
    if (name !== undefined && this.#choose(8) === 0) return `*${name} `;
    if (this.#choose(12) === 0) return `x${this.#pick(['\n', '\n\n'])}${' '.repeat(indent)}y`;
    return this.#scalar();
  }

  /** Returns white space and comments between two tokens. */
  #gap(indent: number, tight: boolean): string {
    const pad = ' '.repeat(indent + this.#pick([0, 0, 1, 3]));
    switch (this.#choose(12)) {
      case 0:
        return `\n${pad}`;
      case 1:
        return ` ${this.#comment()}\n${pad}`;
      case 2:
        return `\n${pad}${this.#comment()}\n${pad}`;
      case 3:
        return this.#choose(2) === 0 ? `\n\n${pad}` : `\n${pad}\n${' '.repeat(indent)}`;
      case 4:
        return ` ${this.#comment()}\n\n${pad}${this.#comment()}\n${pad}`;
      default:
        return tight ? '' : ' ';
    }
  }
}
