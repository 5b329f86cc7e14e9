import assert from 'node:assert/strict';
import { resource } from '../../support/resource-list.ts';
import { deployItem, installation, look, type Looked } from './overwrite-contexts.ts';

const REF = '{componentName: c, version: v1}';
const INLINE = '{meta: {schemaVersion: v2}, component: {name: c, version: v1}}';
const LEFT = 'not overwritten';

/** Returns the name of each holder, and the paths of its parts. */
function found({ holders }: Looked): readonly string[] {
  return holders.map(({ resource: { name }, path, ref, inline, namespace, context }) =>
    [name, path, ref ?? '-', inline ?? '-', namespace, context ?? '-']
      .map((part) => (typeof part === 'string' ? part : part.join('.')))
      .join(' | '),
  );
}

interface Row {
  readonly name: string;
  readonly items: readonly string[];
  readonly want?: readonly string[];
  readonly results?: readonly string[];
}

const AT = 'spec.componentDescriptor';

const rows: readonly Row[] = [
  {
    name: 'finds Installations with a reference, a descriptor or both',
    items: [
      installation('a', `{componentDescriptor: {ref: ${REF}}}`),
      installation('b', `{componentDescriptor: {inline: ${INLINE}}, context: x}`, 'ns'),
      installation('c', `{componentDescriptor: {ref: ${REF}, inline: ${INLINE}}, context: ""}`),
    ],
    want: [
      `a | ${AT} | ${AT}.ref | - |  | -`,
      `b | ${AT} | - | ${AT}.inline | ns | x`,
      `c | ${AT} | ${AT}.ref | ${AT}.inline |  | -`,
    ],
  },
  {
    name: 'finds DeployItems with a reference in their config',
    items: [deployItem('a', `{type: x, context: d, config: {componentDescriptor: {ref: ${REF}}}}`, 'ns')],
    want: ['a | spec.config.componentDescriptor | spec.config.componentDescriptor.ref | - | ns | d'],
  },
  {
    name: 'ignores resources that refer to no component',
    items: [
      installation('a', '{blueprint: {inline: {filesystem: a}}}'),
      installation('b', '{componentDescriptor: null}'),
      deployItem('c', '{config: {chart: {ref: a}}}'),
      deployItem('d', `{componentDescriptor: {ref: ${REF}}}`),
      installation('e', 'null'),
      installation('f', '[]'),
    ],
  },
  {
    name: 'ignores other kinds, the same kind in another group, and local configuration',
    items: [
      resource('landscaper.gardener.cloud/v1alpha1', 'Execution', 'a', `spec: {componentDescriptor: {ref: ${REF}}}\n`),
      resource('example.com/v1alpha1', 'Installation', 'b', `spec: {componentDescriptor: {ref: ${REF}}}\n`),
      installation('c', `{componentDescriptor: {ref: ${REF}}}`).replace(
        'spec:',
        '  annotations: {config.kubernetes.io/local-config: "true"}\nspec:',
      ),
    ],
  },
  {
    name: 'treats a null reference as absent',
    items: [installation('a', `{context: null, componentDescriptor: {ref: null, inline: ${INLINE}}}`)],
    want: [`a | ${AT} | - | ${AT}.inline |  | -`],
  },
  {
    name: 'warns of a value that is not a map, or is empty',
    items: [
      installation('a', '{componentDescriptor: x}'),
      installation('b', '{componentDescriptor: {}}'),
      installation('c', '{componentDescriptor: {ref: x}}'),
      installation('d', '{componentDescriptor: {inline: []}}'),
      installation('e', `{componentDescriptor: {Ref: ${REF}}}`),
    ],
    results: [
      `warning ${AT}: must be a map: ${LEFT}`,
      `warning ${AT}: must have \`ref\` or \`inline\`: ${LEFT}`,
      `warning ${AT}.ref: must be a map: ${LEFT}`,
      `warning ${AT}.inline: must be a map: ${LEFT}`,
      `warning ${AT}: must have \`ref\` or \`inline\`: ${LEFT}`,
    ],
  },
  {
    name: 'warns of a name or version that is missing or not a string',
    items: [
      installation('a', '{componentDescriptor: {ref: {}}}'),
      installation('b', '{componentDescriptor: {ref: {componentName: "", version: 1.10}}}'),
      deployItem('c', '{config: {componentDescriptor: {ref: {componentName: {}, version: null}}}}'),
    ],
    results: [
      `warning ${AT}.ref.componentName: must be set: ${LEFT}`,
      `warning ${AT}.ref.version: must be set: ${LEFT}`,
      `warning ${AT}.ref.componentName: must not be empty: ${LEFT}`,
      `warning ${AT}.ref.version: must be a string: ${LEFT}`,
      `warning spec.config.componentDescriptor.ref.componentName: must be a string: ${LEFT}`,
      `warning spec.config.componentDescriptor.ref.version: must be set: ${LEFT}`,
    ],
  },
  {
    name: 'warns of an invalid repository context',
    items: ['example.org', '[]', '{}', '{type: 1}', '{type: ""}', '{type: null}'].map((text, index) =>
      installation(
        `${index}`,
        `{componentDescriptor: {ref: {componentName: c, version: v, repositoryContext: ${text}}}}`,
      ),
    ),
    results: [
      `warning ${AT}.ref.repositoryContext: must be a map: ${LEFT}`,
      `warning ${AT}.ref.repositoryContext: must be a map: ${LEFT}`,
      `warning ${AT}.ref.repositoryContext.type: must be set: ${LEFT}`,
      `warning ${AT}.ref.repositoryContext.type: must be a string: ${LEFT}`,
      `warning ${AT}.ref.repositoryContext.type: must not be empty: ${LEFT}`,
      `warning ${AT}.ref.repositoryContext.type: must be set: ${LEFT}`,
    ],
  },
  {
    name: 'uses the descriptor beside an invalid reference',
    items: [installation('a', `{componentDescriptor: {ref: {version: v1}, inline: ${INLINE}}}`)],
    want: [`a | ${AT} | - | ${AT}.inline |  | -`],
    results: [`warning ${AT}.ref.componentName: must be set: ${LEFT}`],
  },
  {
    name: 'warns of a name of a Context that is not a string',
    items: [installation('a', `{context: 3, componentDescriptor: {ref: ${REF}}}`)],
    results: [`warning spec.context: must be a string: ${LEFT}`],
  },
];

describe('overwrite-components: holders of references', () => {
  for (const { name, items, want = [], results = [] } of rows) {
    it(name, async () => {
      const contexts = ['x', 'd'].map((context) =>
        resource('landscaper.gardener.cloud/v1alpha1', 'Context', context, '', '  namespace: ns\n'),
      );
      const looked = await look([...contexts, ...items]);
      assert.deepEqual(found(looked), want);
      assert.deepEqual(looked.results.toSorted(), results.toSorted());
    });
  }
});
