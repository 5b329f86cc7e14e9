import { renderMasked } from './print/render.ts';
import { commentsIn, separateBlock, separateFlow } from './tree/comment-owner.ts';
import type { Collection } from './tree/tree.ts';

/** Returns the comments of each entry of a collection, with a line break between any two. */
export function entryComments(collection: Collection): string[] {
  if (collection.flow) separateFlow(collection);
  else separateBlock(collection);
  return collection.entries.map((entry) => {
    const text = `${entry.before}${renderMasked(entry)}${entry.after}\n${entry.afterSeparator}`;
    return commentsIn(text).join('\n');
  });
}
