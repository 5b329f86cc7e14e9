import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'yaml';
import { mergePackages } from '../../src/merge/index.ts';
import { schemaFor } from '../../src/merge/values/schema.ts';
import { propertyRuns } from '../support/property-runs.ts';

type List = readonly string[];

/**
 * Merges a list of a kustomization, which has no kind. Returns its elements, and the fields of warnings; undefined for
 * a conflict.
 */
function merged(base: List, theirs: List, local: List, write = inLines): readonly [List, List] | undefined {
  const of = (list: List): ReadonlyMap<string, string> => new Map([['app/kustomization.yaml', write(list)]]);
  const { files, conflicts, results } = mergePackages({ base: of(base), theirs: of(theirs), local: of(local) });
  if (conflicts.length > 0) return undefined;
  const { resources } = parse(String(files.get('app/kustomization.yaml'))) as { readonly resources?: List };
  const warnings = results.filter(({ severity }) => severity === 'warning');
  return [resources ?? [], warnings.map(({ field }) => field?.path ?? '')];
}

function inLines(list: List): string {
  return `namePrefix: a-\nresources:${list.length === 0 ? ' []' : ''}\n${list.map((each) => `- ${each}\n`).join('')}`;
}

const words = (text: string): List => text.split(' ').filter(Boolean);

/**
 * Lists of base, new and local, the merged one, and those of its elements that may be a removed one, as a warning says.
 */
const ROWS: readonly (readonly [base: string, theirs: string, local: string, want: string, doubtful?: string])[] = [
  ['a b', 'a b c', 'a', 'a c'],
  ['a b', 'a', 'a b c', 'a c'],
  ['a b c', 'b c', 'a b d c', 'b d c'],
  ['a b', 'a b c', 'a b d', 'a b c d'],
  ['a b c', 'c a b', 'a b c d', 'c a b d'],
  ['a b', 'a c', 'a b d', 'a c d'],
  ['a b', 'a c', 'a c d', 'a c d'],
  ['a b', 'a c', 'a', 'a c', 'c'],
  ['a b', 'a', 'a c', 'a c', 'c'],
  ['a b', 'a c', 'a d', 'a c d', 'c d'],
];

describe('merge of lists that are sets', () => {
  for (const [base, theirs, local, want, doubtful = ''] of ROWS)
    it(`[${base}], new [${theirs}], local [${local}]: [${want}]${doubtful && `, with a warning about ${doubtful}`}`, () => {
      const flow = (list: List): string => `namePrefix: a-\nresources: [${list.join(', ')}]\n`;
      for (const write of [inLines, flow]) {
        const [found, warnings] = merged(words(base), words(theirs), words(local), write) ?? [];
        assert.deepEqual([found, warnings?.length], [words(want), words(doubtful).length]);
      }
    });

  for (const [group, kind, path] of [
    ['apps', 'Deployment', 'metadata.finalizers'],
    ['', 'Node', 'spec.podCIDRs'],
    ['storage.k8s.io', 'CSIDriver', 'spec.volumeLifecycleModes'],
    ['discovery.k8s.io', 'EndpointSlice', 'endpoints.0.addresses'],
    ['batch', 'CronJob', 'spec.jobTemplate.spec.podFailurePolicy.rules.0.onExitCodes.values'],
    ['flowcontrol.apiserver.k8s.io', 'FlowSchema', 'spec.rules.0.resourceRules.0.verbs'],
    ['rbac.authorization.k8s.io', 'Role', 'rules.0.verbs'],
    ['kustomize.config.k8s.io', 'Component', 'components'],
    ['', 'Kustomization', 'resources'],
  ] as const)
    it(`${kind}: \`${path}\` is one`, () => {
      const steps = path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
      assert.equal(schemaFor({ group, kind }, new Map()).listKeys(steps), 'set');
      assert.equal(
        schemaFor({ group: 'example.com', kind: 'Widget' }, new Map()).listKeys(steps),
        path === 'metadata.finalizers' ? 'set' : undefined,
      );
    });

  it('has each element that one side added, and none that one side removed, in the order of the side that moved some', () => {
    const list = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 6 });
    const counts = { all: 0, conflicts: 0 };
    const property = fc.property(list, list, list, (base, theirs, local) => {
      const isMoved = (side: List): boolean =>
        side.filter((each) => base.includes(each)).join() !== base.filter((each) => side.includes(each)).join();
      const areMoved = [theirs, local].some(isMoved);
      const isKept = (each: string): boolean => theirs.includes(each) && local.includes(each);
      const added = [...theirs, ...local].filter((each) => !base.includes(each));
      const [found] = merged(base, theirs, local) ?? [];
      counts.all++;
      if (found === undefined) {
        counts.conflicts++;
        const isEmptied = theirs.length > 0 && local.length > 0 && added.length === 0 && !base.some(isKept);
        assert.ok(areMoved || isEmptied, 'a conflict, though no side moved an element');
        return;
      }
      assert.deepEqual(found.toSorted(), [...base.filter(isKept), ...new Set(added)].toSorted());
      assert.deepEqual(merged(base, theirs, found)?.[0]?.toSorted(), found.toSorted(), 'merged again');
      const order = (side: List): string => side.filter((each) => base.includes(each) && isKept(each)).join('');
      const moved = [theirs, local].map(order).filter((each) => each !== order(base));
      if (moved.length < 2) assert.equal(order(found), moved[0] ?? order(base), 'the order of the side that moved');
    });
    fc.assert(property, { numRuns: propertyRuns(1000) });
    assert.ok(counts.conflicts < counts.all / 5, `${counts.conflicts} conflicts in ${counts.all} merges`);
  });

  it('is a conflict if only both sides together remove all elements', () => {
    assert.equal(merged(words('a b'), words('b'), words('a')), undefined);
    assert.deepEqual(merged(words('a b'), words(''), words('a')), [[], []]);
  });

  it('is no set if an element is a map', () => {
    const of = (...names: List): string => `resources:\n${names.map((name) => `- name: ${name}\n`).join('')}`;
    const files = (text: string): ReadonlyMap<string, string> => new Map([['kustomization.yaml', text]]);
    const { files: found, conflicts } = mergePackages({
      base: files(of('a', 'b')),
      theirs: files(of('a', 'b', 'c')),
      local: files(of('b')),
    });
    assert.deepEqual([conflicts, found.get('kustomization.yaml')], [[], of('b', 'c')]);
  });
});
