import { callGit, git, type GitCall, type GitPlace } from './git.ts';

/** An object of a repository, without its content. */
export interface FoundObject {
  /** `blob` for a file, `tree` for a folder. */
  readonly kind: string;
  readonly id: string;
}

/** An object of a repository. */
export interface StoredObject extends FoundObject {
  readonly bytes: Buffer;
}

/**
 * Reads objects by their names, which have no line breaks, with one process. Returns undefined for those that the
 * repository lacks. Throws a `GitError` if git fails.
 */
export function readObjects(call: GitCall, names: readonly string[]): readonly (StoredObject | undefined)[] {
  if (names.length === 0) return [];
  return objectsIn(git(READ, { ...call, input: linesOf(names) }), names.length);
}

/**
 * Reads objects as `readObjects` does. Returns undefined if git fails: it does so for an object that a partial clone
 * would have to fetch.
 */
export function tryToReadObjects(
  call: GitCall,
  names: readonly string[],
): readonly (StoredObject | undefined)[] | undefined {
  if (names.length === 0) return [];
  const { status, stdout } = callGit(READ, { ...call, input: linesOf(names) });
  return status === 0 ? objectsIn(stdout, names.length) : undefined;
}

/** Finds objects as `readObjects` does, without their contents. */
export function findObjects(place: GitPlace, names: readonly string[]): readonly (FoundObject | undefined)[] {
  if (names.length === 0) return [];
  const lines = git(FIND, { ...place, input: linesOf(names) })
    .toString()
    .split('\n');
  return names.map((_, index) => {
    const [, id, kind] = FOUND.exec(lines[index] ?? '') ?? [];
    return kind === undefined || id === undefined ? undefined : { kind, id };
  });
}

/** Reports whether a repository has the object with a name. */
export function hasObject(place: GitPlace, name: string): boolean {
  return callGit(['cat-file', '-e', name], place).status === 0;
}

const READ = ['cat-file', '--batch', '--buffer'];
const FIND = ['cat-file', '--batch-check=%(objectname) %(objecttype)'];

/** Line for an object that was found; `size` only where it is read. */
const FOUND = /^([\da-f]+) (blob|tree|commit|tag)(?: (\d+))?$/;

function linesOf(names: readonly string[]): string {
  return names.map((name) => `${name}\n`).join('');
}

/** Parses the output of a call that reads: for each name a line, and the content of an object that was found. */
function objectsIn(bytes: Buffer, count: number): readonly (StoredObject | undefined)[] {
  let at = 0;
  return Array.from({ length: count }, () => {
    const end = bytes.indexOf(10, at);
    const [, id, kind, size] = FOUND.exec(bytes.subarray(at, end).toString()) ?? [];
    at = end + 1;
    if (kind === undefined || id === undefined) return undefined;
    const start = at;
    at += Number(size) + 1;
    return { kind, id, bytes: bytes.subarray(start, at - 1) };
  });
}
