import { joinPath } from '../../files/index.ts';
import type { Result } from '../../krm/index.ts';
import type { PackageFiles } from '../../merge/index.ts';
import type { Blame, BlamedFile, Cause, LineRange } from '../../blame/index.ts';
import type { LinePlace } from '../../explain/index.ts';
import { type Variant, packagePath } from '../index.ts';

interface BlamedPackage {
  readonly blame: Blame;
  readonly folder: string;
  readonly local: PackageFiles;
  readonly derived: PackageFiles;
  /** Reports whether the package has a file, or had it before people edited it. */
  readonly isOwn: (path: string) => boolean;
}

/** Causes of the lines of one variant. */
export class VariantBlame {
  readonly local: PackageFiles;
  /** The package without the edits of people. */
  readonly derived: PackageFiles;
  /** Warnings with paths relative to the top of the git repository or, about the package, to its folder. */
  readonly results: readonly Result[];
  readonly #blame: Blame;
  readonly #folder: string;
  readonly #isOwn: BlamedPackage['isOwn'];
  readonly #files = new Map<string, BlamedFile | undefined>();

  constructor({ blame, folder, local, derived, isOwn }: BlamedPackage, results: readonly Result[]) {
    this.#blame = blame;
    this.#folder = folder;
    this.#isOwn = isOwn;
    this.local = local;
    this.derived = derived;
    this.results = results;
  }

  /**
   * Returns the lines of a file, named relative to the folder, with their causes; undefined for a file that is not
   * text.
   */
  file(path: string, range?: LineRange): BlamedFile | undefined {
    const found = this.#blame.file(path, range);
    if (found === undefined) return undefined;
    const lines = found.lines.map(({ cause, derived, ...line }) => ({
      ...line,
      cause: this.#located(cause),
      ...(derived && { derived: { ...derived, cause: this.#located(derived.cause) } }),
    }));
    return { path, lines };
  }

  /** Returns the cause of a line, whose file is named relative to the folder. */
  causeOf({ file, line }: LinePlace): Cause {
    if (!this.#files.has(file)) this.#files.set(file, this.file(file));
    return this.#files.get(file)?.lines[line - 1]?.cause ?? { by: 'unknown' };
  }

  /** Returns the cause of a line for a variant that is made of this one. */
  causeAt({ file, line }: LinePlace): Cause {
    const cause = this.causeOf({ file, line });
    return { ...cause, through: [`${joinPath(this.#folder, file)}:${line}`, ...(cause.through ?? [])] };
  }

  /** Names the files of this package from the top of the git repository. */
  #located(cause: Cause): Cause {
    if (cause.by !== 'function' || cause.through !== undefined) return cause;
    const { file } = cause;
    const rules = cause.rules.map((rule) => {
      const isInside = rule.file !== undefined && this.#isOwn(rule.file);
      return isInside ? { ...rule, file: joinPath(this.#folder, rule.file ?? '') } : rule;
    });
    return { ...cause, ...(file !== undefined && { file: joinPath(this.#folder, file) }), rules };
  }
}

/** A variant, and who set its lines. */
export interface OpenVariant {
  readonly variant: Variant;
  /** URL of its git repository, for people; undefined for that of the fleet. */
  readonly repository: string | undefined;
  readonly blame: VariantBlame;
  /** Warnings with paths relative to the top of the git repository. */
  readonly results: readonly Result[];
}

/** Returns a path in the folder of a variant: '' for all of it. It may be named from the top of the git repository. */
export function fromFolder(path: string, folder: string): string {
  const clean = packagePath(path) ?? path;
  if (clean === folder) return '';
  return clean.startsWith(`${folder}/`) ? clean.slice(folder.length + 1) : clean;
}
