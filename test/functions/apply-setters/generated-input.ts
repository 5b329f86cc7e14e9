import { resource, resourceList } from '../../support/resource-list.ts';

/** Input of one call, made of a seed. */
export interface GeneratedInput {
  /** Data of the function config. */
  readonly data: Readonly<Record<string, string>>;
  /** ResourceList. */
  readonly text: string;
}

const NAMES = ['a', 'b', 'image', 'tag', 'list', 'no', 'x-y', 'e'] as const;

const VALUES: readonly string[] = [
  ...`word nginx 1.10 3 0x1F 012 1e3 true yes null ~ - .5 2001-01-01 [] #hash it's "q" é *x &x !x @x x,y x]
  end: --- ... %x a:b a-b 1-2 $1 \${ [x`.split(/\s+/),
  '',
  'a: b',
  '- x',
  '[x, y]',
  '- p\n- q\n',
  '- p\n# c\n- {q: 1.10, r: "3"}',
  '[[a], {b: c}]',
  '{a: b}',
  'two\nlines',
  'two\nlines\n',
  ' lead',
  'trail ',
  'a #b',
  '{{ t }}',
  '? x',
  ': x',
  'a\tb',
];

const PATTERNS: readonly string[] =
  `\${a} \${b} \${image}:\${tag} nginx:\${tag} \${a}-\${b} \${a}\${b} \${a}-\${a} x\${e}y \${list} \${unset}
  \${unset}:\${a} \${unset}.\${tag}-\${b} plain .*\${a} \${no} \${x-y}/\${unset} \${} $a \${a}:\${unset}:\${b}
  (\${a}) \${image}:\${tag}@\${digest} \${a \${list} \${list} \${a} \${tag}`.split(/\s+/);

const SCALARS: readonly string[] = [
  ...`word 8080 1.10 true yes null ~ "8080" '8080' "" '' 'it''s' nginx:1.7 a-b a-b-c x1y nginx:1.7@sha
  a.b-c a:b:c pre.*post 2001-01-01 0x1F http://x/y -1 *x {} []`.split(/\s+/),
  '"a\\tb"',
  '!!str 8080',
  '!!int "3"',
  '&N word',
  '"two\n  lines"',
  'two\n  lines',
  "'two\n\n  lines'",
];

const OTHER_COMMENTS: readonly string[] = ['# other', '#kpt-set: ${a}', '# kpt-set:${a}', '# x # kpt-set: ${a}', '#'];

/** Returns an input that has, in some layout, what the function reads: the same for the same seed. */
export function generatedInput(seed: number): GeneratedInput {
  const source = new Source(seed);
  const data = Object.fromEntries(
    NAMES.filter(() => source.chance(0.6)).map((name) => [name, source.valueOf(name)] as const),
  );
  source.avoidErrors(data);
  const items = Array.from({ length: 1 + source.below(3) }, (_, index) => source.item(index));
  const config = resource('v1', 'ConfigMap', 'setters', `data: ${JSON.stringify(data)}\n`);
  return { data, text: resourceList(items, config) };
}

class Source {
  #state: number;
  #anchors = 0;
  #patterns = PATTERNS;
  readonly #isHarsh: boolean;
  readonly #hasFlowComments: boolean;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 1) % 4_294_967_296;
    this.#isHarsh = this.chance(0.2);
    this.#hasFlowComments = this.chance(0.2);
  }

  /** Leaves out most comments that the data have no value for: one of these makes a whole call fail. */
  avoidErrors(data: Readonly<Record<string, string>>): void {
    if (this.#isHarsh) return;
    const isGiven = (name: string): boolean => Object.hasOwn(data, name);
    this.#patterns = PATTERNS.filter((pattern) => {
      const names = [...pattern.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name);
      return names.every(isGiven) || !names.some(isGiven) || this.chance(0.1);
    });
  }

  /** Returns a number from 0 to 1 (mulberry32). */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  #one<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  valueOf(name: string): string {
    if (name === 'list' && (!this.#isHarsh || this.chance(0.7)))
      return this.#one(['[x, y]', '- p\n- q\n', '', '[]', '- p\n- q: 1\n']);
    if (this.chance(0.02)) return `\${${this.#one(NAMES)}}`;
    return this.chance(0.5) ? this.#one(['word', 'nginx', '1.10', '3', 'true', 'v-1']) : this.#one(VALUES);
  }

  /** Returns the text of a resource with fields of all kinds. */
  item(index: number): string {
    const [apiVersion, kind] = this.#one([
      ['v1', 'ConfigMap'],
      ['apps/v1', 'Deployment'],
      ['kpt.dev/v1', 'Kptfile'],
      ['example.com/v1', 'Other'],
    ] as const);
    const local = this.chance(0.1) ? '  annotations:\n    config.kubernetes.io/local-config: "true"\n' : '';
    const beside = this.chance(0.3) ? `  namespace: shop${this.#comment()}\n` : '';
    return resource(apiVersion, kind, `r${index}`, this.#fields(0, 3), `${beside}${local}`);
  }

  #fields(indent: number, depth: number): string {
    const pad = ' '.repeat(indent);
    const count = 1 + this.below(4);
    return Array.from({ length: count }, (_, index) => {
      const head = this.chance(0.1) ? `${pad}${this.#comment().trimStart() || '# head'}\n` : '';
      const blank = this.chance(0.05) ? '\n' : '';
      return `${head}${blank}${pad}${this.#one(['f', 'g', '"q"', "'s'", 'on', '3', 'a.b/c'])}${index}:${this.#value(indent, depth)}`;
    })
      .join('')
      .replaceAll(/("q"|'s')(\d)/g, (_, key: string, at: string) => `${key.slice(0, 2)}${at}${key.at(-1)}`);
  }

  /** Returns what follows a colon or a dash, with the line break at its end. */
  #value(indent: number, depth: number): string {
    const kind = depth === 0 ? 0 : this.below(10);
    const inner = indent + this.#one([2, 2, 4]);
    if (kind < 4) return this.#scalar(indent);
    if (kind === 4) return `${this.#comment()}\n${this.#fields(inner, depth - 1)}`;
    if (kind === 5 || kind === 6)
      return `${this.#keyPart()}\n${this.#elements(this.#one([indent, inner, inner]), depth - 1)}`;
    if (kind === 7) {
      const flow = this.#flow(inner, 2);
      return ` ${flow}${flow.startsWith('[') ? this.#listComment() : this.#comment()}\n`;
    }
    if (kind === 8) return ` [${this.#one(['a, b', '', '1, 2', 'x'])}] # kpt-set: ${this.#listPattern()}\n`;
    return `${this.#hasFlowComments ? this.#listComment() : ''}\n${' '.repeat(inner)}${this.#flow(inner, 1)}${this.#listComment()}\n`;
  }

  #keyPart(): string {
    if (this.chance(0.05)) return ` &N${this.#anchors++}${this.#comment()}`;
    return this.#listComment();
  }

  #listComment(): string {
    return this.chance(0.5) ? ` # kpt-set: ${this.#listPattern()}` : '';
  }

  #listPattern(): string {
    return this.#isHarsh && this.chance(0.3) ? this.#one(this.#patterns) : '${list}';
  }

  #scalar(indent: number): string {
    const pad = ' '.repeat(indent + 2);
    const kind = this.below(12);
    if (kind === 0) return `${this.#comment()}\n`;
    if (kind === 1) return `${this.#comment()}\n${pad}${this.#plainOf(pad)}${this.#comment()}\n`;
    if (kind === 2)
      return ` ${this.#one(['|', '|-', '|+', '>', '>-'])}${this.#comment()}\n${pad}a-b\n${this.chance(0.5) ? `\n${pad}c # no\n` : ''}`;
    return ` ${this.#plainOf(pad)}${this.#comment()}\n`;
  }

  #plainOf(pad: string): string {
    const text = this.#one(SCALARS).replaceAll('\n  ', `\n${pad}`);
    if (text === '*x') return this.#anchors > 0 ? 'star' : 'x';
    return text.replace('&N', () => `&N${this.#anchors++}`);
  }

  #elements(indent: number, depth: number): string {
    const pad = ' '.repeat(indent);
    return Array.from({ length: 1 + this.below(3) }, () => {
      const kind = this.below(depth > 0 ? 6 : 3);
      if (kind < 3) return `${pad}-${this.#scalar(indent)}`;
      if (kind === 3) return `${pad}-${this.#comment()}\n${this.#fields(indent + 2, depth - 1)}`;
      if (kind === 4) return `${pad}- ${this.#fields(indent + 2, depth - 1).replace(/^(?:\s*#.*\n|\n)*\s*/, '')}`;
      return `${pad}- ${this.#flow(indent + 2, 1)}${this.#comment()}\n`;
    }).join('');
  }

  /** Returns a collection in brackets on one or more lines. */
  #flow(indent: number, depth: number): string {
    const pad = ' '.repeat(indent);
    const isMap = this.chance(0.5);
    const isCommented = this.#hasFlowComments;
    const end = (): string => (isCommented && this.chance(0.3) ? `${this.#comment()}\n${pad}` : this.#one([' ', '']));
    const element = (index: number): string => {
      const value =
        depth > 0 && this.chance(0.3)
          ? this.#flow(indent + 2, depth - 1)
          : this.#one(['x', '1.10', '"q"', "'s'", 'a-b', '~']);
      return isMap
        ? `k${index}:${isCommented && this.chance(0.1) ? `${this.#comment()}\n${pad}` : ' '}${value}`
        : value;
    };
    const elements = Array.from({ length: this.below(4) }, (_, index) => `${element(index)}${end()}`);
    const body = elements
      .map((each, index) =>
        index === 0 ? each : `${isCommented && this.chance(0.3) ? `${this.#comment()}\n${pad}` : ' '}${each}`,
      )
      .join(',');
    const inner = `${elements.length === 0 ? '' : end()}${body}`;
    return isMap ? `{${inner}}` : `[${inner}]`;
  }

  #comment(): string {
    if (this.chance(0.35)) return '';
    if (this.chance(0.15)) return ` ${this.#one(OTHER_COMMENTS)}`;
    return `${this.#isHarsh && this.chance(0.02) ? '\t' : this.#one([' ', ' ', '  '])}# kpt-set: ${this.#one(this.#patterns)}${this.chance(0.05) ? '  ' : ''}`;
  }
}
