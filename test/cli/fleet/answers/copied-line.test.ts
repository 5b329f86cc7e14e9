import assert from 'node:assert/strict';
import { copiedLine } from '../../../../src/fleet/answers/input-rules.ts';

const TEXT = `spec:
  mutators:
    - name: a
      exec: f
      configMap: {x: 1}
    - name: b
      exec: f
  data:
    one: 1
    same: 2
    more:
      same: 2
  last: 1
`;

const ROWS: readonly (readonly [name: string, first: number, copy: string, want: number])[] = [
  ['finds a line of a list element, whatever its indentation', 3, '        exec: f', 4],
  ['finds the line with the dash of the element', 3, '  name: a', 3],
  ['does not look in the next element', 3, '      name: b', 3],
  ['finds a line of a map', 9, 'one: 1', 9],
  ['names the first line of a value with several such lines', 9, 'same: 2', 9],
  ['does not look after the value', 9, 'last: 1', 9],
  ['names the first line for a line that was written otherwise', 3, 'exec: g', 3],
];

describe('copiedLine', () => {
  for (const [name, first, copy, want] of ROWS) it(name, () => assert.equal(copiedLine(TEXT, first, copy), want));
});
