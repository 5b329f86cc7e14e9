import {
  documentPiece,
  equalValues,
  hasPlainKeys,
  isMap,
  readStream,
  YamlError,
  type SourceDocument,
  type Value,
} from '../../yaml/index.ts';
import { groupOf } from '../../krm/resource.ts';
import type { EntryVersion } from './input.ts';
import type { EntryLines } from '../text/lines.ts';
import { hasConflict, mergeLines } from '../text/merge-lines.ts';
import { plainText, type MergedText } from '../text/merged-text.ts';
import type { Place } from './place.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';

/** Merges the top level of a document inside a string. */
type MergeTop = (
  sides: Sides<EntryVersion>,
  place: Place,
  column: number,
) => { readonly value: Value; readonly lines?: EntryLines | undefined } | undefined;

export interface MergedString {
  readonly value: string;
  /** The same text with its conflicts. */
  readonly text: MergedText;
}

/**
 * Merges multi-line strings that both sides changed: by structure if the key is the name of a YAML or JSON file, else by
 * lines. Returns undefined for other values and single-line strings.
 */
export function mergeString(values: Sides<Value>, place: Place, mergeTop: MergeTop): MergedString | undefined {
  const { base, theirs, local } = values;
  if (typeof base !== 'string' || typeof theirs !== 'string' || typeof local !== 'string') return undefined;
  const texts = { base, theirs, local };
  const embedded = /\.(?:ya?ml|json)$/.test(String(place.path.at(-1)))
    ? mergeEmbedded(texts, place, mergeTop)
    : undefined;
  if (embedded !== undefined) return embedded;
  if (!presentSides(texts).every((text) => text.includes('\n')) || isEncoded(place)) return undefined;
  const merged = mergeLines(texts);
  if (!hasConflict(merged)) return { value: plainText(merged), text: merged };
  const { taken } = place.conflict('lines', values);
  const text = mergeLines(texts, taken);
  return { value: plainText(text), text };
}

/** Reports whether a string is base64, which cannot be merged by lines: in a Secret or in `binaryData`. */
function isEncoded({ schema: { group, kind }, field }: Place): boolean {
  return (
    field.length === 2 && (field[0] === 'binaryData' || (field[0] === 'data' && group === '' && kind === 'Secret'))
  );
}

/**
 * Merges documents inside strings by structure; undefined if one is not a single document with a map or list, or has entries that
 * its data lack.
 */
function mergeEmbedded(texts: Sides<string>, place: Place, mergeTop: MergeTop): MergedString | undefined {
  const documents = mapSides(texts, documentIn);
  const { base, theirs, local } = documents;
  if (base === undefined || theirs === undefined || local === undefined) return undefined;
  const inputs = mapSides(documents, (document): EntryVersion => {
    const piece = documentPiece(document);
    return { piece, value: piece.value };
  });
  const [apiVersion, kind] = [local.value(['apiVersion']), local.value(['kind'])];
  const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : '';
  const type = { group, kind: typeof kind === 'string' ? kind : '' };
  const schema = { ...place.schema.of(type), reader: 'kubernetes' as const };
  return place.attempt(() => {
    const merged = mergeTop(inputs, place.asResource(schema), 0);
    if (merged?.lines === undefined) return undefined;
    const text = [...merged.lines.lead, ...merged.lines.text];
    const document = documentIn(plainText(text));
    const isMeant = document !== undefined && equalValues(document.value([]) ?? null, merged.value);
    return isMeant ? { value: withEndOf(texts.local ?? '', plainText(text)), text } : undefined;
  });
}

function documentIn(text: string): SourceDocument | undefined {
  try {
    const [document, ...others] = readStream(text.endsWith('\n') ? text : `${text}\n`).documents;
    const value = others.length === 0 ? document?.value([]) : undefined;
    const isCollection = isMap(value) || Array.isArray(value);
    return document !== undefined && isCollection && hasPlainKeys(document) ? document : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

/** Adds a final line break to a text if the model has one. */
function withEndOf(model: string, text: string): string {
  return model.endsWith('\n') ? text : text.replace(/\n$/, '');
}
