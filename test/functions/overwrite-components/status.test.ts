import assert from 'node:assert/strict';
import { context, deployItem, installation, options, overwrites } from './overwrite-contexts.ts';
import {
  at,
  componentVersion,
  dataOf,
  listed,
  overwriteAgain,
  overwriteIn,
  reference,
} from './overwritten-components.ts';

const STATUS = options('{mode: status}');
const SPEC = '{componentDescriptor: {ref: {componentName: a, version: v1}}}';
const A_TO_B = '[{source: {componentName: a}, substitution: {componentName: b}}]';

const [LIST, HOLDER] = [1, 2];

const FOUND = {
  type: 'ComponentReferenceOverwrite',
  status: 'True',
  reason: 'FoundOverwrite',
  message:
    'Component reference has been overwritten:\nRepositoryContext has not been overwritten\na -> b\nVersion has not been overwritten',
};
const UNCHANGED = { ...FOUND, message: 'Component reference has not been overwritten.' };
const NONE = {
  type: 'ComponentReferenceOverwrite',
  status: 'False',
  reason: 'No overwrite defined',
  message: 'component reference has not been overwritten',
};

const rows: readonly (readonly [name: string, list: string, want: unknown, spec?: string])[] = [
  ['a source matches', A_TO_B, FOUND],
  ['no source matches', '[{source: {componentName: c}, substitution: {version: v2}}]', NONE],
  ['there are no overwrites', '[]', NONE],
  [
    'a source matches, and its overwrite changes nothing',
    '[{source: {}, substitution: {componentName: a}}]',
    UNCHANGED,
  ],
  ['a source matches, and its overwrite sets nothing', '[{source: {}, substitution: {}}]', UNCHANGED],
  [
    'the repository context of the Context is overwritten',
    '[{source: {repositoryContext: {type: ociRegistry, baseUrl: near}}, substitution: {repositoryContext: {type: ociRegistry, baseUrl: far}, version: v2}}]',
    {
      ...FOUND,
      message:
        'Component reference has been overwritten:\nnear () -> far ()\nComponentName has not been overwritten\nv1 -> v2',
    },
  ],
  [
    'a source matches the component of an inline descriptor',
    A_TO_B,
    FOUND,
    '{componentDescriptor: {ref: {componentName: c, version: v1}, inline: {meta: {schemaVersion: v2}, component: {name: a, version: v1}}}}',
  ],
];

describe('overwrite-components: status', () => {
  for (const [name, list, want, spec = SPEC] of rows)
    it(`writes the condition if ${name}`, async () => {
      const item = installation('i', spec);
      const near = 'repositoryContext: {type: ociRegistry, baseUrl: near}\n';
      const ran = await overwriteIn([...listed(list, near), item], STATUS);
      assert.equal(ran.stderr, '');
      assert.deepEqual(dataOf(ran.items[HOLDER]), { ...dataOf(item), status: { conditions: [want] } });
      assert.ok(ran.items[HOLDER]?.startsWith(item), 'all else is as it was');
      const again = await overwriteAgain(ran, {}, STATUS);
      assert.deepEqual([again.list, again.report], [ran.list, ran.report], 'a second run');
    });

  const conditions = `status:
  observedGeneration: 3
  # what is so
  conditions:
    - type: Ready
      status: "True" # kept
    - message: old
      # times are Landscaper's
      lastTransitionTime: "2024-01-01T00:00:00Z"
      type: ComponentReferenceOverwrite
      codes: [E]
      status: 'False'
      reason: old
    - type: Last
      status: "False"
  phase: Succeeded
`;

  it('changes an existing condition in place, and nothing around it', async () => {
    const item = installation('i', SPEC) + conditions;
    const list = '[{source: {componentName: a}, substitution: {}}]';
    const { items } = await overwriteIn([...listed(list), item], STATUS);
    const want = item
      .replace('message: old', 'message: Component reference has not been overwritten.')
      .replace("'False'", "'True'")
      .replace('reason: old', 'reason: FoundOverwrite');
    assert.equal(items[HOLDER], want);
  });

  it('adds the condition after others', async () => {
    const status = 'status:\n  conditions:\n    - type: Ready\n      status: "True"\n';
    const { items } = await overwriteIn([...listed(A_TO_B), installation('i', SPEC) + status], STATUS);
    assert.deepEqual(at(items[HOLDER], 'status'), { conditions: [{ type: 'Ready', status: 'True' }, FOUND] });
  });

  it('follows the overwrites', async () => {
    const ran = await overwriteIn([...listed(A_TO_B), installation('i', SPEC)], STATUS);
    const again = await overwriteAgain(ran, { [LIST]: overwrites('o') }, STATUS);
    assert.deepEqual(at(again.items[HOLDER], 'status', 'conditions'), [NONE]);
  });

  it('leaves the condition of an Installation without overwrites unchanged', async () => {
    const item = installation('i', SPEC) + conditions;
    const { list, input } = await overwriteIn([context('default'), item], STATUS);
    assert.equal(list, input);
  });

  it('writes nothing to DeployItems, descriptors and local configuration', async () => {
    const local = installation('j', SPEC).replace(
      'spec:',
      '  annotations: {config.kubernetes.io/local-config: "true"}\nspec:',
    );
    const { list, input, stderr } = await overwriteIn(
      [
        ...listed(A_TO_B),
        deployItem('d', `{config: ${SPEC}}`),
        componentVersion('a', 'v1', [reference('one', 'a', 'v1')]),
        componentVersion('b', 'v1', [reference('one', 'a', 'v1')]),
        installation('k', '{blueprint: {}}'),
        local,
      ],
      STATUS,
    );
    assert.equal(stderr, '');
    assert.equal(list, input);
  });

  it('leaves rewritten references unchanged, and describes the originals', async () => {
    const rewritten = await overwriteIn([...listed(A_TO_B), installation('i', SPEC)]);
    const { items } = await overwriteAgain(rewritten, {}, STATUS);
    assert.deepEqual(
      items[HOLDER],
      `${rewritten.items[HOLDER]}${items[HOLDER]?.slice(rewritten.items[HOLDER]?.length)}`,
    );
    assert.deepEqual(at(items[HOLDER], 'status', 'conditions'), [FOUND]);
  });

  it('does not warn that an overwrite matches nothing among references it does not read', async () => {
    const { results } = await overwriteIn(
      [
        ...listed(A_TO_B),
        installation('i', '{componentDescriptor: {ref: {componentName: root, version: v1}}}'),
        componentVersion('root', 'v1', [reference('one', 'a', 'v1')]),
      ],
      STATUS,
    );
    assert.ok(!results.includes('warning overwrites[0]: matches no reference'), results.join('\n'));
  });

  it('rejects conditions that are not a list', async () => {
    for (const status of ['{conditions: {}}', '{conditions: text}', 'text']) {
      const item = `${installation('i', SPEC)}status: ${status}\n`;
      const { list, input, stderr } = await overwriteIn([...listed(A_TO_B), item], STATUS);
      assert.match(stderr, /status\.conditions/);
      assert.equal(list, input);
    }
  });

  it('rewrites references if the mode is `rewrite`', async () => {
    const { items } = await overwriteIn([...listed(A_TO_B), installation('i', SPEC)], options('{mode: rewrite}'));
    assert.equal(at(items[HOLDER], 'status'), undefined);
    assert.equal(at(items[HOLDER], 'spec', 'componentDescriptor', 'ref', 'componentName'), 'b');
  });
});
