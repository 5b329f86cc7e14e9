import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergePackages, type MergedPackage } from '../../src/merge/index.ts';
import { isList, isMap, readDocument, type Value } from '../../src/yaml/index.ts';
import { LIST_KINDS, listDocument, listVersions, type ListVersions } from './list-edits.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 1000);

const FILE = 'list.yaml';

/** Merges three documents as the driver for git does. */
function merged(base: string, theirs: string, local: string): MergedPackage {
  const [b, n, l] = [base, theirs, local].map((text) => new Map([[FILE, text]]));
  assert.ok(b !== undefined && n !== undefined && l !== undefined);
  return mergePackages(
    { base: b, new: n, local: l },
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
  return [of(versions.base), of(versions.new), of(versions.local)];
}

describe('merge of lists without keys, by property', () => {
  for (const kind of LIST_KINDS) {
    it(`has every edit of both sides, or a conflict: ${kind.name}`, () => {
      let [clean, wanted] = [0, 0];
      fc.assert(
        fc.property(listVersions([kind]), (versions) => {
          const [b, n, l] = documents(versions);
          const result = merged(b, n, l);
          if (versions.wanted !== undefined) wanted++;
          if (result.conflicts.length > 0 || versions.wanted === undefined) return;
          clean++;
          const want = versions.wanted.map((each) => JSON.stringify(each)).toSorted();
          assert.deepEqual(elementsOf(textOf(result)), want, `${b}\n${n}\n${l}\n${textOf(result)}`);
        }),
        { numRuns: RUNS },
      );
      assert.ok(clean > wanted / 3, `${clean} of ${wanted} merges are clean`);
    });

    it(`changes nothing when a clean merge is repeated with either side: ${kind.name}`, () => {
      fc.assert(
        fc.property(listVersions([kind]), (versions) => {
          const [b, n, l] = documents(versions);
          const result = merged(b, n, l);
          if (result.conflicts.length > 0) return;
          const m = textOf(result);
          for (const side of [n, l]) {
            const again = merged(b, side, m);
            assert.deepEqual([textOf(again), again.conflicts], [m, []], `${b}\n${n}\n${l}\n${m}`);
          }
        }),
        { numRuns: RUNS },
      );
    });

    it(`has the same elements if the sides are swapped, or a conflict both ways: ${kind.name}`, () => {
      fc.assert(
        fc.property(listVersions([kind]), (versions) => {
          const [b, n, l] = documents(versions);
          const [one, other] = [merged(b, n, l), merged(b, l, n)];
          const shown = `${b}\n${n}\n${l}\n${textOf(one)}\n${textOf(other)}`;
          assert.equal(one.conflicts.length > 0, other.conflicts.length > 0, shown);
          if (one.conflicts.length === 0) assert.deepEqual(elementsOf(textOf(one)), elementsOf(textOf(other)), shown);
        }),
        { numRuns: RUNS },
      );
    });
  }
});
