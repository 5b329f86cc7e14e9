import { formatFieldPath } from './field-path.ts';
import { redact } from './redaction.ts';
import type { Resource } from './resource.ts';
import type { FieldRef, Result, Severity } from './result.ts';
import type { Path, Value } from './yaml/index.ts';

/** What a result is about. Field and values are those of the resource. */
export interface About {
  readonly resource?: Resource;
  readonly field?: Path;
  readonly currentValue?: Value | undefined;
  readonly proposedValue?: Value | undefined;
}

/** Collects the results of one call, in any order: they are sorted when they are written. */
export class Results implements Iterable<Result> {
  readonly #results: Result[] = [];

  /** Reports what makes the call fail. */
  error(message: string, about?: About): void {
    this.#add('error', message, about);
  }

  /** Reports a rule that matched nothing, or what was probably not meant. */
  warning(message: string, about?: About): void {
    this.#add('warning', message, about);
  }

  /** Reports what was done, one result a rule, with counts. */
  info(message: string, about?: About): void {
    this.#add('info', message, about);
  }

  [Symbol.iterator](): IterableIterator<Result> {
    return this.#results.values();
  }

  #add(severity: Severity, message: string, about: About = {}): void {
    this.#results.push(makeResult(severity, message, about));
  }
}

/** Makes a result; values of a Secret are redacted here, so that no function can forget it. */
export function makeResult(severity: Severity, message: string, about: About): Result {
  const { resource, field } = about;
  const ref = resource?.ref;
  const file = resource?.file;
  return {
    message,
    severity,
    ...(ref && { resourceRef: ref }),
    ...(field && { field: fieldRef(field, about) }),
    ...(file && { file }),
  };
}

function fieldRef(field: Path, { resource, currentValue, proposedValue }: About): FieldRef {
  return {
    path: formatFieldPath(field),
    ...(currentValue !== undefined && { currentValue: redact(currentValue, field, resource) }),
    ...(proposedValue !== undefined && { proposedValue: redact(proposedValue, field, resource) }),
  };
}
