import assert from 'node:assert/strict';
import fc from 'fast-check';
import { byteOrder } from '../../src/byte-order.ts';
import { formatResult } from '../../src/krm/index.ts';
import { hostOnFiles, HOSTING_KPTFILE, type Texts } from '../support/hosted-files.ts';
import { propertyRuns } from '../support/property-runs.ts';

const text = (name: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name} # of ${name}\ndata:\n  # above ${name}\n  k: v\n`;

const FILES: Texts = { Kptfile: HOSTING_KPTFILE, 'a.yaml': text('a'), 'b.yaml': `${text('b')}---\n${text('c')}` };

/** Sets the ids of an item, by its name, to those of another. */
function withId(input: string, name: string, id: string): string {
  const items = input.split(/^(?=- )/m);
  return items
    .map((item) => (item.includes(`name: ${name} #`) ? item.replaceAll(/(\bid: )'\d+'/g, `$1'${id}'`) : item))
    .join('');
}

const MESSAGE = /has the id of another item: it was matched by its path, index and name/;

describe('an item that repeats the id of another', () => {
  const ROWS: Readonly<Record<string, readonly [edit: (input: string) => string, warned: readonly string[]]>> = {
    'one after it': [(input) => withId(input, 'b', '2'), ['b']],
    'one before it': [(input) => withId(input, 'a', '4'), ['a']],
    'all have one id': [(input) => ['a', 'b', 'c'].reduce((all, name) => withId(all, name, '3'), input), ['a', 'c']],
    'two have exchanged theirs': [(input) => withId(withId(input, 'a', '3'), 'b', '2'), ['a', 'b']],
    'the id of the Kptfile': [(input) => withId(input, 'c', '1'), ['c']],
  };
  for (const [title, [edit, warned]] of Object.entries(ROWS))
    it(`keeps its comments, with a warning: ${title}`, async () => {
      const { files, errors, results } = await hostOnFiles(FILES, (input) =>
        edit(input)
          .replaceAll(/k: v/g, 'k: w')
          .replaceAll(/ +# .*\n/g, '\n'),
      );
      const want = Object.entries(FILES).map(([path, each]) => [path, each.replaceAll('k: v', 'k: w')] as const);
      assert.deepEqual([files, errors], [Object.fromEntries(want), []]);
      const warnings = results.filter(({ severity }) => severity === 'warning').map(formatResult);
      assert.deepEqual(
        warnings.map((line) => /v1\/ConfigMap\/(\w)/.exec(line)?.[1] ?? '').toSorted(byteOrder),
        warned.toSorted(byteOrder),
        warnings.join('\n'),
      );
      for (const line of warnings) assert.match(line, MESSAGE);
    });

  it('is new if its name or place is another: a copy', async () => {
    const { files, results } = await hostOnFiles(FILES, (input) => {
      const item =
        /^- apiVersion: v1\n {2}kind: ConfigMap\n {2}metadata:\n {4}name: a #(?:.*\n)*?(?=- )/m.exec(input)?.[0] ?? '';
      assert.notEqual(item, '');
      return `${input}${item.replaceAll('a.yaml', 'copy.yaml')}`;
    });
    assert.deepEqual(Object.keys(files), ['Kptfile', 'a.yaml', 'b.yaml', 'copy.yaml']);
    assert.deepEqual([files['a.yaml'], results], [FILES['a.yaml'], []]);
  });

  const ids = fc.record({
    order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
    ids: fc.array(fc.constantFrom('1', '2', '3', '4'), { minLength: 3, maxLength: 3 }),
  });

  it('keeps its comments whichever ids the items have, in any order', () =>
    fc.assert(
      fc.asyncProperty(ids, async (drawn) => {
        const { files, errors } = await hostOnFiles(FILES, (input) => {
          const edited = ['a', 'b', 'c'].reduce((all, name, index) => withId(all, name, drawn.ids[index] ?? ''), input);
          const [head = '', ...items] = edited.split(/^(?=- )/m);
          return `${head}${drawn.order.map((index) => items[index]).join('')}`.replaceAll(/ +# .*\n/g, '\n');
        });
        assert.deepEqual([files, errors], [FILES, []], JSON.stringify(drawn));
      }),
      { numRuns: propertyRuns(300) },
    ));
});
