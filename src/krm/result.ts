import { byteOrder } from '../byte-order.ts';
import { YamlError, type Value } from '../yaml/index.ts';

/** How grave a result is. Any `error` makes the whole call fail. */
export type Severity = 'error' | 'warning' | 'info';

/** The resource that a result is about, by name. */
export interface ResourceRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** The field that a result is about. */
export interface FieldRef {
  /** As `formatFieldPath` writes it: `spec.containers[0]["a.b"]`. */
  readonly path: string;
  readonly currentValue?: Value;
  readonly proposedValue?: Value;
}

/** The file that a result is about. */
export interface FileRef {
  /** Relative to the package, with slashes. */
  readonly path: string;
  /** Zero-based number of the document in the file. */
  readonly index: number;
}

/** A message of one severity, with the resource, field and file that it is about. */
export interface Message<S extends string> {
  readonly message: string;
  readonly severity: S;
  readonly resourceRef?: ResourceRef;
  readonly field?: FieldRef;
  readonly file?: FileRef;
}

/**
 * One result of a function, as the ResourceList format writes it (KRM functions specification, `results`). States what
 * was reached, not what changed, so that a run on its own output gives the same results.
 */
export type Result = Message<Severity>;

/** Describes what one run edited. Shown beside its results; never part of a ResourceList. */
export type Notice = Message<'notice'>;

/** What the input or the configuration does wrong: ends a call, and carries the results that say so. */
export class KrmError extends Error {
  readonly results: readonly Result[];

  constructor(results: readonly Result[]) {
    super(results.map((result) => result.message).join('; '));
    this.name = 'KrmError';
    this.results = results;
  }
}

/** The results that an exception stands for. Whatever is neither ours nor the document layer's is a defect of this program. */
export function resultsOf(error: unknown): readonly Result[] {
  if (error instanceof KrmError) return error.results;
  if (error instanceof YamlError) return [{ severity: 'error', message: error.message }];
  const cause = error instanceof Error ? error.message : String(error);
  return [{ severity: 'error', message: `this is a defect of krm-variants, and nothing was changed: ${cause}` }];
}

/** More results than this help nobody, and each costs bytes in a message that Porch limits to 6 MiB. */
const MAX_RESULTS = 1000;

type AnySeverity = (Result | Notice)['severity'];

const SEVERITIES: readonly AnySeverity[] = ['error', 'warning', 'info', 'notice'];

/** Sorts results or notices by severity, file, index, field and message. Keeps at most 1,000: the last one then counts the rest. */
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
 * Formats a result or notice as one line for a terminal: severity, file, resource and field as far as it has them, and the
 * message. Control characters, which a name or a value may have brought in, are spaces.
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
