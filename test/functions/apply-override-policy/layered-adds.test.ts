import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { WrittenCommandOverrider, WrittenImageOverrider, WrittenOverriders } from '../../../src/karmada/index.ts';
import { loadFunction } from '../../../scripts/functions.ts';
import { readDocument, type Value } from '../../../src/yaml/index.ts';
import { resource } from '../../support/resource-list.ts';
import { assertRun, runPolicies, type PolicyRun } from './policy-runs.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(200);

const fn = await loadFunction('apply-override-policy');

/** Overriders of the rules of one policy. ClusterOverridePolicies come before OverridePolicies. */
interface Layer {
  readonly kind: 'ClusterOverridePolicy' | 'OverridePolicy';
  readonly rules: readonly WrittenOverriders[];
}

function apply(item: string, layers: readonly Layer[]): Promise<PolicyRun> {
  const policies = layers.map(({ kind, rules }, index) => {
    const spec = JSON.stringify({ overrideRules: rules.map((overriders) => ({ overriders })) });
    return resource('policy.karmada.io/v1alpha1', kind, `layer-${index}`, `spec: ${spec}\n`);
  });
  return runPolicies(fn, [item, ...policies]);
}

const pod = (container: string): string =>
  resource('v1', 'Pod', 'web', `spec:\n  containers:\n    - name: web\n${container}`);
const args = (...words: readonly string[]): string =>
  `      args:\n${words.map((word) => `        - ${word}\n`).join('')}`;

const entry = (operator: 'add' | 'remove', value: readonly string[]): WrittenCommandOverrider => ({
  containerName: 'web',
  operator,
  value,
});
const add = (...value: readonly string[]): WrittenOverriders => ({ argsOverrider: [entry('add', value)] });
const remove = (...value: readonly string[]): WrittenOverriders => ({ argsOverrider: [entry('remove', value)] });
const image = (...edits: readonly WrittenImageOverrider[]): WrittenOverriders => ({ imageOverrider: edits });
const tag = (value: string, operator: 'add' | 'replace' = 'add'): WrittenImageOverrider => ({
  component: 'Tag',
  operator,
  value,
});
const wide = (...rules: readonly WrittenOverriders[]): Layer => ({ kind: 'ClusterOverridePolicy', rules });
const own = (...rules: readonly WrittenOverriders[]): Layer => ({ kind: 'OverridePolicy', rules });

interface Row {
  readonly name: string;
  readonly item: string;
  readonly layers: readonly Layer[];
  /** Changed lines: `-` before, `+` after. */
  readonly want: readonly string[];
  readonly faults?: readonly string[];
}

const added = (...words: readonly string[]): readonly string[] => words.map((word) => `+        - ${word}`);

const rows: readonly Row[] = [
  {
    name: 'adds arguments by a ClusterOverridePolicy and an OverridePolicy',
    item: pod(args('serve # first')),
    layers: [own(add('--verbose')), wide(add('--region=eu'))],
    want: added('--region=eu', '--verbose'),
  },
  {
    name: 'adds arguments by several entries of a rule, several rules and several policies',
    item: pod(args('serve')),
    layers: [
      wide({ argsOverrider: [entry('add', ['-a', '-b']), entry('add', ['-c'])] }, add('-d')),
      own(add('-e')),
      own(add('-f')),
    ],
    want: added('-a', '-b', '-c', '-d', '-e', '-f'),
  },
  {
    name: 'adds words to command and arguments of a container that has none',
    item: pod(''),
    layers: [wide({ ...add('-a'), commandOverrider: [entry('add', ['serve'])] }), own(add('-b'))],
    want: ['+      command:', ...added('serve'), '+      args:', ...added('-a', '-b')],
  },
  {
    name: 'adds what the policy of a package that was rendered before does not add',
    item: pod(args('serve', '-a')),
    layers: [wide(add('-a')), own(add('-b'))],
    want: added('-b'),
  },
  {
    name: 'removes an argument and adds it anew, with its comment if it is the last one already',
    item: pod(args('-a # one', 'serve', '-a # two')),
    layers: [wide(remove('-a')), own(add('-a'))],
    want: ['-        - -a # one'],
  },
  {
    name: 'removes an argument, and adds it anew with others',
    item: pod(args('-a', 'serve')),
    layers: [wide(remove('-a')), own(add('-a'), add('-b'))],
    want: ['-        - -a', ...added('-a', '-b')],
  },
  {
    name: 'removes an argument of two that an earlier policy adds',
    item: pod(args('serve')),
    layers: [wide(add('-a', '-b')), own(remove('-a'), add('-c'))],
    want: added('-b', '-c'),
  },
  {
    name: 'adds equal arguments once',
    item: pod(args('serve')),
    layers: [wide(add('-a')), own(add('-a'))],
    want: added('-a'),
  },
  {
    name: 'refuses to add arguments that `plaintext` appends to',
    item: pod(args('serve')),
    layers: [wide({ ...add('-a'), plaintext: [{ path: '/spec/containers/0/args/-', operator: 'add', value: '-b' }] })],
    want: [],
    faults: [
      'error spec.containers[0].args: edits must be repeatable: a second run would change this resource again, by ' +
        'ClusterOverridePolicy "layer-0" `spec.overrideRules[0].overriders.argsOverrider[0]`, ' +
        'ClusterOverridePolicy "layer-0" `spec.overrideRules[0].overriders.plaintext`; write one entry',
    ],
  },
  {
    name: 'adds to a tag by several entries',
    item: pod('      image: reg.io/web:v1 # pinned\n'),
    layers: [own(image(tag('-a'), tag('-b')))],
    want: ['-      image: reg.io/web:v1 # pinned', '+      image: reg.io/web:v1-a-b # pinned'],
  },
  {
    name: 'adds to each component by three policies',
    item: pod('      image: reg.io/web:v1\n'),
    layers: [wide(image(tag('-a'))), own(image(tag('-b'))), own(image(tag('-c')))].map(({ kind, rules }, index) => ({
      kind,
      rules: [
        ...rules,
        image(
          { component: 'Registry', operator: 'add', value: `.r${index}` },
          { component: 'Repository', operator: 'add', value: `-n${index}` },
        ),
      ],
    })),
    want: ['-      image: reg.io/web:v1', '+      image: reg.io.r0.r1.r2/web-n0-n1-n2:v1-a-b-c'],
  },
  {
    name: 'adds a tag and then to it',
    item: pod('      image: web\n'),
    layers: [wide(image(tag('v1'))), own(image(tag('-a')))],
    want: ['-      image: web', '+      image: web:v1-a'],
  },
  {
    name: 'adds to a tag that a policy between sets',
    item: pod('      image: web:v1\n'),
    layers: [wide(image(tag('-a'))), wide(image(tag('v2', 'replace'))), own(image(tag('-b')))],
    want: ['-      image: web:v1', '+      image: web:v2-b'],
  },
  {
    name: 'adds to the image at a path by several policies',
    item: pod('      image: web:v1\n'),
    layers: [wide, own].map((layer, index) =>
      layer(image({ ...tag(`-${index}`), predicate: { path: '/spec/containers/0/image' } })),
    ),
    want: ['-      image: web:v1', '+      image: web:v1-0-1'],
  },
];

/** Layers of edits in random rules and policies, in the order in which they are applied. */
function layered(edits: readonly WrittenOverriders[], cuts: readonly number[]): readonly Layer[] {
  const rules = edits.map((edit, index): readonly [number, WrittenOverriders] => [cuts[index] ?? 3, edit]);
  return [0, 1, 2, 3].map((cut) => ({
    kind: cut < 2 ? 'ClusterOverridePolicy' : 'OverridePolicy',
    rules: rules.filter(([at]) => at === cut).map(([, edit]) => edit),
  }));
}

const cutsOf = (length: number): fc.Arbitrary<readonly number[]> =>
  fc.array(fc.nat(3), { minLength: length, maxLength: length }).map((cuts) => cuts.toSorted((a, b) => a - b));

/** A sequence of lists of words to add or remove. */
const sequences = (distinct: boolean) => {
  const lengths = { minLength: 2, maxLength: 12 };
  const words = distinct
    ? fc.uniqueArray(
        fc.nat(99).map((n) => `-w${n}`),
        lengths,
      )
    : fc.array(fc.constantFrom('-a', '-b', '-c'), lengths);
  const edits = words.chain((all) =>
    fc.tuple(
      fc.constant(all),
      fc.array(fc.nat(2), { minLength: all.length, maxLength: all.length }),
      fc.array(fc.subarray(all, { minLength: 1, maxLength: 2 }), { minLength: 5, maxLength: 5 }),
      fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    ),
  );
  return edits.map(([all, joins, removed, removes]) => {
    const values: string[][] = [];
    all.forEach((each, index) => {
      if (joins[index] === 0) values.at(-1)?.push(each);
      if (joins[index] !== 0 || index === 0) values.push([each]);
    });
    return values.flatMap((value, index) => [
      entry('add', value),
      ...(removes[index] === true && removed[index] !== undefined ? [entry('remove', removed[index])] : []),
    ]);
  });
};

const argsOf = ({ list }: PolicyRun): Value =>
  readDocument(list).value(['items', 0, 'spec', 'containers', 0, 'args']) ?? [];

describe('apply-override-policy, with several layers that add', () => {
  for (const { name, item, layers, want, faults } of rows) {
    it(name, async () => {
      assertRun(await apply(item, layers), want, faults);
    });
  }

  it('adds distinct words as Karmada does, with removals between, by property', async () => {
    await fc.assert(
      fc.asyncProperty(sequences(true), cutsOf(5), fc.boolean(), async (entries, cuts, isFlow) => {
        const before = ['serve', '-x'];
        const layers = layered(
          entries.map((each) => ({ argsOverrider: [each] })),
          cuts,
        );
        const ran = await apply(pod(isFlow ? `      args: [${before.join()}]\n` : args(...before)), layers);
        // Cuts may leave a policy without rules.
        assert.deepEqual(
          ran.faults.filter((fault) => !fault.includes('has no rules')),
          [],
        );
        assert.deepEqual(argsOf(ran), entries.reduce(edited, before));
      }),
      { numRuns: RUNS },
    );
  });

  it('adds equal words so that a second run adds nothing, or refuses them, by property', async () => {
    const words = fc.array(fc.constantFrom('-a', '-b', '-c'), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(sequences(false), cutsOf(5), words, async (entries, cuts, before) => {
        const layers = layered(
          entries.map((each) => ({ argsOverrider: [each] })),
          cuts,
        );
        const ran = await apply(pod(args('serve', ...before)), layers);
        const count = entries.flatMap(({ operator, value = [] }) => (operator === 'add' ? value : [])).length;
        assert.ok((argsOf(ran) as readonly string[]).length <= 1 + before.length + count);
      }),
      { numRuns: RUNS },
    );
  });

  it('adds to images as Karmada does, by property', async () => {
    const edit = fc.constantFrom('Registry' as const, 'Repository' as const, 'Tag' as const);
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 8 }), cutsOf(8), async (components, cuts) => {
        const edits = components.map((component, index) => image({ component, operator: 'add', value: `-${index}` }));
        const ran = await apply(pod('      image: reg.io/web:v1\n'), layered(edits, cuts));
        assert.deepEqual(
          ran.faults.filter((fault) => !fault.startsWith('warning')),
          [],
        );
        const end = (name: string): string =>
          components.map((component, index) => (component === name ? `-${index}` : '')).join('');
        const want = `reg.io${end('Registry')}/web${end('Repository')}:v1${end('Tag')}`;
        assert.equal(readDocument(ran.list).value(['items', 0, 'spec', 'containers', 0, 'image']), want);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Edits words as Karmada does. */
function edited(words: readonly string[], { operator, value = [] }: WrittenCommandOverrider): readonly string[] {
  return operator === 'add' ? [...words, ...value] : words.filter((word) => !value.includes(word));
}
