import { byteOrder } from '../byte-order.ts';
import { MAKING_STEPS, type MakingStep } from './adoption.ts';
import { lockedResultText, parseLockedResults, type LockedResults } from './locked-results.ts';
import { KPT_COMPATS, type KptCompat } from '../render/index.ts';
import { sha256 } from '../sha-256.ts';

/** Version of an upstream package that a variant was derived from. */
export interface LockedUpstream {
  /** Name of the Repository resource. */
  readonly repository: string;
  /** URL of the repository; undefined for a folder of the repository that holds the fleet. */
  readonly url: string | undefined;
  /** Folder of the package in the git repository. */
  readonly directory: string;
  /** Revision, workspace or branch, as asked for; undefined for the work tree. */
  readonly asked: string | undefined;
  /** Tag or branch that was found; undefined for the work tree. */
  readonly ref: string | undefined;
  /** Commit; undefined for a work tree with changes that are not committed. */
  readonly commit: string | undefined;
  /** Digest of the files, which is the same in each commit with the same files. */
  readonly tree: string;
}

/** A file of a variant: what was derived, and what its folder had after the merge. */
export interface LockedFile {
  readonly path: string;
  /** Undefined for a file that people added. */
  readonly derived: LockedContent | undefined;
  /** Undefined for a file that people deleted. */
  readonly folder: LockedContent | undefined;
}

/** Content of a file, as git stores it. */
export interface LockedContent {
  readonly mode: '100644' | '100755';
  readonly id: string;
}

/** Fleet in another git repository. */
export interface LockedFleet {
  /** Name of its git repository, which is the same in all clones. */
  readonly name: string;
  /** File with the PackageVariant or its set, relative to the top of that git repository. */
  readonly file: string;
}

/** Source of objects that is not a part of the fleet. */
export type ObjectSource = 'context' | 'objects';

/** Record of what a variant was last derived from, and what came of it: the base of the next merge. */
export interface VariantLock {
  /** Version of the program that derived it. */
  readonly program: string;
  readonly upstream: LockedUpstream;
  /** Text of the PackageVariant. */
  readonly variant: string;
  /**
   * File with the PackageVariant or its set, relative to the top of the git repository; '' if it is in another one,
   * which alone knows whether it is gone; undefined in a lock of an earlier version.
   */
  readonly source: string | undefined;
  /**
   * Fleet that asks for it, if that is in another git repository; undefined for others, and in a lock of an earlier
   * version.
   */
  readonly fleet?: LockedFleet;
  /**
   * Folders that `fleet move` moved the variant from, the latest last, relative to the top of the git repository;
   * undefined if it was never moved.
   */
  readonly moved?: readonly string[];
  /** Digest of the objects that it depends on; '' if there are none. */
  readonly objects: string;
  /**
   * Source of these objects if the command line named it; undefined for objects of the fleet, and in a lock of an
   * earlier version.
   */
  readonly objectsFrom?: ObjectSource;
  /**
   * Names of the objects that functions of its pipelines depend on, without those that the PackageVariant injects; `*`
   * for all objects.
   */
  readonly reads?: readonly string[];
  /** Third-party functions that ran: programs as the Kptfiles name them, and complete names of images. */
  readonly functions: readonly string[];
  /** Older version of kpt that its pipelines followed by `--kpt-compat`; undefined for the newest. */
  readonly kptCompat?: KptCompat;
  readonly deletionPolicy: 'delete' | 'orphan';
  /** Steps by which another tool made the package, which was then adopted; undefined if this program made it. */
  readonly adopted?: readonly MakingStep[];
  /**
   * Errors and warnings of its derivation; undefined in a lock of an earlier version, and in that of an adopted
   * package.
   */
  readonly results?: LockedResults;
  readonly files: readonly LockedFile[];
}

/** Lock of one apply, or locks that git joined; undefined for a side without a lock. */
export type LockTree = Extract<ReadLock, { readonly kind: 'valid' | 'joined' }> | undefined;

/** Locks of the versions of a merge of git, in which both sides had applied. Each can come from such a merge. */
export interface JoinedLocks {
  readonly base: LockTree;
  readonly ours: LockTree;
  readonly theirs: LockTree;
}

/** A lock as it was read. */
export type ReadLock =
  | { readonly kind: 'valid'; readonly lock: VariantLock }
  /** Joined by a merge of git, and not settled by an apply yet. */
  | ({ readonly kind: 'joined' } & JoinedLocks)
  /** Edited, or merged by git. `ids`: for each path, the ids of derived files that its lines name. */
  | { readonly kind: 'damaged'; readonly ids: ReadonlyMap<string, readonly string[]> }
  /** Written by a later version of the program. */
  | { readonly kind: 'newer' };

const OBJECT_SOURCES: readonly ObjectSource[] = ['context', 'objects'];

const HEADER = /^krm-variants fleet lock v(\d+) sha256:([\da-f]{64})$/;

/** Version of the format. */
const VERSION = 1;

/**
 * Version of the format of joined locks: a program that knows only the other one must not take them for the lock of one
 * apply.
 */
const JOINED_VERSION = 2;

/**
 * Returns the text of a lock. The first line is the digest of all others, so that git never merges two changes of a
 * lock: it would combine the header of one with the files of the other.
 */
export function lockText(lock: VariantLock): string {
  const { program, upstream, variant, source, fleet, moved = [], objects, objectsFrom, reads = [] } = lock;
  const { functions, kptCompat, deletionPolicy, adopted, results, files } = lock;
  const { repository, url, directory, asked, ref, commit, tree } = upstream;
  const lines = [
    line('program', program),
    line('repository', repository),
    ...optional('url', url),
    line('directory', directory),
    ...optional('asked', asked),
    ...optional('ref', ref),
    ...optional('commit', commit),
    line('tree', tree),
    line('variant', variant),
    ...optional('source', source),
    ...optional('fleet', fleet?.name),
    ...optional('fleetFile', fleet?.file),
    // An earlier version of the program reads only the last one.
    ...moved.map((each) => line('moved', each)),
    ...optional('objects', objects === '' ? undefined : objects),
    ...optional('objectsFrom', objectsFrom),
    ...reads.toSorted(byteOrder).map((each) => line('reads', each)),
    ...functions.toSorted(byteOrder).map((each) => line('function', each)),
    ...optional('kptCompat', kptCompat),
    line('deletionPolicy', deletionPolicy),
    ...optional('adopted', adopted?.join(' ')),
    ...optional('results', results && String(results.count)),
    ...(results?.recorded ?? []).map((each) => line('result', lockedResultText(each))),
    ...files.toSorted((a, b) => byteOrder(a.path, b.path)).map(fileLine),
  ];
  return withHeader(VERSION, lines.join(''));
}

/** Returns the text of joined locks: the text of each, after a line with its part and its number of lines. */
export function joinedText(joined: JoinedLocks): string {
  const part = (name: Part): string => {
    const text = treeText(joined[name]);
    return `${name} ${text.split('\n').length - 1}\n${text}`;
  };
  return withHeader(JOINED_VERSION, PARTS.map(part).join(''));
}

function treeText(tree: LockTree): string {
  if (tree === undefined) return '';
  return tree.kind === 'valid' ? lockText(tree.lock) : joinedText(tree);
}

const PARTS = ['base', 'ours', 'theirs'] as const;
type Part = (typeof PARTS)[number];

/**
 * Limit of joined locks in each other: each is a merge, or a commit of a rebase, since the last apply. It keeps readers
 * below the limits of their stacks.
 */
const MAX_DEPTH = 100;

function withHeader(version: number, rest: string): string {
  return `krm-variants fleet lock v${version} sha256:${sha256(rest)}\n${rest}`;
}

function line(key: string, value: string): string {
  return `${key} ${JSON.stringify(value)}\n`;
}

function optional(key: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [line(key, value)];
}

/** The second content is left out if it is the first. */
function fileLine({ path, derived, folder }: LockedFile): string {
  const isSame = derived !== undefined && derived.mode === folder?.mode && derived.id === folder.id;
  const contents = [contentText(derived), ...(isSame ? [] : [contentText(folder)])];
  return `file ${JSON.stringify(path)} ${contents.join(' ')}\n`;
}

function contentText(content: LockedContent | undefined): string {
  return content === undefined ? 'none' : `${content.mode}:${content.id}`;
}

/** Reads the text of a lock. Never throws. Line ends may be those of Windows. */
export function readLock(text: string): ReadLock {
  return readLines(text.replaceAll('\r\n', '\n').split('\n'), 0);
}

/** `depth`: number of joined locks around it. */
function readLines([first = '', ...lines]: readonly string[], depth: number): ReadLock {
  const [, version, digest] = HEADER.exec(first) ?? [];
  if (Number(version) > JOINED_VERSION) return { kind: 'newer' };
  const isWhole = sha256(lines.join('\n')) === digest;
  const read = isWhole ? READERS[Number(version)]?.(lines, depth) : undefined;
  return read ?? { kind: 'damaged', ids: derivedIds(lines) };
}

/**
 * Readers of the lines after the header, by version. They return undefined for lines that no version of the program
 * writes.
 */
const READERS: Readonly<Record<number, (lines: readonly string[], depth: number) => ReadLock | undefined>> = {
  [VERSION]: (lines) => {
    const lock = parse(lines);
    return lock && { kind: 'valid', lock };
  },
  [JOINED_VERSION]: parseJoined,
};

function parseJoined(lines: readonly string[], depth: number): ReadLock | undefined {
  if (depth === MAX_DEPTH) return undefined;
  const trees = new Map<Part, LockTree>();
  let rest = lines;
  for (const part of PARTS) {
    const [first = '', ...after] = rest;
    const [, name, count] = /^([a-z]+) (\d+)$/.exec(first) ?? [];
    if (name !== part) return undefined;
    const read = Number(count) === 0 ? undefined : readLines([...after.slice(0, Number(count)), ''], depth + 1);
    if (read?.kind === 'damaged' || read?.kind === 'newer') return undefined;
    trees.set(part, read);
    rest = after.slice(Number(count));
  }
  return { kind: 'joined', base: trees.get('base'), ours: trees.get('ours'), theirs: trees.get('theirs') };
}

/** Returns the locks of all sides, as far as they can be read. */
export function locksIn(read: ReadLock): readonly VariantLock[] {
  if (read.kind === 'valid') return [read.lock];
  if (read.kind !== 'joined') return [];
  return [read.ours, read.theirs].flatMap((side) => (side === undefined ? [] : locksIn(side)));
}

/** Returns undefined for lines that no version of the program writes. */
function parse(lines: readonly string[]): VariantLock | undefined {
  const fields = new Map<string, string>();
  const lists: Record<ListKey, string[]> = { moved: [], function: [], reads: [], result: [] };
  const files: LockedFile[] = [];
  for (const each of lines) {
    if (each === '') continue;
    const file = parseFile(each);
    if (file !== undefined) {
      files.push(file);
      continue;
    }
    const [, key = '', json = ''] = /^([a-zA-Z]+) (".*")$/.exec(each) ?? [];
    const value = parseString(json);
    if (value === undefined) return undefined;
    const list = LIST_KEYS.find((known) => known === key);
    if (list === undefined) fields.set(key, value);
    else lists[list].push(value);
  }
  return assemble(fields, lists, files);
}

function assemble(
  fields: ReadonlyMap<string, string>,
  { moved, function: functions, reads, result }: Readonly<Record<ListKey, readonly string[]>>,
  files: readonly LockedFile[],
): VariantLock | undefined {
  const field = (key: string): string | undefined => fields.get(key);
  const [program, repository, directory, tree, variant] = REQUIRED.map(field);
  const deletionPolicy = field('deletionPolicy');
  if (program === undefined || repository === undefined || directory === undefined) return undefined;
  if (tree === undefined || variant === undefined) return undefined;
  if (deletionPolicy !== 'delete' && deletionPolicy !== 'orphan') return undefined;
  const [url, asked, ref, commit] = OPTIONAL.map(field);
  const upstream = { repository, url, directory, asked, ref, commit, tree };
  const [objects = '', source] = [field('objects'), field('source')];
  const made = field('adopted')?.split(' ');
  const adopted = made && { adopted: MAKING_STEPS.filter((step) => made.includes(step)) };
  const [name, file] = [field('fleet'), field('fleetFile')];
  const fleet = name !== undefined && file !== undefined && { fleet: { name, file } };
  const count = field('results');
  const results = count === undefined ? undefined : parseLockedResults(count, result);
  const rest = { ...(moved.length > 0 && { moved }), ...adopted, ...(results && { results }) };
  const objectsFrom = OBJECT_SOURCES.find((each) => each === field('objectsFrom'));
  const read = { objects, ...(objectsFrom && { objectsFrom }), ...(reads.length > 0 && { reads }) };
  const kptCompat = KPT_COMPATS.find((each) => each === field('kptCompat'));
  const ran = { functions, ...(kptCompat && { kptCompat }) };
  return { program, upstream, variant, source, ...fleet, ...read, ...ran, deletionPolicy, ...rest, files };
}

/** Keys that a lock may have several times. */
const LIST_KEYS = ['moved', 'function', 'reads', 'result'] as const;

type ListKey = (typeof LIST_KEYS)[number];

const REQUIRED = ['program', 'repository', 'directory', 'tree', 'variant'];

const OPTIONAL = ['url', 'asked', 'ref', 'commit'];

const FILE = /^file (".*") (none|(?:100644|100755):[\da-f]+)(?: (none|(?:100644|100755):[\da-f]+))?$/;

function parseFile(text: string): LockedFile | undefined {
  const [, json = '', derived = '', folder = derived] = FILE.exec(text) ?? [];
  if (json === '') return undefined;
  const path = parseString(json);
  return path === undefined ? undefined : { path, derived: parseContent(derived), folder: parseContent(folder) };
}

function parseContent(text: string): LockedContent | undefined {
  const [mode, id = ''] = text.split(':');
  return mode === '100644' || mode === '100755' ? { mode, id } : undefined;
}

function parseString(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the ids of derived files in the lines of a lock that is not valid, such as those on both sides of git's
 * markers.
 */
function derivedIds(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const each of lines) {
    const file = parseFile(each);
    if (file?.derived !== undefined) ids.set(file.path, [...(ids.get(file.path) ?? []), file.derived.id]);
  }
  return ids;
}
