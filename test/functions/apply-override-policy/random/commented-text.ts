import type { Path, Value } from '../../../../src/yaml/index.ts';
import { isList, isMap } from '../../../../src/yaml/index.ts';

/** A comment, which names the path of the entry that it belongs to. */
interface Comment {
  readonly text: string;
  readonly path: Path;
}

/** YAML text in a random style, and its comments. */
export interface CommentedText {
  readonly text: string;
  readonly comments: readonly Comment[];
}

/** Writes data in the style that numbers choose: block or flow collections, quotes, and comments above and beside. */
export function writeCommented(value: Value, name: string, choices: readonly number[]): CommentedText {
  const writer = new Writer(name, choices);
  return { text: writer.block(value, [], '').join(''), comments: writer.comments };
}

class Writer {
  readonly comments: Comment[] = [];
  readonly #name: string;
  readonly #choices: readonly number[];
  #count = 0;

  constructor(name: string, choices: readonly number[]) {
    this.#name = name;
    this.#choices = choices;
  }

  /** Returns the lines of a collection that is not empty. */
  block(value: Value, path: Path, pad: string): readonly string[] {
    if (isList(value)) return value.flatMap((item, index) => this.#element(item, [...path, index], pad));
    if (!isMap(value)) return [];
    return Object.entries(value).flatMap(([key, item]) => [
      ...this.#above([...path, key], pad),
      ...this.#entry(`${pad}${key}:`, item, [...path, key], pad),
    ]);
  }

  #element(value: Value, path: Path, pad: string): readonly string[] {
    if (!isMap(value) || this.#chooses(4)) return this.#entry(`${pad}-`, value, path, pad, true);
    const [[key, first] = ['', null], ...rest] = Object.entries(value);
    return [
      ...this.#entry(`${pad}- ${key}:`, first, [...path, key], `${pad}  `),
      ...this.block(Object.fromEntries(rest), path, `${pad}  `),
    ];
  }

  #entry(start: string, value: Value, path: Path, pad: string, isFlow = false): readonly string[] {
    const isInline = isFlow || isEmpty(value) || this.#chooses(4);
    const text = isInline ? ` ${this.#flow(value)}` : '';
    const line = `${start}${text}${this.#beside(path)}\n`;
    return isInline ? [line] : [line, ...this.block(value, path, isList(value) && this.#chooses(2) ? pad : `${pad}  `)];
  }

  #flow(value: Value): string {
    if (isList(value)) return `[${value.map((item) => this.#flow(item)).join(', ')}]`;
    if (isMap(value))
      return `{${Object.entries(value)
        .map(([key, item]) => `${key}: ${this.#flow(item)}`)
        .join(', ')}}`;
    if (typeof value !== 'string') return String(value);
    const bare = /^(?:[0-9.]+|true)$/.test(value) ? `'${value}'` : value;
    return [bare, `'${value}'`, JSON.stringify(value)][this.#choose(3)] ?? bare;
  }

  #above(path: Path, pad: string): readonly string[] {
    return this.#chooses(5) ? [`${pad}${this.#comment('above', path)}\n`] : [];
  }

  #beside(path: Path): string {
    return this.#chooses(3) ? ` ${this.#comment('beside', path)}` : '';
  }

  #comment(place: string, path: Path): string {
    const text = `# ${place} ${this.#name}${this.comments.length}.`;
    this.comments.push({ text, path });
    return text;
  }

  #chooses(of: number): boolean {
    return this.#choose(of) === 0;
  }

  #choose(of: number): number {
    return (this.#choices[this.#count++ % this.#choices.length] ?? 0) % of;
  }
}

function isEmpty(value: Value): boolean {
  return isList(value) || isMap(value) ? Object.keys(value).length === 0 : true;
}
