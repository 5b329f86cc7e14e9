import assert from 'node:assert/strict';
import { fieldOfSet } from '../../../../src/fleet/answers/set-field.ts';
import { formatFieldPath, Resource } from '../../../../src/krm/index.ts';
import { readDocument, type Path } from '../../../../src/yaml/index.ts';

const SET = new Resource(
  readDocument(`kind: PackageVariantSet
spec:
  upstream: {repo: a, package: b}
  targets:
    - repositories: [{name: x}]
      template:
        downstream: {packageExpr: target.package}
        packageContext:
          data: {team: a, city: b}
          dataExprs:
            - {key: city, valueExpr: repository.name}
            - {keyExpr: repository.name, value: c}
        injectors:
          - {name: eu}
          - {nameExpr: repository.name}
`),
);

const ROWS: readonly (readonly [name: string, field: Path, want: string])[] = [
  ['the upstream of the set', ['spec', 'upstream', 'revision'], 'spec.upstream.revision'],
  ['a plain entry', ['spec', 'packageContext', 'data', 'team'], 'spec.targets[0].template.packageContext.data.team'],
  [
    'an expression that overrides a plain entry',
    ['spec', 'packageContext', 'data', 'city'],
    'spec.targets[0].template.packageContext.dataExprs[0]',
  ],
  [
    'the expressions for an entry whose key is one, too',
    ['spec', 'packageContext', 'data', 'oslo'],
    'spec.targets[0].template.packageContext.dataExprs',
  ],
  ['an element of a list', ['spec', 'injectors', 1], 'spec.targets[0].template.injectors[1]'],
  ['the expression of a field', ['spec', 'downstream', 'package'], 'spec.targets[0].template.downstream.packageExpr'],
  ['the target for a downstream that it names', ['spec', 'downstream', 'repo'], 'spec.targets[0]'],
  ['the template for a field that it does not have', ['spec', 'pipeline'], 'spec.targets[0].template'],
];

describe('fieldOfSet', () => {
  for (const [name, field, want] of ROWS)
    it(`names ${name}`, () => assert.equal(formatFieldPath(fieldOfSet(SET, ['spec', 'targets', 0], field)), want));
});
