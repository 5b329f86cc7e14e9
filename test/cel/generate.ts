import fc from 'fast-check';
import type { Bindings, BoundObject } from '../../src/cel/index.ts';
import { ExpressionWriter, KPT_GRAMMAR } from './expression-writer.ts';

/** Expression and its bindings. */
export interface Case {
  readonly expression: string;
  readonly bindings: Bindings;
}

/** Generates expressions of the whole language, damaged ones, and text that is hardly an expression. */
export function cases(): fc.Arbitrary<Case> {
  const whole = expressions();
  const expression = fc.oneof(
    { weight: 10, arbitrary: whole },
    { weight: 3, arbitrary: mutated(whole) },
    { weight: 1, arbitrary: jumbled() },
    { weight: 1, arbitrary: conversions() },
  );
  // cel-go reads UTF-8, which cannot encode halves of surrogate pairs.
  return fc.record({ expression: expression.filter((one) => !/\p{Surrogate}/u.test(one)), bindings: bindings() });
}

/** Generates expressions of the whole language, most of them without type errors. */
function expressions(): fc.Arbitrary<string> {
  return fc
    .array(fc.noBias(fc.nat()), { minLength: 5, maxLength: 120, size: 'max' })
    .map((choices) => new ExpressionWriter(choices).write('string'));
}

/** Pieces of expressions, separated by broken bars. */
const SNIPPETS = (
  `(¦)¦[¦]¦{¦}¦,¦.¦:¦?¦-¦!¦+¦*¦/¦%¦<¦>¦<=¦>=¦==¦!=¦=¦&&¦||¦&¦|¦'¦"¦'''¦"""¦r'¦b'¦\\¦\`¦//¦ ¦\n¦\r¦\t¦0¦1¦9¦u¦U¦0x¦e¦1e¦.5¦1.¦'a'¦"b"¦[1]¦` +
  `{1:2}¦ in ¦ true ¦null¦has(¦.map(x,¦.all(x,¦x¦_¦a.b¦.?¦[?¦dyn(¦size(¦string(¦int¦target¦.labels¦repository¦if¦package¦é¦😀¦#¦@¦\0¦$¦;¦¬`
).split('¦');

/** Generates damaged versions of the texts. */
function mutated(whole: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const mutation = fc.record({ place: fc.nat(), length: fc.nat(3), by: fc.constantFrom('', ...SNIPPETS) });
  return fc.tuple(whole, fc.array(mutation, { minLength: 1, maxLength: 2 })).map(([before, mutations]) =>
    mutations.reduce((now, { place, length, by }) => {
      const at = place % (now.length + 1);
      return now.slice(0, at) + by + now.slice(at + length);
    }, before),
  );
}

function jumbled(): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...SNIPPETS), { minLength: 1, maxLength: 12, size: 'max' })
    .map((parts) => parts.join(''));
}

/** Generates conversions of text that may be valid for them. */
function conversions(): fc.Arbitrary<string> {
  const unit = fc.constantFrom(...'00112459-+.:TZeEuUxhmsµnpPi_, ');
  const head = fc.constantFrom(
    '',
    '',
    '-',
    '0x',
    '1h',
    '2020-02-28T',
    '2020-01-01T00:00:00',
    'inf',
    'nan',
    '1e',
    '12:0',
  );
  const call = fc.constantFrom('int', 'uint', 'double', 'bool', 'duration', 'timestamp');
  return fc
    .tuple(call, head, fc.string({ unit, maxLength: 8 }))
    .map(([name, start, rest]) => `string(${name}('${start}${rest}'))`);
}

/** Condition, and the documents of its resources in YAML. */
export interface ConditionCase {
  readonly expression: string;
  readonly resources: readonly string[];
}

/** Generates conditions of a pipeline, most of them without type errors, and damaged ones. */
export function conditions(): fc.Arbitrary<ConditionCase> {
  const whole = fc
    .array(fc.noBias(fc.nat()), { minLength: 5, maxLength: 120, size: 'max' })
    .map((choices) => new ExpressionWriter(choices, KPT_GRAMMAR).write('bool'));
  const expression = fc.oneof({ weight: 10, arbitrary: whole }, { weight: 2, arbitrary: mutated(whole) });
  return fc.record({
    expression: expression.filter((one) => !/\p{Surrogate}/u.test(one)),
    resources: fc.array(fc.constantFrom(...DOCUMENTS), { minLength: 1, maxLength: 4, size: 'max' }),
  });
}

/** Resources with values of all types, whose fields are those that expressions name. */
const DOCUMENTS = [
  `name: web\nlabels: {app: web, region: eu-1, zz: 'true'}\na: 1\nb: 1.0\n`,
  `name: edge-1\nlabels: {}\nannotations:\n  a.b/c: x\na: 2020-01-02\nb: [1, 2.5, yes, null, 0x1F, 1e3]\n`,
  `name: '1'\nlabels:\n  app: &a 2020-01-02T03:04:05Z\n  region: "2020-01-02"\na: *a\nb: {a: -0, b: .inf}\n`,
  `name: ''\na: 18446744073709551615\nb:\n- name: x\n  labels: {app: 017}\n- name: y\n`,
];

function bindings(): fc.Arbitrary<Bindings> {
  const target = fc.oneof({ weight: 4, arbitrary: object() }, fc.record({ repo: text(), package: text() }));
  return fc.record(
    { repoDefault: text(), packageDefault: text(), upstream: object(), target, repository: object() },
    {
      requiredKeys: ['repoDefault', 'packageDefault', 'target', 'upstream'],
    },
  );
}

function object(): fc.Arbitrary<BoundObject> {
  return fc.record({ name: text(), namespace: text(), labels: texts(), annotations: texts() });
}

function texts(): fc.Arbitrary<Readonly<Record<string, string>>> {
  return fc.dictionary(fc.constantFrom('a', 'b', 'app', 'region', 'x.y/z', '__proto__'), text(), { maxKeys: 3 });
}

function text(): fc.Arbitrary<string> {
  return fc.constantFrom('', 'a', 'edge-1', 'héllo', '😀', '\uffff', '1', 'true', '1h');
}
