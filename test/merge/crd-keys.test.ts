import assert from 'node:assert/strict';
import { customSchemas, schemaFor } from '../../src/merge/values/schema.ts';
import type { Path } from '../../src/yaml/index.ts';

/** A definition of kind Team with these properties of `spec`. */
function definition(properties: string, kind = 'Team'): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: teams.example.com}
spec:
  group: example.com
  names: {kind: ${kind}}
  versions:
  - name: v1
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: ${properties}}}}}
`;
}

const ITEMS = 'items: {type: object, properties: {name: {type: string}, role: {type: string, default: dev}}}';

/** Properties of `spec`, a list, and its keys. */
const ROWS: readonly (readonly [title: string, properties: string, path: Path, wanted: unknown])[] = [
  [
    'one key',
    `{m: {x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], ${ITEMS}}}`,
    ['m'],
    { name: undefined },
  ],
  [
    'several keys with a default',
    `{m: {x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name, role], ${ITEMS}}}`,
    ['m'],
    { name: undefined, role: 'dev' },
  ],
  ['a set', '{m: {x-kubernetes-list-type: set, items: {type: string}}}', ['m'], 'set'],
  ['an atomic list', `{m: {x-kubernetes-list-type: atomic, ${ITEMS}}}`, ['m'], undefined],
  ['a list without a type', `{m: {${ITEMS}}}`, ['m'], undefined],
  [
    'a list in elements',
    '{m: {items: {properties: {inner: {x-kubernetes-list-type: set}}}}}',
    ['m', 0, 'inner'],
    'set',
  ],
  ['a list in free keys', '{m: {additionalProperties: {x-kubernetes-list-type: set}}}', ['m', 'any'], 'set'],
  ['a list that the schema does not have', '{m: {}}', ['x', 'y'], undefined],
];

describe('keys of lists', () => {
  for (const [title, properties, path, wanted] of ROWS)
    it(`are those of a definition: ${title}`, () => {
      const schema = schemaFor({ group: 'example.com', kind: 'Team' }, customSchemas([definition(properties)]));
      assert.deepEqual(schema.listKeys(['spec', ...path]), wanted);
    });

  it('are those of the last definition of a kind', () => {
    const set = (type: string): string => definition(`{m: {x-kubernetes-list-type: ${type}}}`);
    const schemas = customSchemas([set('atomic'), `${set('atomic')}---\n${set('set')}`]);
    assert.equal(schemaFor({ group: 'example.com', kind: 'Team' }, schemas).listKeys(['spec', 'm']), 'set');
  });

  it('are those of a definition for its group and kind only', () => {
    const schemas = customSchemas([definition('{m: {x-kubernetes-list-type: set}}')]);
    for (const kind of [
      { group: 'example.org', kind: 'Team' },
      { group: 'example.com', kind: 'Group' },
    ])
      assert.equal(schemaFor(kind, schemas).listKeys(['spec', 'm']), undefined);
  });

  it('pass over texts that are not definitions', () => {
    const texts = ['CustomResourceDefinition: [\n', '# CustomResourceDefinition\n', 'kind: CustomResourceDefinition\n'];
    assert.equal(customSchemas(texts).size, 0);
  });

  it("are Kubernetes' own without a definition", () => {
    const pod = schemaFor({ group: '', kind: 'Pod' }, new Map());
    assert.deepEqual(pod.listKeys(['spec', 'containers']), { name: undefined });
    assert.equal(pod.listKeys(['metadata', 'finalizers']), 'set');
    assert.equal(pod.listKeys(['spec', 'containers', 0, 'args']), undefined);
  });

  it('are read with the scalars of kpt in a Kptfile alone', () => {
    assert.equal(schemaFor({ group: 'kpt.dev', kind: 'Kptfile' }, new Map()).reader, 'kpt');
    assert.equal(schemaFor({ group: '', kind: 'Pod' }, new Map()).reader, 'kubernetes');
  });
});
