import { groupBy } from '../group-by.ts';
import type { Resource } from '../krm/resource.ts';
import {
  commentPlaces,
  readDocument,
  withComments,
  type CommentChange,
  type CommentPlace,
  type Path,
  type SourceDocument,
} from '../yaml/index.ts';
import type { ListItem } from './answer.ts';
import type { Splicing } from '../krm/splice.ts';

/**
 * Comments of a function to apply: those that it added or changed, since most functions lose some, or all of them
 * unchanged.
 */
export type CommentSource = 'added' | 'function';

/** An edited resource, with its sent and its printed version. */
export interface CommentExchange {
  readonly resource: Resource;
  readonly sent: ListItem;
  readonly answered: ListItem;
  readonly splicing: Splicing;
}

type Places = ReadonlyMap<string, CommentPlace>;

/** A comment of a function that is not applied, with its field if that is known. */
export interface LeftOut {
  readonly resource: Resource;
  readonly field: Path;
  readonly comment?: string;
}

/**
 * Applies comments that functions added or changed to their edited resources. Comments of a moved element move with it.
 * Returns the comments that cannot be applied. A comment that a resource already has anywhere is not new, since
 * functions move comments when they print. Rewrites the text of a document once, even if it has several resources.
 */
export function applyComments(exchanges: readonly CommentExchange[], source: CommentSource): readonly LeftOut[] {
  const asked = exchanges.flatMap((exchange) => askedOf(exchange, source) ?? []);
  const byDocument = groupBy(asked, ({ document }) => document);
  const skipped = [...byDocument].flatMap(([document, all]) => rewrite(document, all));
  return [...skipped, ...asked.flatMap(({ elsewhere }) => elsewhere)];
}

/** Requested comments of a resource. */
interface Asked {
  readonly resource: Resource;
  /** Document of the resource, and the path to the resource in it. */
  readonly document: SourceDocument;
  readonly path: Path;
  /** Changes by path in the resource. */
  readonly changes: readonly Change[];
  /** Comments that belong to no entry. */
  readonly elsewhere: readonly LeftOut[];
}

type Change = readonly [key: string, change: CommentChange];

function askedOf({ resource, sent, answered, splicing }: CommentExchange, source: CommentSource): Asked | undefined {
  const known = commentsIn(resource.document.ownText());
  const fresh = [...commentsIn(answered.lines ?? '')].filter((comment) => !known.has(comment));
  if (source === 'added' && fresh.length === 0 && splicing.moved.length === 0) return undefined;
  const [before, after] = [commentPlaces(sent.document), commentPlaces(answered.document)];
  const changes =
    source === 'function'
      ? allOf(after)
      : [...movedOf(before, splicing), ...addedOf(before, after, { splicing, known })];
  const elsewhere = withoutPlace(fresh, after, answered).map((comment) => ({ resource, field: [], comment }));
  return { resource, ...resource.document.whole, changes, elsewhere };
}

/** Rewrites the text of a document with the comments of its resources. Returns those that cannot be applied. */
function rewrite(document: SourceDocument, asked: readonly Asked[]): readonly LeftOut[] {
  const text = document.text();
  const present = commentPlaces(readDocument(text));
  const owners = new Map<string, Omit<LeftOut, 'comment'>>();
  const changes = new Map<string, CommentChange>();
  for (const { resource, path, changes: own } of asked)
    for (const [inner, change] of own) {
      const field = JSON.parse(inner) as Path;
      const key = JSON.stringify([...path, ...field]);
      if (!differs(present.get(key), change)) continue;
      changes.set(key, change);
      owners.set(key, { resource, field });
    }
  if (changes.size === 0) return [];
  const written = withComments(text, changes);
  document.rewrite(written.text);
  return [...written.skipped.keys()].flatMap((key) => owners.get(key) ?? []);
}

/** Returns the new comments that belong to no entry, except for those in a flow-style map or list. */
function withoutPlace(fresh: readonly string[], after: Places, { element }: ListItem): readonly string[] {
  const placed = new Set([...after.values()].flatMap(({ above, beside }) => [...above.split('\n'), beside]));
  const rest = fresh.filter((comment) => !placed.has(comment));
  if (rest.length === 0) return [];
  // Text that looks like a comment may be part of a string.
  const [comments = ''] = readDocument(element).comments([]);
  const found = new Set(comments.split('\n').map((comment) => comment.trimEnd()));
  return rest.filter((comment) => found.has(comment));
}

function differs(place: CommentPlace | undefined, { above, beside }: CommentChange): boolean {
  if (place === undefined) return false;
  return (above ?? place.above) !== place.above || (beside ?? place.beside) !== place.beside;
}

function allOf(after: Places): readonly Change[] {
  return [...after].map(([key, { above, beside }]) => [key, { above, beside }]);
}

/** Returns the comments of moved elements. */
function movedOf(before: Places, { moved }: Splicing): readonly Change[] {
  return moved.flatMap(({ from, to }) => {
    const place = before.get(JSON.stringify(from));
    return place === undefined ? [] : [[JSON.stringify(to), { above: place.above, beside: place.beside }] as const];
  });
}

function addedOf(
  before: Places,
  after: Places,
  { splicing, known }: { readonly splicing: Splicing; readonly known: ReadonlySet<string> },
): readonly Change[] {
  return [...after].flatMap(([key, place]) => {
    const isNew = [...place.above.split('\n'), place.beside].some((line) => line !== '' && !known.has(line));
    if (!isNew) return [];
    const from = splicing.oldPath(JSON.parse(key) as Path);
    const old = from && before.get(JSON.stringify(from));
    const change = changeOf(place, old, known);
    return Object.keys(change).length === 0 ? [] : [[key, change] as const];
  });
}

/** Returns all text that may be a comment, at an entry or elsewhere. Strings that look like comments do no harm. */
function commentsIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/(?<=^|[ \t])#.*$/gm), ([comment]) => comment.trimEnd()));
}

/** Returns the new comments of an entry. Lines that belong to another entry stay there. */
function changeOf(place: CommentPlace, old: CommentPlace | undefined, known: ReadonlySet<string>): CommentChange {
  const own = new Set(old?.above.split('\n'));
  const lines = place.above.split('\n').filter((line) => line !== '');
  const isNew = lines.some((line) => !known.has(line));
  const above = lines.filter((line) => !known.has(line) || own.has(line)).join('\n');
  return {
    ...(isNew && { above }),
    ...(place.beside !== '' && !known.has(place.beside) && { beside: place.beside }),
  };
}
