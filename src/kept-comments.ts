import { footComments, listComments } from './list-comments.ts';
import type { Resource } from './resource.ts';
import type { Results } from './results.ts';
import type { Path } from './yaml/index.ts';

/** What a user is told where comments could only be kept at a price. */
export const COMMENTS_MOVED =
  'a comment moved with its element: so that kpt does not put it back, it restores none here, and drops one at the very head or foot of this file';

/** What ties a resource to what kpt read, whose comments it restores. */
const IDS: readonly Path[] = ['internal.config.kubernetes.io/id', 'config.k8s.io/id'].map((key) => [
  'metadata',
  'annotations',
  key,
]);

/**
 * Edits lists of a resource so that on disk, too, comments stay with their elements. kpt restores the comments that it
 * read by their position in a list: where that would paint one onto another element, the annotations are dropped by which
 * kpt knows what it read, and a warning says so. Without these annotations nothing is dropped.
 */
export function keepComments(
  { resource, results }: { readonly resource: Resource; readonly results: Results },
  lists: readonly Path[],
  edit: () => void,
): void {
  const { document } = resource;
  const ids = IDS.filter((id) => document.get(id) !== undefined);
  if (ids.length === 0) {
    edit();
    return;
  }
  const feet = lists.map((list) => footComments(document, list));
  const comments = (): Comments[] =>
    lists.map((list, index) => withFoot(listComments(document, list), feet[index] ?? ''));
  const before = comments();
  edit();
  const after = comments();
  const moved = lists.find((_, index) => wouldBePainted(before[index], after[index]));
  if (moved === undefined) return;
  for (const id of ids) document.remove(id);
  results.warning(COMMENTS_MOVED, { resource, field: moved });
}

type Comments = readonly string[] | undefined;

/** What is below the last element stays there. */
function withFoot(comments: Comments, foot: string): Comments {
  const last = (comments?.length ?? 0) - 1;
  return comments?.map((comment, index) => (index === last ? `${comment}${foot}` : comment));
}

/** Whether a comment of an element would go to another one, or come back to one that has lost it. */
function wouldBePainted(before: Comments, after: Comments): boolean {
  if (before === undefined || after === undefined) return true;
  return before.some((comment, index) => comment !== '' && index < after.length && after[index] !== comment);
}
