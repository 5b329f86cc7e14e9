import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Overwrite } from '../../../functions/overwrite-components/kinds/component-version-overwrites.ts';
import { makeMatcher } from '../../../functions/overwrite-components/matcher.ts';
import type { Attribute, Reference } from '../../../functions/overwrite-components/reference.ts';
import {
  substitute,
  type Substituted,
  type SubstitutionStep,
} from '../../../functions/overwrite-components/substitution.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(1000);

const EXACT = makeMatcher({ versionRanges: false, globs: false });
const LOOSE = makeMatcher({ versionRanges: true, globs: true });

const P = { type: 'ociRegistry', baseUrl: 'p' };
const Q = { type: 'ociRegistry', baseUrl: 'q' };

const REFERENCE: Reference = { repositoryContext: P, componentName: 'a', version: '1' };

type Attributes = Partial<Reference>;

/** Result of overwrites, and the effect of each. */
interface Row {
  readonly name: string;
  readonly overwrites: readonly (readonly [source: Attributes, substitution: Attributes])[];
  readonly want: Attributes;
  readonly steps: readonly string[];
  readonly reference?: Attributes;
}

const rows: readonly Row[] = [
  { name: 'returns the reference unchanged without overwrites', overwrites: [], want: {}, steps: [] },
  {
    name: 'sets each attribute',
    overwrites: [
      [{ componentName: 'a' }, { componentName: 'b' }],
      [{ version: '1' }, { version: '2' }],
      [{ repositoryContext: { baseUrl: 'p', type: 'ociRegistry' } }, { repositoryContext: Q }],
    ],
    want: { repositoryContext: Q, componentName: 'b', version: '2' },
    steps: ['0 applied', '1 applied', '2 applied'],
  },
  {
    name: 'ignores overwrites that do not match',
    overwrites: [
      [{ componentName: 'A' }, { version: '2' }],
      [{ version: '1.0' }, { version: '3' }],
      [{ repositoryContext: Q }, { version: '4' }],
      [{ componentName: 'a', version: '2' }, { version: '5' }],
    ],
    want: {},
    steps: [],
  },
  {
    name: 'applies the first of two overwrites of an attribute',
    overwrites: [
      [{ componentName: 'a', version: '1' }, { version: '2' }],
      [{ componentName: 'a' }, { version: '3' }],
    ],
    want: { version: '2' },
    steps: ['0 applied', '1 shadowed by 0 version'],
  },
  {
    name: 'applies an overwrite whole or not at all, so that a shadowed one shadows nothing',
    overwrites: [
      [{}, { componentName: 'b' }],
      [{}, { componentName: 'c', version: '2', repositoryContext: Q }],
      [{}, { version: '3' }],
    ],
    want: { componentName: 'b', version: '3' },
    steps: ['0 applied', '1 shadowed by 0 componentName', '2 applied'],
  },
  {
    name: 'skips an overwrite of attributes that several earlier ones set',
    overwrites: [
      [{}, { version: '2' }],
      [{}, { repositoryContext: Q }],
      [{}, { repositoryContext: P, componentName: 'b', version: '3' }],
    ],
    want: { repositoryContext: Q, version: '2' },
    steps: ['0 applied', '1 applied', '2 shadowed by 1 repositoryContext, 0 version'],
  },
  {
    name: 'matches the original reference, not the result of earlier overwrites',
    overwrites: [
      [{ componentName: 'a' }, { componentName: 'b' }],
      [{ componentName: 'b' }, { version: '2' }],
    ],
    want: { componentName: 'b' },
    steps: ['0 applied'],
  },
  {
    name: 'pins an attribute that is overwritten by its own value',
    overwrites: [
      [{ componentName: 'a' }, { componentName: 'a' }],
      [{}, { componentName: 'b', version: '2' }],
    ],
    want: {},
    steps: ['0 applied', '1 shadowed by 0 componentName'],
  },
  {
    name: 'does not shadow others with an overwrite that sets nothing',
    overwrites: [
      [{}, {}],
      [{}, { componentName: '', version: '2' }],
      [{}, {}],
    ],
    want: { version: '2' },
    steps: ['0 applied', '1 applied', '2 applied'],
  },
  {
    name: 'applies an overwrite that sets nothing after all attributes are set',
    overwrites: [
      [{}, { repositoryContext: Q, componentName: 'b', version: '2' }],
      [{}, { version: '3' }],
      [{}, {}],
    ],
    want: { repositoryContext: Q, componentName: 'b', version: '2' },
    steps: ['0 applied', '1 shadowed by 0 version', '2 applied'],
  },
  {
    name: 'treats empty and null attributes as unset',
    overwrites: [
      [
        { repositoryContext: null, componentName: '', version: '' },
        { repositoryContext: null, componentName: '', version: '2' },
      ],
    ],
    want: { version: '2' },
    steps: ['0 applied'],
  },
  {
    name: 'adds a repository context to a reference without one',
    reference: { repositoryContext: undefined },
    overwrites: [
      [{ repositoryContext: P }, { version: '2' }],
      [{}, { repositoryContext: Q }],
    ],
    want: { repositoryContext: Q },
    steps: ['1 applied'],
  },
  {
    name: 'overwrites a repository context as a whole',
    reference: { repositoryContext: { ...P, componentNameMapping: 'sha256-digest' } },
    overwrites: [[{}, { repositoryContext: Q }]],
    want: { repositoryContext: Q },
    steps: ['0 applied'],
  },
  {
    name: 'reports equivalent repository contexts as near matches',
    overwrites: [
      [{ repositoryContext: { ...P, baseUrl: 'p/' } }, { version: '2' }],
      [{ repositoryContext: { ...P, baseUrl: 'p/' }, componentName: 'b' }, { version: '3' }],
      [{ repositoryContext: { ...P, type: 'oci' } }, { version: '4' }],
    ],
    want: {},
    steps: [
      '0 near the repository contexts are equivalent, but must be equal: they differ by a slash at the end of `baseUrl`',
      '2 near the repository contexts are equivalent, but must be equal: they differ by aliases of one `type`',
    ],
  },
];

describe('substitution of overwrite-components', () => {
  for (const { name, overwrites, want, steps, reference } of rows) {
    it(name, () => {
      const before = { ...REFERENCE, ...reference };
      const outcome = substitute(before, listOf(overwrites), EXACT);
      assert.deepEqual(outcome.result, { ...before, ...want });
      assert.deepEqual(outcome.steps.map(describeStep), steps);
      assert.equal(
        outcome.matched,
        steps.some((step) => !step.includes('near')),
      );
      assert.deepEqual(Object.keys(before), Object.keys(REFERENCE), 'the reference stays');
    });
  }

  it('matches patterns if they are allowed', () => {
    const before = { repositoryContext: P, componentName: 'x/y', version: 'v1.2.3' };
    const overwrites = listOf([[{ componentName: 'x/*', version: '^1.2' }, { version: 'v2.0.0' }]]);
    assert.equal(substitute(before, overwrites, EXACT).result.version, 'v1.2.3');
    assert.equal(substitute(before, overwrites, LOOSE).result.version, 'v2.0.0');
  });

  it('follows the example of the design', () => {
    let shadowed = 0;
    fc.assert(
      fc.property(references, lists, (reference, overwrites) => {
        const outcome = substitute(reference, overwrites, EXACT);
        const want = naive(reference, overwrites);
        assert.deepEqual(outcome.result, want.result);
        assert.deepEqual(indexesOf(outcome, 'applied'), want.applied);
        assert.deepEqual(indexesOf(outcome, 'shadowed'), want.ignored);
        assert.equal(outcome.matched, want.applied.length > 0);
        if (want.ignored.length > 0) shadowed++;
      }),
      { numRuns: RUNS },
    );
    assert.ok(shadowed > RUNS / 20, 'many have shadows');
  });

  it('names the earlier overwrites and attributes of a shadowed one', () => {
    fc.assert(
      fc.property(references, lists, (reference, overwrites) => {
        const { steps } = substitute(reference, overwrites, EXACT);
        for (const [index, step] of steps.entries()) {
          if (step.kind !== 'shadowed') continue;
          assert.ok(step.by.length > 0);
          const before = steps.slice(0, index).filter(({ kind }) => kind === 'applied');
          for (const { overwrite, attribute } of step.by) {
            assert.ok(before.some((one) => one.overwrite === overwrite));
            assert.ok(overwrite.substitution[attribute] && step.overwrite.substitution[attribute]);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});

function listOf(overwrites: Row['overwrites']): readonly Overwrite[] {
  return overwrites.map(([source, substitution], index) => ({ source, substitution, field: ['overwrites', index] }));
}

function describeStep(step: SubstitutionStep): string {
  const index = step.overwrite.field[1];
  if (step.kind === 'applied') return `${index} applied`;
  if (step.kind === 'near') return `${index} near ${step.reason}`;
  const by = step.by.map(({ overwrite, attribute }) => `${overwrite.field[1]} ${attribute}`);
  return `${index} shadowed by ${by.join(', ')}`;
}

function indexesOf({ steps }: Substituted, kind: SubstitutionStep['kind']): readonly (string | number | undefined)[] {
  return steps.filter((step) => step.kind === kind).map(({ overwrite }) => overwrite.field[1]);
}

const attributes: fc.Arbitrary<Attributes> = fc.record(
  {
    repositoryContext: fc.constantFrom(P, Q),
    componentName: fc.constantFrom('a', 'b', ''),
    version: fc.constantFrom('1', '2', ''),
  },
  { requiredKeys: [] },
);

const references: fc.Arbitrary<Reference> = fc.record({
  repositoryContext: fc.constantFrom(P, Q, undefined),
  componentName: fc.constantFrom('a', 'b'),
  version: fc.constantFrom('1', '2'),
});

const lists = fc.array(fc.tuple(attributes, attributes), { maxLength: 6 }).map(listOf);

/** Returns the entries that apply: those without an attribute of an earlier one that applies. */
function naive(
  reference: Reference,
  overwrites: readonly Overwrite[],
): {
  readonly result: Reference;
  readonly applied: readonly number[];
  readonly ignored: readonly number[];
} {
  const matching = overwrites.flatMap(({ source }, index) => {
    const wanted = given(source);
    return wanted.every((one) => JSON.stringify(source[one]) === JSON.stringify(reference[one])) ? [index] : [];
  });
  const setBy = (index: number): readonly Attribute[] => given(overwrites[index]?.substitution ?? {});
  const applied = matching.reduce<readonly number[]>((earlier, index) => {
    const taken = new Set(earlier.flatMap(setBy));
    return setBy(index).some((attribute) => taken.has(attribute)) ? earlier : [...earlier, index];
  }, []);
  const set = applied.flatMap((index) =>
    setBy(index).map((one) => [one, overwrites[index]?.substitution[one]] as const),
  );
  assert.equal(new Set(set.map(([one]) => one)).size, set.length, 'no attribute twice');
  const result: Reference = Object.assign({ ...reference }, Object.fromEntries(set));
  return { result, applied, ignored: matching.filter((index) => !applied.includes(index)) };
}

function given(from: Attributes): readonly Attribute[] {
  return (['repositoryContext', 'componentName', 'version'] as const).filter((one) => Boolean(from[one]));
}
