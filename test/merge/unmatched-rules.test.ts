import assert from 'node:assert/strict';
import { formatResult } from '../../src/krm/index.ts';
import { localPolicies, unmatchedRules } from '../../src/merge/index.ts';

const PLACE = 'p.yaml krm-variants.dev/v1alpha1/MergePolicy/p';

/** Returns what is said about a rule for packages with a Deployment, a list of documents and a text. */
function said(rule: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  const policy = `apiVersion: krm-variants.dev/v1alpha1\nkind: MergePolicy\nmetadata: {name: p}\nspec:\n  rules:\n  - ${rule}\n`;
  const base = new Map([
    [
      'd.yaml',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec: {replicas: 2, template: {spec: {containers: [{name: main, image: a}]}}}\n',
    ],
    ['s.yaml', 'apiVersion: v1\nkind: Service\nmetadata: {name: api}\nspec: {}\n'],
    ['notes.txt', 'a\n'],
    ...Object.entries(more),
  ]);
  const local = new Map([...base, ['p.yaml', policy]]);
  return unmatchedRules(localPolicies({ base, theirs: base, local }), [base, local]).map(formatResult);
}

const none = (field: string, what: string): string =>
  `[warning] ${PLACE} spec.rules[0].${field}: this rule selects nothing: ${what}`;

describe('a rule of a MergePolicy that matches nothing', () => {
  const rows: readonly (readonly [rule: string, want: readonly string[]])[] = [
    [
      '{resource: {kind: Deploymnt}, path: spec.replicas, take: pin}',
      [none('resource.kind', 'no version has a resource of this kind; did you mean "Deployment"?')],
    ],
    [
      '{resource: {kind: deployment}, take: pin}',
      [none('resource.kind', 'no version has a resource of this kind; did you mean "Deployment"?')],
    ],
    [
      '{resource: {kind: Deployment, name: wbe}, take: pin}',
      [none('resource.name', 'no version has a resource of this name; did you mean "web"?')],
    ],
    [
      '{resource: {group: app}, take: pin}',
      [none('resource.group', 'no version has a resource of this group; did you mean "apps"?')],
    ],
    [
      '{resource: {namespace: shops}, take: pin}',
      [none('resource.namespace', 'no version has a resource of this namespace; did you mean "shop"?')],
    ],
    ['{file: "*.tx", take: pin}', [none('file', 'no version has such a file')]],
    ['{file: "node.txt", take: pin}', [none('file', 'no version has such a file; did you mean "notes.txt"?')]],
    ['{resource: {kind: "Stateful*"}, take: pin}', [none('resource.kind', 'no version has a resource of this kind')]],
    [
      '{resource: {kind: Deployment, name: api}, take: pin}',
      [
        `[warning] ${PLACE} spec.rules[0]: this rule selects nothing: each of these matches in some version, but nothing matches all of them`,
      ],
    ],
    [
      '{resource: {kind: Deployment}, path: spec.replica, take: pin}',
      [
        none(
          'path',
          'no version has this field in a resource that the rule selects; did you mean `replicas`, not `replica`?',
        ),
      ],
    ],
    [
      '{path: /spec/replicas, take: pin}',
      [
        none(
          'path',
          'no version has this field in a resource that the rule selects; did you mean `spec.replicas`, not `/spec/replicas`?',
        ),
      ],
    ],
    [
      '{path: "spec.template.spec.containers[name=mian].image", take: pin}',
      [none('path', 'no version has this field in a resource that the rule selects; did you mean `main`, not `mian`?')],
    ],
    [
      '{path: metadata.finalizers, take: union}',
      [
        `[info] ${PLACE} spec.rules[0].path: this rule selects nothing: no version has this field in a resource that the rule selects`,
      ],
    ],
    ['{resource: {group: "*", kind: Dep*, name: web}, path: "spec.template.*.containers[*].image", take: pin}', []],
    ['{file: "*.txt", take: new}', []],
    ['{take: new}', []],
  ];
  for (const [rule, want] of rows)
    it(want.length > 0 ? `is named: ${rule}` : `does not hold for ${rule}`, () => {
      assert.deepEqual(said(rule), want);
    });

  it('is not claimed of a path if the data of a resource are too large to read', () => {
    const lists = Array.from({ length: 9 }, (_, at) => `  l${at + 1}: &l${at + 1} [${`*l${at}, `.repeat(10)}]\n`);
    const spec = `spec:\n  l0: &l0 [${'a, '.repeat(10)}]\n${lists.join('')}`;
    const large = { 'x.yaml': `apiVersion: v1\nkind: Thing\nmetadata:\n  name: t\n${spec}` };
    assert.deepEqual(said('{resource: {kind: Thing}, path: spec.l, take: pin}', large), []);
    assert.equal(said('{resource: {kind: Thng}, take: pin}', large).length, 1);
  });
});
