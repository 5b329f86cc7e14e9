import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergePackages, type MergedPackage } from '../../src/merge/index.ts';
import { isList, isMap, readDocument, type Value } from '../../src/yaml/index.ts';
import { areAlike } from '../../src/pairing/likeness.ts';
import {
  commentedLists,
  contestedLists,
  LIST_KINDS,
  listDocument,
  listVersions,
  type ListVersions,
} from './list-edits.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(500);

const FILE = 'list.yaml';

const fileOf = (text: string): ReadonlyMap<string, string> => new Map([[FILE, text]]);

/** Merges three documents as the driver for git does. */
function merged(base: string, theirs: string, local: string): MergedPackage {
  const [b, n, l] = [base, theirs, local].map((text) => new Map([[FILE, text]]));
  assert.ok(b !== undefined && n !== undefined && l !== undefined);
  return mergePackages(
    { base: b, theirs: n, local: l },
    { kptfile: 'plain', onDelete: 'conflict', onComment: 'conflict' },
  );
}

function textOf({ files }: MergedPackage): string {
  return String(files.get(FILE));
}

/** Returns the elements of the only list that is not in another, as sorted texts. */
function elementsOf(text: string): readonly string[] {
  const found: string[][] = [];
  const visit = (value: Value): void => {
    if (isList(value)) found.push(value.map((each) => JSON.stringify(each)).toSorted());
    else if (isMap(value)) for (const each of Object.values(value)) visit(each);
  };
  const data = readDocument(text).value([]) ?? null;
  const containers =
    isMap(data) && isMap(data['spec'] ?? null) ? (data['spec'] as { containers: Value[] }).containers : [];
  visit(containers[0] ?? data);
  return found[0] ?? [];
}

function documents(versions: ListVersions): readonly [base: string, theirs: string, local: string] {
  const of = (list: readonly Value[]): string => listDocument(versions, list);
  return [of(versions.base), of(versions.theirs), of(versions.local)];
}

/** Asserts the laws of a clean merge of two sides. */
function assertLaws(versions: ListVersions, result: MergedPackage): void {
  const [b, n, l] = documents(versions);
  const text = textOf(result);
  const shown = `${b}\n${n}\n${l}\n${text}`;
  if (versions.wanted !== undefined) {
    const want = versions.wanted.map((each) => JSON.stringify(each)).toSorted();
    assert.deepEqual(elementsOf(text), want, `has every edit of both sides\n${shown}`);
  }
  for (const side of [n, l]) {
    const again = merged(b, side, text);
    assert.deepEqual([textOf(again), again.conflicts], [text, []], `changes nothing when it is repeated\n${shown}`);
  }
}

describe('merge of lists without keys, by property', () => {
  for (const kind of LIST_KINDS)
    it(`has every edit of both sides or a conflict, whichever is which, and changes nothing when repeated: ${kind.name}`, () => {
      let [clean, wanted] = [0, 0];
      fc.assert(
        fc.property(listVersions([kind]), (versions) => {
          const [b, n, l] = documents(versions);
          const [one, other] = [merged(b, n, l), merged(b, l, n)];
          const shown = `${b}\n${n}\n${l}\n${textOf(one)}\n${textOf(other)}`;
          assert.equal(one.conflicts.length > 0, other.conflicts.length > 0, `is a conflict both ways\n${shown}`);
          if (versions.wanted !== undefined) wanted++;
          if (one.conflicts.length > 0) return;
          if (versions.wanted !== undefined) clean++;
          assertLaws(versions, one);
          assert.deepEqual(elementsOf(textOf(one)), elementsOf(textOf(other)), `has the same elements\n${shown}`);
        }),
        { numRuns: RUNS },
      );
      assert.ok(clean > wanted / 3, `${clean} of ${wanted} merges are clean`);
    });

  it('is a conflict or warning if one side removes an element that the other moves and changes, in every mode', () => {
    const property = fc.property(contestedLists(LIST_KINDS), (lists) => {
      const { kind, base, removed, moved, before, after } = lists;
      fc.pre(areAlike(before, after) && JSON.stringify(before) !== JSON.stringify(after));
      const [b, n, l] = [base, removed, moved].map((list) => listDocument({ kind, isFlow: false }, list));
      assert.ok(b !== undefined && n !== undefined && l !== undefined);
      const shown = `${b}\n${n}\n${l}`;
      const plain = mergePackages({ base: fileOf(b), theirs: fileOf(n), local: fileOf(l) });
      for (const { conflicts, results } of [merged(b, n, l), merged(b, l, n), plain])
        assert.ok(conflicts.length > 0 || results.some(({ severity }) => severity === 'warning'), shown);
    });
    fc.assert(property, { numRuns: RUNS });
  });

  it('changes nothing when it is repeated, if local swaps elements below comments', () => {
    const property = fc.property(commentedLists(LIST_KINDS), ({ base, theirs, local }) => {
      const merge = (before: string, side: string): MergedPackage =>
        mergePackages({ base: fileOf(base), theirs: fileOf(before), local: fileOf(side) });
      const found = merge(theirs, local);
      fc.pre(found.conflicts.length === 0);
      const again = merge(theirs, textOf(found));
      const shown = `${base}\n${theirs}\n${local}`;
      assert.deepEqual([textOf(again), again.conflicts], [textOf(found), []], shown);
    });
    fc.assert(property, { numRuns: RUNS });
  });

  it('has the order of the side that is the merge, whichever side that is', () => {
    const of = (names: string): string => `kind: Kustomization\nresources: [${names.split(' ').join(', ')}]\n`;
    const base = of('r0 r1 r2 r3 r4');
    const moved = of('same r3 r1 r2 r0 r4');
    const whole = of('l3 r1 r2 same l0 r4 r0');
    for (const [theirs, local] of [
      [moved, whole],
      [whole, moved],
    ] as const) {
      const result = merged(base, theirs, local);
      assert.deepEqual([textOf(result), result.conflicts], [whole, []]);
    }
  });
});
