import type { ListKeys } from '../../kubernetes-types.ts';
import { groupOf } from '../../krm/resource.ts';
import type { ResultCode } from '../../krm/result-codes.ts';
import { isMap, type Dialect, type Path, type Value } from '../../yaml/index.ts';
import type { Answer, ConflictKind } from '../policy/conflict.ts';
import type { FieldStep } from '../policy/field-pattern.ts';
import { scalarsOf } from '../policy/field-pattern.ts';
import type { Take } from '../policy/merge-rule.ts';
import { isResourceList } from './resource-list.ts';
import type { Sides } from '../sides.ts';

/** Decision about a conflict. */
export interface Decision {
  readonly taken: Answer;
  /** True if the conflict stays open: the version is provisional. */
  readonly isOpen: boolean;
}

/** Strictness about differences that are either conflicts or decided with a warning. */
export interface Strictness {
  /** `keep`: deletions in local stay, even of what new changes. */
  readonly onDelete: 'keep' | 'conflict';
  /** `warn`: local's version stays if both sides change a comment, and a comment is deleted with its entry. */
  readonly onComment: 'warn' | 'conflict';
  /** `warn`: a map that both sides add with different fields gets the fields of both, with a warning. */
  readonly onAdd: 'warn' | 'conflict';
}

/**
 * State of guesses at a place. `trying`: a guess is merged, and a merge by lines must confirm it. `guessed`: the place
 * is inside a guess. `refusing`: a guess is a conflict.
 */
export type Guessing = 'trying' | 'guessed' | 'refusing';

/** Parts of a merge that are conflicts, since another merge would change the result. */
export interface Refused {
  /** Steps to maps and lists, which are conflicts as a whole, as JSON. */
  readonly paths: ReadonlySet<string>;
  /** True if no guesses about comments are made. */
  readonly comments: boolean;
}

/** Further properties of a `Conflict`. */
export interface ConflictAbout {
  readonly texts?: Sides<string> | undefined;
  readonly candidate?: string | undefined;
}

/** Callbacks and state of the merge of one document, by path. */
export interface MergeFindings {
  /** Decides a conflict and reports it. */
  conflict(kind: ConflictKind, place: Place, values: Sides<Value>, about?: ConflictAbout): Decision;
  /** Number of open conflicts so far. */
  readonly openConflicts: number;
  /** Number of conflicts so far, including those that an answer decided. */
  readonly conflicts: number;
  /** Returns the result of a merge. If that is undefined, discards everything that it reported. */
  attempt<T>(merge: () => T | undefined): T | undefined;
  /** Number of unconfirmed guesses. */
  unconfirmed: number;
  /** Number of unconfirmed guesses that concern only comments. */
  openComments: number;
  /** True once something was paired by other means than keys. */
  isDelicate: boolean;
  /** True once a guess was made about a comment. */
  guessesComments: boolean;
  /** True once both sides made the same change to a collection, or removed the same thing. */
  hasCommonChange: boolean;
  /** True if no guesses about comments are made. */
  readonly refusesComments: boolean;
  /** Reports whether the map or list at a place is a conflict, since another merge would change it. */
  isRefused(place: Place): boolean;
  /** Handling of values that local deletes and new changes, and of comments that both change. */
  readonly strictness: Strictness;
  warning(place: Place, code: ResultCode, message: string): void;
  /** Reports comments that the merged data's own lines lack. */
  lostComments(place: Place, message: string): void;
  /** Returns a value at a path without the values of Secrets. */
  redacted(path: Path, value: Value): Value;
  info(place: Place, code: ResultCode, message: string): void;
  /** Returns the key at the end of a path as the text has it; undefined if no version has the path. */
  writtenKey(path: Path): string | undefined;
  /** True if a rule pins a value or keeps elements that one side deletes. */
  readonly hasPins: boolean;
  /** Reports whether a rule pins a field below a place. */
  pinsBelow(place: Place): boolean;
  /** Returns the outcome of the rule for a place; undefined if there is none. */
  takeAt(place: Place): Take | undefined;
}

/** Properties of a document's schema that the merge uses. */
export interface MergeSchema {
  readonly group: string;
  readonly kind: string;
  /** Reader of scalars: kpt for a Kptfile. */
  readonly reader: Dialect;
  /** Returns the keys of the elements of a list; `set` for a set; undefined for a list without keys. */
  listKeys(path: Path): ListKeys | 'set' | undefined;
  /** Returns the schema of a resource inside the document: an item of a `List`, or a file in a string. */
  of(resource: { readonly group: string; readonly kind: string }): MergeSchema;
}

/** Numbers of unconfirmed guesses. */
export type GuessCounts = Pick<MergeFindings, 'unconfirmed' | 'openComments'>;

/** Place of a value in a document. Its path is that in local, or else in the version that has the value. */
export class Place {
  readonly path: Path;
  readonly schema: MergeSchema;
  /** Path relative to the resource, which may be an element of a list of resources. */
  readonly field: Path;
  /** The path, with identifying fields for each element. */
  readonly steps: readonly FieldStep[];
  /** Outcome requested by a comment at the value or above it. */
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

  /** Returns the place of an entry. `written`: its key in the text. Default: as the document has it. */
  at(key: string, written = this.#writtenKey(key)): Place {
    const step = written === key ? key : { key, written };
    return this.#moved({ path: [...this.path, key], field: [...this.field, key], steps: [...this.steps, step] });
  }

  #writtenKey(key: string): string {
    const isBoolean = key === 'true' || key === 'false';
    return (isBoolean ? this.#report.writtenKey([...this.path, key]) : undefined) ?? key;
  }

  /**
   * Returns the place of an element, which is the top of a separate resource in a list of resources. `foundKey`: as in
   * a `FieldStep`.
   */
  atElement(index: number, element: Value, foundKey?: string): Place {
    const step = { index, scalars: scalarsOf(element), foundKey };
    const { path, field, steps } = this;
    const at = this.#moved({ path: [...path, index], field: [...field, index], steps: [...steps, step] });
    const type = isResourceList(this.schema.kind, field) ? typeOf(element) : undefined;
    return type === undefined ? at : at.asResource(this.schema.of(type));
  }

  /** Returns this place as the top of a separate resource. */
  asResource(schema: MergeSchema): Place {
    const { path, steps, directive, guessing } = this;
    return new Place(this.#report, schema, { path, steps, directive, guessing, field: [] });
  }

  /** Returns this place with the outcome that a comment requests. */
  withDirective(directive: Take | undefined): Place {
    return directive === undefined ? this : this.#moved({ directive });
  }

  /** Returns this place with a state of guesses, for it and everything below. */
  withGuessing(guessing: Guessing): Place {
    return guessing === this.guessing ? this : this.#moved({ guessing });
  }

  #moved(to: Partial<PathTo>): Place {
    const { path, field, steps, directive, guessing } = this;
    return new Place(this.#report, this.schema, { path, field, steps, directive, guessing, ...to });
  }

  /** True if another merge of the result would change the inside of the value. */
  get isRefused(): boolean {
    return this.#report.isRefused(this);
  }

  /** Records that something here was paired by other means than keys. */
  markDelicate(): void {
    this.#report.isDelicate = true;
  }

  /** Records that both sides made the same change to a collection here, or removed it. */
  markCommonChange(): void {
    this.#report.hasCommonChange = true;
  }

  /** Counts a guess, which an enclosing entry must confirm. */
  guess(): void {
    this.#report.unconfirmed++;
  }

  /**
   * Counts a comment that both sides changed, or that was deleted with its entry: a guess that only lines can settle.
   * Returns false, and counts nothing, if it is a conflict instead.
   */
  guessComment(): boolean {
    if (this.guessing === 'refusing' || this.#report.refusesComments) return false;
    this.#report.guessesComments = true;
    this.#report.unconfirmed++;
    this.#report.openComments++;
    return true;
  }

  /** Numbers of unconfirmed guesses: all of them, and those about comments only. */
  get guesses(): GuessCounts {
    const { unconfirmed, openComments } = this.#report;
    return { unconfirmed, openComments };
  }

  /** Marks the guesses made since these numbers were taken as confirmed. */
  confirmAllBut({ unconfirmed, openComments }: GuessCounts): void {
    this.#report.unconfirmed = unconfirmed;
    this.#report.openComments = openComments;
  }

  get strictness(): Strictness {
    return this.#report.strictness;
  }

  conflict(kind: ConflictKind, values: Sides<Value>, about?: ConflictAbout): Decision {
    return this.#report.conflict(kind, this, values, about);
  }

  warning(code: ResultCode, message: string): void {
    this.#report.warning(this, code, message);
  }

  lostComments(message: string): void {
    this.#report.lostComments(this, message);
  }

  info(code: ResultCode, message: string): void {
    this.#report.info(this, code, message);
  }

  /** Returns a scalar for a message, redacted if it is secret. */
  shown(value: Value): string {
    const shown = this.#report.redacted(this.path, value);
    return typeof shown === 'bigint' ? String(shown) : JSON.stringify(shown);
  }

  get openConflicts(): number {
    return this.#report.openConflicts;
  }

  get conflicts(): number {
    return this.#report.conflicts;
  }

  /** Returns the result of a merge. If that is undefined, discards everything that it reported. */
  attempt<T>(merge: () => T | undefined): T | undefined {
    return this.#report.attempt(merge);
  }

  /** True for the top of a document. */
  get isResource(): boolean {
    return this.path.length === 0;
  }

  /** True if a rule pins the value here or below. */
  get hasPins(): boolean {
    return this.#report.hasPins || this.directive !== undefined;
  }

  /** True if a rule pins a field below. */
  get pinsBelow(): boolean {
    return this.#report.pinsBelow(this);
  }

  /** Outcome requested here by a comment, or else by a rule. */
  get take(): Take | undefined {
    return this.directive ?? this.#report.takeAt(this);
  }
}

/** Returns the group and kind of a resource; undefined for other data. */
function typeOf(element: Value): { readonly group: string; readonly kind: string } | undefined {
  const { apiVersion, kind } = isMap(element) ? element : {};
  return typeof apiVersion === 'string' && typeof kind === 'string' ? { group: groupOf(apiVersion), kind } : undefined;
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
