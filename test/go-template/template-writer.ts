/** Intended kind of an expression; the data may have another one. */
type Kind = 'any' | 'boolean' | 'list' | 'map' | 'number' | 'string';

const KINDS: readonly Kind[] = ['any', 'boolean', 'list', 'map', 'number', 'string'];

/** Literals of each kind, separated by broken bars. */
const LITERALS: Readonly<Record<Kind, readonly string[]>> = {
  any: parts('nil¦1i¦-0i¦1+2i¦0x1p2-1.5i¦(nil)¦.¦$'),
  boolean: parts('true¦false'),
  list: parts('.e'),
  map: parts('.¦$'),
  number: parts(
    `0¦1¦2¦3¦-1¦+1¦017¦0o17¦0b101¦0x1F¦-0x1E¦1_000¦0x_1F¦'a'¦'世'¦'\\n'¦1.5¦1.¦.5¦1e3¦1E-3¦1e20¦0x1p4¦0x1.8p-1¦-0.0¦1_0.2_5¦` +
      `9223372036854775807¦9223372036854775808¦'\\xff'¦5e-324`,
  ),
  string: parts(`""¦"a"¦"edge-1"¦"b\\tc"¦"\\u4e16"¦"\\xff"¦"é"¦\`raw\`¦\`a\\n\`¦"<&>'"¦"%"¦"s"¦"q"¦"a b"¦\`a\nb\``),
};

/** Malformed literals, which have no kind. */
const MALFORMED = parts(
  `18446744073709551616¦1_¦0x¦''¦'ab'¦'\\q'¦1a¦089¦0b12¦1e400¦1e400i¦1__0+1i¦0b1+1i¦0x1+1i¦+i¦"\\q"¦"\\400"¦_x¦$none¦1.2.3¦"a"b`,
);

const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  any: parts('.z¦.q¦.x¦.é¦.m.q¦.q.r¦.z.x¦.s.x¦.l.x¦.constructor¦.__proto__'),
  boolean: parts('.b'),
  list: parts('.l¦.w¦.e'),
  map: parts('.m¦.m.m'),
  number: parts('.n¦.m.n'),
  string: parts('.s¦.u¦.m.s'),
};

const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'];
const PRINTERS = ['print', 'println', 'html', 'js', 'urlquery'];
const FUNCTIONS = [...COMPARISONS, ...PRINTERS, 'printf', 'and', 'or', 'not', 'call', 'index', 'len', 'slice'];
const STAGES = parts('not¦printf "%v"¦printf "%q|%[1]T"¦printf "%s-%s" "a"¦eq "a"¦ne nil¦and .s¦or .z¦index .m¦lt 2');
const VERBS = [...'vTtdsqxXfegGEbcoOU'];
const NAMES = ['"ax"', '"x"', '`x`', '"\\u00e9x"'];
const PIECES = ['a', ' ', '\n', ' x \n', 'é', '}}', '{ ', '😀', '\t', '\r\n', '"', '$'];

function parts(row: string): readonly string[] {
  return row.split('¦');
}

const DEEPEST = 4;

/** Writes a template determined by the choices; once they are used up, the shortest possible one. */
export class TemplateWriter {
  readonly #choices: readonly number[];
  #next = 0;
  #depth = 0;
  #ranges = 0;
  /** Declared variables. */
  #variables: readonly string[] = ['$'];
  /** Templates that can be called without recursion. */
  #templates: readonly string[] = [];

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  write(): string {
    const definitions = Array.from({ length: this.#choose(3) }, () => this.#definition());
    return this.#pick([this.#list() + definitions.join(''), definitions.join('') + this.#list()]);
  }

  #definition(): string {
    const name = this.#newName();
    const body = this.#inScope(['$'], () => `${this.#action(`define ${name}`)}${this.#list()}${this.#action('end')}`);
    this.#templates = [...this.#templates, name];
    return body;
  }

  #list(): string {
    return Array.from({ length: 1 + this.#choose(4) }, () => this.#node()).join('');
  }

  #node(): string {
    if (this.#depth >= DEEPEST) return this.#pick(PIECES);
    this.#depth++;
    const node = this.#pick([
      () => this.#pick(PIECES),
      () => this.#action(this.#pipeline('any')),
      () => this.#action(this.#pipeline('string')),
      () => this.#action(this.#pipeline('number')),
      () => this.#action(this.#declaration()),
      () => this.#comment(),
      () => this.#branch('if', 'boolean'),
      () => this.#branch('with', 'any'),
      () => this.#range(),
      () => this.#range(),
      () => this.#call(),
    ])();
    this.#depth--;
    return node;
  }

  #action(inside: string): string {
    const left = this.#pick(['{{', '{{', '{{ ', '{{- ', '{{-\n']);
    return `${left}${inside}${this.#pick(['}}', '}}', ' }}', ' -}}', '\n-}}', '\n}}'])}`;
  }

  #comment(): string {
    if (this.#rarely() && this.#rarely()) return this.#pick(['{{ /* c */}}', '{{/* c */ }}', '{{/* c']);
    return this.#pick(['{{/* c */}}', '{{- /* \n */ -}}', '{{/**/ -}}', '{{/* }} */}}']);
  }

  #declaration(): string {
    const known = this.#variables.length > 1 && this.#choose(2) === 1;
    const name = known ? this.#pick(this.#variables) : this.#pick(['$x', '$y', '$été']);
    const text = `${name} ${known ? '=' : ':='} ${this.#pipeline(this.#pick(KINDS))}`;
    this.#variables = [...this.#variables, name];
    return text;
  }

  #branch(keyword: 'if' | 'with', kind: Kind): string {
    return this.#inScope(this.#variables, () => {
      const condition = this.#condition(this.#rarely() ? this.#pick(KINDS) : kind);
      const otherwise = this.#pick([
        () => '',
        () => `${this.#action('else')}${this.#list()}`,
        () => `${this.#action(`else ${keyword} ${this.#condition(kind)}`)}${this.#list()}`,
      ]);
      return `${this.#action(`${keyword} ${condition}`)}${this.#list()}${otherwise()}${this.#action('end')}`;
    });
  }

  #condition(kind: Kind): string {
    if (this.#choose(4) > 0) return this.#pipeline(kind);
    const text = `$c := ${this.#pipeline(kind)}`;
    this.#variables = [...this.#variables, '$c'];
    return text;
  }

  #range(): string {
    return this.#inScope(this.#variables, () => {
      const over = this.#pick([() => this.#pipeline('list'), () => this.#pipeline('map'), () => this.#few()])();
      const names = this.#pick([[], ['$v'], ['$i', '$v'], ['$x', '$x']]);
      const sign = names.every((name) => this.#variables.includes(name)) ? this.#pick(['=', ':=']) : ':=';
      this.#variables = [...this.#variables, ...names];
      const head = this.#action(`range ${names.length > 0 ? `${names.join(', ')} ${sign} ` : ''}${over}`);
      this.#ranges++;
      const body = this.#list() + this.#jump();
      this.#ranges--;
      return `${head}${body}${this.#rarely() ? `${this.#action('else')}${this.#list()}` : ''}${this.#action('end')}`;
    });
  }

  #few(): string {
    return this.#pick(['3', '0', '2', '(index "\\x02" 0)', '-1', '1.5', '"abc"', '(len .s | slice "abc" 0 | len)']);
  }

  #jump(): string {
    const jump = this.#pick(['', '{{break}}', '{{continue}}', `{{if ${this.#operand('boolean')}}}{{break}}{{end}}`]);
    return jump === '' ? '' : jump + this.#pick(PIECES);
  }

  #call(): string {
    if (this.#choose(3) === 2) return this.#block();
    const name = this.#rarely() ? '"none"' : this.#pick([...this.#templates, ...this.#templates, '"x"']);
    return this.#action(`template ${name}${this.#pick(['', ` ${this.#pipeline('any')}`])}`);
  }

  #block(): string {
    const head = this.#action(`block ${this.#newName()} ${this.#pipeline('any')}`);
    return head + this.#inScope(['$'], () => this.#list()) + this.#action('end');
  }

  #newName(): string {
    const name = this.#pick(NAMES);
    return this.#rarely() ? this.#pick([name, name, '"t"']) : name.replace('x', String(this.#next));
  }

  #pipeline(kind: Kind): string {
    const stages = this.#choose(4) < 3 ? 0 : 1 + this.#choose(2);
    const first = stages === 0 ? kind : this.#pick(KINDS);
    return [this.#command(first), ...Array.from({ length: stages }, () => this.#function())].join(
      this.#pick([' | ', '|']),
    );
  }

  #command(kind: Kind): string {
    if (this.#rarely()) return this.#function();
    return this.#pick([() => this.#operand(kind), () => this.#valued(kind)])();
  }

  #operand(wanted: Kind): string {
    if (this.#rarely() && this.#rarely()) return this.#pick(MALFORMED);
    const kind = this.#rarely() ? this.#pick(KINDS) : wanted;
    if (this.#depth > DEEPEST) return this.#pick(FIELDS[kind]);
    return this.#pick([
      () => this.#pick(FIELDS[kind]),
      () => this.#pick(LITERALS[kind]),
      () => this.#pick(this.#variables),
      () => `${this.#pick(this.#variables)}${this.#pick(FIELDS[kind])}`,
      () => `(${this.#nested(kind)})`,
      () => `(${this.#nested('map')})${this.#pick(FIELDS[kind])}`,
    ])();
  }

  #nested(kind: Kind): string {
    this.#depth++;
    const text = this.#pipeline(kind);
    this.#depth--;
    return text;
  }

  /** Returns a function with a value of that kind. */
  #valued(kind: Kind): string {
    const one = (of: Kind) => this.#operand(of);
    const functions: Readonly<Record<Kind, readonly (() => string)[]>> = {
      boolean: [() => this.#comparison(), () => `not ${one('any')}`],
      number: [() => `len ${one('string')}`, () => `index ${one('string')} 0`, () => `len ${one('list')}`],
      string: [() => this.#printf(), () => this.#printing(), () => `slice ${one('string')} 1`],
      list: [() => `slice ${one('list')} ${this.#pick(['', '0', '1', '0 1', '1 1 2', '0 2 2'])}`],
      map: [() => `index ${one('map')} ${this.#pick(['"m"', '"s"', '"q"', '"é"'])}`],
      any: [
        () => `index ${one('list')} ${this.#pick(['0', '1', '-1', '9', '1.0'])}`,
        () => `${this.#pick(['and', 'or'])} ${one('any')} ${one('string')}`,
      ],
    };
    return this.#pick(functions[kind])();
  }

  #comparison(): string {
    const kind = this.#pick(KINDS);
    const more = this.#rarely() ? ` ${this.#operand(kind)}` : '';
    return `${this.#pick(COMPARISONS)} ${this.#operand(kind)} ${this.#operand(kind)}${more}`;
  }

  #printing(): string {
    const args = Array.from({ length: this.#choose(4) }, () => ` ${this.#operand(this.#pick(KINDS))}`);
    return this.#pick(PRINTERS) + args.join('');
  }

  #printf(): string {
    const count = this.#choose(3);
    const directives = Array.from({ length: count }, () => this.#directive());
    const args = Array.from({ length: this.#rarely() ? 1 : count }, () => ` ${this.#operand(this.#pick(KINDS))}`);
    return `printf "${directives.join(this.#pick([' ', '-', '']))}"${args.join('')}`;
  }

  #directive(): string {
    const flags = this.#pick(['', '', '', '+', '-', '#', ' ', '0', '+#', '-0', '# ']);
    const width = this.#pick(['', '', '', '3', '8', '[1]', '*', '[2]*']);
    const precision = this.#pick(['', '', '', '.2', '.', '.0', '.*', '.10']);
    return `%${flags}${width}${precision}${this.#pick([...VERBS, '%', '!', 'z', '[2]d', '[9]d', 'é'])}`;
  }

  /** Returns a later stage of a pipeline; sometimes any function with any arguments. */
  #function(): string {
    if (!this.#rarely()) return this.#pick([() => this.#printing(), () => this.#pick(STAGES)])();
    const name = this.#pick(FUNCTIONS);
    const args = Array.from({ length: this.#choose(3) }, () => ` ${this.#operand(this.#pick(KINDS))}`);
    return name + args.join('');
  }

  #inScope(variables: readonly string[], write: () => string): string {
    const [outer, ranges] = [this.#variables, this.#ranges];
    this.#variables = variables;
    const text = write();
    this.#variables = outer;
    this.#ranges = ranges;
    return text;
  }

  #rarely(): boolean {
    return this.#choose(10) === 9;
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#choose(list.length)] as T;
  }

  #choose(count: number): number {
    return (this.#choices[this.#next++] ?? 0) % count;
  }
}
