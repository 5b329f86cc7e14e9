import { isManifestPath, type FileContent } from '../../files/index.ts';
import { contentKey, VersionFile } from './package-file.ts';
import type { Unit } from './unit.ts';

/**
 * Files that are the same in all versions. Only those are read that may share an identity with a document of a changed
 * file.
 */
export class UnchangedFiles {
  readonly #files: ReadonlyMap<string, FileContent>;
  readonly #known = new Map<string, readonly Unit[]>();

  constructor(files: ReadonlyMap<string, FileContent>) {
    this.#files = files;
  }

  get paths(): Iterable<string> {
    return this.#files.keys();
  }

  /** Returns those keys of contents that one of the files has. */
  keysAmong(keys: ReadonlySet<string>): ReadonlySet<string> {
    return new Set([...this.#files.values()].map(contentKey).filter((key) => keys.has(key)));
  }

  /** Returns the files at paths. */
  filesAt(isWanted: (path: string) => boolean): readonly VersionFile[] {
    return [...this.#files].flatMap(([path, content]) => (isWanted(path) ? new VersionFile(path, content) : []));
  }

  /** Returns the documents of the files that mention one of these names. */
  unitsNamed(names: ReadonlySet<string>): readonly Unit[] {
    const odd = [...names].filter((name) => !PLAIN.test(name));
    return [...this.#files].flatMap(([path, content]) => {
      if (!isManifestPath(path)) return [];
      const isNamed =
        typeof content !== 'string' || mentions(content, names) || odd.some((name) => content.includes(name));
      return isNamed ? this.#unitsOf(path, content) : [];
    });
  }

  #unitsOf(path: string, content: FileContent): readonly Unit[] {
    const known = this.#known.get(path) ?? new VersionFile(path, content).units ?? [];
    this.#known.set(path, known);
    return known;
  }
}

/** Matches names as Kubernetes has them, which are whole words of a text. */
const PLAIN = /^[\w.-]+(?::[\w.-]+)*$/;

const WORDS = /[\w.-]+(?::[\w.-]+)*/g;

function mentions(text: string, names: ReadonlySet<string>): boolean {
  for (const [word] of text.matchAll(WORDS)) if (names.has(word)) return true;
  return false;
}
