import { checkExpanded, mapEntries } from './tree/plain.ts';
import { isCollection, resolveAlias, type Alias, type Collection, type Entry, type Scalar } from './tree/tree.ts';
import type { Path } from './tree/value.ts';

/** A string in a document and its path. */
export interface FoundString {
  readonly path: Path;
  readonly text: string;
}

/**
 * Returns the string values below an entry that contain a text, with aliases and merge keys expanded; keys are not
 * searched.
 * @throws YamlError if the same would be thrown by reading the entry.
 */
export function findStrings(root: Entry, text: string): FoundString[] {
  return search(root, text, (node) =>
    node.kind === 'scalar' && typeof node.value === 'string' && node.value.includes(text) ? node.value : undefined,
  );
}

/**
 * Returns the values below an unedited entry that begin with `{{`, as written: templates that lack quotes. YAML takes
 * them for a map whose key is a map, which has no meaning in plain data.
 * @throws YamlError if the same would be thrown by reading the entry.
 */
export function findBareTemplates(root: Entry): FoundString[] {
  return search(root, '{{', ({ text, start, end }) =>
    text.startsWith('{{', start) ? text.slice(start, end) : undefined,
  );
}

/** Returns the text to report of a node; undefined if it is not searched for. */
type Match = (node: Scalar | Collection) => string | undefined;

function search(root: Entry, text: string, match: Match): FoundString[] {
  const walk = new Search(text, match);
  walk.visit(root, false);
  return walk.found;
}

class Search {
  readonly found: FoundString[] = [];
  readonly #text: string;
  readonly #match: Match;
  readonly #path: (string | number)[] = [];
  #expanded = 0;
  /** Outermost alias that was followed last. */
  #alias: Alias | undefined;

  /** Creates a search; `text` is in all that matches. */
  constructor(text: string, match: Match) {
    this.#text = text;
    this.#match = match;
  }

  visit(entry: Entry, expanding: boolean): void {
    if (this.#isElsewhere(entry)) return;
    if (!expanding && entry.value.kind === 'alias') this.#alias = entry.value;
    if (expanding) checkExpanded(++this.#expanded, this.#alias);
    const node = resolveAlias(entry.value);
    const match = this.#match(node);
    if (match !== undefined) this.found.push({ path: [...this.#path], text: match });
    else if (isCollection(node)) this.#visitAll(node, expanding || entry.value.kind === 'alias');
  }

  #visitAll(collection: Collection, expanding: boolean): void {
    if (collection.kind === 'map')
      for (const [name, { entry, merged }] of mapEntries(collection)) this.#below(name, entry, expanding || merged);
    else for (const [index, entry] of collection.entries.entries()) this.#below(index, entry, expanding);
  }

  /**
   * Reports whether the lines of an unedited entry show that the text is not in it: no escape, alias or tag can
   * introduce it.
   */
  #isElsewhere({ uneditedScan }: Entry): boolean {
    const lines = uneditedScan?.lines;
    return lines !== undefined && !lines.includes(this.#text) && !/[\\*!]/.test(lines);
  }

  #below(step: string | number, entry: Entry, expanding: boolean): void {
    this.#path.push(step);
    this.visit(entry, expanding);
    this.#path.pop();
  }
}
