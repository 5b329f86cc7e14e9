import assert from 'node:assert/strict';
import { resourceList } from '../../support/resource-list.ts';
import { expand } from './expanded-variants.ts';
import { EXPRESSION_FIELDS, withExpression } from './expression-fields.ts';
import { itReports, templated, type SetRow } from './refused-sets.ts';
import { variantSet } from './variant-set-items.ts';

const templates: readonly SetRow[] = [
  [
    'rejects unknown policies',
    templated('{adoptionPolicy: adoptAll, deletionPolicy: ""}'),
    [
      'error spec.targets[0].template.adoptionPolicy: can only be "adoptNone" or "adoptExisting"',
      'error spec.targets[0].template.deletionPolicy: can only be "orphan" or "delete"',
    ],
  ],
  [
    'rejects a downstream field beside its expression',
    templated(`{downstream: {repo: a, repoExpr: "'a'", package: b, packageExpr: "'b'"}}`),
    [
      'error spec.targets[0].template.downstream: may specify only one of `package` and `packageExpr`',
      'error spec.targets[0].template.downstream: may specify only one of `repo` and `repoExpr`',
    ],
  ],
  [
    'treats empty strings as unset',
    templated(`{downstream: {repo: a, repoExpr: '', package: '', packageExpr: "'b'"}}`),
    [],
  ],
  ...['labelExprs', 'annotationExprs', 'packageContext.dataExprs', 'pipeline.mutators[0].configMapExprs'].map(
    (path): SetRow => [
      `rejects incomplete entries of ${path}`,
      templated(nested(path, `[{key: a, keyExpr: "'a'", value: b, valueExpr: "'b'"}, {value: c}, {key: ''}]`)),
      [
        `error spec.targets[0].template.${path}[0]: may specify only one of \`key\` and \`keyExpr\``,
        `error spec.targets[0].template.${path}[0]: may specify only one of \`value\` and \`valueExpr\``,
        `error spec.targets[0].template.${path}[1]: must specify either \`key\` or \`keyExpr\``,
        `error spec.targets[0].template.${path}[2].key: the key must not be empty`,
      ],
    ],
  ),
  [
    'rejects injectors without a name',
    templated(`{injectors: [{name: a, nameExpr: "'a'"}, {kind: Node}, {name: '', nameExpr: ''}]}`),
    [
      'error spec.targets[0].template.injectors[0]: may specify only one of `name` and `nameExpr`',
      'error spec.targets[0].template.injectors[1]: must specify either `name` or `nameExpr`',
      'error spec.targets[0].template.injectors[2]: must specify either `name` or `nameExpr`',
    ],
  ],
  [
    'rejects invalid functions',
    templated("{pipeline: {validators: [{}, {image: a, name: b.c}], mutators: [{image: ''}, {exec: e}]}}"),
    [
      'error spec.targets[0].template.pipeline.mutators[0].image: must not be empty',
      'error spec.targets[0].template.pipeline.validators[0].image: must not be empty',
      "error spec.targets[0].template.pipeline.validators[1].name: must not contain '.'",
    ],
  ],
  [
    'rejects fields of functions that every kpt rejects',
    templated(
      "{pipeline: {mutators: [{image: a, condition: 'true', configMapExpr: []}], validators: [{imagee: a, exec: b}]}}",
    ),
    [
      'error spec.targets[0].template.pipeline.mutators[0].condition: unknown function field: every kpt version rejects the Kptfile; remove the field',
      'error spec.targets[0].template.pipeline.mutators[0].configMapExpr: unknown function field: every kpt version rejects the Kptfile; did you mean `configMapExprs`?',
      'error spec.targets[0].template.pipeline.validators[0].imagee: unknown function field: every kpt version rejects the Kptfile; did you mean `image`?',
    ],
  ],
  [
    'rejects keys that Porch sets itself',
    templated('{packageContext: {data: {name: a, b: c}, removeKeys: [package-path]}}'),
    [
      'error spec.targets[0].template.packageContext.data: Invalid value: {"b":"c","name":"a"}: must not contain the key "name"',
      'error spec.targets[0].template.packageContext.removeKeys: Invalid value: ["package-path"]: must not contain the key "package-path"',
    ],
  ],
  [
    "rejects the maps of the design's examples in place of lists",
    templated('{labelExprs: {key: org, valueExpr: "repository.labels[\'org\']"}, injectors: {name: a}}'),
    [
      'error spec.targets[0].template.injectors: must be a list, not a map: put "- " before `name`',
      'error spec.targets[0].template.labelExprs: must be a list, not a map: put "- " before `key`',
    ],
  ],
  [
    'rejects injectorExprs, a field of a design example only',
    templated('{injectorExprs: [{nameExpr: repoDefault}]}'),
    ['error spec.targets[0].template.injectorExprs: unknown field; write `injectors`, each with `nameExpr`'],
  ],
  [
    'rejects a repository expression that uses the repository',
    templated('{downstream: {repoExpr: repository.name}}'),
    [
      'error spec.targets[0].template.downstream.repoExpr: must not use `repository`: the result of this expression selects the repository',
    ],
  ],
];

/** Returns a value at a path of a template, in flow style; a function around it has an image. */
function nested(path: string, value: string): string {
  return path
    .split('.')
    .toReversed()
    .reduce(
      (inner, name) =>
        name.endsWith('[0]') ? `{${name.slice(0, -3)}: [{image: i, ${inner.slice(1, -1)}}]}` : `{${name}: ${inner}}`,
      value,
    );
}

describe('expand-package-variant-set: validation of templates', () => {
  itReports(templates);
});

describe('expand-package-variant-set: fields of functions that need a newer kpt', () => {
  it('are kept in the PackageVariants, with infos', async () => {
    const fn = { image: 'a', tag: '1.x', when: 'true', configRef: { kind: 'K' } };
    const template = JSON.stringify({ pipeline: { mutators: [fn], validators: [{ image: 'a', configMapExprs: [] }] } });
    const { results, variants } = await expand([variantSet(templated(template))]);
    const field = 'spec.targets[0].template.pipeline.mutators[0]';
    const later = 'kpt v1.0.0 or later';
    assert.deepEqual(results, [
      'info -: PackageVariants as configured: 1: example-r-foo',
      `info ${field}.configRef: this function field requires ${later}: older versions reject the Kptfile`,
      `info ${field}.tag: this function field requires kpt v1.0.0-beta.61.1 or later: older versions reject the Kptfile`,
      `info ${field}.when: this function field requires ${later}: older versions reject the Kptfile`,
    ]);
    assert.deepEqual(variants[0]?.spec['pipeline'], { mutators: [fn], validators: [{ image: 'a' }] });
  });
});

describe('expand-package-variant-set: validation of expressions', () => {
  for (const [field, template] of EXPRESSION_FIELDS) {
    it(`reports an invalid ${field} with its position, and leaves the set unchanged`, async () => {
      const text = variantSet(templated(withExpression(template, "'a' +\n nope(")));
      const { list, results, report } = await expand([text]);
      assert.match(
        results.join('\n'),
        new RegExp(`^error spec.targets[0].template.${field}: 2:`.replaceAll(/[[\]]/g, '\\$&')),
      );
      assert.equal(results.length, 1);
      assert.match(report, /currentValue: [^]*nope\(/);
      assert.equal(list, resourceList([text]));
    });
  }

  it('reports all of them at once, whether or not anything is selected', async () => {
    const wrong = EXPRESSION_FIELDS.map(
      ([, template]) => `{repositorySelector: {}, template: ${withExpression(template, 'x')}}`,
    );
    const { results } = await expand([variantSet({ targets: `[${wrong.join(', ')}]` })]);
    assert.equal(results.length, wrong.length);
  });
});
