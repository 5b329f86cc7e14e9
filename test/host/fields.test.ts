import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readAnswer, type ListItem } from '../../src/host/answer.ts';
import { changedFields, fieldsOf, scannedValue } from '../../src/host/fields.ts';
import { equalValues, readDocument, UNKNOWN, type Value } from '../../src/yaml/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(3000);

/** Values below a key, whose further lines are deeper than it. */
const VALUES = [
  ' a',
  ' "a b" # c',
  " 'it'",
  ' yes',
  ' 1',
  ' null',
  '',
  ' !!str 1',
  ' &x a',
  ' *x',
  ' |\n    text\n',
  ' |2\n    text',
  ' "a\n    b"',
  ' [a, b]',
  ' {a: b}',
  '\n    a: b\n    c: "1"',
  '\n    a:\n      b: c\n    d: on',
  '\n    a: b\n    a: c',
  '\n    - a\n    - b: c',
  '\n  - a',
  '\n    y: 1\n    0x1F: b',
  '\n    # c\n    a: b\n',
];

const fields = fc.uniqueArray(
  fc.tuple(fc.constantFrom('apiVersion', 'kind', 'metadata', 'spec', 'data', 'on', '"q"'), fc.constantFrom(...VALUES)),
  { selector: ([key]) => key, minLength: 1, maxLength: 5 },
);

type Fields = readonly (readonly [key: string, value: string])[];

/** Returns the lines of an item at a column. */
function lines(pairs: Fields, pad: string): string {
  const all = pairs.map(([key, value]) => `  ${key}:${value}\n`).join('');
  return `${pad}- ${all.slice(2).replaceAll(/\n(?=.)/g, `\n${pad}`)}`;
}

/** Returns the only item of a list; undefined if its text is not YAML. */
function itemOf(text: string): ListItem | undefined {
  const answer = readAnswer(`kind: ResourceList\nitems:\n${text}`);
  if (typeof answer === 'string') return undefined;
  const [item] = answer.items;
  return item !== undefined && valueOf(item) !== undefined ? item : undefined;
}

function valueOf(item: ListItem): Value | undefined {
  try {
    return item.value;
  } catch {
    return undefined;
  }
}

describe('fields of an item', () => {
  it('that lines show are those that kpt reads', () => {
    let count = 0;
    fc.assert(
      fc.property(fields, (pairs) => {
        const item = itemOf(lines(pairs, ''));
        const scanned = item?.scan === undefined ? UNKNOWN : scannedValue(item.scan);
        if (item === undefined || scanned === UNKNOWN) return;
        count++;
        assert.deepEqual(scanned, item.value, lines(pairs, ''));
      }),
      { numRuns: RUNS },
    );
    assert.ok(count > RUNS / 50, `${count} of ${RUNS} are shown`);
  });

  it('differ only where they are said to', () => {
    let count = 0;
    const versions = fields.chain((pairs) =>
      fc.tuple(fc.constant(pairs), fc.oneof(fc.shuffledSubarray(pairs), fields), fc.constantFrom('', '', '  ')),
    );
    fc.assert(
      fc.property(versions, ([before, after, pad]) => {
        const [sent, answered] = [itemOf(lines(before, '')), itemOf(lines([...before.slice(0, 2), ...after], pad))];
        if (sent === undefined || answered === undefined) return;
        const changed = changedFields(readDocument('a: b\n'), sent, answered);
        if (changed === undefined) return;
        count++;
        const same = [...new Set([...keysOf(sent), ...keysOf(answered)])].filter((key) => !changed.includes(key));
        const [a, b] = [sent, answered].map(({ document }) => fieldsOf(document, same));
        assert.ok(equalValues(a ?? null, b ?? null), `${lines(before, '')}${lines(after, pad)}`);
      }),
      { numRuns: RUNS },
    );
    assert.ok(count > RUNS / 50, `${count} of ${RUNS} are certain`);
  });

  const sent = 'kind: A\nmetadata: {name: a}\nspec:\n  a: |2\n      text\nother: 1';
  const rows: readonly (readonly [title: string, answered: string, want: readonly string[] | undefined])[] = [
    ['are those with other lines, and the metadata', sent.replace('text', 'other'), ['metadata', 'spec']],
    ['are those that come and go', sent.replace('other:', 'new:'), ['metadata', 'other', 'new']],
    [
      'stay the same in another order',
      'metadata: {name: a}\nkind: A\nspec:\n  a: |2\n      text\nother: 1',
      ['metadata'],
    ],
    [
      'are not certain with an alias',
      sent.replace('kind: A', 'kind: &x A').replace('other: 1', 'other: *x'),
      undefined,
    ],
    ['are not certain with a tag', sent.replace('other: 1', 'other: !!int 1'), undefined],
    ['are not certain with duplicate keys', `${sent}\nkind: A`, undefined],
    ['are not certain at another column', ` ${sent.replaceAll('\n', '\n ')}`, undefined],
  ];
  for (const [title, answered, want] of rows)
    it(title, () => {
      const [before, after] = [sent, answered].map((text) => itemOf(`- ${text.replaceAll('\n', '\n  ')}\n`));
      assert.ok(before && after);
      const found = changedFields(readDocument('a: b\n'), before, after);
      assert.deepEqual(found?.toSorted(), want?.toSorted());
    });
});

function keysOf({ document }: ListItem): readonly string[] {
  return document.keys([]) ?? [];
}
