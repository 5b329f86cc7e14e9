import { canonicalText } from '../../pairing/align-equal.ts';
import {
  aliasesIn,
  anchorsIn,
  documentPiece,
  equalValues,
  hasDataBesideAliases,
  readDocument,
  YamlError,
  type SourceDocument,
  type Value,
} from '../../yaml/index.ts';
import { mergeBothWays } from '../values/line-witness.ts';
import type { MergeSchema } from '../values/place.ts';
import { hasConflict, mergeLines } from '../text/merge-lines.ts';
import { plainText, type Alternatives, type MergedText } from '../text/merged-text.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';

/** Text of a document, with its data. */
export interface DocumentText {
  readonly text: string;
  readonly value: Value;
}

/**
 * Returns a composed text if it has the merged data, apart from aliases that certainly follow their anchors: each
 * anchor is at the same place in all versions that have it. Returns undefined otherwise. `document`: the text as it
 * reads.
 */
export function withFollowedAliases(
  text: string,
  { documents, value, schema }: Merging,
  document = readDocument(text),
): DocumentText | undefined {
  const read = document.value([], schema.reader) ?? null;
  if (equalValues(read, value)) return { text, value: read };
  const isFollowing =
    document.hasAliases &&
    hasDataBesideAliases(document, value, schema.reader) &&
    presentSides(documents).every((side) => hasSameAnchors(document, side));
  return isFollowing ? { text, value: read } : undefined;
}

/** A merge of documents, with the merged data. */
interface Merging {
  readonly documents: Sides<SourceDocument>;
  readonly value: Value;
  readonly schema: MergeSchema;
}

/** Reports whether each alias of a merged document leads to the same place as in a version, if that has the anchor. */
function hasSameAnchors(merged: SourceDocument, version: SourceDocument): boolean {
  const [found, known] = [anchorsIn(merged), anchorsIn(version)];
  return [...new Set(aliasesIn(merged))].every((name) => {
    const [anchor, ...others] = found.filter((each) => each.name === name);
    const [before, ...more] = known.filter((each) => each.name === name);
    if (anchor === undefined || others.length > 0 || more.length > 0) return false;
    return before === undefined || equalValues(anchor.path, before.path) || isShifted(anchor, before);
  });
}

type Anchored = ReturnType<typeof anchorsIn>[number];

/** Reports whether an anchored value has another index in a list, but is otherwise the same. */
function isShifted(a: Anchored, b: Anchored): boolean {
  return equalValues(keysOf(a), keysOf(b)) && equalValues(a.value, b.value);
}

function keysOf({ path }: Anchored): Value {
  return path.map((step) => (typeof step === 'number' ? 0 : step));
}

/**
 * Returns the merge of a document by lines if it is clean, forward and in reverse, and has the merged data, apart from
 * aliases that certainly follow their anchors.
 */
export function aliasesByLines({ documents, value, schema }: Merging): DocumentText | undefined {
  const texts = mapSides(documents, (document) => documentPiece(document).text);
  if (presentSides(texts).length < 3) return undefined;
  const read = (merged: string): DocumentText | undefined =>
    readable(() => withFollowedAliases(merged, { documents, value, schema }));
  return mergeBothWays(texts, { read, dataOf: (each) => each.value });
}

/** Reports whether a merged text has all anchors and aliases, except those that a side removed. */
export function keepsAliases(documents: Sides<SourceDocument>, text: string): boolean {
  const { base, theirs, local } = mapSides(documents, marksOf);
  const merged = marksOf(readDocument(text));
  const times = (list: readonly string[] = [], mark: string): number => list.filter((each) => each === mark).length;
  return [...new Set([...(theirs ?? []), ...(local ?? [])])].every((mark) => {
    const [before, one, other] = [times(base, mark), times(theirs, mark), times(local, mark)];
    return times(merged, mark) >= (one === other ? one : one + other - before);
  });
}

/** Returns a text for each alias, and for each anchor with its value. */
function marksOf(document: SourceDocument): readonly string[] {
  const anchors = anchorsIn(document).map((each) => canonicalText([each.name, keysOf(each), each.value]));
  return [...anchors, ...aliasesIn(document).map((name) => `*${name}`)];
}

/**
 * Returns the merge of documents by lines, with the lines that both sides changed as alternatives. Returns one side as
 * a whole if there are no such lines, or if either alternative cannot be read.
 */
export function alternativesByLines(documents: Sides<SourceDocument>, taken: Alternatives['taken']): MergedText {
  const texts = mapSides(documents, (document) => documentPiece(document).text);
  const merged = mergeLines(texts, taken);
  const isShown =
    hasConflict(merged) &&
    (['theirs', 'local'] as const).every(
      (side) => readable(() => readDocument(plainText(mergeLines(texts, side))).value([])) !== undefined,
    );
  return isShown ? merged : [texts[taken] ?? ''];
}

/** Returns what is read of a text; undefined if the text is no YAML. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
