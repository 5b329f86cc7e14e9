import { position } from './positions.ts';
import type { Entry } from './tree.ts';
import type { Path } from './value.ts';

/** Key that a map of a document has several times: readers take the last. */
export interface DuplicateKey {
  readonly path: Path;
  /** Line of each, one-based. */
  readonly lines: readonly number[];
}

/** Key whose value the data of a document lack, or have under another name. */
export interface UnsafeKey {
  readonly path: Path;
  /** Names the key, its lines, and the rule. */
  readonly message: string;
}

/** Returns the duplicate key of several entries of a map. */
export function duplicateKey(path: Path, entries: readonly Entry[]): DuplicateKey {
  return { path, lines: entries.map(lineOf) };
}

/** States that a key is a duplicate, and its lines. */
export function duplicateMessage({ path, lines }: DuplicateKey): string {
  return `duplicate key ${JSON.stringify(path.at(-1))} in lines ${lines.join(' and ')}: a key must be unique`;
}

/** States that the plain key of an entry, which looks like a text, has another name. */
export function mustBeQuoted(entry: Entry, key: string, name: string): string {
  const [text, read] = [key, name].map((each) => JSON.stringify(each));
  return `the key ${text} in line ${lineOf(entry)} must be quoted: Kubernetes reads it as ${read}`;
}

/** Returns the line of an entry, one-based. */
export function lineOf({ text, start }: Entry): number {
  return position(text, start).line;
}
