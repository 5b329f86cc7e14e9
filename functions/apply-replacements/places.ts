import type { NewValue, Path, SourceDocument } from '../../src/yaml/index.ts';
import type { MatchStep, PathMeaning, Step } from './field-path.ts';
import { plainNode, plainType, scalarAt } from './scalar.ts';

/** A field that a path leads to. */
export interface Place {
  readonly path: Path;
  /** Set for a field that must be created. */
  readonly creation?: Creation;
}

/** The way to create a field with all that is missing around it. */
interface Creation extends Chain {
  /** Path of the value to set, or of the list to append to. */
  readonly at: Path;
  readonly isElement: boolean;
  /** True if null is there, which Kustomize leaves in place. */
  readonly replacesNull: boolean;
}

/** Values around a new field. */
interface Chain {
  readonly around: (value: NewValue) => NewValue;
  /** Text that the new field has before it gets its value. */
  readonly text: string;
  /** True if the new field is an element that is a map. */
  readonly isMap: boolean;
}

/** Fields that a path leads to in one resource. */
export interface Found {
  readonly places: Place[];
  /** Number of ways that end before the field. */
  missing: number;
  /** The reason why a path does not fit the resource. */
  failure: string | undefined;
}

/** Finds the fields that a path leads to. `create`: true to find also those that can be created. */
export function findPlaces(
  document: SourceDocument,
  steps: readonly Step[],
  { meaning, create }: { readonly meaning: PathMeaning; readonly create: boolean },
): Found {
  const finder = new Finder(document, meaning, create);
  finder.follow([], steps);
  return finder.found;
}

class Finder {
  readonly found: Found = { places: [], missing: 0, failure: undefined };
  readonly #document: SourceDocument;
  readonly #meaning: PathMeaning;
  readonly #create: boolean;

  constructor(document: SourceDocument, meaning: PathMeaning, create: boolean) {
    this.#document = document;
    this.#meaning = meaning;
    this.#create = create;
  }

  follow(path: Path, steps: readonly Step[]): void {
    const [step, ...rest] = steps;
    if (step === undefined) {
      this.found.places.push({ path });
      return;
    }
    const kind = this.#kindAt(path);
    if (kind === 'null') this.#followNull(path, steps, step);
    else if (kind !== (step.kind === 'field' ? 'map' : 'seq')) this.#fail(step, kind);
    else if (step.kind === 'field') this.#followField(path, step.name, rest);
    else this.#followList(path, step, rest);
  }

  #kindAt(path: Path): 'map' | 'seq' | 'scalar' | 'null' {
    const kind = this.#document.get(path)?.kind ?? 'scalar';
    return kind === 'scalar' && this.#document.value(path) === null ? 'null' : kind;
  }

  #fail(step: Step, kind: string): void {
    const expected = step.kind === 'field' ? 'a map' : 'a list';
    const actual = { map: 'a map', seq: 'a list' }[kind] ?? 'neither a map nor a list';
    this.found.failure ??= `step \`${stepText(step)}\` needs ${expected}, and finds ${actual}`;
  }

  /** Follows a path from null. Kustomize finds nothing in it, and loses what it creates there. */
  #followNull(path: Path, steps: readonly Step[], step: Step): void {
    if (this.#create && this.#meaning === 'patterns' && step.kind !== 'every') this.#createAt(path, steps, true);
    else if (step.kind === 'index' && this.#meaning === 'patterns') this.#lackElement(step.index, 0);
    else this.found.missing++;
  }

  #followField(path: Path, name: string, rest: readonly Step[]): void {
    const child = [...path, name];
    if (this.#document.has(child)) this.follow(child, rest);
    else if (this.#create) this.#createAt(child, rest, false);
    else this.found.missing++;
  }

  #createAt(at: Path, steps: readonly Step[], replacesNull: boolean): void {
    this.#plan(chain(steps, this.#meaning), { path: at, at, isElement: false, replacesNull });
  }

  #createElement(list: Path, created: Chain | string): void {
    const path = [...list, this.#document.length(list) ?? 0];
    this.#plan(created, { path, at: list, isElement: true, replacesNull: false });
  }

  #plan(created: Chain | string, { path, ...where }: Omit<Creation, keyof Chain> & Pick<Place, 'path'>): void {
    if (typeof created === 'string') this.found.failure ??= created;
    else this.found.places.push({ path, creation: { ...created, ...where } });
  }

  #followList(path: Path, step: Exclude<Step, { readonly kind: 'field' }>, rest: readonly Step[]): void {
    const length = this.#document.length(path) ?? 0;
    if (step.kind === 'match') this.#followMatch(path, step, rest);
    else if (step.kind === 'every') this.#followAll(path, length, rest);
    else if (step.kind === 'last') this.#followIndex(path, { index: length - 1, length }, rest);
    else this.#followIndex(path, { index: step.index, length }, rest);
  }

  #followAll(path: Path, length: number, rest: readonly Step[]): void {
    if (length === 0) this.found.missing++;
    for (let index = 0; index < length; index++) this.follow([...path, index], rest);
  }

  #followIndex(
    path: Path,
    { index, length }: { readonly index: number; readonly length: number },
    rest: readonly Step[],
  ): void {
    if (index >= 0 && index < length) this.follow([...path, index], rest);
    else if (this.#meaning === 'first') this.found.missing++;
    else if (this.#create && index === length) this.#createElement(path, chain(rest, this.#meaning));
    else this.#lackElement(index, length);
  }

  #lackElement(index: number, length: number): void {
    this.found.failure ??= `index ${index} specified but only ${length} elements found`;
  }

  #followMatch(path: Path, step: MatchStep, rest: readonly Step[]): void {
    const all = this.#matches(path, step);
    const matching = this.#meaning === 'first' ? all.slice(0, 1) : all;
    for (const index of matching) this.follow([...path, index], rest);
    if (matching.length > 0) return;
    if (this.#create) this.#createElement(path, newElement(step, rest, this.#meaning));
    else this.found.missing++;
  }

  /** Returns the text of a field that a condition compares: of a map or list '', but no text for a pattern. */
  #comparedText(field: Path): string | undefined {
    return scalarAt(this.#document, field)?.text ?? (this.#meaning === 'first' ? '' : undefined);
  }

  #matches(path: Path, { key, matches }: MatchStep): number[] {
    const length = this.#document.length(path) ?? 0;
    return Array.from({ length }, (_, index) => index).filter((index) => {
      const field = key === '' ? [...path, index] : [...path, index, key];
      const text = this.#document.has(field) ? this.#comparedText(field) : undefined;
      return text !== undefined && matches(text);
    });
  }
}

/** Returns the values around a new field at the end of a path, or the reason why it cannot be created. */
function chain(steps: readonly Step[], meaning: PathMeaning): Chain | string {
  const [step, ...rest] = steps;
  if (step === undefined) return { around: (value) => value, text: '', isMap: false };
  if (step.kind === 'match') return within(newElement(step, rest, meaning), (value) => [value]);
  if (step.kind === 'field') return within(chain(rest, meaning), (value) => Object.fromEntries([[step.name, value]]));
  if (step.kind === 'index' && step.index === 0 && meaning === 'patterns')
    return within(chain(rest, meaning), (value) => [value]);
  return `step \`${stepText(step)}\` cannot be created`;
}

function within(inner: Chain | string, wrap: (value: NewValue) => NewValue): Chain | string {
  if (typeof inner === 'string') return inner;
  return { ...inner, around: (value) => wrap(inner.around(value)) };
}

/** Returns the new element of a list that a condition asks for. */
function newElement(step: MatchStep, rest: readonly Step[], meaning: PathMeaning): Chain | string {
  const { key, text, matches } = step;
  const [next, ...below] = rest;
  const refused = `step \`${stepText(step)}\` cannot be created`;
  // Kustomize would append elements without end.
  if (!matches(text)) return `${refused}: its text does not match its own pattern`;
  if (next === undefined) return { around: (value) => value, text: key === '' ? text : '', isMap: key !== '' };
  if (key === '' || next.kind !== 'field') return refused;
  if (next.name === key && below.length > 0) return refused;
  if (next.name === key) return { around: (value) => Object.fromEntries([[key, value]]), text, isMap: false };
  const own = plainType(text) === 'string' ? text : (plainNode(text) ?? text);
  return within(chain(below, meaning), (value) =>
    Object.fromEntries<NewValue>([
      [key, own],
      [next.name, value],
    ]),
  );
}

/** Returns a step as it is written. */
function stepText(step: Step): string {
  if (step.kind === 'field') return step.name;
  if (step.kind === 'index') return String(step.index);
  if (step.kind === 'match') return `[${step.key}=${step.text}]`;
  return step.kind === 'last' ? '-' : '*';
}
