import assert from 'node:assert/strict';
import { resourceList } from '../../support/resource-list.ts';
import { expand } from './expanded-variants.ts';
import { EXPRESSION_FIELDS, withExpression } from './expression-fields.ts';
import { object, packageRevision, repository, team, variantSet } from './variant-set-items.ts';

const KEPT = "config.kubernetes.io/path: p.yaml, internal.config.kubernetes.io/index: '0', config.k8s.io/id: '1'";
const items = [
  packageRevision('1', 'w1', { labels: '{of: upstream}', annotations: '{note: u}' }),
  object(['config.porch.kpt.dev/v1alpha1', 'Repository'], 'r', {
    labels: '{of: r}',
    annotations: `{note: m, ${KEPT}}`,
    rest: 'spec: {type: git}\n',
  }),
  repository('s', '{of: s}', ''),
  team('r', '{of: team}', ''),
];

const BY = {
  list: 'repositories: [{name: r, packageNames: [p]}]',
  repositories: 'repositorySelector: {matchLabels: {of: r}, packageNames: [p]}',
  objects: 'objectSelector: {apiVersion: krm-platform.bigco.com/v1, kind: Team, packageNames: [p]}',
} as const;

/** Values of expressions for a target, in a template with a downstream. */
const seen: readonly (readonly [by: keyof typeof BY, downstream: string, expression: string, want: string])[] = [
  ['list', '{}', 'repoDefault', 'r'],
  ['list', '{}', 'packageDefault', 'p'],
  ['list', '{}', "target.repo + '/' + target.package", 'r/p'],
  ['list', '{}', 'string(size(target))', '2'],
  ['list', '{}', 'upstream.name', 'example-repo.foo.w1'],
  ['list', '{}', "upstream.namespace + upstream.labels.of + upstream.annotations['note']", 'defaultupstreamu'],
  ['list', '{}', 'repository.labels.of', 'r'],
  ['list', '{}', 'repository.namespace', 'default'],
  ['list', '{}', 'string(size(repository))', '4'],
  ['list', '{}', "repository.annotations.map(key, key).exists(key, key != 'note') ? 'more' : 'note'", 'note'],
  ['list', '{repo: s, package: q}', 'repoDefault + packageDefault + target.repo + target.package', 'rprp'],
  ['list', '{repo: s, package: q}', 'repository.name + repository.labels.of', 'ss'],
  ['list', '{repo: s}', "repository.namespace == '' ? 'unset' : repository.namespace", 'unset'],
  ['list', `{repoExpr: "repoDefault == 'r' ? 's' : 'r'"}`, 'repository.name', 's'],
  ['list', `{repo: s}`, 'string(size(repository.annotations))', '0'],
  ['repositories', '{}', 'target.name + target.labels.of', 'rr'],
  ['repositories', '{repo: s}', 'target.labels.of + repository.labels.of', 'rs'],
  ['repositories', "{repoExpr: \"has(target.labels.of) ? 's' : 'none'\"}", 'repository.name + repoDefault', 'sr'],
  ['objects', '{}', 'target.labels.of + repository.labels.of', 'teamr'],
  ['objects', '{repo: s}', 'target.name + repository.name + repoDefault', 'rsr'],
  ['objects', '{}', "target.namespace == '' && size(target.annotations) == 0 ? 'ok' : 'no'", 'ok'],
];

describe('expand-package-variant-set: variables of expressions', () => {
  for (const [by, downstream, expression, want] of seen) {
    it(`evaluates for a target by ${by}, downstream ${downstream}: ${expression}`, async () => {
      const template = `{downstream: ${downstream}, labelExprs: [{key: k, valueExpr: ${JSON.stringify(expression)}}]}`;
      const set = variantSet({ targets: `[{${BY[by]}, template: ${template}}]` });
      const { variants, stderr } = await expand([set, ...items]);
      assert.equal(stderr, '');
      assert.deepEqual(variants[0]?.spec['labels'], { k: want });
    });
  }

  it('lets packageExpr see the repository that repoExpr found', async () => {
    const template = `{downstream: {repoExpr: "'s'", packageExpr: "repository.name + '-' + packageDefault"}}`;
    const { pairs } = await expand([variantSet({ targets: `[{${BY.list}, template: ${template}}]` }), ...items]);
    assert.deepEqual(pairs, ['s/s-p']);
  });
});

const failing: readonly (readonly [by: keyof typeof BY, expression: string, want: RegExp])[] = [
  ['list', 'target.name', /no such key: name/],
  ['list', 'target.labels.of', /no such key: labels/],
  ['objects', 'target.labels.zz', /no such key: zz/],
  ['repositories', 'repository.spec.type', /no such key: spec/],
  ['objects', 'target.nam', /1:7: no such key: nam; did you mean "name"\?$/],
  ['list', 'targt.repo', /1:1: undeclared reference to 'targt'; did you mean "target"\?$/],
  ['list', '1', /string/],
  ['list', 'target', /string/],
  ['list', 'string(1 / (size(repoDefault) - 1))', /division by zero/],
];

describe('expand-package-variant-set: expressions that fail', () => {
  for (const [by, expression, want] of failing) {
    it(`rejects for a target by ${by}: ${expression}`, async () => {
      const template = `{labelExprs: [{key: k, valueExpr: ${JSON.stringify(expression)}}]}`;
      const input = [variantSet({ targets: `[{${BY[by]}, template: ${template}}]` }), ...items];
      const { results, list } = await expand(input);
      assert.equal(results.length, 1);
      assert.match(results[0] ?? '', want);
      assert.equal(list, resourceList(input));
    });
  }

  for (const [field, template] of EXPRESSION_FIELDS) {
    it(`names the target, ${field}, the expression and the position in it`, async () => {
      const expression = 'repoDefault +\n  upstream.labels.zz';
      const targets = `[{repositories: [{name: s}]}, {${BY.list}, template: ${withExpression(template, expression)}}]`;
      const input = [variantSet({ targets }), ...items];
      const { results, report, list } = await expand(input);
      assert.equal(results.length, 1);
      const at = `error spec.targets[1].template.${field}: Repository "r", package "p": 2:`;
      assert.ok(results[0]?.startsWith(at), results[0]);
      assert.match(results[0] ?? '', /no such key: zz$/);
      assert.match(report, /currentValue: [^]*upstream\.labels\.zz/);
      assert.equal(list, resourceList(input));
    });
  }

  it('names every target and field that fails', async () => {
    const template =
      '{labelExprs: [{keyExpr: target.labels.zz, valueExpr: target.labels.zz}], injectors: [{nameExpr: target.labels.zz}]}';
    const { results } = await expand([
      variantSet({ targets: `[{repositorySelector: {}, template: ${template}}]` }),
      ...items,
    ]);
    assert.deepEqual(
      results.map((line) => line.replace(/: \d+:\d+: .*/, '')),
      ['injectors[0].nameExpr', 'labelExprs[0].keyExpr', 'labelExprs[0].valueExpr'].flatMap((field) =>
        ['r', 's'].map((name) => `error spec.targets[0].template.${field}: Repository "${name}", package "foo"`),
      ),
    );
  });

  it('names a target that is an object by its kind', async () => {
    const template = '{labelExprs: [{keyExpr: target.labels.zz}]}';
    const { results } = await expand([variantSet({ targets: `[{${BY.objects}, template: ${template}}]` }), ...items]);
    assert.match(results[0] ?? '', /: Team "r", package "p": /);
  });
});

const EMPTY: readonly (readonly [field: string, template: string])[] = EXPRESSION_FIELDS.filter(
  ([field]) => !field.endsWith('valueExpr'),
);

describe('expand-package-variant-set: expressions with an empty result', () => {
  for (const [field, template] of EMPTY)
    it(`rejects an empty ${field}`, async () => {
      const expression = "repoDefault == 'r' ? '' : 'x'";
      const set = variantSet({ targets: `[{${BY.list}, template: ${withExpression(template, expression)}}]` });
      const { results } = await expand([set, ...items]);
      assert.equal(results.length, 1);
      const at = `error spec.targets[0].template.${field}: Repository "r", package "p": the `;
      assert.ok(results[0]?.startsWith(at) && results[0].endsWith(' must not be empty'), results[0]);
    });

  it('accepts an empty value', async () => {
    const template = `{labelExprs: [{key: k, valueExpr: "''"}]}`;
    const { variants } = await expand([variantSet({ targets: `[{${BY.list}, template: ${template}}]` })]);
    assert.deepEqual(variants[0]?.spec['labels'], { k: '' });
  });
});

describe('expand-package-variant-set: results of expressions that Porch refuses later', () => {
  for (const [template, want] of [
    [
      `{packageContext: {dataExprs: [{keyExpr: "'name'", value: x}]}}`,
      /packageContext.*must not contain the key "name"/,
    ],
    [
      `{packageContext: {removeKeyExprs: ["'package-path'"]}}`,
      /packageContext.*must not contain the key "package-path"/,
    ],
  ] as const)
    it(`rejects the template ${template}`, async () => {
      const { results } = await expand([variantSet({ targets: `[{${BY.list}, template: ${template}}]` })]);
      assert.equal(results.length, 1);
      assert.match(results[0] ?? '', want);
    });
});

describe('expand-package-variant-set: unknown objects', () => {
  const repositoryName = '{labelExprs: [{key: k, valueExpr: repository.name}]}';

  it('requires Repositories among the items for an expression that uses the repository', async () => {
    const { results } = await expand([variantSet({ targets: `[{${BY.list}, template: ${repositoryName}}]` })]);
    assert.equal(results.length, 1);
    assert.match(results[0] ?? '', /`repository` is unset: no Repository is among the items$/);
  });

  it('reports a missing repository once, without errors of the expressions that use it', async () => {
    const template = '{downstream: {repo: gone}, labelExprs: [{key: k, valueExpr: repository.name}]}';
    const { results } = await expand([variantSet({ targets: `[{${BY.list}, template: ${template}}]` }), ...items]);
    assert.deepEqual(
      results.map((line) => line.replace(/^error [^:]*: /, '')),
      ['Repository "r", package "p": repository "gone" could not be loaded'],
    );
  });

  it('reports a missing upstream once, without errors of the expressions that use it', async () => {
    const template = '{labelExprs: [{key: k, valueExpr: upstream.name}]}';
    const set = variantSet({
      targets: `[{${BY.list}, template: ${template}}]`,
      upstream: '{repo: a, package: b, revision: 1}',
    });
    const { results } = await expand([set, ...items]);
    assert.deepEqual(results, ["error spec.upstream: could not find upstream package revision 'b/1' in repo 'a'"]);
  });
});

describe('expand-package-variant-set: labels and annotations that are not strings', () => {
  for (const [map, value] of [
    ['labels', '5'],
    ['labels', '~'],
    ['annotations', 'no'],
    ['annotations', '[a]'],
  ] as const)
    it(`reports ${map}: {x: ${value}} as an error of the object`, async () => {
      const template = '{labelExprs: [{key: k, valueExpr: repository.name}]}';
      const repositories = [object(['config.porch.kpt.dev/v1alpha1', 'Repository'], 'r', { [map]: `{x: ${value}}` })];
      const { results, report } = await expand([
        variantSet({ targets: `[{${BY.list}, template: ${template}}]` }),
        ...repositories,
      ]);
      assert.deepEqual(results, [`error metadata.${map}.x: must be a string`]);
      assert.match(report, /kind: Repository/);
    });
});
