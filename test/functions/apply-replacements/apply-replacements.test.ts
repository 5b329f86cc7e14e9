import assert from 'node:assert/strict';
import applyReplacements from '../../../functions/apply-replacements/index.ts';
import { runFunction } from '../../../src/function/index.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';

const fn = loaded(applyReplacements);

/** Returns a config with one replacement: from a field of the ConfigMap `from` to fields of the kind Target. */
function config(from: string, to: string, options = ''): string {
  return resource(
    'fn.kpt.dev/v1alpha1',
    'ApplyReplacements',
    'copy',
    `replacements:
- source: {kind: ConfigMap, name: from, fieldPath: ${from}}
  targets:
  - select: {kind: Target}
    fieldPaths: ["${to}"]
    options: {${options}}
`,
  );
}

const FROM = resource(
  'v1',
  'ConfigMap',
  'from',
  'data: {name: bergen, port: "8080", address: a/b, zones: [x, y], count: 3}\n',
);

const target = (rest: string): string => resource('example.com/v1', 'Target', 'target', rest);

/** Returns the lines of the target that a run changes, without indentation. A second run must change nothing. */
async function changed(rest: string, functionConfig: string, inPlaceOf?: string): Promise<string> {
  const text = resourceList([FROM, target(rest)], functionConfig);
  const call = (input: string) => runFunction(fn, new TextEncoder().encode(input), { inPlaceOf });
  const { stdout, stderr, exitCode } = await call(text);
  assert.equal(exitCode, 0, stderr);
  const [list = ''] = stdout.split('\nresults:\n');
  assert.equal((await call(`${list}\n`)).stdout, stdout, 'a second run');
  const before = text.split('\n');
  const lines = list.slice(0, list.indexOf('\nfunctionConfig:')).split('\n');
  return lines
    .filter((line) => !before.includes(line))
    .map((line) => line.trim())
    .join('; ');
}

describe('apply-replacements', () => {
  const edits: readonly (readonly [title: string, rest: string, config: string, want: string])[] = [
    ['copies a text', 'spec:\n  name: a # c\n', config('data.name', 'spec.name'), 'name: bergen # c'],
    ['keeps quotes', "spec:\n  name: 'a'\n", config('data.name', 'spec.name'), "name: 'bergen'"],
    [
      'keeps a string that looks like a number',
      'spec: {port: "1"}\n',
      config('data.port', 'spec.port'),
      'spec: {port: "8080"}',
    ],
    ['copies a number', 'spec:\n  count: 1\n', config('data.count', 'spec.count'), 'count: 3'],
    ['copies a list', 'spec:\n  zones: [a]\n', config('data.zones', 'spec.zones'), 'zones: [x, y]'],
    [
      'replaces a part',
      'spec:\n  image: r/web:1\n',
      config('data.name', 'spec.image', 'delimiter: ":", index: 1'),
      'image: r/web:bergen',
    ],
    [
      'finds an element by a field',
      'spec:\n- name: a\n  value: 1\n- name: b\n  value: q\n',
      config('data.name', 'spec.[name=b].value'),
      'value: bergen',
    ],
    ['sets all elements', 'spec:\n- a: p\n- a: q\n', config('data.name', 'spec.*.a'), '- a: bergen; - a: bergen'],
    ['reads a point in a key', 'spec:\n  a.b/c: p\n', config('data.name', String.raw`spec.a\\.b/c`), 'a.b/c: bergen'],
    ['creates a field', 'spec: {}\n', config('data.name', 'spec.a.b', 'create: true'), 'spec:; a:; b: bergen'],
    [
      'creates an element',
      'spec: []\n',
      config('data.name', 'spec.[name=a].b', 'create: true'),
      'spec:; - name: a; b: bergen',
    ],
    ['leaves an equal value as it is', "spec:\n  name: 'bergen'\n", config('data.name', 'spec.name'), ''],
  ];
  for (const [title, rest, functionConfig, want] of edits)
    it(title, async () => assert.equal(await changed(rest, functionConfig), want));

  it('gives a scalar the type of its source in place of v0.1.1 only', async () => {
    const functionConfig = config('data.count', 'spec.count');
    assert.equal(await changed('spec:\n  count: "1"\n', functionConfig, 'v0.1.1'), 'count: 3');
    assert.equal(await changed('spec:\n  count: "1"\n', functionConfig, 'v0.1.2'), 'count: "3"');
  });

  const NAME = config('data.name', 'spec.name');
  const failures: readonly (readonly [title: string, items: readonly string[], config: string, want: RegExp])[] = [
    ['a source that is missing', [target('spec: {name: a}\n')], NAME, /nothing selected by the source/],
    [
      'two sources',
      [FROM, FROM.replace('name: from\n', 'name: from\n  namespace: b\n'), target('spec: {name: a}\n')],
      NAME,
      /multiple matches for the source/,
    ],
    [
      'a source without the field',
      [FROM, target('spec: {name: a}\n')],
      config('data.nam', 'spec.name'),
      /fieldPath "data\.nam" is missing for replacement source/,
    ],
    [
      'a target without the field',
      [FROM, target('spec: {}\n')],
      NAME,
      /unable to find field "spec\.name" in replacement target; `options\.create` would create it/,
    ],
    ['a list where a map must be', [FROM, target('spec: [a]\n')], NAME, /step `name` needs a map, and finds a list/],
    [
      'a part that does not exist',
      [FROM, target('spec: {name: a}\n')],
      config('data.address', 'spec.name').replace('address}', 'address, options: {delimiter: /, index: 2}}'),
      /`index` 2 is out of bounds/,
    ],
    [
      'an annotation of kpt',
      [
        FROM,
        target('').replace('name: target\n', 'name: target\n  annotations: {config.kubernetes.io/path: a.yaml}\n'),
      ],
      config('data.name', 'metadata.annotations.[config.kubernetes.io/path]'),
      /kpt keeps this annotation for itself/,
    ],
    [
      'an unknown field',
      [FROM, target('spec: {name: a}\n')],
      NAME.replace('targets:', 'path: a.yaml\n  targets:'),
      /unknown field|not known|path/,
    ],
    [
      'a selector that is wrong',
      [FROM, target('spec: {name: a}\n')],
      NAME.replace('{kind: Target}', '{kind: Target, labelSelector: "a in b"}'),
      /no parentheses|is not a condition/,
    ],
  ];
  for (const [title, items, functionConfig, want] of failures)
    it(`refuses ${title}, and changes nothing`, async () => {
      const text = resourceList(items, functionConfig);
      const { stdout, stderr, exitCode } = await runFunction(fn, new TextEncoder().encode(text));
      assert.equal(exitCode, 1);
      assert.match(stderr, want);
      assert.ok(stdout.startsWith(text));
    });

  it('warns of a target that selects nothing', async () => {
    const { results } = await runList(fn, resourceList([FROM], NAME));
    assert.match(results.join('\n'), /warning.*no resource is selected/);
  });

  it('warns of a field that only the image would skip in silence', async () => {
    const text = resourceList([FROM, target('spec: {}\n')], NAME);
    const { stdout, exitCode } = await runFunction(fn, new TextEncoder().encode(text), { inPlaceOf: 'v0.1.1' });
    assert.equal(exitCode, 0);
    assert.match(stdout, /unable to find field "spec\.name" in replacement target, so it is not set there/);
  });

  it('reports which resources have the value', async () => {
    const { results } = await runList(fn, resourceList([FROM, target('spec: {name: a}\n')], NAME));
    assert.match(results.join('\n'), /the value is in 1 field of 1 resource: Target target/);
  });
});
