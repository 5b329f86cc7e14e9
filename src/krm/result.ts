import { YamlError, type Value } from '../yaml/index.ts';
import type { ResultCode } from './result-codes.ts';

/** Severity of a result. Any `error` makes the whole call fail. */
export type Severity = 'error' | 'warning' | 'info';

/** Severity of a result or a notice. */
export type AnySeverity = Severity | 'notice';

/** Resource that a result is about, by name. */
export interface ResourceRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Field that a result is about. */
export interface FieldRef {
  /** Formatted by `formatFieldPath`: `spec.containers[0]["a.b"]`. */
  readonly path: string;
  readonly currentValue?: Value;
  readonly proposedValue?: Value;
}

/** File that a result is about. */
export interface FileRef {
  /** Relative to the package, with slashes. */
  readonly path: string;
  /** Zero-based number of the document in the file. */
  readonly index: number;
}

/** One-based line and column. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Place that a result is about. */
export type Place = Pick<Message<AnySeverity>, 'resourceRef' | 'field' | 'file' | 'position'>;

/** Message of one severity, with the resource, field and file that it is about. */
export interface Message<S extends string> {
  readonly message: string;
  readonly severity: S;
  readonly resourceRef?: ResourceRef;
  readonly field?: FieldRef;
  readonly file?: FileRef;
  /** Position of the field in the file, for an error. Shown to people and in reports, but never part of `results`. */
  readonly position?: Position;
  /**
   * Place as people find it, for an error about a ConfigMap that was made of data elsewhere. Shown to people and in
   * reports, but never part of `results`.
   */
  readonly shownAt?: Place;
  /** Labels that another program's function attached to its result. */
  readonly tags?: Readonly<Record<string, string>>;
}

/**
 * One result of a function, as the ResourceList format defines it (KRM functions specification, `results`). States the
 * outcome, not the changes, so that a run on its own output returns the same results.
 */
export interface Result extends Message<Severity> {
  /** Code of what happened, for programs. Part of reports; never part of a ResourceList. */
  readonly code: ResultCode;
  /**
   * File, in the base of a merge, of the thing that this one may be. For programs here: never part of a ResourceList or
   * a report.
   */
  readonly formerFile?: string;
}

/** Describes what one run edited. Shown beside its results; never part of a ResourceList. */
export type Notice = Message<'notice'>;

/** Error in the input or the configuration: ends a call, and carries the results that describe it. */
export class KrmError extends Error {
  readonly results: readonly Result[];

  constructor(results: readonly Result[]) {
    super(results.map((result) => result.message).join('; '));
    this.name = 'KrmError';
    this.results = results;
  }
}

/** Returns results without duplicates in severity, place and message. */
export function distinctResults(results: Iterable<Result>): readonly Result[] {
  return [...new Map(Array.from(results, (result) => [formatResult(result), result])).values()];
}

/**
 * Returns the results for an exception. Any error other than a `KrmError` or an error of the document layer is a defect
 * of this program.
 */
export function resultsOf(error: unknown): readonly Result[] {
  if (error instanceof KrmError) return error.results;
  if (error instanceof YamlError) return [{ severity: 'error', code: yamlCode(error), message: error.message }];
  const cause = error instanceof Error ? error.message : String(error);
  return [
    {
      severity: 'error',
      code: 'defect',
      message: `this is a defect of krm-variants, and nothing was changed: ${cause}`,
    },
  ];
}

/** Returns the code of a result for an error of the document layer. */
export function yamlCode({ code }: YamlError): ResultCode {
  return code === 'edit' ? 'edit-failed' : 'invalid-yaml';
}

/** Returns a result as reports have it: with the place that people find. */
export function asShown({ formerFile: _former, ...result }: Result): Result {
  const { message, severity, code, tags, shownAt } = result;
  return shownAt === undefined ? result : { message, severity, code, ...(tags && { tags }), ...shownAt };
}

/**
 * Formats a result or notice as one line for a terminal: severity, file, resource and field if present, and the
 * message. Control characters in names or values become spaces.
 */
export function formatResult(result: Result | Notice): string {
  const { file, position, resourceRef, field } = result.shownAt ?? result;
  const place = [file && formatPlace(file, position), resourceRef && formatRef(resourceRef), field?.path];
  const about = [`[${result.severity}]`, ...place].filter(Boolean).join(' ');
  return `${about}: ${result.message.trim()}`.replaceAll(/[\s\p{Cc}]+/gu, ' ');
}

export function errorLines(results: readonly Result[]): string {
  const errors = results.filter(({ severity }) => severity === 'error');
  return errors.map((error) => `${formatResult(error)}\n`).join('');
}

/** Formats a file for people: `a.yaml`, or `a.yaml[1]` for its second document. */
export function formatFile({ path, index }: FileRef): string {
  return index === 0 ? path : `${path}[${index}]`;
}

/** Formats a file with a position, which names the document, too: `a.yaml:7:3`. */
function formatPlace(file: FileRef, position: Position | undefined): string {
  return position === undefined ? formatFile(file) : `${file.path}:${position.line}:${position.column}`;
}

function formatRef({ apiVersion, kind, namespace, name }: ResourceRef): string {
  return [apiVersion, kind, namespace, name].filter(Boolean).join('/');
}
