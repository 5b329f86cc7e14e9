import { checkExpanded, mapEntries } from './tree/plain.ts';
import { skipTrivia } from './tree/positions.ts';
import { isBlock, isCollection, resolveAlias, type Collection, type Entry, type TreeNode } from './tree/tree.ts';
import type { Path } from './tree/value.ts';

/*
 * Line comments, as go-yaml v3 attaches them to the nodes of a document. A comment belongs to the token before it on
 * its line, and a token without a node of its own, such as `&a`, leaves it to the next key or value:
 *
 *   key: value # of the value              key: [a, # of a
 *   key: # of the key                        b # of b
 *     - a # of a                             , # of b, too
 *   key: | # of the value                    {c: # of d
 *     text                                     d}] # of the list
 *   key: &a # of b                         - # of no node: a comment above what follows
 *     - b                                    - a
 *
 * Comments on lines of their own are no line comments.
 */

/** A comment on the line of a value or of its key. */
export interface LineComment {
  /** Path of the value as it is written. */
  readonly path: Path;
  /** All paths of the value: those at which aliases and merge keys repeat it, too. */
  readonly paths: readonly Path[];
  /** The comment with its `#`; several, if a token without a node left its own, with a line break between any two. */
  readonly comment: string;
  /** Node that has the comment. */
  readonly of: 'key' | 'value';
  /** Kind of the value; an alias is not followed. */
  readonly kind: TreeNode['kind'];
  /** True for a value in braces or brackets. */
  readonly flow: boolean;
  /** True for a value with a tag. */
  readonly isTagged: boolean;
  /** The decoded text of a scalar, without quotes; '' for other values. */
  readonly content: string;
}

/**
 * Returns the line comments below an unedited entry that begin with a text, in their order. Values whose lines do not
 * contain the text are not parsed.
 * @throws YamlError if aliases expand to too much.
 */
export function findLineComments(root: Entry, start: string, hasAliases: boolean): LineComment[] {
  if (!root.text.slice(root.start, root.end).includes(start)) return [];
  const walk = new CommentWalk(start);
  walk.visitValue(root, []);
  const isRepeated = hasAliases || walk.found.some(({ comment }) => comment.path.includes('<<'));
  const repeated =
    isRepeated && walk.found.length > 0 ? new ValuePaths(walk.found.map(({ value }) => value)) : undefined;
  repeated?.visit(root, false);
  return walk.found.map(({ comment, value }) => ({ ...comment, paths: repeated?.of(value) ?? [comment.path] }));
}

interface Found {
  readonly comment: Omit<LineComment, 'paths'>;
  readonly value: TreeNode;
}

/** All paths of some values, with aliases and merge keys expanded. */
class ValuePaths {
  readonly #paths: ReadonlyMap<TreeNode, Path[]>;
  readonly #path: (string | number)[] = [];
  #expanded = 0;

  constructor(values: readonly TreeNode[]) {
    this.#paths = new Map(values.map((value) => [value, []]));
  }

  of(value: TreeNode): readonly Path[] | undefined {
    return this.#paths.get(value);
  }

  visit(entry: Entry, expanding: boolean): void {
    const value = resolveAlias(entry.value);
    const isExpanded = expanding || entry.value.kind === 'alias';
    if (isExpanded) checkExpanded(++this.#expanded, undefined);
    this.#paths.get(value)?.push([...this.#path]);
    if (!isCollection(value)) return;
    if (value.kind === 'seq') value.entries.forEach((each, index) => this.#below(index, each, isExpanded));
    else for (const [name, { entry: each, merged }] of mapEntries(value)) this.#below(name, each, isExpanded || merged);
  }

  #below(step: string | number, entry: Entry, expanding: boolean): void {
    this.#path.push(step);
    this.visit(entry, expanding);
    this.#path.pop();
  }
}

class CommentWalk {
  readonly found: Found[] = [];
  readonly #start: string;
  readonly #path: (string | number)[] = [];
  /** Comments of tokens without a node, which the next node takes. */
  #pending: string[] = [];

  constructor(start: string) {
    this.#start = start;
  }

  /** `after`: comments that follow the comma after the value. */
  visitValue(entry: Entry, after: readonly string[]): void {
    const lines = entry.uneditedScan?.lines;
    if (lines !== undefined && !lines.includes(this.#start) && this.#pending.length === 0) return;
    const { value } = entry;
    this.#pending.push(...propertyComments(entry));
    if (isCollection(value)) this.#visitCollection(value, after);
    else if (value.start === value.end) this.#pending.push(...after);
    else this.#take('value', value, [...besideScalar(value), ...after]);
  }

  #visitCollection(value: Collection, after: readonly string[]): void {
    if (value.flow && !value.implicit) this.#drop();
    for (const [index, each] of value.entries.entries()) {
      if (value.flow) this.#visitFlow(each, index, value);
      else if (value.kind === 'map') this.#visitPair(each);
      else this.#below(index, () => this.visitValue(each, []));
    }
    // The end of a block sequence takes no comment, nor does that of a pair without braces.
    if (value.flow && !value.implicit) this.#take('value', value, [...commentAt(value.text, value.end), ...after]);
    else if (!value.flow && value.kind === 'map') this.#drop();
  }

  /** Visits a pair of a block map. */
  #visitPair(entry: Entry): void {
    const { key, value, text, name, indicatorEnd } = entry;
    if (name === undefined || key === undefined) {
      this.#drop();
      return;
    }
    this.#below(name, () => {
      const beside = indicatorEnd === undefined ? [] : commentAt(text, indicatorEnd);
      this.#take('key', value, [...commentAt(key.text, key.end), ...beside]);
      this.visitValue(entry, []);
    });
  }

  /** Visits a pair or an element in braces or brackets. */
  #visitFlow(entry: Entry, index: number, { kind, text }: Collection): void {
    const comma = skipTrivia(text, entry.rangeEnd);
    const after = text[comma] === ',' ? commentAt(text, comma + 1) : [];
    if (kind === 'seq') {
      this.#below(index, () => this.visitValue(entry, after));
      return;
    }
    const { key, value, name, indicatorEnd } = entry;
    if (name === undefined || key === undefined) {
      this.#drop();
      return;
    }
    this.#below(name, () => {
      const isAlone = indicatorEnd === undefined;
      this.#take('key', value, [...commentAt(text, key.end), ...(isAlone ? after : [])]);
      if (isAlone) return;
      this.#pending.push(...commentAt(text, indicatorEnd));
      this.visitValue(entry, after);
    });
  }

  /** Gives a node all comments so far that belong to none, and its own. */
  #take(of: LineComment['of'], value: TreeNode, own: readonly string[]): void {
    const comment = [...this.#pending, ...own].join('\n');
    this.#pending = [];
    if (!comment.startsWith(this.#start)) return;
    const { kind, flow, tag } = value;
    const content = kind === 'scalar' ? value.content : '';
    const isTagged = tag !== undefined;
    this.found.push({ comment: { path: [...this.#path], comment, of, kind, flow, isTagged, content }, value });
  }

  /** Leaves the comments so far to a node that no path leads to. */
  #drop(): void {
    this.#pending = [];
  }

  #below(step: string | number, visit: () => void): void {
    this.#path.push(step);
    visit();
    this.#path.pop();
  }
}

/** Returns the comment beside the end of a scalar, or beside the header of a block scalar; none, or one. */
function besideScalar(value: TreeNode): readonly string[] {
  const { text, start, end } = value;
  if (!isBlock(value)) return commentAt(text, end);
  const header = /[-+0-9]*/y;
  header.lastIndex = start + 1;
  return commentAt(text, start + 1 + (header.exec(text)?.[0].length ?? 0));
}

/** Returns the comments beside the anchor and the tag of a value, if that begins on a later line. */
function propertyComments({ text, start, value, indicatorEnd = start }: Entry): readonly string[] {
  if (value.kind === 'alias' || (value.anchor === undefined && value.tag === undefined)) return [];
  const properties = text.slice(indicatorEnd, value.start).replaceAll(/^[ \t]*#.*/gm, '');
  return [...properties.matchAll(/[&!]\S*[ \t]+(#[^\r\n]*)/g)].map(([, comment = '']) => comment);
}

/** Returns the comment on the rest of a line from an offset; none, or one. */
function commentAt(text: string, offset: number): readonly string[] {
  // A line ends where go-yaml ends it.
  const comment = /[ \t]*(#[^\r\n\u0085\u2028\u2029]*)/y;
  comment.lastIndex = offset;
  const [, found] = comment.exec(text) ?? [];
  return found === undefined ? [] : [found];
}
