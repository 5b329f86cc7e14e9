import type { ListKeys } from '../../kubernetes-types.ts';
import type { Dialect, Path, Value } from '../../yaml/index.ts';
import type { Answer, ConflictKind } from '../policy/conflict.ts';
import type { FieldStep } from '../policy/field-pattern.ts';
import { scalarsOf, type Take } from '../policy/merge-rule.ts';
import type { Sides } from '../sides.ts';

/** Decision about a conflict. */
export interface Decision {
  readonly taken: Answer;
  /** True if nothing decides it: the version is only taken until somebody does. */
  readonly isOpen: boolean;
}

/** Differences that are conflicts, or are decided with a warning. */
export interface Strictness {
  /** `keep`: what local deletes stays deleted, though new changes it. */
  readonly onDelete: 'keep' | 'conflict';
  /** `warn`: local's stays where both sides change a comment, and a comment goes with its entry. */
  readonly onComment: 'warn' | 'conflict';
}

/**
 * Outcome of a guess at a place: `trying`: it is merged, and a merge by lines must confirm it; `guessed`: the place is
 * within one; `refusing`: it is a conflict.
 */
export type Guessing = 'trying' | 'guessed' | 'refusing';

/** Everything that the merge of one document asks and reports, by the path in it. */
export interface MergeFindings {
  /** Decides a conflict and reports it. */
  conflict(kind: ConflictKind, place: Place, values: Sides<Value>): Decision;
  /** Number of open conflicts so far. */
  readonly openConflicts: number;
  /** Returns what a merge returns; if that is undefined, nothing that it reported counts. */
  attempt<T>(merge: () => T | undefined): T | undefined;
  /** Number of guesses that nothing has confirmed yet. */
  unconfirmed: number;
  /** Number of comments among these guesses that are only in the lines. */
  openComments: number;
  /** True once not only keys told what belongs together. */
  isDelicate: boolean;
  /** Paths of the maps and lists that are not merged, since the result would be another one if it were merged again. */
  readonly refused: ReadonlySet<string>;
  /** Outcome for values that local deletes and new changes, and for comments that both change. */
  readonly strictness: Strictness;
  warning(path: Path, message: string): void;
  info(path: Path, message: string): void;
  /** True if local's value stays somewhere, whatever new has, or elements that new deletes. */
  readonly hasPins: boolean;
  /** Reports whether a rule pins a field below a place. */
  pinsBelow(place: Place): boolean;
  /** Returns the outcome that a rule asks for at a place; undefined if none does. */
  takeAt(place: Place): Take | undefined;
}

/** Schema of a document, as far as the merge uses it. */
export interface MergeSchema {
  readonly group: string;
  readonly kind: string;
  /** Reader that takes the scalars for data: kpt for a Kptfile. */
  readonly reader: Dialect;
  /** Returns the keys of the elements of a list; `set` if the elements themselves are; undefined if it has none. */
  listKeys(path: Path): ListKeys | 'set' | undefined;
}

/** Numbers of guesses that nothing has confirmed yet. */
export type GuessCounts = Pick<MergeFindings, 'unconfirmed' | 'openComments'>;

/** Place of a value in a document: the path in local, or else in the version that has it. */
export class Place {
  readonly path: Path;
  readonly schema: MergeSchema;
  /** Path from the resource, which is an element of a list of resources, on. */
  readonly field: Path;
  /** The path, with what identifies the elements in it. */
  readonly steps: readonly FieldStep[];
  /** The outcome that a comment at the value or above it asks for. */
  readonly directive: Take | undefined;
  readonly guessing: Guessing;
  readonly #report: MergeFindings;

  constructor(report: MergeFindings, schema: MergeSchema, at: PathTo = TOP) {
    this.#report = report;
    this.schema = schema;
    this.path = at.path;
    this.field = at.field;
    this.steps = at.steps;
    this.directive = at.directive;
    this.guessing = at.guessing;
  }

  /** Returns the place of the value of a key. */
  at(key: string): Place {
    return this.#moved({ path: [...this.path, key], field: [...this.field, key], steps: [...this.steps, key] });
  }

  /** Returns the place of an element. */
  atElement(index: number, element: Value): Place {
    const step = { index, scalars: scalarsOf(element) };
    return this.#moved({ path: [...this.path, index], field: [...this.field, index], steps: [...this.steps, step] });
  }

  /** Returns the same place as the top of a resource of its own. */
  asResource(schema: MergeSchema): Place {
    const { path, steps, directive, guessing } = this;
    return new Place(this.#report, schema, { path, steps, directive, guessing, field: [] });
  }

  /** Returns the same place with the outcome that a comment asks for. */
  withDirective(directive: Take | undefined): Place {
    return directive === undefined ? this : this.#moved({ directive });
  }

  /** Returns the same place with what becomes of a guess at it and below it. */
  withGuessing(guessing: Guessing): Place {
    return guessing === this.guessing ? this : this.#moved({ guessing });
  }

  #moved(to: Partial<PathTo>): Place {
    const { path, field, steps, directive, guessing } = this;
    return new Place(this.#report, this.schema, { path, field, steps, directive, guessing, ...to });
  }

  /** True if a merge of its inside would not come out again when it is merged with either side. */
  get isRefused(): boolean {
    return this.#report.refused.has(JSON.stringify(this.path));
  }

  /** Notes that not only keys tell what belongs together here. */
  markDelicate(): void {
    this.#report.isDelicate = true;
  }

  /** Counts a guess: somebody above must confirm it. */
  guess(): void {
    this.#report.unconfirmed++;
  }

  /** Counts a comment that both sides changed, or that went with its entry: a guess that only lines can settle. */
  guessComment(): void {
    this.#report.unconfirmed++;
    this.#report.openComments++;
  }

  /** The guesses so far: of all kinds, and about comments. */
  get guesses(): GuessCounts {
    const { unconfirmed, openComments } = this.#report;
    return { unconfirmed, openComments };
  }

  /** Takes the guesses for confirmed that were made since others. */
  confirmAllBut({ unconfirmed, openComments }: GuessCounts): void {
    this.#report.unconfirmed = unconfirmed;
    this.#report.openComments = openComments;
  }

  get strictness(): Strictness {
    return this.#report.strictness;
  }

  conflict(kind: ConflictKind, values: Sides<Value>): Decision {
    return this.#report.conflict(kind, this, values);
  }

  warning(message: string): void {
    this.#report.warning(this.path, message);
  }

  info(message: string): void {
    this.#report.info(this.path, message);
  }

  get openConflicts(): number {
    return this.#report.openConflicts;
  }

  /** Returns what a merge returns; if that is undefined, nothing that it reported counts. */
  attempt<T>(merge: () => T | undefined): T | undefined {
    return this.#report.attempt(merge);
  }

  /** True for the top of a document. */
  get isResource(): boolean {
    return this.path.length === 0;
  }

  /** True if local's value stays here or somewhere below, whatever new has. */
  get hasPins(): boolean {
    return this.#report.hasPins || this.directive !== undefined;
  }

  /** True if a rule pins a field below. */
  get pinsBelow(): boolean {
    return this.#report.pinsBelow(this);
  }

  /** The outcome that is asked for here: by a comment, or else by a rule. */
  get take(): Take | undefined {
    return this.directive ?? this.#report.takeAt(this);
  }
}

/** Path of a place. */
interface PathTo {
  readonly path: Path;
  readonly field: Path;
  readonly steps: readonly FieldStep[];
  readonly directive: Take | undefined;
  readonly guessing: Guessing;
}

const TOP: PathTo = { path: [], field: [], steps: [], directive: undefined, guessing: 'trying' };
