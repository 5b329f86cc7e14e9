import { equalValues, isList, isMap, type Path, type SourceDocument, type Value } from '../../yaml/index.ts';
import { mapSides, type Sides } from '../sides.ts';
import { areArguments } from '../values/element-keys.ts';
import { losesComments } from '../values/lost-comments.ts';
import { hasMoves, isWithin } from '../values/own-order.ts';
import type { MergeSchema, Refused } from '../values/place.ts';
import { textOf, type DocumentRules } from './document-findings.ts';
import type { MergedDocument } from './merged-document.ts';
import { unsettledPaths, type MergeVersions } from './unsettled.ts';

/**
 * Merges a document so that a clean result stays the same if it is merged with either side again, and stays clean if the
 * sides are swapped. Comments, or else maps and lists, that break this rule become conflicts, since their merge is uncertain.
 * `mergeOnce`: merges versions, with conflicts in place of what is refused.
 */
export function settled(
  documents: Sides<SourceDocument>,
  rules: DocumentRules,
  mergeOnce: (versions: Sides<SourceDocument>, refused: Refused) => MergedDocument,
): MergedDocument {
  const paths = new Set<string>();
  let refused: Refused = { paths, comments: false };
  const isSymmetrical = rules.strictness.onDelete === 'conflict' && rules.isOwn === undefined && !rules.rules.hasPins;
  for (;;) {
    const merge = knowingBothWays(documents, (versions) => mergeOnce(versions, refused));
    const merged = merge(documents);
    const { isDelicate, guessesComments } = merged;
    if (!isDelicate && !guessesComments) return merged;
    const whole = oneSide(merged, documents, rules.schema);
    const isWhole = whole !== undefined && !guessesComments;
    if (isWhole && !(isSymmetrical && merge(swapped(documents)).conflictPaths.length > 0)) return whole;
    const unsettled = unsettledPaths(documents, merge, { isSymmetrical, schema: rules.schema }).map((path) =>
      JSON.stringify(path),
    );
    const found = unsettled.filter((path) => !paths.has(path));
    if (found.length === 0) return whole ?? merged;
    const turned = isSymmetrical && !guessesComments ? swappedSide(merged, documents, { merge, rules }) : undefined;
    if (turned !== undefined) return turned;
    if (guessesComments) refused = { paths, comments: true };
    else for (const path of found) paths.add(path);
  }
}

/** Returns a merge that merges some documents, and these with the sides swapped, only once. */
function knowingBothWays(documents: Sides<SourceDocument>, merge: MergeVersions): MergeVersions {
  const known: [versions: Sides<SourceDocument>, merged: MergedDocument][] = [];
  const ways = [documents, swapped(documents)];
  return (versions) => {
    const found = known.find(([each]) => isSame(each, versions));
    if (found !== undefined) return found[1];
    const merged = merge(versions);
    if (ways.some((way) => isSame(way, versions))) known.push([versions, merged]);
    return merged;
  };
}

function isSame(a: Sides<SourceDocument>, b: Sides<SourceDocument>): boolean {
  return a.base === b.base && a.theirs === b.theirs && a.local === b.local;
}

function swapped({ base, theirs, local }: Sides<SourceDocument>): Sides<SourceDocument> {
  return { base, theirs: local, local: theirs };
}

/** Returns a merged document as the side that is the merge with the sides swapped; undefined if that is not the version of a side. */
function swappedSide(
  merged: MergedDocument,
  documents: Sides<SourceDocument>,
  { merge, rules }: { readonly merge: MergeVersions; readonly rules: DocumentRules },
): MergedDocument | undefined {
  const turned = merge(swapped(documents));
  if (turned.data === undefined || turned.conflictPaths.length > 0 || turned.guessesComments) return undefined;
  const { value } = turned.data;
  const side = [documents.theirs, documents.local].find(
    (each) => each !== undefined && equalValues(each.value([], rules.schema.reader) ?? null, value),
  );
  const text = side && textOf(side);
  if (text === undefined || losesComments(mapSides(documents, textOf), text)) return undefined;
  return { ...merged, text: [text], data: { value } };
}

/**
 * Returns a merged document if one side has all edits of the other, in the order of that side. Returns undefined if neither
 * has, if the other side moved elements that this one did not, or if a comment would be lost.
 */
function oneSide(
  merged: MergedDocument,
  documents: Sides<SourceDocument>,
  { reader, kind }: MergeSchema,
): MergedDocument | undefined {
  const value = merged.data?.value ?? null;
  const valueOf = (document: SourceDocument | undefined): Value => document?.value([], reader) ?? null;
  const { theirs, local } = documents;
  if ([theirs, local].some((side) => equalValues(valueOf(side), value))) return merged;
  // Fields of a Kptfile that belong to the copy must not determine the order of others.
  if (kind === 'Kptfile') return undefined;
  const base = valueOf(documents.base);
  const side = [local, theirs].find((each) => {
    const other = each === local ? theirs : local;
    const isMoved = hasMoves(base, valueOf(other)) && !isWithin(valueOf(each), valueOf(other));
    return unordered(valueOf(each)) === unordered(value) && !isMoved;
  });
  const text = side && textOf(side);
  if (text === undefined || losesComments(mapSides(documents, textOf), text)) return undefined;
  return { ...merged, text: [text], data: { value: valueOf(side) } };
}

/** Returns a text that is equal for values with the same elements in any order, except for arguments. */
function unordered(value: Value, path: Path = []): string {
  if (isList(value)) {
    const texts = value.map((each) => unordered(each, path));
    return `[${(areArguments(path, [value]) ? texts : texts.toSorted()).join()}]`;
  }
  if (!isMap(value)) return `${typeof value} ${JSON.stringify(String(value))}`;
  const entries = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${unordered(each, [...path, key])}`,
  );
  return `{${entries.toSorted().join()}}`;
}
