import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { mergeForDriver } from '../../cli/merge/merge-with-markers.ts';
import { mergePackages } from '../../src/merge/index.ts';
import { isMap, type Value } from '../../src/yaml/index.ts';
import { oddVersions, type OddVersions } from '../merge/odd-documents.ts';
import { GoYaml } from '../support/go-yaml.ts';
import { propertyRuns } from '../support/property-runs.ts';

const CASES = propertyRuns(1000);

/** A merge, as git gets it or as a package has it. */
interface Merge {
  readonly three: OddVersions;
  readonly text: string;
  readonly isClean: boolean;
  readonly messages: readonly string[];
}

function asDriver(three: OddVersions): Merge {
  const names = { local: 'ours', theirs: 'theirs' };
  const file = { path: 'a.yaml', ...three, markersOf: () => ({ size: 7, names }) };
  const { content, conflicts, results } = mergeForDriver(file);
  return { three, text: String(content), isClean: conflicts.length === 0, messages: results.map(messageOf) };
}

function asPackage(three: OddVersions): Merge {
  const [base, local, theirs] = [three.base, three.ours, three.theirs].map((text) => new Map([['a.yaml', text]]));
  assert.ok(base && local && theirs);
  const { files, conflicts, results } = mergePackages({ base, theirs, local });
  return {
    three,
    text: String(files.get('a.yaml')),
    isClean: conflicts.length === 0,
    messages: results.map(messageOf),
  };
}

function messageOf({ message }: { readonly message: string }): string {
  return message;
}

function commentsOf(text: string): readonly string[] {
  return text.match(/# \w+/g) ?? [];
}

/**
 * Returns the words of a text without quotes and brackets: an empty map, and a string in a flow collection, may get
 * some.
 */
function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,[\]{}"']+/);
}

function shown({ three: { base, ours, theirs }, text, messages }: Merge): string {
  return ['', base, ours, theirs, text, ...messages].join('\n=====\n');
}

/** Asserts that a merge has no words but those of the versions. */
function assertNothingInvented(merge: Merge): void {
  const { base, ours, theirs } = merge.three;
  const known = new Set([...[base, ours, theirs].flatMap(wordsOf), '<<<<<<<', '=======', '>>>>>>>', 'ours', 'theirs']);
  for (const word of wordsOf(merge.text)) assert.ok(known.has(word), `${word} is of no version${shown(merge)}`);
}

/**
 * Asserts that a clean merge has the comments that a side added, and those that neither removed, each once, or reports
 * it.
 */
function assertComments(merge: Merge, isReported: boolean): void {
  const [base, ours, theirs] = [merge.three.base, merge.three.ours, merge.three.theirs].map((text) => commentsOf(text));
  assert.ok(base && ours && theirs);
  const found = commentsOf(merge.text);
  for (const comment of new Set([...ours, ...theirs])) {
    const isWanted = !base.includes(comment) || (ours.includes(comment) && theirs.includes(comment));
    const isThere = found.includes(comment) || isReported;
    assert.ok(isThere || !isWanted, `${comment} is lost${shown(merge)}`);
    const count = found.filter((each) => each === comment).length;
    assert.ok(count <= 1, `${comment} is there ${count} times${shown(merge)}`);
  }
}

const ABSENT = Symbol('absent');

/** Asserts that each field has the value of the side that changed it, or of the anchor that its alias follows. */
function assertData([base, ours, theirs, merged]: readonly (Value | typeof ABSENT)[], merge: Merge, key = ''): void {
  const isSame = (a: Value | typeof ABSENT | undefined, b: Value | typeof ABSENT | undefined): boolean =>
    a === b || JSON.stringify(a) === JSON.stringify(b);
  const wanted = isSame(ours, theirs) || isSame(theirs, base) ? ours : isSame(ours, base) ? theirs : undefined;
  if (wanted !== undefined && isSame(wanted, merged)) return;
  const maps = [base, ours, theirs, merged].map((each): Value => (typeof each === 'symbol' ? {} : (each ?? null)));
  if (maps.every(isMap) && ours !== ABSENT && theirs !== ABSENT) {
    const at = (each: string): readonly (Value | typeof ABSENT)[] =>
      maps.map((map) => (Object.hasOwn(map, each) ? (map[each] ?? null) : ABSENT));
    for (const each of new Set(maps.flatMap((map) => Object.keys(map)))) assertData(at(each), merge, each);
    return;
  }
  // Both sides added to a list.
  if ([ours, theirs, merged].every(Array.isArray) && wanted === undefined) return;
  assert.ok(key.startsWith('alias-'), `${key} has no value of the side that changed it${shown(merge)}`);
}

/**
 * Returns git's merge of texts by lines; undefined if it has a conflict. `names`: paths of files that it may overwrite.
 */
function lineMerge(names: readonly string[], texts: readonly string[]): string | undefined {
  for (const [index, name] of names.entries()) writeFileSync(name, texts[index] ?? '');
  const { stdout, status } = spawnSync('git', ['merge-file', '-p', ...names], { encoding: 'utf8' });
  assert.ok(status !== null && status < 128, 'git merges files');
  return status === 0 ? stdout : undefined;
}

/** Returns git's merges by lines, forward and in reverse, if both are clean; undefined otherwise. */
function linesBothWays(names: readonly string[], { base, ours, theirs }: OddVersions): readonly string[] | undefined {
  const texts = [ours, base, theirs];
  const turned = (text: string): string => text.trimEnd().split('\n').toReversed().join('\n') + '\n';
  const forward = lineMerge(names, texts);
  const reverse = forward === undefined ? undefined : lineMerge(names, texts.map(turned));
  return forward === undefined || reverse === undefined ? undefined : [forward, turned(reverse)];
}

describe('merges of documents with anchors, comments and odd scalars, judged by what Go reads', function () {
  const go = new GoYaml();
  const seed = Number(process.env['PROPERTY_SEED'] ?? 1);
  const versions = fc.sample(oddVersions, { numRuns: CASES, seed });

  for (const [title, merged] of [
    ['as git gets them', asDriver],
    ['in packages', asPackage],
  ] as const)
    it(`${CASES} merges invent and lose nothing, ${title}`, () => {
      const read = go.read(versions.flatMap(({ base, ours, theirs }) => [base, ours, theirs]));
      const isRead = (index: number): boolean => [0, 1, 2].every((side) => typeof read[index * 3 + side] !== 'string');
      const merges = versions.map((three, index) => ({ merge: isRead(index) ? merged(three) : undefined, index }));
      const clean = merges.flatMap(({ merge, index }) => (merge?.isClean === true ? [{ merge, index }] : []));
      assert.ok(clean.length > CASES / 4, `only ${clean.length} of ${CASES} are clean`);
      for (const { merge } of merges) if (merge !== undefined) assertNothingInvented(merge);
      const results = go.read(clean.map(({ merge }) => merge.text));
      for (const [n, { merge, index }] of clean.entries()) {
        const isReported = merged === asPackage && merge.messages.some((message) => /comment|deleted/.test(message));
        assertComments(merge, isReported);
        const isKept = merge.messages.some((message) => /stays deleted|keeps what/.test(message));
        if (!isKept) assertData([...read.slice(index * 3, index * 3 + 3), results[n] ?? null], merge);
      }
    });

  it(`${CASES} merges have the data of git's line merges, where these are clean in both directions`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'krm-variants-lines-'));
    try {
      const names = ['ours', 'base', 'theirs'].map((name) => join(folder, name));
      const found = versions.flatMap((three) => {
        const lines = linesBothWays(names, three);
        if (lines === undefined) return [];
        const merge = asDriver(three);
        return merge.isClean ? [{ merge, texts: [merge.text, ...lines] }] : [];
      });
      const read = go.read(found.flatMap(({ texts }) => texts));
      const isRead = (value: Value | undefined): boolean => typeof value !== 'string';
      let compared = 0;
      for (const [index, { merge }] of found.entries()) {
        const [own, forward, reverse] = read.slice(index * 3, index * 3 + 3);
        if (!isRead(forward) || !isDeepStrictEqual(forward, reverse)) continue;
        compared++;
        assert.deepEqual(own, forward, shown(merge));
      }
      assert.ok(compared > CASES / 20, `only ${compared} of ${CASES} are compared`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
