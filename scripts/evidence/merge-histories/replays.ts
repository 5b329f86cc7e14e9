import { spawnSync } from 'node:child_process';
import { groupBy } from '../../../src/group-by.ts';

/** A merge of one file that a history has, or that a cherry-pick or a revert of one of its commits would be. */
export interface Replay {
  readonly kind: 'merge' | 'pick' | 'revert';
  readonly path: string;
  /** Commits that it is made of. */
  readonly commits: readonly string[];
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** What people made of a merge. */
  readonly people?: string;
}

/** The same with the names of git's objects for texts. */
type Named = Replay;

/** Largest number of bytes of a version: larger files are lists of data. */
const MAX_BYTES = 200_000;

/** Largest number of merge commits whose files are looked at. */
const MAX_MERGES = 1500;

/** Numbers of commits that lie between the two of a replay. */
const DISTANCES = [1, 2, 3, 5, 8];

/**
 * Returns replays of a repository, up to a number, the same ones in each call: at most half of them merges, the others
 * spread over its files.
 */
export function replaysOf(repository: string, limit: number, seed: number): readonly Replay[] {
  const git = gitIn(repository);
  const random = randomFrom(seed);
  const seen = new Set<string>();
  const distinct = (found: readonly Named[]): Replay[] =>
    withTexts(
      git,
      found.filter(({ base, ours, theirs }) => {
        const id = [base, ours, theirs].join();
        const isNew = new Set([base, ours, theirs]).size === 3 && !seen.has(id);
        seen.add(id);
        return isNew;
      }),
    );
  const replays = distinct(mergesOf(git, random)).slice(0, limit / 2);
  const files = groupBy(commitPairs(git), ({ path }) => path);
  const lists = [...files.values()].map((list) => shuffled(list, random));
  const rounds = Math.max(0, ...lists.map((list) => list.length));
  for (let round = 0; replays.length < limit && round < rounds; round++)
    replays.push(...distinct(lists.flatMap((list) => list[round] ?? [])).slice(0, limit - replays.length));
  return replays;
}

type Git = (args: readonly string[], input?: string) => Buffer;

function gitIn(repository: string): Git {
  return (args, input) => {
    const { stdout, status, stderr } = spawnSync('git', ['-C', repository, ...args], { input, maxBuffer: 2 ** 31 - 1 });
    if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr.toString()}`);
    return stdout;
  };
}

const YAML = ['--', '*.yaml', '*.yml'];

/** Returns files that both sides of a merge changed. */
function mergesOf(git: Git, random: () => number): readonly Named[] {
  const merges = git(['rev-list', '--all', '--min-parents=2', '--max-parents=2', '--parents']).toString().split('\n');
  return shuffled(merges.filter(Boolean), random)
    .slice(0, MAX_MERGES)
    .flatMap((line): readonly Named[] => {
      const [commit = '', one = '', other = ''] = line.split(' ');
      const bases = spawnable(() => git(['merge-base', '--all', one, other]).toString().trim().split('\n')) ?? [];
      const [base] = bases;
      if (base === undefined || bases.length > 1) return [];
      const ours = changes(git, base, one);
      const theirs = ours.size === 0 ? ours : changes(git, base, other);
      if (![...ours.keys()].some((path) => theirs.has(path))) return [];
      const people = changes(git, base, commit);
      return [...ours].flatMap(([path, { before, after }]): readonly Named[] => {
        const [their, made] = [theirs.get(path), people.get(path)];
        if (their === undefined) return [];
        const sides = { base: before, ours: after, theirs: their.after };
        return [{ kind: 'merge', path, commits: [commit], ...sides, ...(made && { people: made.after }) }];
      });
    });
}

/** Calls git for what not each history has; undefined if it fails. */
function spawnable<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}

type Changes = ReadonlyMap<string, { readonly before: string; readonly after: string }>;

function changes(git: Git, from: string, to: string): Changes {
  const lines = git(['diff-tree', '-r', '--raw', '--no-renames', '--diff-filter=M', from, to, ...YAML]).toString();
  return new Map(lines.split('\n').flatMap((line) => [parseRaw(line)].filter((change) => change !== undefined)));
}

function parseRaw(
  line: string,
): readonly [path: string, { readonly before: string; readonly after: string }] | undefined {
  const [, before, after, path] = /^:\S+ \S+ (\S+) (\S+) M\t(.+)$/.exec(line) ?? [];
  return before === undefined || after === undefined || path === undefined ? undefined : [path, { before, after }];
}

/**
 * Returns cherry-picks of a commit to the state before an earlier one that changed the same file, and reverts of the
 * earlier one after the later one.
 */
function commitPairs(git: Git): readonly Named[] {
  const log = git(['log', '--all', '--raw', '--no-abbrev', '--no-merges', '--no-renames', '--format=%H', ...YAML]);
  const byPath = new Map<string, { readonly commit: string; readonly before: string; readonly after: string }[]>();
  let commit = '';
  for (const line of log.toString().split('\n')) {
    if (/^[0-9a-f]{40}$/.test(line)) commit = line;
    const change = parseRaw(line);
    if (change === undefined) continue;
    const [path, blobs] = change;
    const list = byPath.get(path);
    if (list === undefined) byPath.set(path, [{ commit, ...blobs }]);
    else list.push({ commit, ...blobs });
  }
  return [...byPath].flatMap(([path, list]) =>
    list.toReversed().flatMap((earlier, index) =>
      DISTANCES.flatMap((distance): readonly Named[] => {
        const later = list[list.length - 1 - index - distance];
        if (later === undefined) return [];
        const commits = [earlier.commit, later.commit];
        return [
          { kind: 'pick', path, commits, base: later.before, ours: earlier.before, theirs: later.after },
          { kind: 'revert', path, commits, base: earlier.after, ours: later.after, theirs: earlier.before },
        ];
      }),
    ),
  );
}

/** Returns replays with the texts of their versions, but for those that are large or binary. */
function withTexts(git: Git, replays: readonly Named[]): Replay[] {
  const names = [...new Set(replays.flatMap(({ base, ours, theirs, people = '' }) => [base, ours, theirs, people]))];
  const output = git(['cat-file', '--batch'], `${names.filter(Boolean).join('\n')}\n`);
  const texts = new Map<string, string>();
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at);
    const [name = '', type, size] = output.subarray(at, end).toString().split(' ');
    if (type === 'blob') texts.set(name, output.subarray(end + 1, end + 1 + Number(size)).toString());
    at = end + 1 + (type === 'blob' ? Number(size) + 1 : 0);
  }
  return replays.flatMap((replay): readonly Replay[] => {
    const [base, ours, theirs] = [replay.base, replay.ours, replay.theirs].map((name) => texts.get(name));
    if (base === undefined || ours === undefined || theirs === undefined) return [];
    if ([base, ours, theirs].some((text) => text.length > MAX_BYTES || text.includes('\0'))) return [];
    const people = texts.get(replay.people ?? '');
    const { kind, path, commits } = replay;
    return [{ kind, path, commits, base, ours, theirs, ...(people !== undefined && { people }) }];
  });
}

/** Returns a generator of numbers from 0 to 1 that a seed determines (a linear congruence). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

function shuffled<T>(list: readonly T[], random: () => number): readonly T[] {
  return list
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
