import type { ListKeys } from '../krm/list-keys.ts';
import type { Dialect, Path, Value } from '../yaml/index.ts';
import type { Answer, ConflictKind } from './conflict.ts';
import type { Sides } from './sides.ts';

/** Decision about a conflict. */
export interface Decision {
  readonly taken: Answer;
  /** True if nothing decides it: the version is only taken until somebody does. */
  readonly isOpen: boolean;
}

/** Everything that the merge of one document asks and reports, by the path in it. */
export interface Report {
  /** Decides a conflict and reports it. */
  conflict(kind: ConflictKind, path: Path, values: Sides<Value>): Decision;
  /** Number of open conflicts so far. */
  readonly openConflicts: number;
  warning(path: Path, message: string): void;
  info(path: Path, message: string): void;
  /** Reports whether local's value stays, whatever new has. */
  isPinned(path: Path): boolean;
}

/** Schema of a document, as far as the merge uses it. */
export interface Schema {
  readonly group: string;
  readonly kind: string;
  /** Reader that takes the scalars for data: kpt for a Kptfile. */
  readonly reader: Dialect;
  /** Returns the keys of the elements of a list; `set` if the elements themselves are; undefined if it has none. */
  listKeys(path: Path): ListKeys | 'set' | undefined;
}

/** Place of a value in a document: the path in local, or else in the version that has it. */
export class Place {
  readonly path: Path;
  readonly schema: Schema;
  /** Path from the resource, which is an element of a list of resources, on. */
  readonly field: Path;
  readonly #report: Report;

  constructor(report: Report, schema: Schema, path: Path = [], field: Path = path) {
    this.#report = report;
    this.schema = schema;
    this.path = path;
    this.field = field;
  }

  /** Returns the place of an entry. */
  at(step: string | number): Place {
    return new Place(this.#report, this.schema, [...this.path, step], [...this.field, step]);
  }

  /** Returns the same place as the top of a resource of its own. */
  asResource(schema: Schema): Place {
    return new Place(this.#report, schema, this.path, []);
  }

  conflict(kind: ConflictKind, values: Sides<Value>): Decision {
    return this.#report.conflict(kind, this.path, values);
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

  /** True for the top of a document. */
  get isResource(): boolean {
    return this.path.length === 0;
  }

  get isPinned(): boolean {
    return this.#report.isPinned(this.path);
  }
}
