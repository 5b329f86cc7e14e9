/** Intended kind of an expression; the actual kind may differ. */
type Kind =
  | 'any'
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'int'
  | 'list'
  | 'map'
  | 'optional'
  | 'string'
  | 'timestamp'
  | 'type'
  | 'uint';

/** Expressions of each kind: the smallest ones, and templates. */
interface Grammar {
  readonly leaves: Readonly<Record<Kind, readonly string[]>>;
  readonly rules: Readonly<Record<Kind, readonly string[]>>;
}

/** Smallest expressions of each kind, separated by broken bars. */
const LEAVES: Readonly<Record<Kind, readonly string[]>> = {
  any: parts('target¦upstream¦repository¦null¦dyn(1)¦dyn([])¦.target¦google.protobuf.Value{string_value: "a"}'),
  bool: parts('true¦false'),
  bytes: parts(`b'a'¦b''¦b'\\xff\\x00'¦b"é"¦br'\\n'¦B'''x'''`),
  double: parts('0.0¦1.0¦-1.5¦1e3¦.5¦1e300¦9007199254740993.0¦-0.0¦1e-7¦123456789.125¦-9223372036854775808.0'),
  duration: parts(`duration('1s')¦duration('-1.5h')¦duration('1h30m')¦duration('2562047h')¦duration('1ns')`),
  int: parts('0¦1¦2¦-1¦- 7¦0x1F¦9223372036854775807¦-9223372036854775808¦9007199254740993¦007'),
  list: parts(
    `[]¦[1]¦[1, 2, 3]¦['a', 'b']¦['a']¦[[1], []]¦[1.0]¦[true]¦[{}]¦[2u]¦[,]¦["a",]¦[null]¦[dyn(1), dyn('a')]`,
  ),
  map: parts(
    `{}¦{'a': 'b'}¦{'a': 1, 'b': 2}¦{1: 'x'}¦{true: 1}¦{1u: 2}¦{'a': {}}¦{'a': null}¦target.labels¦upstream.annotations¦{,}`,
  ),
  string: parts(
    `'a'¦''¦'b'¦"é😀"¦'\uffff'¦r'\\d'¦repoDefault¦packageDefault¦target.name¦upstream.labels['app']¦target.labels.region¦'''a\n'b'''¦` +
      `'\\u00e9\\101\\x41'¦'1'¦'-12'¦'1.5'¦'true'¦'[a'¦'a+'¦'2020-01-01T00:00:00Z'¦'1h'¦'Europe/Berlin'¦'+05:30'¦repository.labels.zz`,
  ),
  timestamp: parts(
    `timestamp('2020-02-29T12:34:56.789Z')¦timestamp(0)¦timestamp('0001-01-01T00:00:00Z')¦timestamp('9999-12-31T23:59:59.9+01:00')¦` +
      `timestamp('2021-06-30T23:30:00-07:00')`,
  ),
  optional: parts('true'),
  type: parts(
    'int¦string¦type¦list¦map¦null_type¦bytes¦google.protobuf.Timestamp¦google.protobuf.Duration¦double¦bool¦uint',
  ),
  uint: parts('0u¦1u¦2U¦0x1Fu¦18446744073709551615u'),
};

const KINDS = Object.keys(LEAVES) as readonly Kind[];

/** Templates of expressions: kinds in angle brackets stand for expressions, `$` precedes the name of a variable. */
const RULES: Readonly<Record<Kind, readonly string[]>> = {
  any: parts(
    'dyn(<bool>)¦dyn(<int>)¦dyn(<string>)¦dyn(<list>)¦dyn(<map>)¦dyn(<double>)¦dyn(<uint>)¦<map>[<string>]¦<list>[<int>]¦<any>.name¦' +
      '<any>.labels¦<any>[<any>]¦<any>.b¦<bool> ? <any> : <any>¦dyn(<bytes>)¦dyn(<duration>)¦dyn(<type>)¦dyn(<timestamp>)¦<map>.a',
  ),
  bool: parts(
    '!<bool>¦!(<bool>)¦<bool> && <bool>¦<bool> || <bool>¦<int> == <int>¦<any> == <any>¦<any> != <string>¦<string> == <string>¦' +
      '<int> < <int>¦<double> <= <double>¦<string> < <string>¦<string> >= <string>¦<any> < <any>¦<any> > <int>¦<uint> > <uint>¦' +
      '<bytes> < <bytes>¦<timestamp> < <timestamp>¦<duration> >= <duration>¦<bool> < <bool>¦<string> in <list>¦<int> in <list>¦' +
      '<string> in <map>¦<any> in <any>¦has(<map>.a)¦has(<any>.labels)¦has(target.labels.zz)¦<string>.startsWith(<string>)¦' +
      '<string>.endsWith(<string>)¦<string>.contains(<string>)¦<string>.matches(<string>)¦matches(<string>, <string>)¦bool(<string>)¦' +
      '<list>.all($x, <bool>)¦<list>.exists($x, <bool>)¦<map>.exists($k, <bool>)¦<list>.exists_one($x, <bool>)¦<any>.all($y, <bool>)¦' +
      '<list> == <list>¦<map> == <map>¦<type> == type(<any>)¦type(<int>) == <type>¦<any>.existsOne($y, <bool>)¦(<bool>)¦<int> < <double>¦' +
      '<bool> ? <bool> : <bool>¦<list>.all($x, $x == <any>)',
  ),
  bytes: parts('bytes(<string>)¦<bytes> + <bytes>¦<bool> ? <bytes> : <bytes>¦bytes(<bytes>)'),
  double: parts(
    '<double> + <double>¦<double> - <double>¦<double> * <double>¦<double> / <double>¦-<double>¦-(<double>)¦double(<int>)¦' +
      'double(<uint>)¦double(<string>)¦double(<any>)¦<bool> ? <double> : <double>¦<list>[<int>]',
  ),
  duration: parts(
    '<duration> + <duration>¦<duration> - <duration>¦<timestamp> - <timestamp>¦duration(<string>)¦<bool> ? <duration> : <duration>¦' +
      '-dyn(<duration>)¦google.protobuf.Duration{seconds: 90, nanos: 5}',
  ),
  int: parts(
    '<int> + <int>¦<int> - <int>¦<int> * <int>¦<int> / <int>¦<int> % <int>¦-<int>¦--<int>¦-(<int>)¦size(<string>)¦size(<list>)¦' +
      '<map>.size()¦<string>.size()¦<bytes>.size()¦size(<any>)¦int(<double>)¦int(<string>)¦int(<uint>)¦int(<timestamp>)¦int(<duration>)¦' +
      'int(<any>)¦<timestamp>.getFullYear()¦<timestamp>.getMonth(<string>)¦<timestamp>.getDate()¦<timestamp>.getDayOfWeek()¦' +
      `<timestamp>.getDayOfYear('America/New_York')¦<timestamp>.getHours('+05:30')¦<timestamp>.getMinutes()¦<timestamp>.getSeconds()¦` +
      '<timestamp>.getMilliseconds()¦<duration>.getHours()¦<duration>.getMinutes()¦<duration>.getSeconds()¦<duration>.getMilliseconds()¦' +
      `<timestamp>.getDayOfMonth('Europe/Berlin')¦<bool> ? <int> : <int>¦<list>[<int>]¦<map>[<string>]¦<any> + <int>¦<int> * <any>`,
  ),
  list: parts(
    '[<int>, <int>]¦[<string>, <string>]¦[<any>, <any>]¦[<string>]¦[<list>, <list>]¦<list> + <list>¦<list>.map($x, <string>)¦' +
      '<list>.map($x, <int>)¦<list>.filter($x, <bool>)¦<list>.map($x, <bool>, <any>)¦<map>.map($k, $k)¦<map>.filter($k, <bool>)¦' +
      '<any>.map($y, $y)¦<bool> ? <list> : <list>¦[<double>, <int>]¦[<map>, <map>]¦<list>.map($x, $x)¦[<any>]¦[<type>, <type>]',
  ),
  map: parts(
    `{'a': <int>}¦{<string>: <string>}¦{'a': <any>, 'b': <any>}¦{<int>: <string>, <int>: <string>}¦{<bool>: <bool>}¦{'a': <map>}¦` +
      `{<string>: <list>}¦<any>.labels¦<bool> ? <map> : <map>¦{'a': <int>, 'b': <string>}¦google.protobuf.Struct{fields: {'a': target.name}}`,
  ),
  string: parts(
    '<string> + <string>¦<string> + <any>¦string(<int>)¦string(<uint>)¦string(<double>)¦string(<bool>)¦string(<bytes>)¦' +
      'string(<duration>)¦string(<timestamp>)¦string(<any>)¦string(<string>)¦<bool> ? <string> : <string>¦<list>[<int>]¦<map>[<string>]¦' +
      '<any>.name¦<map>.a¦<list>.map($x, <string>)[<int>]¦(<string>)¦<any>¦{"a": <string>}.a¦google.protobuf.StringValue{value: <string>}',
  ),
  timestamp: parts(
    '<timestamp> + <duration>¦<timestamp> - <duration>¦<duration> + <timestamp>¦timestamp(<int>)¦timestamp(<string>)¦' +
      '<bool> ? <timestamp> : <timestamp>¦google.protobuf.Timestamp{seconds: -1, nanos: 1000}',
  ),
  optional: parts('true'),
  type: parts('type(<any>)¦type(<string>)¦type(<list>)¦type(<type>)¦<bool> ? <type> : <type>'),
  uint: parts(
    '<uint> + <uint>¦<uint> - <uint>¦<uint> * <uint>¦<uint> / <uint>¦<uint> % <uint>¦uint(<int>)¦uint(<string>)¦uint(<double>)',
  ),
};

/** Language of the templates of a PackageVariantSet. */
const PORCH_GRAMMAR: Grammar = { leaves: LEAVES, rules: RULES };

/** Rules that conditions of a pipeline have in addition. */
const EXTENDED: Partial<Grammar['rules']> = {
  any: parts(
    '<optional>.value()¦<optional>.orValue(<any>)¦<any>.?name.orValue(<any>)¦<list>.first().value()¦dyn(<optional>)¦<any>[?<any>].orValue(<any>)',
  ),
  bool: parts(
    '<optional>.hasValue()¦<optional> == <optional>¦<list>.all($i, $x, <bool>)¦<map>.exists($k, $v, <bool>)¦' +
      '<list>.existsOne($i, $x, <bool>)¦<map>.exists_one($k, $v, <bool>)¦sets.contains(<list>, <list>)¦sets.intersects(<list>, <list>)¦' +
      'sets.equivalent(<list>, <list>)¦<optional>.orValue(<bool>)¦resources.exists($r, $r.name == <string>)¦resources.all($i, $r, $i < <int>)¦' +
      '<double> > <int>¦<uint> <= <double>¦<int> >= <uint>¦<any> in <list>¦resources.exists($r, has($r.labels))¦resources.size() > <int>',
  ),
  int: parts(
    '<string>.indexOf(<string>)¦<string>.indexOf(<string>, <int>)¦<string>.lastIndexOf(<string>)¦<string>.lastIndexOf(<string>, <int>)¦' +
      '<optional>.orValue(<int>)¦<list>[?<int>].orValue(<int>)¦size(resources)¦<string>.size()',
  ),
  list: parts(
    '<list>.distinct()¦<list>.flatten()¦<list>.flatten(<int>)¦<list>.slice(<int>, <int>)¦<list>.sort()¦<list>.reverse()¦<list>.sortBy($x, <string>)¦' +
      'lists.range(size(<list>))¦<string>.split(<string>)¦<string>.split(<string>, <int>)¦<list>.transformList($i, $x, <any>)¦<map>.transformList($k, $v, $k)¦' +
      '<map>.transformList($k, $v, <bool>, $v)¦[?<optional>, <any>]¦[?<optional>]¦[<optional>, <optional>].unwrapOpt()¦optional.unwrap([<optional>])¦resources¦' +
      '<list>.sortBy($x, $x)¦lists.range(3)¦resources.map($r, $r.?name)',
  ),
  map: parts(
    `{?'a': <optional>}¦{?'a': <optional>, 'b': <any>}¦<map>.transformMap($k, $v, <any>)¦<map>.transformMap($k, $v, <bool>, <string>)¦` +
      `<list>.transformMap($i, $x, $x)¦<list>.transformMapEntry($i, $x, {$x: $i})¦<list>.transformMapEntry($i, $x, <bool>, {<string>: $i})¦<map>.transformMapEntry($k, $v, {$k: <int>})`,
  ),
  optional: parts(
    'optional.of(<any>)¦optional.of(<string>)¦optional.ofNonZeroValue(<any>)¦optional.ofNonZeroValue(<int>)¦<any>.?name¦<any>.?labels.?app¦<any>.?labels.region¦' +
      '<map>.?a¦<map>[?<string>]¦<list>[?<int>]¦<any>[?<any>]¦<optional>.or(<optional>)¦<list>.first()¦<list>.last()¦<optional>.optMap($o, <any>)¦' +
      '<optional>.optFlatMap($o, <optional>)¦<optional>[0]¦<optional>.a¦<bool> ? <optional> : <optional>¦<optional>.?b¦<optional>[?<int>]¦' +
      'optional.ofNonZeroValue(<list>)¦optional.ofNonZeroValue(<timestamp>)¦optional.ofNonZeroValue(<duration>)',
  ),
  string: parts(
    '"%s".format([<any>])¦"%s-%d|%f|%x%%".format([<any>, <int>, <double>, <string>])¦"%.2f %e %b %o %X".format([<double>, <double>, <int>, <uint>, <int>])¦<string>.format(<list>)¦"%s".format([<list>])¦"%s %.3e %s".format([<map>, <double>, <type>])¦<string>.charAt(<int>)¦<list>.join()¦<list>.join(<string>)¦<string>.lowerAscii()¦<string>.upperAscii()¦<string>.replace(<string>, <string>)¦' +
      '<string>.replace(<string>, <string>, <int>)¦strings.quote(<string>)¦<string>.substring(<int>)¦<string>.substring(<int>, <int>)¦<string>.trim()¦' +
      `<optional>.orValue(<string>)¦<any>.?name.orValue('a')¦' <string> '.trim()`,
  ),
};

/** Language of the conditions of a pipeline. */
export const KPT_GRAMMAR: Grammar = {
  leaves: {
    ...withResources(LEAVES),
    optional: parts('optional.none()¦optional.of(1)¦optional.of("a")¦resources[0].?labels¦resources[1].?a'),
  },
  rules: withResources(forKinds((kind) => [...(kind === 'optional' ? [] : RULES[kind]), ...(EXTENDED[kind] ?? [])])),
};

/** Returns expressions with resources in place of Porch's variables. */
function withResources(texts: Grammar['rules']): Grammar['rules'] {
  const variables = ['target', 'upstream', 'repository'];
  const replaced = (text: string): string =>
    variables
      .reduce((now, name, index) => now.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `resources[${index}]`), text)
      .replaceAll(/\b(?:repo|package)Default\b/g, 'resources[0].name');
  return forKinds((kind) => texts[kind].map(replaced));
}

function forKinds(texts: (kind: Kind) => readonly string[]): Grammar['rules'] {
  return Object.fromEntries(KINDS.map((kind): [string, readonly string[]] => [kind, texts(kind)])) as Grammar['rules'];
}

const DEEPEST = 5;

function parts(row: string): readonly string[] {
  return row.split('¦');
}

/** Writes an expression determined by the choices; once they are used up, the shortest possible one. */
export class ExpressionWriter {
  readonly #choices: readonly number[];
  readonly #grammar: Grammar;
  #next = 0;
  #depth = 0;
  /** Variables that macros have declared. */
  #variables: readonly string[] = [];

  constructor(choices: readonly number[], grammar = PORCH_GRAMMAR) {
    this.#choices = choices;
    this.#grammar = grammar;
  }

  /** Returns an expression that is usually of a kind. */
  write(kind: Kind): string {
    return this.#expression(kind);
  }

  #expression(meant: Kind): string {
    const kind = this.#choose(100) === 1 ? this.#pick(KINDS) : meant;
    if (this.#depth >= DEEPEST || this.#choose(5) === 0) return this.#leaf(kind);
    this.#depth++;
    const text = this.#apply(this.#pick(this.#grammar.rules[kind]));
    this.#depth--;
    return this.#choose(4) === 1 ? `(${text})` : text;
  }

  #leaf(kind: Kind): string {
    return this.#variables.length > 0 && this.#choose(2) === 1
      ? this.#pick(this.#variables)
      : this.#pick(this.#grammar.leaves[kind]);
  }

  #apply(rule: string): string {
    const before = this.#variables;
    const text = rule.replaceAll(/<(\w+)>|\$(\w)/g, (_, kind: Kind | undefined, name: string) => {
      if (kind !== undefined) return this.#expression(kind);
      this.#variables = [...this.#variables, name];
      return name;
    });
    this.#variables = before;
    return text;
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#choose(items.length)];
    if (item === undefined) throw new Error('there must be something to pick');
    return item;
  }

  #choose(count: number): number {
    return (this.#choices[this.#next++] ?? 0) % count;
  }
}
