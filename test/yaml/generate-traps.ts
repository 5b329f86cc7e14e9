import fc from 'fast-check';
import { resourceList } from '../support/resource-list.ts';
import { mutated } from './mutate.ts';

/** Lines within such a value. */
const ROWS = [
  'kind: Trap',
  'kind: "Trap"',
  'metadata:',
  'name: trap',
  'namespace: trap',
  'labels: {',
  "# it's",
  'a: b',
  '- c',
  '"kind": Trap',
  '? kind',
  "d: '",
  'e: "',
  'f: |',
  '}',
  ']',
  ',',
  '',
  'text',
  '"',
  "'",
  'g: ["h"]',
  '\tkind: Trap',
];

/** Values that go on below their key, with lines that look like the entries of a resource. */
const TRAPS: readonly fc.Arbitrary<string>[] = [
  enclosed('"', '"'),
  enclosed("'", "'"),
  enclosed('[a, ', ']'),
  enclosed('{a: b, ', '}'),
  enclosed('{note: "a ', '"}'),
  enclosed("[{note: 'it''s ", "'}]"),
  enclosed('[a "b, ', ']'),
  enclosed(`[${'"a", b, '.repeat(15)}`, ']'),
  enclosed(`{${Array.from({ length: 25 }, (_, at) => `k${at}: "v"`).join(', ')}, l: 'm `, "'}"),
  enclosed('["a\\"", # it\'s\n ', ']'),
  enclosed('{\n', '\n}'),
  enclosed('&anchor "', '" # beside'),
  enclosed('!!str "', '"'),
  enclosed('&anchor\n "', '"'),
  enclosed('\n "', '"'),
  enclosed('\n- "', '"'),
  enclosed('\n- [', ", it's]"),
  enclosed('\n  k: "', '"'),
  enclosed('\n  k:\n  - l: {m: "', '"}'),
  enclosed('|\n  ', ''),
  enclosed('>-\n    deep ', ''),
  enclosed('|2-\n   odd\n  ', ''),
  enclosed('text\n  - | # ', ''),
  enclosed('text\n  "quoted" ', ''),
  enclosed('it is "text ', ''),
  enclosed('\t"', '"'),
];

/** A value that begins and ends with these texts, and lines at any column between. */
function enclosed(start: string, end: string): fc.Arbitrary<string> {
  const line = fc.tuple(fc.constantFrom(...ROWS), fc.nat(4), fc.constantFrom('', '', '', ',', ' # c'));
  return fc
    .array(line, { maxLength: 3 })
    .map(
      (lines) => `${start}${lines.map(([row, depth, after]) => `\n${' '.repeat(depth)}${row}${after}`).join('')}${end}`,
    );
}

/** Lines of some pairs, in any order, a few of them traps. */
function pairs(own: readonly string[], indent: string): fc.Arbitrary<string> {
  const keys = ['x: ', 'z: ', '"quoted": ', 'a"b: ', "it's: ", '? explicit\n: ', '!!str tagged: ', '&b anchored: '];
  const trap = fc.tuple(fc.constantFrom(...keys), fc.oneof(...TRAPS)).map(([key, value]) => `${key}${value}`);
  const comment = fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom("# it's", '', '# [a, "b', '   # deep') },
    // No identity can be told beside one of these.
    { weight: 1, arbitrary: fc.constantFrom('# \rkind: Trap', '"q": "x\r"') },
  );
  return fc
    .tuple(
      fc.shuffledSubarray([...own], { minLength: own.length - 1 }),
      fc.array(fc.oneof(trap, trap, trap, comment), { maxLength: 2 }),
      fc.nat(),
    )
    .map(([lines, others, seed]) => {
      const all = [...lines];
      for (const [index, other] of others.entries()) all.splice((seed >> index) % (all.length + 1), 0, other);
      // The lines of a trap stay at their columns.
      return all.map((each) => `${indent}${each}\n`).join('');
    });
}

function resources(): fc.Arbitrary<string> {
  const kinds = fc.constantFrom(
    'kind: Deployment',
    "kind: 'Deployment' # c",
    '"kind": Deployment',
    'kind:\n  Deployment',
  );
  return fc
    .tuple(kinds, pairs(['name: own', 'namespace: "mine"', 'labels:\n    a: b'], '  '))
    .chain(([kind, metadata]) =>
      pairs(['apiVersion: apps/v1', kind, `metadata:\n${metadata.trimEnd()}`, 'spec: {a: "b"}'], ''),
    );
}

/** Texts of one resource whose values have lines that look like its identity, most of them YAML to Go. */
export function traps(): fc.Arbitrary<string> {
  return fc.oneof({ weight: 3, arbitrary: resources() }, { weight: 1, arbitrary: mutated(resources()) });
}

/** ResourceLists of such resources, some with a line that is less deep than its item. */
export function trapLists(): fc.Arbitrary<string> {
  const lists = fc.array(traps(), { minLength: 1, maxLength: 3 }).map((items) => resourceList(items));
  return fc.tuple(lists, fc.nat()).map(([text, place]) => {
    const lines = text.split('\n');
    const at = place % (2 * lines.length);
    return lines.map((line, index) => (index === at && at > 6 ? line.trimStart() : line)).join('\n');
  });
}
