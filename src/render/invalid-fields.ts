import { cleanPath } from '../files/index.ts';
import { ImageReferenceError, parseImageReference } from '../image-reference.ts';
import { STRATEGIES } from '../krm/kptfile.ts';
import type { Resource } from '../krm/resource.ts';
import type { Result } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import type { ResultCode } from '../krm/result-codes.ts';
import { oneOf } from '../wording.ts';
import { isMap, type Path } from '../yaml/index.ts';

/**
 * Returns an error for each field beside the pipeline of a Kptfile whose value kpt 1.0 refuses (`validation.go` of
 * `api/kptfile/v1`). Earlier versions take it.
 */
export function invalidFields(kptfile: Resource): readonly Result[] {
  const check = new Check(kptfile);
  check.upstream();
  check.upstreamLock();
  check.info();
  check.inventory();
  return check.errors;
}

/** Returns what is wrong with the name of an image by the grammar of OCI references; undefined for nothing. */
export function imageFault(image: string): string | undefined {
  try {
    parseImageReference(image);
    return undefined;
  } catch (error) {
    if (error instanceof ImageReferenceError) return error.message;
    throw error;
  }
}

class Check {
  readonly errors: Result[] = [];
  readonly #kptfile: Resource;

  constructor(kptfile: Resource) {
    this.#kptfile = kptfile;
  }

  upstream(): void {
    const of = ['upstream'];
    this.#oneOf([...of, 'type'], ['git']);
    this.#required(of, 'git');
    if (this.#isSet([...of, 'git'])) {
      this.#texts([...of, 'git'], ['repo', 'ref']);
      const repo = this.#text([...of, 'git', 'repo']);
      if (/[ \t\r\n]/.test(repo)) this.#refuse([...of, 'git', 'repo'], 'must not have white space');
      else if (repo.includes('://') && !URL.canParse(repo)) this.#refuse([...of, 'git', 'repo'], 'must be a URL');
    }
    this.#oneOf([...of, 'updateStrategy'], STRATEGIES);
  }

  upstreamLock(): void {
    const of = ['upstreamLock'];
    this.#oneOf([...of, 'type'], ['git', 'generic']);
    if (this.#isSet([...of, 'git']) && this.#isSet([...of, 'generic']))
      this.#refuse(of, 'must have only one of `git` and `generic`', 'exclusive-fields');
    this.#required(of, 'git');
    this.#required(of, 'generic');
    if (this.#isSet([...of, 'git'])) this.#texts([...of, 'git'], ['repo', 'ref', 'commit']);
  }

  info(): void {
    const gates = ['info', 'readinessGates'];
    const count = this.#kptfile.document.length(gates) ?? 0;
    for (let index = 0; index < count; index++) this.#texts([...gates, index], ['conditionType']);
    const field = ['info', 'licenseFile'];
    const path = cleanPath(this.#text(field));
    if (path.startsWith('/')) this.#refuse(field, 'must be a relative path');
    else if (path.includes('..')) this.#refuse(field, 'must be a path in the package');
  }

  inventory(): void {
    const names = ['name', 'namespace', 'inventoryID'];
    const missing = names.filter((name) => this.#text(['inventory', name]) === '');
    if (missing.length > 0 && missing.length < names.length)
      this.#refuse(
        ['inventory'],
        `must have all of \`name\`, \`namespace\` and \`inventoryID\`, or none; missing: ${missing.join(', ')}`,
        'missing-field',
      );
  }

  /** Checks that a part of a type is there. */
  #required(of: Path, type: string): void {
    if (this.#text([...of, 'type']) === type && !this.#isSet([...of, type]))
      this.#refuse([...of, type], `must be set, since the type is ${type}`, 'missing-field');
  }

  #texts(of: Path, names: readonly string[]): void {
    for (const name of names)
      if (this.#text([...of, name]) === '') this.#refuse([...of, name], 'must not be empty', 'missing-field');
  }

  #oneOf(field: Path, known: readonly string[]): void {
    const text = this.#text(field);
    if (text !== '' && !known.includes(text)) this.#refuse(field, `must be ${oneOf(known)}`);
  }

  #isSet(field: Path): boolean {
    return isMap(this.#kptfile.document.value(field, 'kpt'));
  }

  /** Returns the text of a field; '' if it is absent. What is no text is refused elsewhere. */
  #text(field: Path): string {
    const value = this.#kptfile.document.value(field, 'kpt');
    return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
  }

  #refuse(field: Path, message: string, code: ResultCode = 'invalid-value'): void {
    this.errors.push(makeResult('error', `${message}, as kpt 1.0 requires`, { code, resource: this.#kptfile, field }));
  }
}
