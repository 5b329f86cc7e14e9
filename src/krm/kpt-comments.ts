import type { Resource } from './resource.ts';
import type { Results } from './results.ts';
import type { Path, SourceDocument } from '../yaml/index.ts';

/** Notice about a resource whose comments could only be kept at a cost. */
const COMMENTS_MOVED =
  'a comment moved with its list element: to keep it there, kpt is prevented from restoring comments in this resource, and drops comments at the very start or end of this file';

/** Annotations that link an item to the one kpt read, whose comments it restores. */
const IDS: readonly Path[] = ['internal.config.kubernetes.io/id', 'config.k8s.io/id'].map((key) => [
  'metadata',
  'annotations',
  key,
]);

/**
 * Edits lists of a resource so that comments stay with their elements on disk, too. kpt restores the comments that it
 * read by their position in a list. If that would put a comment onto another element, the annotations that link the
 * resource to kpt's input are dropped, and a notice reports this. Without these annotations nothing is dropped.
 */
export function keepComments(
  { resource, results }: { readonly resource: Resource; readonly results: Results },
  lists: readonly Path[],
  edit: () => void,
): void {
  const { document } = resource;
  const ids = IDS.filter((id) => resource.item.document.get(id) !== undefined);
  if (ids.length === 0) {
    edit();
    return;
  }
  const feet = lists.map((list) => footComments(document, list));
  const look = (): Look[] => lists.map((list, index) => lookAt(document, list, feet[index] ?? ''));
  const before = look();
  edit();
  const after = look();
  const moved = lists.find((_, index) => wouldBePainted(before[index], after[index]));
  if (moved !== undefined) forgetComments({ resource, results }, moved);
}

/** Prevents kpt from restoring comments in a resource, if it would, and reports the field that is the reason. */
export function forgetComments(
  { resource, results }: { readonly resource: Resource; readonly results: Results },
  field: Path,
): void {
  if (unlinkFromInput(resource.item)) results.notice(COMMENTS_MOVED, { resource, field });
}

/** Removes the annotations that link an item to kpt's input. Reports whether it had any. */
export function unlinkFromInput({ document }: Resource): boolean {
  return IDS.map((id) => document.remove(id)).includes(true);
}

/** Snapshot of a list. */
interface Look {
  readonly text: string;
  /** Comments of each element. */
  readonly comments: readonly string[];
}

/** Takes a snapshot of a list. `foot`: the comments below the last element, which stay there. */
function lookAt(document: SourceDocument, list: Path, foot: string): Look {
  const text = document.get(list) === undefined ? '' : document.view(list).text();
  const comments = document.comments(list);
  const last = comments.length - 1;
  return { text, comments: comments.map((comment, index) => (index === last ? `${comment}${foot}` : comment)) };
}

/** Reports whether a comment of an element would move to another one, or reappear on one that lost it. */
function wouldBePainted(before: Look | undefined, after: Look | undefined): boolean {
  if (before === undefined || after === undefined || before.text === after.text) return false;
  const [was, is] = [before.comments, after.comments];
  return was.some((comment, index) => comment !== '' && index < is.length && is[index] !== comment);
}

/**
 * Returns the comments below the last element of a list as it was read, which kpt attributes to that element: those as
 * deep as its dash, unless a key follows that they could belong to, or deeper.
 */
function footComments(document: SourceDocument, path: Path): string {
  const last = [...path, (document.length(path) ?? 0) - 1];
  const lines = document.elements(path).at(-1)?.lines;
  if (lines === undefined) return '';
  const holder = path.slice(0, -1);
  const [list, map] = [document.position(path)?.column ?? 1, document.position(holder)?.column ?? 1];
  const isFollowed = list === map && document.keys(holder)?.at(-1) !== path.at(-1);
  const text = document.view(last).text().replaceAll('\r\n', '\n').trimEnd();
  const at = lines.indexOf(text);
  const [, ...below] = lines.slice(at === -1 ? 0 : at + text.length).split('\n');
  return below
    .filter((line) => line.trimStart().startsWith('#') && depth(line) >= list - (isFollowed ? 0 : 1))
    .join('\n');
}

function depth(line: string): number {
  return line.length - line.trimStart().length;
}
