import assert from 'node:assert/strict';
import fc from 'fast-check';
import applySetters from '../../../functions/apply-setters/index.ts';
import { isMap, readDocument, type Value } from '../../../src/yaml/index.ts';
import { loaded } from '../../support/probe.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';
import { generatedInput } from './generated-input.ts';

const RUNS = propertyRuns(300);
const fn = loaded(applySetters);

/** Layouts of a value beside its comment, by a text that is a string in each. */
const LAYOUTS: readonly ((text: string, comment: string) => string)[] = [
  (text, comment) => ` ${text}${comment}`,
  (text, comment) => ` "${text}"${comment}`,
  (text, comment) => `\n    '${text}'${comment}`,
  (text, comment) => ` |-${comment}\n    ${text}`,
  (text, comment) => `   &anchor ${text}  ${comment}`,
  (text, comment) => ` {x: ${text}${comment}\n    }`,
  (text, comment) => `\n  - ${text}${comment}\n  - other`,
];

/** A field of a map: its layout, the pattern of its comment, and the values of `a` and `b` that it has. */
const field = fc.record({
  layout: fc.nat(LAYOUTS.length - 1),
  pattern: fc.constantFrom('${a}', 'x-${a}', '${a}.${b}', '${b}/${a}', '${unset}', undefined),
  a: fc.constantFrom('old', 'older'),
  b: fc.constantFrom('one', 'two'),
  above: fc.constantFrom('', '  # kpt-set: ${a}\n', '\n'),
});

const given = fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('new', 'v 1', 'é', '${', "it's"), {
  minKeys: 1,
});

const filled = (pattern: string, values: Readonly<Record<string, string>>): string =>
  pattern.replaceAll(/\$\{(\w+)\}/g, (reference, name: string) => values[name] ?? reference);

describe('apply-setters: properties', () => {
  it('sets the fields of a pattern, and leaves all other lines', () =>
    fc.assert(
      fc.asyncProperty(fc.array(field, { minLength: 1, maxLength: 20 }), given, async (fields, data) => {
        const lines = fields.map(({ layout, pattern, a, b, above }, index) => {
          const text = filled(pattern ?? 'old', { a, b, unset: 'kept' });
          const comment = pattern === undefined ? '' : ` # kpt-set: ${pattern}`;
          const written = LAYOUTS[layout]?.(text, comment).replace('&anchor', `&anchor${index}`) ?? '';
          return `${above}  f${index}:${written}\n`;
        });
        const config = resource('v1', 'ConfigMap', 's', `data: ${JSON.stringify(data)}\n`);
        const { list, stderr } = await runList(
          fn,
          resourceList([resource('v1', 'T', 'r', `spec:\n${lines.join('')}`)], config),
        );
        assert.equal(stderr, '');
        const spec = readDocument(list).value(['items', 0, 'spec']) ?? null;
        fields.forEach(({ pattern, a, b }, index) =>
          assert.equal(scalarIn(spec, `f${index}`), filled(pattern ?? 'old', { a, b, unset: 'kept', ...data })),
        );
        const comments = (text: string): readonly string[] => text.match(/# kpt-set.*/g) ?? [];
        assert.deepEqual(comments(list), comments(resourceList([lines.join('')])));
      }),
      { numRuns: RUNS },
    ));

  it('changes nothing in a second run, and reports the same', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(1_000_000), async (seed) => {
        const { list, report, stderr } = await runList(fn, generatedInput(seed).text);
        if (stderr !== '') return;
        const again = await runList(fn, list);
        assert.equal(again.list, list);
        assert.equal(again.report, report);
      }),
      { numRuns: RUNS },
    ));
});

/** Returns the first scalar in the value of a field. */
function scalarIn(spec: Value, name: string): Value {
  const value = isMap(spec) ? (spec[name] ?? null) : null;
  return typeof value === 'object' && value !== null ? (Object.values(value)[0] as Value) : value;
}
