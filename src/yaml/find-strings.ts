import { checkExpanded, mapEntries } from './tree/plain.ts';
import { isCollection, resolveAlias, type Collection, type Entry } from './tree/tree.ts';
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
  const search = new Search(text);
  search.visit(root, false);
  return search.found;
}

class Search {
  readonly found: FoundString[] = [];
  readonly #text: string;
  readonly #path: (string | number)[] = [];
  #expanded = 0;

  constructor(text: string) {
    this.#text = text;
  }

  visit(entry: Entry, expanding: boolean): void {
    if (this.#isElsewhere(entry)) return;
    if (expanding) checkExpanded(++this.#expanded);
    const node = resolveAlias(entry.value);
    if (isCollection(node)) this.#visitAll(node, expanding || entry.value.kind === 'alias');
    else if (typeof node.value === 'string' && node.value.includes(this.#text))
      this.found.push({ path: [...this.#path], text: node.value });
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
