import { type LockedResults, lockedResultText, parseLockedResults } from '../../../src/fleet/index.ts';
import type { EquivalentLock } from '../../../src/fleet/ports.ts';
import { sha256 } from '../../../src/sha-256.ts';
import type { Records } from '../fleet-store.ts';

/**
 * Locks of other versions of the program whose files this version derives, too, with the results of that. They are
 * remembered beside git's own files: a new version derives everything once, and changes no lock for it.
 */
export class EquivalentLocks {
  readonly #records: Records;
  readonly #name: string;
  #known: Map<string, LockedResults> | undefined;

  constructor(records: Records, version: string) {
    this.#records = records;
    this.#name = `same-${version.replaceAll('/', '-')}`;
  }

  /** Returns the results for a lock; undefined if it is not known. */
  of(lockText: string): LockedResults | undefined {
    this.#known ??= parse(this.#records.read(this.#name)?.toString() ?? '');
    return this.#known.get(sha256(lockText));
  }

  add({ text, results }: EquivalentLock): void {
    if (this.of(text) !== undefined) return;
    this.#known?.set(sha256(text), results);
    this.#records.append(this.#name, lineOf({ text, results }));
  }
}

/** Returns the digest of a lock, the number of its results, and each of them, with a tab between: JSON has none. */
function lineOf({ text, results: { count, recorded } }: EquivalentLock): string {
  return `${[sha256(text), String(count), ...recorded.map(lockedResultText)].join('\t')}\n`;
}

/** Leaves out what a killed process has written in part. */
function parse(content: string): Map<string, LockedResults> {
  const lines = content.split('\n').slice(0, -1);
  return new Map(
    lines.flatMap((line) => {
      const [digest = '', count = '', ...texts] = line.split('\t');
      const results = parseLockedResults(count, texts);
      return results === undefined ? [] : [[digest, results] as const];
    }),
  );
}
