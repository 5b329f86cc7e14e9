import { byteOrder } from '../byte-order.ts';
import { YamlError, type Value } from '../yaml/index.ts';

/** Severity of a result. Any `error` makes the whole call fail. */
export type Severity = 'error' | 'warning' | 'info';

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

/** Message of one severity, with the resource, field and file that it is about. */
export interface Message<S extends string> {
  readonly message: string;
  readonly severity: S;
  readonly resourceRef?: ResourceRef;
  readonly field?: FieldRef;
  readonly file?: FileRef;
}

/**
 * One result of a function, as the ResourceList format defines it (KRM functions specification, `results`). States the
 * outcome, not the changes, so that a run on its own output returns the same results.
 */
export type Result = Message<Severity>;

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

/** Returns results without those that repeat the severity, place and message of another. */
export function distinctResults(results: Iterable<Result>): readonly Result[] {
  return [...new Map(Array.from(results, (result) => [formatResult(result), result])).values()];
}

/**
 * Returns the results for an exception. Any error other than a `KrmError` or an error of the document layer is a defect
 * of this program.
 */
export function resultsOf(error: unknown): readonly Result[] {
  if (error instanceof KrmError) return error.results;
  if (error instanceof YamlError) return [{ severity: 'error', message: error.message }];
  const cause = error instanceof Error ? error.message : String(error);
  return [{ severity: 'error', message: `this is a defect of krm-variants, and nothing was changed: ${cause}` }];
}

/** Maximum number of results: more are of no use to a reader, and each adds bytes to a message that Porch limits to 6 MiB. */
const MAX_RESULTS = 1000;

type AnySeverity = (Result | Notice)['severity'];

const SEVERITIES: readonly AnySeverity[] = ['error', 'warning', 'info', 'notice'];

/**
 * Sorts results or notices by severity, file, index, field and message. Keeps at most 1,000: the last one then counts
 * the rest.
 */
export function arrangeResults<S extends AnySeverity>(results: readonly Message<S>[]): Message<S>[] {
  const sorted = results.toSorted(compareResults);
  const rest = sorted.slice(MAX_RESULTS - 1);
  const [gravest] = rest;
  if (gravest === undefined || rest.length === 1) return sorted;
  return [...sorted.slice(0, MAX_RESULTS - 1), { severity: gravest.severity, message: countResults(rest) }];
}

function compareResults(a: Message<AnySeverity>, b: Message<AnySeverity>): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    byteOrder(a.file?.path ?? '', b.file?.path ?? '') ||
    (a.file?.index ?? 0) - (b.file?.index ?? 0) ||
    byteOrder(a.field?.path ?? '', b.field?.path ?? '') ||
    byteOrder(a.message, b.message)
  );
}

function countResults(rest: readonly Message<AnySeverity>[]): string {
  const counts = SEVERITIES.map((severity) => ({
    severity,
    count: rest.filter((result) => result.severity === severity).length,
  })).filter(({ count }) => count > 0);
  const listed = counts.map(({ severity, count }) => `${count} of severity ${severity}`).join(', ');
  return `${rest.length} more: ${listed}`;
}

/**
 * Formats a result or notice as one line for a terminal: severity, file, resource and field if present, and the
 * message. Control characters, which a name or a value may contain, become spaces.
 */
export function formatResult({ severity, file, resourceRef, field, message }: Result | Notice): string {
  const about = [`[${severity}]`, file && formatFile(file), resourceRef && formatRef(resourceRef), field?.path];
  return `${about.filter(Boolean).join(' ')}: ${message.trim()}`.replaceAll(/[\s\p{Cc}]+/gu, ' ');
}

function formatFile({ path, index }: FileRef): string {
  return index === 0 ? path : `${path}[${index}]`;
}

function formatRef({ apiVersion, kind, namespace, name }: ResourceRef): string {
  return [apiVersion, kind, namespace, name].filter(Boolean).join('/');
}
