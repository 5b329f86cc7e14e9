import { isSameContent } from '../files/index.ts';
import type { PackageFiles } from '../merge/index.ts';
import {
  AlignedLines,
  type ExplainedLines,
  type Explanations,
  type LinePlace,
  type TextPart,
  textParts,
} from '../explain/index.ts';
import { functionCause, type Cause } from './cause.ts';

/** Lines of two versions of a package. Files that are the same in both are not parsed. */
export class VersionLines {
  readonly #after: PackageFiles;
  readonly #before: PackageFiles;
  readonly #files = new Map<string, AlignedLines>();
  #aligned: AlignedLines | undefined;

  constructor(after: PackageFiles, before: PackageFiles) {
    this.#after = after;
    this.#before = before;
  }

  /** Returns the line of the earlier version that a line is; undefined if it is new. */
  same(place: LinePlace): LinePlace | undefined {
    return this.#isSame(place.file) ? place : this.#linesOf(place.file).same(place);
  }

  /** Returns the line of the earlier version in whose place a new line is; undefined if there is none. */
  different(place: LinePlace): LinePlace | undefined {
    return this.#isSame(place.file) ? undefined : this.#linesOf(place.file).different(place);
  }

  #isSame(file: string): boolean {
    return isSameContent(this.#after.get(file), this.#before.get(file));
  }

  /**
   * Returns the lines of a file: alone if the earlier file has the same resources, else with those of all files,
   * between which they move.
   */
  #linesOf(file: string): AlignedLines {
    const known = this.#files.get(file) ?? this.#alone(file) ?? this.#all();
    this.#files.set(file, known);
    return known;
  }

  #alone(file: string): AlignedLines | undefined {
    const [after, before] = [this.#after, this.#before].map((files) => textParts(file, files.get(file)));
    if (after === undefined || before === undefined || !hasSameResources(after, before)) return undefined;
    return new AlignedLines(after, before);
  }

  #all(): AlignedLines {
    const parts = (files: PackageFiles): readonly TextPart[] =>
      [...files].flatMap(([path, content]) => (this.#isSame(path) ? [] : textParts(path, content)));
    return (this.#aligned ??= new AlignedLines(parts(this.#after), parts(this.#before)));
  }
}

function hasSameResources(after: readonly TextPart[], before: readonly TextPart[]): boolean {
  const ids = (parts: readonly TextPart[]): string => JSON.stringify(parts.map(({ id }) => id ?? '').toSorted());
  return after.length > 0 && ids(after) === ids(before);
}

/** One step from the upstream to a derived package. */
export interface Stage {
  readonly before: PackageFiles;
  readonly after: PackageFiles;
  readonly explain: Explanations;
  /** Returns the cause of a new line. `found`: its explanation; undefined if nothing explains it. */
  readonly causeOf: (place: LinePlace, found: ExplainedLines | undefined) => Cause;
}

/** Returns the causes of a step in which functions of a pipeline ran. `others`: those that are not built in. */
export function pipelineCauses(others: readonly string[]): Stage['causeOf'] {
  return (_, found) => (found === undefined ? PIPELINE : functionCause(found, others));
}

/** Cause of a line of a rendered package that no explanation covers. */
const PIPELINE: Cause = { by: 'function', isOther: false, rules: [] };

/** A derived package, with the steps that made it. */
export class Lineage {
  readonly files: PackageFiles;
  readonly #stages: readonly (Stage & { readonly lines: VersionLines })[];
  readonly #origin: (place: LinePlace) => Cause;

  /** `stages`: the last one first. `origin`: cause of a line before the first stage. */
  constructor(files: PackageFiles, stages: readonly Stage[], origin: (place: LinePlace) => Cause) {
    this.files = files;
    this.#stages = stages.map((stage) => ({ ...stage, lines: new VersionLines(stage.after, stage.before) }));
    this.#origin = origin;
  }

  /** Returns who set a line of the derived package. */
  causeOf(place: LinePlace): Cause {
    let at = place;
    for (const { lines, explain, causeOf } of this.#stages) {
      const found = explain(at.file)?.find(({ side, start, end }) => side === 'added' && isIn(at.line, start, end));
      const earlier = found === undefined ? lines.same(at) : undefined;
      if (earlier === undefined) return causeOf(at, found);
      at = earlier;
    }
    return this.#origin(at);
  }
}

function isIn(line: number, start: number, end: number): boolean {
  return start <= line && line <= end;
}
