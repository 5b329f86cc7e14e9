import type { ClusterKind } from '../../src/krm/index.ts';
import { itemTexts } from './item-texts.ts';

/** One page of a list of objects. */
export interface Page {
  readonly objects: readonly ListedObject[];
  /** Token of the next page; '' on the last one. */
  readonly next: string;
}

interface ListedObject {
  readonly name: string;
  /** JSON with its apiVersion and kind, and numbers as the server wrote them. */
  readonly text: string;
}

/** List of objects (meta/v1). Objects of built-in kinds omit the apiVersion and kind that follow from the list. */
interface ObjectList {
  readonly metadata?: { readonly continue?: string };
  readonly items?: readonly (Partial<ClusterKind> & { readonly metadata?: { readonly name?: string } })[] | null;
}

/** Reads a page of a list of objects of one kind. Throws if the text is not such a list. */
export function readPage(text: string, kind: ClusterKind): Page {
  const { metadata, items } = JSON.parse(text) as ObjectList;
  if (items === undefined) throw new SyntaxError('a list has items');
  const texts = itemTexts(text);
  if (texts.length !== (items ?? []).length) throw new SyntaxError('a list has no other array');
  const objects = (items ?? []).map((item, index) => {
    return { name: item.metadata?.name ?? '', text: withKind(texts[index] ?? '', item, kind) };
  });
  return { objects, next: metadata?.continue ?? '' };
}

function withKind(object: string, own: Partial<ClusterKind>, { apiVersion, kind }: ClusterKind): string {
  if (own.apiVersion === apiVersion && own.kind === kind) return object;
  if (own.apiVersion !== undefined || own.kind !== undefined)
    throw new SyntaxError('objects are of the kind of their list');
  return `{"apiVersion":${JSON.stringify(apiVersion)},"kind":${JSON.stringify(kind)},${object.slice(1)}`;
}
