import assert from 'node:assert/strict';
import { Problems } from '../../src/function/index.ts';
import {
  applyFieldOverriders,
  readFieldOverrider,
  type FieldOverrider,
  type OverriderEffect,
  type WrittenFieldOverrider,
} from '../../src/karmada/index.ts';
import { Resource, Results } from '../../src/krm/index.ts';
import { readDocument } from '../../src/yaml/index.ts';

const map = (data: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n${data}`;
const secret = (text: string): string =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata:\n  a: ${Buffer.from(text).toString('base64')}\n`;

type Operations = NonNullable<WrittenFieldOverrider['yaml']>;

const at = (fieldPath: string, yaml: Operations): WrittenFieldOverrider => ({ fieldPath, yaml });
const replace = (value: unknown): Operations => [{ subPath: '/x', operator: 'replace', value }];

interface Row {
  readonly name: string;
  readonly item: string;
  readonly overriders: readonly WrittenFieldOverrider[];
  /** Text of the resource; defaults to the text on input. */
  readonly want?: string;
  /** Effects as `index: number of changes, absent pointers`. None if an overrider cannot be applied. */
  readonly effects?: readonly string[];
  /** Effects of a further run; undefined if a `test` does not hold then. */
  readonly again?: readonly string[];
  /** Severity, field and beginning of the message of each result. */
  readonly results?: readonly string[];
  readonly notices?: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: 'edits the texts of all fields, and returns the effect of each overrider',
    item: map("  a: 'x: 1 # kept'\n  b: |\n    x: 1\n    z: 2\n"),
    overriders: [at('/data/a', replace(2)), at('/data/b', [...replace(3), { subPath: '/z', operator: 'remove' }])],
    want: map("  a: 'x: 2 # kept'\n  b: |\n    x: 3\n"),
    effects: ['0: 1', '1: 2'],
    again: ['0: 0', '1: 0 /z'],
  },
  {
    name: 'changes nothing in a text that is already as configured',
    item: map('  a: "x: 2"\n'),
    overriders: [at('/data/a', replace(2))],
    effects: [],
    again: ['0: 0'],
  },
  {
    name: 'lets overriders of one text see the edits of earlier ones',
    item: map('  a: "x: 1"\n'),
    overriders: [at('/data/a', [{ subPath: '/b', operator: 'add', value: {} }]), at('/data/a', replace({ z: 1 }))],
    want: map('  a: "x:\\n  z: 1\\nb: {}"\n'),
    effects: ['0: 1', '1: 1'],
    again: ['0: 0', '1: 0'],
  },
  {
    name: 'refuses an edit that a further run would do once more',
    item: map('  a: "x: [1, 2]"\n'),
    overriders: [at('/data/a', [{ subPath: '/x/0', operator: 'remove' }])],
    results: ['error data.a: edits must be repeatable: a second run would change this text again'],
  },
  {
    name: 'ignores an overrider whose field is absent',
    item: map('  a: "x: 1"\n'),
    overriders: [at('/data/b', replace(2)), at('/data/a', replace(2))],
    want: map('  a: "x: 2"\n'),
    effects: ['1: 1'],
    again: ['1: 0'],
  },
  {
    name: 'leaves all fields unchanged if a test does not hold',
    item: map('  a: "x: 1"\n  b: "x: 1"\n'),
    overriders: [at('/data/a', replace(2)), at('/data/b', [{ subPath: '/x', operator: 'test', value: 3 }])],
    effects: [],
    results: ['info data.b: nothing to do, since a `test` does not hold: `yaml[0]` (test "/x")'],
  },
  {
    name: 'reports a test that does not hold in a further run',
    item: map('  a: "x: 1"\n'),
    overriders: [at('/data/a', [{ subPath: '/x', operator: 'test', value: 1 }, ...replace(2)])],
    want: map('  a: "x: 2"\n'),
    effects: ['0: 1'],
    results: ['info data.a: nothing to do, since a `test` does not hold: `yaml[0]` (test "/x")'],
  },
  {
    name: 'edits nothing if an overrider cannot be applied',
    item: map('  a: "x: 1"\n  b: "y: 1"\n'),
    overriders: [at('/data/a', replace(2)), at('/data/b', replace(2))],
    results: ['error data.b: `yaml[0]` (replace "/x"): replace operation does not apply: doc is missing key: /x'],
  },
  {
    name: 'reports a test that does not hold rather than an earlier edit that cannot be made',
    item: map('  a: "x: 1\\nx: 2"\n'),
    overriders: [at('/data/a', [...replace(3), { subPath: '/x', operator: 'test', value: 4 }])],
    effects: [],
    results: ['info data.a: nothing to do, since a `test` does not hold: `yaml[1]` (test "/x")'],
  },
  {
    name: 'reports the edit that cannot be made if all tests hold',
    item: map('  a: "x: 1\\nx: 2"\n'),
    overriders: [at('/data/a', [{ subPath: '/x', operator: 'test', value: 2 }, ...replace(3)])],
    results: ['error data.a: '],
  },
  {
    name: 'edits nothing if an operation fails after others',
    item: map('  a: "x: 1"\n'),
    overriders: [at('/data/a', [...replace(2), { subPath: '/y', operator: 'replace', value: 1 }])],
    results: ['error data.a: `yaml[1]` (replace "/y"): '],
  },
  {
    name: 'refuses a field that is not a string',
    item: map('  a: 1\n'),
    overriders: [at('/data/a', replace(2))],
    results: ['error data.a: must be a string'],
  },
  {
    name: 'refuses a text that is not YAML',
    item: map('  a: "x: [1"\n'),
    overriders: [at('/data/a', replace(2))],
    results: ['error data.a: '],
  },
  {
    name: 'decodes and encodes data of a Secret, and hides the name of an anchor',
    item: secret('x: &hidden 1\nz: *hidden\n'),
    overriders: [at('/data/a', replace(2))],
    want: secret('x: &hidden 2\nz: 1\n'),
    effects: ['0: 1'],
    again: ['0: 0'],
    notices: ['the value of an anchor was edited: its aliases replaced by copies of the old value'],
  },
];

describe('applyFieldOverriders', () => {
  for (const { name, item, overriders: written, want = item, effects, again, results = [], notices = [] } of rows) {
    it(name, () => {
      const overriders = readAll(written);
      const resource = new Resource(readDocument(item));
      const reported = new Results();
      const overridden = applyFieldOverriders(resource, overriders, { results: reported });
      const got = [...reported].map(({ severity, field, message }) => `${severity} ${field?.path}: ${message}`);
      assert.equal(got.length, results.length, got.join('\n'));
      for (const [index, result] of results.entries()) assert.ok(got[index]?.startsWith(result), got[index]);
      if (effects === undefined) {
        assert.ok(got[0]?.startsWith('error'), 'an error voids all edits');
        return;
      }
      assert.equal(resource.document.text(), want);
      assert.deepEqual(shown(overridden?.effects, overriders), effects);
      assert.deepEqual(shown(overridden?.again, overriders), again);
      assert.deepEqual(
        reported.notices.map(({ message }) => message),
        notices,
      );
    });
  }
});

function readAll(written: readonly WrittenFieldOverrider[]): readonly FieldOverrider[] {
  const problems = new Problems();
  const overriders = written.flatMap((overrider) => readFieldOverrider(overrider, [], problems) ?? []);
  assert.deepEqual([...problems], []);
  return overriders;
}

function shown(
  effects: readonly OverriderEffect[] | undefined,
  overriders: readonly FieldOverrider[],
): readonly string[] | undefined {
  return effects?.map(({ overrider, changed, absent }) =>
    [`${overriders.indexOf(overrider)}: ${changed}`, ...absent].join(' '),
  );
}
