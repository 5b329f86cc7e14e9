import assert from 'node:assert/strict';
import setAnnotations from '../../../functions/set-annotations/index.ts';
import { runFunction } from '../../../src/function/index.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';

const fn = loaded(setAnnotations);

const config = (annotations: string, rest = ''): string =>
  resource('fn.kpt.dev/v1alpha1', 'SetAnnotations', 'config', `annotations: ${annotations}\n${rest}`);
const ORANGE = config('{color: orange}');

/** Returns the lines of items that a run adds or changes, without indentation. A second run changes nothing. */
async function changed(items: readonly string[], functionConfig = ORANGE): Promise<string> {
  const input = resourceList(items, functionConfig);
  const { list, report } = await runList(fn, input);
  const again = await runList(fn, list);
  assert.deepEqual([again.list, again.report], [list, report], 'a second run');
  const lines = list.slice(0, list.indexOf('\nfunctionConfig:')).split('\n');
  return lines
    .filter((line) => !input.split('\n').includes(line))
    .map((line) => line.trim())
    .join('; ');
}

const messages = async (items: readonly string[], functionConfig = ORANGE): Promise<readonly string[]> =>
  (await runList(fn, resourceList(items, functionConfig))).results;

const SECRET = resource('v1', 'Secret', 'a');

describe('set-annotations', () => {
  const layouts: readonly (readonly [title: string, metadata: string, want: string])[] = [
    ['adds a map', '', 'annotations:; color: orange'],
    ['fills null', '  annotations: # c\n', 'color: orange'],
    ['adds to braces', '  annotations: {a: b} # c\n', 'annotations: {a: b, color: orange} # c'],
    ['keeps a comment', '  annotations:\n    color: red # c\n', 'color: orange # c'],
    ['keeps quotes around an equal value', "  annotations:\n    color: 'orange'\n", ''],
    ['replaces a number', '  annotations:\n    color: 5\n', 'color: orange'],
    ['replaces a list', '  annotations:\n    color: [a]\n', 'color: orange'],
    ['edits local configuration', '  annotations: {config.kubernetes.io/local-config: "true"}\n', ''],
  ];
  for (const [title, metadata, want] of layouts) {
    it(title, async () => {
      const item = resource('v1', 'Secret', 'a', '', metadata);
      const got = await changed([item]);
      assert.equal(got, title.startsWith('edits local') ? metadata.trim().replace('}', ', color: orange}') : want);
    });
  }

  it('edits all of several resources with one name', async () => {
    assert.equal(await changed([SECRET, SECRET]), 'annotations:; color: orange; annotations:; color: orange');
  });

  it('edits the elements of a list', async () => {
    const list = 'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Secret\n  metadata:\n    name: s\n';
    assert.equal(await changed([list]), 'annotations:; color: orange');
  });

  it('keeps an empty item', async () => {
    assert.equal(await changed(['{}\n', SECRET]), 'annotations:; color: orange');
  });

  it('takes numbers and booleans as they are written', async () => {
    const want = 'annotations:; a: "1.10"; b: "true"; c: ""';
    assert.equal(await changed([SECRET], config('{a: 1.10, b: true, c: null}')), want);
  });

  it('reports each field that has the annotations', async () => {
    const job = resource('batch/v1', 'Job', 'a', 'spec: {}\n');
    assert.deepEqual(await messages([job]), [
      'info metadata.annotations: set annotations: {"color":"orange"}',
      'info spec.template.metadata.annotations: set annotations: {"color":"orange"}',
    ]);
  });

  const reports: readonly (readonly [title: string, item: string, config: string, want: string])[] = [
    ['no annotations', SECRET, config('{}'), 'error annotations: must have at least one annotation'],
    [
      'a list in place of the map',
      resource('v1', 'A', 'a', '', '  annotations: []\n'),
      ORANGE,
      'error metadata.annotations: must be a map of strings',
    ],
    ['an item without name', 'apiVersion: v1\nkind: Secret\n', ORANGE, 'error metadata.name: must have a name'],
    ['an item without kind', 'apiVersion: v1\nmetadata: {name: a}\n', ORANGE, 'error kind: must have a kind'],
    ['a map as value', SECRET, config('{a: {b: c}}'), 'error annotations.a: must be a string'],
    ['a value without quotes', SECRET, config('{a: 5}'), 'warning annotations.a: should be a string: taken as "5"'],
    ['a key that Kubernetes refuses', SECRET, config('{"a b": c}'), 'warning annotations["a b"]: name part'],
    [
      'an annotation of kpt',
      SECRET,
      config('{internal.config.kubernetes.io/path: a}'),
      'error metadata.annotations: an annotation of kpt',
    ],
    [
      'an index in a path',
      SECRET,
      config('{a: b}', 'fieldSpecs: [{path: a/0}]\n'),
      'error fieldSpecs[0].path: must consist of keys',
    ],
    [
      'an empty key in a path',
      SECRET,
      config('{a: b}', 'fieldSpecs: [{path: a//b}]\n'),
      'error fieldSpecs[0].path: must be keys',
    ],
    [
      'both lists of fields',
      SECRET,
      config('{a: b}', 'fieldSpecs: []\nadditionalAnnotationFields: []\n'),
      'error fieldSpecs: is the former name',
    ],
  ];
  for (const [title, item, functionConfig, want] of reports) {
    it(`reports ${title}`, async () => {
      const all = await messages([item], functionConfig);
      assert.ok(
        all.some((message) => message.startsWith(want)),
        all.join('\n'),
      );
    });
  }

  const differences: readonly (readonly [title: string, items: readonly string[], config: string, want: RegExp])[] = [
    ['a value that needs quotes', [SECRET], config('{a: "yes"}'), /"yes" is written with quotes/],
    ['a key that needs quotes', [SECRET], config('{"on": a}'), /the key is written with quotes/],
    ['an empty item', ['{}\n'], ORANGE, /the original removes it/],
    ['two equal names', [SECRET, SECRET], ORANGE, /the original fails/],
    ['a list', ['apiVersion: v1\nkind: List\nitems: []\n'], ORANGE, /the original edits the list/],
  ];
  for (const [title, items, functionConfig, want] of differences) {
    it(`reports the difference of ${title} in place of the image alone`, async () => {
      const input = new TextEncoder().encode(resourceList(items, functionConfig));
      assert.match((await runFunction(fn, input, { inPlaceOf: 'v0.1.4' })).stdout, want);
      assert.doesNotMatch((await runFunction(fn, input)).stdout, want);
    });
  }
});
