import { didYouMean } from '../../src/nearest-name.ts';
import {
  isProtectedField,
  isSecretValue,
  KrmError,
  makeResult,
  REDACTED,
  type Resource,
  type Results,
} from '../../src/krm/index.ts';
import { readStream, YamlError, type LineComment, type Path, type SourceDocument } from '../../src/yaml/index.ts';
import { derive, fits, nameIn, referencesIn, refersTo, substitute } from './pattern.ts';
import type { Setters } from './setters.ts';

/** Begins a setter comment. */
const MARK = '# kpt-set: ';

/** Maximum length of a value made of others: references in references can double it with each setter. */
const MAX_LENGTH = 100_000;

/** Place of a document: an item, or the list in an item that the value of a setter replaces. */
interface Place {
  readonly resource: Resource;
  readonly path: Path;
  /** Setters whose values the document is in. */
  readonly within: readonly string[];
}

/** A field with a setter comment, one of whose setters has a value. */
interface Target {
  readonly document: SourceDocument;
  readonly place: Place;
  readonly path: Path;
  /** All paths at which the field must be set. */
  readonly paths: readonly Path[];
  readonly pattern: string;
  readonly comment: LineComment;
}

/** Applies setters to items, and collects what is said about all of them. */
export class Application {
  readonly #setters: Setters;
  readonly #results: Results;
  /** Values in which the references to other setters are replaced. */
  readonly #expanded = new Map<string, string>();
  /** Setters that the values of others refer to. */
  readonly #referred = new Set<string>();
  /** Setters whose values lead back to a setter on the way. */
  readonly #circular = new Set<string>();
  /** True once a field has its value. */
  #hasSet = false;
  /** Setters that comments refer to, and that have a value. */
  readonly #used = new Set<string>();
  /** Number of fields that stay as they are, by the setters in their comment, none of which has a value. */
  readonly #unset = new Map<string, number>();
  /** Reports about an item, which are made when it has its last name. */
  #reports: (() => void)[] = [];

  constructor(setters: Setters, results: Results) {
    this.#setters = setters;
    this.#results = results;
    for (const name of setters.values.keys()) this.#expand(name, []);
  }

  applyTo(resource: Resource): void {
    this.#apply(resource.document, { resource, path: [], within: [] });
    for (const report of this.#reports) report();
    this.#reports = [];
  }

  /** Reports about the setters as a whole. `mustMatch`: a call that sets no field is an error. */
  report(mustMatch: boolean): void {
    const { source, values } = this.#setters;
    const unset = [...this.#unset.keys()];
    if (!this.#hasSet && !this.#results.hasErrors())
      this.#results[mustMatch ? 'error' : 'warning']('no matches for input setter(s)', { code: 'rule-unmatched' });
    for (const name of values.keys()) {
      if (this.#used.has(name) || this.#referred.has(name)) continue;
      const message = `no matches for input setter ${JSON.stringify(name)}${didYouMean(name, unset)}`;
      this.#results.warning(message, { code: 'rule-unmatched', resource: source, field: ['data', name] });
    }
    for (const name of this.#setters.others) {
      const message = 'not read: it is a list or a map, and no comment asks for it';
      if (!this.#used.has(name))
        this.#results.info(message, { code: 'rule-unmatched', resource: source, field: ['data', name] });
    }
    if (unset.length === 0) return;
    const counts = [...this.#unset].map(([name, count]) => `${JSON.stringify(name)} (${count})`);
    this.#results.info(`fields unchanged, since their setters have no value: ${counts.join(', ')}`, {
      code: 'rule-skipped',
    });
  }

  /** Replaces references to other setters in the value of a setter. `trail`: setters whose values refer to it. */
  #expand(name: string, trail: readonly string[]): string {
    const { source, values } = this.#setters;
    const known = this.#expanded.get(name);
    if (known !== undefined) return known;
    const value = values.get(name) ?? '';
    const inside = [...trail, name];
    const others = value.includes('${') ? [...values.keys()].filter((other) => refersTo(value, other)) : [];
    const expanded = new Map<string, string>();
    for (const other of others) {
      this.#referred.add(other);
      if (!inside.includes(other)) expanded.set(other, this.#expand(other, inside));
      if (!expanded.has(other) || this.#circular.has(other)) this.#circular.add(name);
    }
    const text = substitute(value, expanded);
    if (others.length > 0 && text.length > MAX_LENGTH)
      throw new KrmError([
        makeResult('error', `must have at most ${MAX_LENGTH} characters with the values that it refers to`, {
          code: 'limit-exceeded',
          resource: source,
          field: ['data', name],
        }),
      ]);
    this.#expanded.set(name, text);
    return text;
  }

  #apply(document: SourceDocument, place: Place): void {
    const comments = document.findLineComments(MARK).filter(({ comment }) => patternOf(comment) !== '');
    const lists = comments.filter(isListComment).toSorted((a, b) => a.path.length - b.path.length);
    const set = new Set<string>();
    const isSet = (path: Path): boolean =>
      set.size > 0 && path.some((_, depth) => set.has(JSON.stringify(path.slice(0, depth))));
    const unset = (comment: LineComment): LineComment => ({
      ...comment,
      paths: comment.paths.filter((path) => !isSet(path)),
    });
    for (const comment of lists) {
      const target = isSet(comment.path) ? undefined : this.#targetOf(unset(comment), document, place);
      if (target === undefined) continue;
      for (const path of comment.paths) set.add(JSON.stringify(path));
      this.#setList(target);
    }
    for (const comment of comments.map(unset)) {
      if (isListComment(comment) || isSet(comment.path)) continue;
      const isScalar = comment.of === 'value' && comment.kind === 'scalar';
      const target = set.has(JSON.stringify(comment.path)) ? undefined : this.#targetOf(comment, document, place);
      if (target === undefined) continue;
      if (isScalar) this.#setScalar(target);
      else this.#warnIdle(target);
    }
  }

  /** Reports each list or map that a comment asks for, once: the original sets an empty text. */
  #refuseOthers(pattern: string): void {
    const { source, others } = this.#setters;
    for (const name of others) {
      if (this.#used.has(name) || !refersTo(pattern, name)) continue;
      this.#used.add(name);
      const message = 'must be a string; write a list or a map as its YAML text, such as `"[a, b]"`';
      this.#results.error(message, { code: 'invalid-value', resource: source, field: ['data', name] });
    }
  }

  /** Returns undefined if none of the setters of a comment has a value, or no rule may change its field. */
  #targetOf(comment: LineComment, document: SourceDocument, place: Place): Target | undefined {
    const { path, paths } = comment;
    const pattern = patternOf(comment.comment);
    const used = [...this.#setters.values.keys()].filter((name) => refersTo(pattern, name));
    for (const name of used) this.#used.add(name);
    const target = { document, place, path, paths, pattern, comment };
    this.#refuseOthers(pattern);
    this.#warnSeveral(target);
    if (used.length === 0) {
      for (const name of new Set(referencesIn(pattern).map(nameIn)))
        this.#unset.set(name, (this.#unset.get(name) ?? 0) + 1);
      return undefined;
    }
    if (!isProtectedField([...place.path, ...path])) return target;
    this.#results.error('must not name an annotation of kpt', { code: 'invalid-value', ...subjectOf(target) });
    return undefined;
  }

  #setScalar(target: Target): void {
    const { document, paths, pattern, comment } = target;
    const circular = [...this.#circular].find((name) => refersTo(pattern, name));
    if (circular !== undefined) {
      this.#fail(target, `the value of setter ${JSON.stringify(circular)} refers to itself`);
      return;
    }
    const reached = this.#reach(pattern, comment.content);
    if (typeof reached !== 'string') {
      // A reference in a value may be a part of a secret.
      const shown = this.#isSecret(target, comment.content)
        ? reached.filter((each) => pattern.includes(each))
        : reached;
      this.#fail(target, `values for setters [${shown.join(' ')}] must be provided`);
      return;
    }
    if (this.#reach(pattern, reached, false) !== reached)
      this.#differ(target, 'each run of the original changes this value again');
    for (const path of paths) document.setContent(path, reached);
    this.#warnNested(target);
    this.#inform(target, reached);
  }

  /**
   * Returns the value of a pattern, or the references that have none. `mayStay`: a value that has the given values
   * already stays, so that a second run changes nothing.
   */
  #reach(pattern: string, current: string, mayStay = true): string | readonly string[] {
    const value = substitute(substitute(pattern, this.#expanded), derive(pattern, current));
    if (mayStay && value !== current && fits(pattern, this.#expanded, current)) return current;
    const missing = referencesIn(value);
    return missing.length > 0 ? missing : value;
  }

  #setList(target: Target): void {
    const { document, place, path, paths, pattern } = target;
    const name = nameIn(pattern);
    const value = this.#setters.values.get(name);
    if (value === undefined || referencesIn(pattern)[0] !== pattern) {
      this.#fail(target, `invalid setter pattern for array node: ${JSON.stringify(pattern)}`);
      return;
    }
    if (place.within.includes(name)) {
      this.#fail(target, `the value of setter ${JSON.stringify(name)} contains itself`);
      return;
    }
    const list = value === '' ? undefined : readList(value);
    if (list !== undefined) {
      this.#apply(list, { ...place, path: [...place.path, ...path], within: [...place.within, name] });
    } else if (value !== '') {
      const found = this.#shown(target, value);
      this.#fail(target, `input to array setter must be an array of values, but found ${found}`);
      return;
    }
    for (const each of paths) document.set(each, list?.value([]) ?? []);
    this.#inform(target, value);
  }

  /** Reports a value that the original makes in an order that differs from run to run. */
  #warnNested(target: Target): void {
    for (const [name, value] of this.#expanded) {
      if (this.#setters.values.get(name) === value || !refersTo(target.pattern, name)) continue;
      const order = 'the original replaces them in a random order, and may fail';
      this.#differ(target, `setter ${JSON.stringify(name)} refers to other setters: ${order}`);
    }
  }

  /** Reports a comment that go-yaml joins with the one before it, beside an anchor. */
  #warnSeveral(target: Target): void {
    const { comment } = target.comment;
    if (comment.includes('\n') && [...this.#setters.values.keys()].some((name) => refersTo(comment, name)))
      this.#differ(target, 'the original takes the next comment as a part of the setter comment');
  }

  #warnIdle(target: Target): void {
    const message =
      'a setter comment has no effect here: it must be beside a scalar or a list in brackets, or beside the key above a list';
    this.#later(() => this.#results.warning(message, { code: 'rule-idle', ...subjectOf(target) }));
  }

  #inform(target: Target, value: string): void {
    this.#hasSet = true;
    this.#later(() =>
      this.#results.info(`set field value to ${this.#shown(target, value)}`, {
        code: 'rule-applied',
        ...subjectOf(target),
      }),
    );
  }

  #differ(target: Target, message: string): void {
    this.#later(() => this.#results.difference(message, subjectOf(target)));
  }

  #later(report: () => void): void {
    this.#reports.push(report);
  }

  #fail(target: Target, message: string): void {
    this.#results.error(`failed to apply setters: ${message}`, { code: 'rule-failed', ...subjectOf(target) });
  }

  /** Returns a value in quotes, unless it is one of a Secret. */
  #shown(target: Target, value: string): string {
    return this.#isSecret(target, value) ? REDACTED : JSON.stringify(value);
  }

  #isSecret(target: Target, value: string): boolean {
    const { resource, field } = subjectOf(target);
    return isSecretValue(value, field, resource);
  }
}

function subjectOf({ place, path }: Target): { readonly resource: Resource; readonly field: Path } {
  return { resource: place.resource, field: [...place.path, ...path] };
}

/** Returns the pattern in a setter comment: in the first, if a token without a node left its own. */
function patternOf(comment: string): string {
  return (comment.split('\n')[0] ?? '').slice(MARK.length).trim();
}

/** Reports whether a comment sets a list of a map: beside its brackets, or beside the key above it. */
function isListComment({ kind, of, flow, isTagged, path }: LineComment): boolean {
  if (kind !== 'seq' || typeof path.at(-1) !== 'string') return false;
  return of === (flow && !isTagged ? 'value' : 'key');
}

/** Returns the list in a text; undefined if it is not YAML, or its first document is not a list. */
function readList(text: string): SourceDocument | undefined {
  try {
    const [document] = readStream(text).documents;
    return document?.get([])?.kind === 'seq' ? document : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
