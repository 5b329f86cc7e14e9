import { Resource } from '../../krm/resource.ts';
import { type FileRef, KrmError, yamlCode } from '../../krm/result.ts';
import type { ListKeys } from '../../kubernetes-types.ts';
import { elementKey } from '../../pairing/list-keys.ts';
import {
  documentPiece,
  equalValues,
  hasPlainKeys,
  isList,
  isMap,
  type Path,
  readDocument,
  type SourceDocument,
  type Value,
  YamlError,
} from '../../yaml/index.ts';
import { INNER_COMMENTS_LOST } from '../messages/combinations.ts';
import { type FieldStep, scalarsOf } from '../policy/field-pattern.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';
import { plainText } from '../text/merged-text.ts';
import { areArguments } from '../values/element-keys.ts';
import { type EntryVersion, versionOf } from '../values/input.ts';
import { type SettledSteps, settledStepsAround } from '../values/keyed-path.ts';
import { backwardMerge, forwardMerge, inOrder } from '../values/line-witness.ts';
import { losesComments } from '../values/lost-comments.ts';
import { mergeEntry } from '../values/merge-tree.ts';
import { hasMergedData } from '../values/merged-value.ts';
import { hasMoves, isWithin } from '../values/own-order.ts';
import { type MergeSchema, Place, type Refused } from '../values/place.ts';
import { canvasPiece, rewrittenPiece } from '../values/rewritten-piece.ts';
import { DocumentFindings, type DocumentRules, shownOf, documentText } from './document-findings.ts';
import { aliasesByLines, alternativesByLines, keepsAliases, readable, withFollowedAliases } from './merged-aliases.ts';
import type { MergedDocument } from './merged-document.ts';
import { mixedReferences } from './mixed-references.ts';
import { movedElements } from './moved-elements.ts';

/**
 * Merges the versions of a document. Composes the text of lines of its versions and reads it again. If this does not
 * have the merged data, edits local's text to have them.
 */
export function mergeDocument(documents: Sides<SourceDocument>, file: FileRef, rules: DocumentRules): MergedDocument {
  try {
    const mergeOnce = (versions: Sides<SourceDocument>, refused: Refused): MergedDocument => {
      const refusing = { ...rules, refused };
      return compose(versions, file, refusing) ?? applyData(versions, file, refusing);
    };
    const merged = inTheirLines(settled(documents, rules, mergeOnce), documents, rules);
    return withWarnings(merged, documents, file, rules);
  } catch (error) {
    // A scalar that does not match its tag has no data.
    if (!(error instanceof YamlError)) throw error;
    throw new KrmError([{ severity: 'error', code: yamlCode(error), message: error.message, file }]);
  }
}

/**
 * Returns a merged document without conflicts in the lines of its merge by lines, if this is clean and has the same
 * data in the same order: each line and comment is then where the side that changed it has it. A merge that is clean
 * both forward and in reverse must have the same data both ways, and one that is clean only one way must be stable.
 */
function inTheirLines(
  merged: MergedDocument,
  documents: Sides<SourceDocument>,
  { schema }: DocumentRules,
): MergedDocument {
  const { text, data, conflictPaths } = merged;
  if (text === undefined || data === undefined || conflictPaths.length > 0) return merged;
  const texts = mapSides(documents, documentText);
  const found = presentSides(texts).length < 3 ? [] : cleanMerges(texts);
  const [lines] = found;
  const own = plainText(text);
  if (lines === undefined || lines === own) return merged;
  if (found.length === 1 && !isStable(lines, texts, own)) return merged;
  const wanted = inOrder(data.value);
  const isSame = found.every((each) => equalValues(inOrder(valueIn(each, schema) ?? null), wanted));
  return isSame ? { ...merged, text: [lines], lostComments: [] } : merged;
}

/** Returns the merges by lines, forward and in reverse, that are clean. */
function cleanMerges(texts: Sides<string>): readonly string[] {
  return [forwardMerge, backwardMerge].flatMap((merge) => merge(texts) ?? []);
}

/**
 * Reports whether the lines of a merge stay the same if it is repeated. They do not replace a merged text that is a
 * side: it may be the result of an earlier merge.
 */
function isStable(lines: string, { base, theirs, local }: Sides<string>, text: string): boolean {
  if (text === theirs || text === local) return false;
  const again = [cleanMerges({ base, theirs, local: lines }), cleanMerges({ base, theirs: lines, local })];
  return again.every((found) => found.length > 0 && found.every((each) => each === lines));
}

/**
 * Adds warnings about references that are combined of both sides, and about what one side may have moved and the other
 * removed.
 */
function withWarnings(
  merged: MergedDocument,
  documents: Sides<SourceDocument>,
  file: FileRef,
  { schema, rules }: DocumentRules,
): MergedDocument {
  const results = [...merged.results, ...merged.lostComments];
  if (merged.data === undefined) return { ...merged, results };
  const valueOf = (document: SourceDocument | undefined): Value => document?.value([], schema.reader) ?? null;
  const sides = (): readonly Value[] => [valueOf(documents.theirs), valueOf(documents.local)];
  const resource = new Resource(shownOf(documents), file);
  const moved = merged.hasCommonChange ? movedElements(mapSides(documents, valueOf), merged.data.value, resource) : [];
  const mixed = mixedReferences(sides, merged.data, { resource, rules });
  return { ...merged, results: [...results, ...moved, ...mixed] };
}

/**
 * Edits local's text to have the merged data. If this fails, or loses comments or aliases, the whole document is a
 * conflict. A document with aliases is merged by lines if that has the merged data.
 */
function applyData(documents: Sides<SourceDocument>, file: FileRef, rules: DocumentRules): MergedDocument {
  const { schema, strictness } = rules;
  const findings = new DocumentFindings(documents, file, rules);
  const top = new Place(findings, schema);
  const merged = mergeEntry(inputsOf(documents, schema), top, undefined);
  if (merged === undefined) return findings.merged(undefined, undefined);
  const { value } = merged;
  const hasAliases = presentSides(documents).some((document) => document.hasAliases);
  const lines = hasAliases ? aliasesByLines({ documents, value, schema }) : undefined;
  if (lines !== undefined) return findings.merged([lines.text], lines);
  const isLossy = (text: string): boolean => losesComments(mapSides(documents, documentText), text);
  const text = [edited(documents, value, schema), soleChange(documents, value, schema)].find(
    (each) =>
      each !== undefined && keepsAliases(documents, each) && !(strictness.onComment === 'conflict' && isLossy(each)),
  );
  if (text !== undefined) {
    if (isLossy(text)) top.lostComments(INNER_COMMENTS_LOST);
    return findings.merged([text], merged);
  }
  const values = mapSides(documents, (document) => document.value([], schema.reader));
  const { taken } = top.conflict(hasAliases ? 'lines' : 'invalid', values);
  const version = documents[taken];
  const data = version?.value([], schema.reader);
  return findings.merged(
    version && alternativesByLines(documents, taken),
    data === undefined ? undefined : { value: data },
  );
}

function inputsOf(documents: Sides<SourceDocument>, { reader }: MergeSchema): Sides<EntryVersion> {
  return mapSides(documents, (document) => versionOf(documentPiece(document, reader)));
}

/** Merges the lines of the versions. Returns undefined if the text does not have the merged data. */
function compose(documents: Sides<SourceDocument>, file: FileRef, rules: DocumentRules): MergedDocument | undefined {
  const findings = new DocumentFindings(documents, file, rules);
  const { schema } = rules;
  try {
    const merged = mergeEntry(inputsOf(documents, schema), new Place(findings, schema), 0);
    if (merged === undefined) return findings.merged(undefined, undefined);
    const text = [...(merged.lines?.lead ?? []), ...(merged.lines?.text ?? [])];
    const plain = plainText(text);
    const document = readDocument(plain);
    if (hasMergedData(documentPiece(document, schema.reader), merged)) return findings.merged(text, merged);
    const read = withFollowedAliases(plain, { documents, value: merged.value, schema }, document);
    return read && findings.merged(text, read);
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

/** Edits the text of one side to have other data, with the text of values from the other; undefined if this fails. */
function edited(documents: Sides<SourceDocument>, value: Value, schema: MergeSchema): string | undefined {
  return readable(() => {
    const pieces = mapSides(documents, (document) => documentPiece(document));
    const canvas = canvasPiece(pieces, schema) ?? documentPiece(shownOf(documents));
    const text = rewrittenPiece(canvas, value, schema, canvas === pieces.theirs ? pieces.local : pieces.theirs);
    return hasData(text, value, schema) ? text : undefined;
  });
}

/** Returns the text of the only side that changed data, if these are the merged data; undefined otherwise. */
function soleChange(
  { base, theirs, local }: Sides<SourceDocument>,
  value: Value,
  { reader }: MergeSchema,
): string | undefined {
  const isData = (document: SourceDocument | undefined, data: Value): boolean =>
    equalValues(document?.value([], reader) ?? null, data);
  const before = base?.value([], reader) ?? null;
  const side = [local, theirs].find((each) => isData(each, value) && isData(each === local ? theirs : local, before));
  return side && documentText(side);
}

function hasData(text: string, value: Value, { reader }: MergeSchema): boolean {
  return equalValues(readDocument(text).value([], reader) ?? null, value);
}

/** Returns the data of a text; undefined if it is not a document with data of its own. */
function valueIn(text: string, { reader }: MergeSchema): Value | undefined {
  return readable(() => {
    const document = readDocument(text);
    return hasPlainKeys(document) ? document.value([], reader) : undefined;
  });
}

/**
 * Merges a document so that a clean result stays the same if it is merged with either side again, and stays clean if
 * the sides are swapped. Comments, or else maps and lists, that break this rule become conflicts, since their merge is
 * uncertain. `mergeOnce`: merges versions, with conflicts in place of what is refused.
 */
function settled(
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
    const found = known.find(([each]) => haveSameDocuments(each, versions));
    if (found !== undefined) return found[1];
    const merged = merge(versions);
    if (ways.some((way) => haveSameDocuments(way, versions))) known.push([versions, merged]);
    return merged;
  };
}

function haveSameDocuments(a: Sides<SourceDocument>, b: Sides<SourceDocument>): boolean {
  return a.base === b.base && a.theirs === b.theirs && a.local === b.local;
}

function swapped({ base, theirs, local }: Sides<SourceDocument>): Sides<SourceDocument> {
  return { base, theirs: local, local: theirs };
}

/**
 * Returns a merged document as the side that is the merge with the sides swapped; undefined if that is not the version
 * of a side.
 */
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
  const text = side && documentText(side);
  if (text === undefined || losesComments(mapSides(documents, documentText), text)) return undefined;
  return { ...merged, text: [text], data: { value } };
}

/**
 * Returns a merged document if one side has all edits of the other, in the order of that side. Returns undefined if
 * neither has, if the other side moved elements that this one did not, or if a comment would be lost.
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
  const text = side && documentText(side);
  if (text === undefined || losesComments(mapSides(documents, documentText), text)) return undefined;
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

/** Merges the versions of a document. */
type MergeVersions = (documents: Sides<SourceDocument>) => MergedDocument;

/**
 * Returns the paths of uncertain maps and lists in a clean merge: those that change if the result is merged with either
 * side again. `isSymmetrical`: also those that are a conflict if the sides are swapped, before or after.
 */
function unsettledPaths(
  { base, theirs, local }: Sides<SourceDocument>,
  merge: MergeVersions,
  { isSymmetrical, schema }: { readonly isSymmetrical: boolean; readonly schema: MergeSchema },
): readonly SettledSteps[] {
  if (base === undefined || theirs === undefined || local === undefined) return [];
  const ways = isSymmetrical ? [merge({ base, theirs: local, local: theirs })] : [];
  return [merge({ base, theirs, local }), ...ways].flatMap(({ text, data, conflictPaths }) => {
    if (conflictPaths.length > 0 || text === undefined) return conflictPaths;
    const merged = readDocument(plainText(text));
    return [theirs, local].flatMap((side): readonly SettledSteps[] => {
      const again = merge({ base, theirs: side, local: merged });
      if (again.conflictPaths.length > 0) return again.conflictPaths;
      const difference = firstDifference(data?.value ?? null, again.data?.value ?? null, schema);
      if (difference !== undefined) return [difference];
      return isSymmetrical ? merge({ base, theirs: merged, local: side }).conflictPaths : [];
    });
  });
}

/**
 * Returns the steps to the map or list around the first entry, or element, in which two values differ; undefined if
 * they are equal.
 */
function firstDifference(one: Value, other: Value, schema: MergeSchema): SettledSteps | undefined {
  const path: (string | number)[] = [];
  const steps: FieldStep[] = [];
  let [a, b] = [one, other];
  if (equalValues(a, b)) return undefined;
  for (;;) {
    const step = isList(a) && isList(b) ? differentElement(a, b, schema.listKeys(path)) : differentKey(a, b);
    if (step === undefined) break;
    path.push(step);
    if (typeof step === 'string') steps.push(step);
    else steps.push({ index: step, scalars: scalarsOf(isList(a) ? (a[step] ?? null) : null), foundKey: undefined });
    [a, b] = [entryOf(a, step), entryOf(b, step)];
  }
  return settledStepsAround(path, steps, schema);
}

/**
 * Returns the index of the first element that differs; undefined unless both lists have the same keys in the same
 * order.
 */
function differentElement(
  a: readonly Value[],
  b: readonly Value[],
  keys: ListKeys | 'set' | undefined,
): number | undefined {
  if (keys === undefined || keys === 'set' || a.length !== b.length) return undefined;
  const haveKeys = a.every((element, index) => {
    const key = elementKey(element, keys);
    return key !== undefined && key === elementKey(b[index] ?? null, keys);
  });
  return haveKeys ? a.findIndex((element, index) => !equalValues(element, b[index] ?? null)) : undefined;
}

function differentKey(a: Value, b: Value): string | undefined {
  if (!isMap(a) || !isMap(b)) return undefined;
  return Object.keys({ ...a, ...b }).find((key) => !equalValues(a[key] ?? null, b[key] ?? null));
}

function entryOf(value: Value, step: string | number): Value {
  if (isList(value)) return value[Number(step)] ?? null;
  return isMap(value) ? (value[step] ?? null) : null;
}
