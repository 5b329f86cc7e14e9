import type { PackageFiles } from '../merge/index.ts';
import { redactedLines } from '../package/index.ts';
import { linesOf } from '../explain/index.ts';
import type { Cause, LineCommits } from './cause.ts';
import { VersionLines, type Lineage } from './lineage.ts';
import type { PackageLineages } from './package-lineages.ts';

/** A line of a package, and who set it. */
export interface BlamedLine {
  /** One-based. */
  readonly line: number;
  /** Without its line break. Values of Secrets are redacted. */
  readonly text: string;
  readonly cause: Cause;
  /** Line of the derived package in its place, if that is different. */
  readonly derived?: { readonly text: string; readonly cause: Cause };
}

/** A file of a package. */
export interface BlamedFile {
  /** Relative to the package. */
  readonly path: string;
  readonly lines: readonly BlamedLine[];
}

/** Lines to blame: all, or those of a range. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** Finds out who set the lines of a local package. */
export class Blame {
  readonly #local: PackageFiles;
  readonly #versions: readonly { readonly lineage: Lineage; readonly lines: VersionLines }[];
  readonly #isRendered: boolean;
  readonly #commits: LineCommits;

  constructor(local: PackageFiles, { lineages, isRendered }: PackageLineages, commits: LineCommits) {
    this.#local = local;
    this.#versions = lineages.map((lineage) => ({ lineage, lines: new VersionLines(local, lineage.files) }));
    this.#isRendered = isRendered;
    this.#commits = commits;
  }

  /** Returns the lines of a file with their causes; undefined for a file that is not text. */
  file(path: string, range?: LineRange): BlamedFile | undefined {
    const content = this.#local.get(path);
    if (typeof content !== 'string' || content.includes('\0')) return undefined;
    const texts = linesOf(content);
    const [now] = this.#versions;
    const derivedText = now?.lineage.files.get(path);
    const shown = redactedLines([content, typeof derivedText === 'string' ? derivedText : '']).map(withoutBreaks);
    let commits: ReturnType<LineCommits['of']> | undefined;
    const lines = texts.flatMap((_, index): BlamedLine[] => {
      const line = index + 1;
      if (range !== undefined && (line < range.first || line > range.last)) return [];
      const derived = this.#derived({ file: path, line }, shown[1] ?? []);
      const cause = this.#derivedCause({ file: path, line }) ?? {
        by: this.#isRendered ? ('person' as const) : ('unknown' as const),
        ...(commits ??= this.#commits.of(path, texts))[index],
      };
      return [{ line, text: shown[0]?.[index] ?? '', cause, ...(derived && { derived }) }];
    });
    return { path, lines };
  }

  /** Returns who set a line that the package was derived with; undefined if it was not. */
  #derivedCause(place: { readonly file: string; readonly line: number }): Cause | undefined {
    for (const { lineage, lines } of this.#versions) {
      const derived = lines.same(place);
      if (derived !== undefined) return lineage.causeOf(derived);
    }
    return undefined;
  }

  /**
   * Returns the line that the package is derived with now in place of one. `shown`: the redacted lines of the derived
   * file.
   */
  #derived(place: { readonly file: string; readonly line: number }, shown: readonly string[]): BlamedLine['derived'] {
    const [now] = this.#versions;
    if (now === undefined || now.lines.same(place) !== undefined) return undefined;
    const derived = now.lines.different(place);
    if (derived === undefined) return undefined;
    const lines = derived.file === place.file ? shown : this.#redacted(derived.file, now.lineage);
    return { text: lines[derived.line - 1] ?? '', cause: now.lineage.causeOf(derived) };
  }

  #redacted(file: string, { files }: Lineage): readonly string[] {
    const content = files.get(file);
    return withoutBreaks(redactedLines([typeof content === 'string' ? content : ''])[0] ?? []);
  }
}

function withoutBreaks(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/\r$/, ''));
}
