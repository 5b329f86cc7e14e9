import type { ClusterKind } from '../../src/index.ts';
import { itemTexts } from './item-texts.ts';

/** One page of a list of objects. */
export interface Page {
  readonly objects: readonly ListedObject[];
  /** What leads to the next page; '' on the last one. */
  readonly next: string;
}

interface ListedObject {
  readonly name: string;
  /** JSON with its apiVersion and kind, and numbers as the server wrote them. */
  readonly text: string;
}

/** What every list of objects has (meta/v1). Those of built-in kinds leave out what the list says for all. */
interface ObjectList {
  readonly metadata?: { readonly continue?: string };
  readonly items?: readonly { readonly kind?: string; readonly metadata?: { readonly name?: string } }[] | null;
}

/** Reads a page of a list of objects of one kind. Throws where it is something else. */
export function readPage(text: string, kind: ClusterKind): Page {
  const { metadata, items } = JSON.parse(text) as ObjectList;
  if (items === undefined) throw new SyntaxError('a list has items');
  const texts = itemTexts(text);
  const objects = (items ?? []).map((item, index) => ({
    name: item.metadata?.name ?? '',
    text: item.kind === undefined ? withKind(texts[index] ?? '{}', kind) : (texts[index] ?? '{}'),
  }));
  return { objects, next: metadata?.continue ?? '' };
}

function withKind(object: string, { apiVersion, kind }: ClusterKind): string {
  return `{"apiVersion":${JSON.stringify(apiVersion)},"kind":${JSON.stringify(kind)},${object.slice(1)}`;
}
