import { joinPath } from '../../../src/files/index.ts';
import { caseless } from '../../../src/fleet/index.ts';
import { groupBy } from '../../../src/group-by.ts';
import type { Files } from '../../../src/fleet/ports.ts';

/** Finds names on the disk that some file systems take for the same. Reads each folder once. */
export class CaseTwins {
  readonly #files: Pick<Files, 'namesIn'>;
  readonly #names = new Map<string, ReadonlyMap<string, readonly string[]>>();

  constructor(files: Pick<Files, 'namesIn'>) {
    this.#files = files;
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
    const known = this.#names.get(folder) ?? groupBy(this.#files.namesIn(folder), caseless);
    this.#names.set(folder, known);
    return known.get(caseless(name)) ?? [];
  }
}
