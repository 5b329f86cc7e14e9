import { Resource } from '../../krm/resource.ts';
import { KrmError, yamlCode, type FileRef } from '../../krm/result.ts';
import {
  documentPiece,
  equalValues,
  hasPlainKeys,
  readDocument,
  YamlError,
  type SourceDocument,
  type Value,
} from '../../yaml/index.ts';
import { INNER_COMMENTS_LOST } from '../messages/combinations.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';
import { plainText } from '../text/merged-text.ts';
import { versionOf, type EntryVersion } from '../values/input.ts';
import { backwardMerge, forwardMerge, inOrder } from '../values/line-witness.ts';
import { losesComments } from '../values/lost-comments.ts';
import { mergeEntry } from '../values/merge-tree.ts';
import { hasMergedData } from '../values/merged-value.ts';
import { Place, type MergeSchema, type Refused } from '../values/place.ts';
import { canvasPiece, rewrittenPiece } from '../values/rewritten-piece.ts';
import { DocumentFindings, shownOf, textOf, type DocumentRules } from './document-findings.ts';
import { aliasesByLines, alternativesByLines, keepsAliases, readable, withFollowedAliases } from './merged-aliases.ts';
import type { MergedDocument } from './merged-document.ts';
import { mixedReferences } from './mixed-references.ts';
import { movedElements } from './moved-elements.ts';
import { settled } from './settled.ts';

/**
 * Merges the versions of a document. Composes the text of lines of its versions and reads it again. If this does not have
 * the merged data, edits local's text to have them.
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
 * Returns a merged document without conflicts in the lines of its merge by lines, if this is clean and has the same data in the
 * same order: each line and comment is then where the side that changed it has it. A merge that is clean both forward and in
 * reverse must have the same data both ways, and one that is clean only one way must be stable.
 */
function inTheirLines(
  merged: MergedDocument,
  documents: Sides<SourceDocument>,
  { schema }: DocumentRules,
): MergedDocument {
  const { text, data, conflictPaths } = merged;
  if (text === undefined || data === undefined || conflictPaths.length > 0) return merged;
  const texts = mapSides(documents, textOf);
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
 * Reports whether the lines of a merge stay the same if it is repeated. They do not replace a merged text that is a side: it may
 * be the result of an earlier merge.
 */
function isStable(lines: string, { base, theirs, local }: Sides<string>, text: string): boolean {
  if (text === theirs || text === local) return false;
  const again = [cleanMerges({ base, theirs, local: lines }), cleanMerges({ base, theirs: lines, local })];
  return again.every((found) => found.length > 0 && found.every((each) => each === lines));
}

/** Adds warnings about references that are combined of both sides, and about what one side may have moved and the other removed. */
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
 * Edits local's text to have the merged data. If this fails, or loses comments or aliases, the whole document is a conflict. A
 * document with aliases is merged by lines if that has the merged data.
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
  const isLossy = (text: string): boolean => losesComments(mapSides(documents, textOf), text);
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
  return side && textOf(side);
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
