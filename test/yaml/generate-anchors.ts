import fc from 'fast-check';

/** A generated text of a block document in which anchors, aliases and merge keys are frequent. */
export function anchoredDocuments(): fc.Arbitrary<string> {
  return fc.array(fc.nat(), { minLength: 20, maxLength: 60 }).map((choices) => new Writer(choices).document());
}

const NAMES = ['x', 'y1', 'z'];
const KEYS = ['a', 'b', 'c', 'd', 'e'];

/** Writes a document by a list of choices, and tracks the anchors that an alias can refer to. */
class Writer {
  readonly #choices: readonly number[];
  readonly #anchors = new Map<string, 'map' | 'other'>();
  readonly #open = new Set<string>();
  #next = 0;

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  document(): string {
    const root = this.#choose(4) === 0 ? this.#sequence(0, 3) : this.#map(0, 3);
    return `${root.join('\n')}${this.#choose(4) === 0 ? '' : '\n'}`;
  }

  #choose(count: number): number {
    const choice = this.#choices[this.#next++ % this.#choices.length] ?? 0;
    return (choice + this.#next) % count;
  }

  #map(indent: number, depth: number): string[] {
    const pad = ' '.repeat(indent);
    const lines: string[] = [];
    // Rarely a wide map: around and above the 16 keys from which it has an index.
    const size = this.#choose(30) === 0 ? 14 + this.#choose(20) : 1 + this.#choose(4);
    const first = this.#choose(KEYS.length);
    for (let i = 0; i < size; i++) {
      const isWithin = i < KEYS.length;
      if (isWithin) lines.push(...this.#merge(pad));
      if (this.#choose(5) === 0) lines.push(`${pad}# comment`);
      const key = isWithin ? KEYS[(first + i) % KEYS.length] : `k${i}`;
      lines.push(...this.#value(`${pad}${key}:`, indent, isWithin ? depth : 0));
    }
    return lines;
  }

  #merge(pad: string): string[] {
    const maps = [...this.#anchors].filter(([name, kind]) => kind === 'map' && !this.#open.has(name));
    const name = maps[this.#choose(Math.max(1, maps.length))]?.[0];
    const other = maps[this.#choose(Math.max(1, maps.length))]?.[0];
    if (name === undefined || other === undefined) return [];
    const key = this.#choose(2) === 0 ? '<<' : '!!merge <<';
    const choice = this.#choose(6);
    if (choice === 0) return [`${pad}${key}: *${name}`];
    if (choice === 1) return [`${pad}${key}: [*${name}, *${other}]`];
    if (choice === 2) return [`${pad}${key}:`, `${pad}- *${name}`, `${pad}- *${other}`];
    return [];
  }

  #sequence(indent: number, depth: number): string[] {
    const lines: string[] = [];
    const size = 1 + this.#choose(3);
    for (let i = 0; i < size; i++) lines.push(...this.#value(`${' '.repeat(indent)}-`, indent, depth));
    return lines;
  }

  #value(head: string, indent: number, depth: number): string[] {
    const comment = this.#choose(5) === 0 ? ' # beside' : '';
    const alias = this.#alias();
    if (alias !== undefined && this.#choose(3) === 0) return [`${head} ${alias}${comment}`];
    const name = this.#choose(3) === 0 ? NAMES[this.#choose(NAMES.length)] : undefined;
    const anchored = name === undefined || this.#open.has(name) ? undefined : name;
    const start = anchored === undefined ? head : `${head} &${anchored}`;
    if (anchored !== undefined) this.#open.add(anchored);
    const [kind, lines] = this.#content(start, comment, indent, depth);
    if (anchored !== undefined) {
      this.#open.delete(anchored);
      this.#anchors.set(anchored, kind);
    }
    return lines;
  }

  #content(start: string, comment: string, indent: number, depth: number): ['map' | 'other', string[]] {
    const choice = depth === 0 ? 0 : this.#choose(5);
    if (choice === 1 || choice === 2) return ['map', [`${start}${comment}`, ...this.#map(indent + 2, depth - 1)]];
    if (choice === 3) return ['other', [`${start}${comment}`, ...this.#sequence(indent + 2, depth - 1)]];
    if (choice === 4) {
      const isMap = this.#choose(2) === 0;
      return [isMap ? 'map' : 'other', [`${start} ${isMap ? this.#flowMap() : this.#flowSequence()}${comment}`]];
    }
    return ['other', [`${start} ${['1', 'text', '"q"', "'s'"][this.#choose(4)]}${comment}`]];
  }

  #flowMap(): string {
    const merge =
      this.#choose(3) === 0
        ? [...this.#anchors].find(([name, kind]) => kind === 'map' && !this.#open.has(name))
        : undefined;
    const pairs = [`a: ${this.#flowValue()}`, `b: ${this.#flowValue()}`];
    return `{${[...(merge === undefined ? [] : [`<<: *${merge[0]}`]), ...pairs].join(', ')}}`;
  }

  #flowSequence(): string {
    return `[${this.#flowValue()}, ${this.#flowValue()}]`;
  }

  #flowValue(): string {
    const alias = this.#alias();
    if (alias !== undefined && this.#choose(2) === 0) return alias;
    return this.#choose(3) === 0 ? '{c: 1}' : String(this.#choose(9));
  }

  #alias(): string | undefined {
    const names = [...this.#anchors.keys()].filter((name) => !this.#open.has(name));
    const name = names[this.#choose(Math.max(1, names.length))];
    return name === undefined ? undefined : `*${name}`;
  }
}
