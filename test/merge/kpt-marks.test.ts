import assert from 'node:assert/strict';
import { ownComments } from '../../src/merge/text/own-comments.ts';
import { isOnlyMarks, remarked, withoutMarks } from '../../src/merge/values/kpt-marks.ts';
import type { Value } from '../../src/yaml/index.ts';

const MARK = 'internal.kpt.dev/upstream-identifier';

/** Resources, and what is left of them. */
const RESOURCES: readonly (readonly [title: string, resource: Value, wanted: Value])[] = [
  ['drops the annotation', meta({ [MARK]: 'x', a: 'b' }), meta({ a: 'b' })],
  ['drops annotations that are empty then', meta({ [MARK]: 'x' }), { metadata: { name: 'n' } }],
  ['keeps other annotations', meta({ a: 'b' }), meta({ a: 'b' })],
  ['keeps empty annotations', meta({}), meta({})],
  ['keeps annotations that are not a map', { metadata: { annotations: 'x' } }, { metadata: { annotations: 'x' } }],
  ['keeps a resource without metadata', { kind: 'K' }, { kind: 'K' }],
  ['keeps what is not a map', ['x'], ['x']],
];

const ONE = { group: 'apps', kind: 'Deployment', namespace: '', name: 'one' };

/** Returns a resource as kpt writes it. */
function marked(merge: string, identifier: string): string {
  return `metadata: # kpt-merge: ${merge}\n  name: mine\n  annotations:\n    ${MARK}: '${identifier}'\n`;
}

const MARKED = marked('/one', 'apps|Deployment|default|one');

describe("kpt's marks", () => {
  for (const [title, resource, wanted] of RESOURCES) it(title, () => assert.deepEqual(withoutMarks(resource), wanted));

  it('are told from other annotations', () => {
    assert.equal(isOnlyMarks({ [MARK]: 'x' }), true);
    assert.equal(isOnlyMarks({ [MARK]: 'x', a: 'b' }), false);
    assert.equal(isOnlyMarks('x'), false);
  });

  it('follow a new name', () => {
    assert.equal(remarked(MARKED, ONE, { ...ONE, name: 'uno' }), marked('/uno', 'apps|Deployment|default|uno'));
  });

  it('follow a new namespace, kind and group', () => {
    const to = { group: '', kind: 'Pod', namespace: 'shop', name: 'one' };
    assert.equal(remarked(MARKED, ONE, to), marked('shop/one', '|Pod|shop|one'));
  });

  it('stay if they name another resource', () => {
    assert.equal(remarked(MARKED, { ...ONE, name: 'on' }, { ...ONE, name: 'uno' }), MARKED);
  });

  it('are no comments of the user', () => {
    assert.deepEqual(ownComments('# a\nb: 1 # c\nd: "#e" #f\nmetadata: # kpt-merge: /x\n  g: h#i\n'), [
      '# a',
      '# c',
      '#f',
    ]);
  });
});

function meta(annotations: Value): Value {
  return { metadata: { name: 'n', annotations } };
}
