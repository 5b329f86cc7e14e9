import type { MergeRule } from '../../merge/index.ts';
import type { FolderContent } from '../../files/index.ts';
import type { VariantChanges, VariantWriter } from '../ports.ts';

/** Work that one call has done so far in one git repository: it grows while variants are planned and written. */
export class FleetSession {
  readonly writer: VariantWriter;
  /** Ids of the objects of a live cluster that variants of this call keep. */
  readonly keptObjects = new Set<string>();
  readonly #made = new Map<string, FolderContent>();
  readonly #used = new Set<MergeRule>();
  readonly #written: string[] = [];
  readonly #sourceTimes: number[] = [];

  constructor(writer: VariantWriter) {
    this.writer = writer;
  }

  /** Packages that variants of this call make or update, by folder. */
  get made(): ReadonlyMap<string, FolderContent> {
    return this.#made;
  }

  /** Rules that decided a conflict. */
  get used(): ReadonlySet<MergeRule> {
    return this.#used;
  }

  /** Files that were written, relative to the top of the repository. */
  get written(): readonly string[] {
    return this.#written;
  }

  /** Times of the upstream commits that written variants were made of, in seconds since 1970; 0 for the work tree. With `--commit` only. */
  get sourceTimes(): readonly number[] {
    return this.#sourceTimes;
  }

  /** Keeps a package for the variants that are made of it. */
  make(folder: string, content: FolderContent): void {
    this.#made.set(folder, content);
  }

  /** Forgets a package that was not written: no variant must be made of it. */
  unmake(folder: string): void {
    this.#made.delete(folder);
  }

  /** Records rules that decided a conflict. */
  use(rules: Iterable<MergeRule>): void {
    for (const rule of rules) this.#used.add(rule);
  }

  /** Records written files. */
  write(paths: Iterable<string>): void {
    this.#written.push(...paths);
  }

  /** Records the times of the commits that written variants were made of. */
  makeOf(times: Iterable<number>): void {
    this.#sourceTimes.push(...times);
  }
}

/** Writes one variant, alone. Throws a `KrmError`. */
export function writeVariant(writer: VariantWriter, changes: VariantChanges): void {
  try {
    writer.stage([changes]);
    writer.write(changes);
  } finally {
    writer.end();
  }
}
