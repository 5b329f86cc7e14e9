import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { ALONE, LATER, SECONDS, TOGETHER } from '../../test/tiers.ts';
import { root } from '../functions.ts';
import type { TestRequest } from './test-protocol.ts';

/** Tests that one process runs in one go. */
export interface TestGroup extends Pick<TestRequest, 'files' | 'titles'> {
  /** File, or name of the files. */
  readonly name: string;
  /** Seconds that all tests of the files take, by `test/tiers.ts`: the longest groups start first. */
  readonly seconds: number;
  readonly isAlone: boolean;
}

/** Returns all test files, as paths from the top folder. */
export function testFiles(): string[] {
  return globSync('test/**/*.test.ts', { cwd: root }).toSorted();
}

/** Returns the tests of the first tier. */
export function firstTier(): TestGroup[] {
  return groupsOf(
    testFiles().filter((file) => LATER[file]?.first !== undefined || LATER[file] === undefined),
    (file) => (LATER[file]?.first ?? []).map(escaped).join('|'),
  );
}

/** Returns all tests. */
export function allTests(): TestGroup[] {
  return groupsOf(testFiles(), () => '');
}

/**
 * Returns the tests that have these words in their path and title. The files are those whose paths have most of the
 * words; the titles of their tests have the other words.
 */
export function testsWith(words: readonly string[]): TestGroup[] {
  const missing = new Map(testFiles().map((file) => [file, words.filter((word) => !file.includes(word))]));
  const fewest = Math.min(...[...missing.values()].map(({ length }) => length));
  const files = [...missing].filter(([, { length }]) => length === fewest).map(([file]) => file);
  return groupsOf(files, (file) => titlesWith(missing.get(file) ?? []));
}

/** Returns files as groups, longest first. Files that `TOGETHER` names are one group if their titles are the same. */
function groupsOf(files: readonly string[], titlesOf: (file: string) => string): TestGroup[] {
  const byKey = new Map<string, string[]>();
  for (const file of files) {
    const key = `${sharedName(file) ?? file} ${titlesOf(file)}`;
    byKey.set(key, [...(byKey.get(key) ?? []), file]);
  }
  return [...byKey.values()]
    .map((members) => {
      const [first = ''] = members;
      return {
        name: members.length > 1 ? `${sharedName(first)} (${members.length} files)` : first,
        files: members,
        titles: titlesOf(first),
        seconds: members.reduce((sum, file) => sum + (LATER[file]?.seconds ?? SECONDS[file] ?? 1), 0),
        isAlone: members.some((file) => file in ALONE),
      };
    })
    .toSorted((one, other) => other.seconds - one.seconds);
}

/** Returns a pattern of the titles that contain all words, in any order. */
function titlesWith(words: readonly string[]): string {
  return words.length === 0 ? '' : `^${words.map((word) => `(?=[^]*${escaped(word)})`).join('')}`;
}

/** Returns a regular expression for a text. */
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function sharedName(file: string): string | undefined {
  return Object.keys(TOGETHER).find((name) => TOGETHER[name]?.test(file));
}

/** Returns groups in an order that depends on a number alone. */
export function shuffled(groups: readonly TestGroup[], seed: number): TestGroup[] {
  const order = ({ name }: TestGroup): string => createHash('sha256').update(`${seed} ${name}`).digest('hex');
  return groups.toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
}
