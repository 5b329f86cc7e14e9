import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { joinPath } from '../../../src/files/index.ts';
import { caseless } from '../../../src/fleet/index.ts';
import { groupBy } from '../../../src/group-by.ts';

/** Finds names on the disk that some file systems take for the same. Reads each folder once. */
export class CaseTwins {
  readonly #root: string;
  readonly #names = new Map<string, ReadonlyMap<string, readonly string[]>>();

  /** `root`: folder that paths are relative to. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Returns a path that exists, and that is equal to this one but for case; undefined if there is none. */
  of(path: string): string | undefined {
    const found = path
      .split('/')
      .reduce<readonly string[]>(
        (folders, name) => folders.flatMap((folder) => this.#in(folder, name).map((each) => joinPath(folder, each))),
        [''],
      );
    return found.find((each) => each !== path);
  }

  #in(folder: string, name: string): readonly string[] {
    const known = this.#names.get(folder) ?? groupBy(namesIn(join(this.#root, folder)), caseless);
    this.#names.set(folder, known);
    return known.get(caseless(name)) ?? [];
  }
}

/** Returns the names in a folder; none if it is not one. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
