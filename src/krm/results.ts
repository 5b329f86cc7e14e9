import { formatFieldPath } from './field-path.ts';
import { redact } from './redaction.ts';
import type { DataPlace, Resource } from './resource.ts';
import type { AnySeverity, FieldRef, Message, Notice, Place, Result, Severity } from './result.ts';
import type { ResultCode } from './result-codes.ts';
import type { Path, Value } from '../yaml/index.ts';

/** Subject of a result or notice. Field and values are those of the resource. */
export interface Subject {
  readonly resource?: Resource;
  readonly field?: Path;
  readonly currentValue?: Value | undefined;
  readonly proposedValue?: Value | undefined;
}

/** Code and subject of a result. */
export interface About extends Subject {
  readonly code: ResultCode;
}

/** Collects the results and notices of one call, in any order: they are sorted when they are written. */
export class Results implements Iterable<Result> {
  readonly #results: Result[] = [];
  readonly #notices: Notice[] = [];
  #lackedPolicy: Result | undefined;
  readonly #hints: Result[] = [];
  readonly #differences: Result[] = [];

  /** Reports an error that makes the call fail. */
  error(message: string, about: About): void {
    this.#add('error', message, about);
  }

  /** Reports a rule that cannot match, or a probable mistake. A second run must report the same. */
  warning(message: string, about: About): void {
    this.#add('warning', message, about);
  }

  /**
   * Reports that the call found no policy, so that it changes nothing: a warning. The command line makes it an error if
   * that holds for all of its inputs.
   */
  lackPolicy(message: string): void {
    this.#lackedPolicy = makeResult('warning', message, { code: 'no-policy' });
    this.#results.push(this.#lackedPolicy);
  }

  /** The warning that the call found no policy; undefined if it found one, or needs none. */
  get lackedPolicy(): Result | undefined {
    return this.#lackedPolicy;
  }

  /** Reports the outcome of a rule, one result a rule. A second run, which changes nothing, must report the same. */
  info(message: string, about: About): void {
    this.#add('info', message, about);
  }

  /** Reports an info that people see although they did not ask for infos. A second run must report the same. */
  hint(message: string, about: About): void {
    const hint = makeResult('info', message, about);
    this.#hints.push(hint);
    this.#results.push(hint);
  }

  /** Results that people see although they did not ask for infos. */
  get hints(): readonly Result[] {
    return this.#hints;
  }

  /**
   * Reports that the original of the function would write other data here. Shown as a warning where the function runs
   * in place of the original. A second run must report the same.
   */
  difference(message: string, about: Subject): void {
    this.#differences.push(makeResult('warning', message, { code: 'differs-from-original', ...about }));
  }

  /** Warnings about what the original of the function would write otherwise. */
  get differences(): readonly Result[] {
    return this.#differences;
  }

  /** Describes a change of this run and its cost. Not a result: kpt never sees it. */
  notice(message: string, about: Subject = {}): void {
    this.#notices.push(makeNotice(message, about));
  }

  /** Adds the results of another collection, with a prefix for their messages; not its notices. */
  include(results: Iterable<Result>, prefix = ''): void {
    for (const result of results) this.#results.push({ ...result, message: `${prefix}${result.message}` });
  }

  /** Adds the notices of another collection. */
  includeNotices({ notices }: Results): void {
    this.#notices.push(...notices);
  }

  /** Reports whether there is an error, so that the call fails. */
  hasErrors(): boolean {
    return this.#results.some(({ severity }) => severity === 'error');
  }

  get notices(): readonly Notice[] {
    return this.#notices;
  }

  [Symbol.iterator](): IterableIterator<Result> {
    return this.#results.values();
  }

  #add(severity: Severity, message: string, about: About): void {
    this.#results.push(makeResult(severity, message, about));
  }
}

/** Creates a result. Redacts values of a Secret centrally, so that no function can omit this. */
export function makeResult(severity: Severity, message: string, { code, ...subject }: About): Result {
  return { message, severity, code, ...placesOf(severity, subject) };
}

/** Creates a notice. Redacts values of a Secret, as for results. */
export function makeNotice(message: string, subject: Subject): Notice {
  return { message, severity: 'notice', ...placesOf('notice', subject) };
}

/** Returns the place of a subject, and that which people find if it is another one. */
function placesOf(severity: AnySeverity, subject: Subject): Pick<Message<AnySeverity>, keyof Place | 'shownAt'> {
  const place = subject.resource?.location.writtenIn;
  const isElsewhere = place !== undefined && (severity === 'error' || place.resource === undefined);
  const shownAt = isElsewhere ? resultPlace(onDisk(subject, place), severity === 'error') : undefined;
  return { ...resultPlace(subject, severity === 'error'), ...(shownAt && { shownAt }) };
}

function resultPlace(about: Subject, hasPosition: boolean): Place {
  const { resource, field } = about;
  const ref = resource?.ref;
  const file = resource?.file;
  const position = hasPosition ? resource?.positionOf(field ?? []) : undefined;
  return {
    ...(ref && { resourceRef: ref }),
    ...(field && { field: fieldRef(field, about) }),
    ...(file && { file }),
    ...(position && { position }),
  };
}

/** Returns the subject of a result about a generated ConfigMap, which exists in no file, as people can find it. */
function onDisk({ field = [], currentValue, proposedValue }: Subject, { resource, field: data }: DataPlace): Subject {
  const [top, ...key] = field;
  const path = [...data, ...(top === 'data' ? key : [])];
  return { ...(resource && { resource }), ...(path.length > 0 && { field: path }), currentValue, proposedValue };
}

function fieldRef(field: Path, { resource, currentValue, proposedValue }: Subject): FieldRef {
  return {
    path: formatFieldPath(field),
    ...(currentValue !== undefined && { currentValue: redact(currentValue, field, resource) }),
    ...(proposedValue !== undefined && { proposedValue: redact(proposedValue, field, resource) }),
  };
}
