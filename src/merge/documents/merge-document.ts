import { formatFieldPath } from '../../krm/field-path.ts';
import { isSecretField, redact, REDACTED } from '../../krm/redaction.ts';
import { SecretValues } from '../../krm/secret-values.ts';
import { Resource } from '../../krm/resource.ts';
import { makeResult } from '../../krm/results.ts';
import { KrmError, type FileRef, type Result } from '../../krm/result.ts';
import {
  documentPiece,
  equalValues,
  isList,
  isMap,
  readDocument,
  YamlError,
  type Path,
  type SourceDocument,
  type Value,
} from '../../yaml/index.ts';
import { decisionMessage, type Answer, type Conflict, type ConflictKind } from '../policy/conflict.ts';
import { areArguments } from '../values/element-keys.ts';
import { versionOf, type EntryVersion } from '../values/input.ts';
import { hasMergedData, type Merged } from '../values/merged-value.ts';
import { INNER_COMMENTS_LOST, losesComments } from '../values/lost-comments.ts';
import { plainText, type MergedText } from '../text/merged-text.ts';
import { mergeEntry } from '../values/merge-tree.ts';
import { aliasesByLines, alternativesByLines, keepsAliases, withFollowedAliases } from './merged-aliases.ts';
import type { MergedDocument } from './merged-document.ts';
import { keyedPath } from '../values/keyed-path.ts';
import { movedElements } from './moved-elements.ts';
import { mixedReferences } from './mixed-references.ts';
import type { SubjectRules, Take } from '../policy/merge-rule.ts';
import { hasMoves, isWithin } from '../values/own-order.ts';
import {
  Place,
  type Decision,
  type MergeFindings,
  type MergeSchema,
  type Refused,
  type Strictness,
} from '../values/place.ts';
import { rewrittenPiece } from '../values/rewritten-piece.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';
import { unsettledPaths, type MergeVersions } from './unsettled.ts';

/** Decisions for the merge of a document if the sides differ. */
export interface DocumentRules {
  /** Returns the version to take; undefined leaves the conflict open. */
  answer(conflict: Conflict): Answer | undefined;
  /** Rules for the document. */
  readonly rules: SubjectRules;
  /** Reports whether a field belongs to the copy, so that local's value stays. */
  readonly isOwn: ((path: Path) => boolean) | undefined;
  readonly schema: MergeSchema;
  readonly strictness: Strictness;
  /** Default: nothing. */
  readonly refused?: Refused;
}

/**
 * Merges the versions of a document. Composes the text of lines of its versions and reads it again. If this does not have
 * the merged data, edits local's text to have them.
 */
export function mergeDocument(documents: Sides<SourceDocument>, file: FileRef, rules: DocumentRules): MergedDocument {
  try {
    return withWarnings(settled(documents, file, rules), documents, file, rules);
  } catch (error) {
    // A scalar that does not match its tag has no data.
    if (!(error instanceof YamlError)) throw error;
    throw new KrmError([{ severity: 'error', message: error.message, file }]);
  }
}

/** Adds warnings about references that are combined of both sides, and about what one side may have moved and the other removed. */
function withWarnings(
  merged: MergedDocument,
  documents: Sides<SourceDocument>,
  file: FileRef,
  { schema, rules }: DocumentRules,
): MergedDocument {
  if (merged.data === undefined) return merged;
  const valueOf = (document: SourceDocument | undefined): Value => document?.value([], schema.reader) ?? null;
  const sides = (): readonly Value[] => [valueOf(documents.theirs), valueOf(documents.local)];
  const resource = new Resource(shownOf(documents), file);
  const moved = merged.hasCommonChange ? movedElements(mapSides(documents, valueOf), merged.data.value, resource) : [];
  const mixed = mixedReferences(sides, merged.data, { resource, rules });
  return { ...merged, results: [...merged.results, ...moved, ...mixed] };
}

/**
 * Merges a document so that a clean result stays the same if it is merged with either side again, and stays clean if the
 * sides are swapped. Comments, or else maps and lists, that break this rule become conflicts, since their merge is uncertain.
 */
function settled(documents: Sides<SourceDocument>, file: FileRef, rules: DocumentRules): MergedDocument {
  const paths = new Set<string>();
  let refused: Refused = { paths, comments: false };
  const isSymmetrical = rules.strictness.onDelete === 'conflict' && rules.isOwn === undefined && !rules.rules.hasPins;
  const merge: MergeVersions = (three) => mergeOnce(three, file, { ...rules, refused });
  for (;;) {
    const merged = merge(documents);
    const { isDelicate, guessesComments } = merged;
    if (!isDelicate && !guessesComments) return merged;
    const whole = oneSide(merged, documents, rules.schema);
    const isWhole = whole !== undefined && !guessesComments;
    if (isWhole && !(isSymmetrical && conflictsSwapped(documents, merge))) return whole;
    const unsettled = unsettledPaths(documents, merge, { isSymmetrical }).map((path) => JSON.stringify(path));
    const found = unsettled.filter((path) => !paths.has(path));
    if (found.length === 0) return whole ?? merged;
    const turned = isSymmetrical && !guessesComments ? swappedSide(merged, documents, { merge, rules }) : undefined;
    if (turned !== undefined) return turned;
    if (guessesComments) refused = { paths, comments: true };
    else for (const path of found) paths.add(path);
  }
}

function conflictsSwapped(documents: Sides<SourceDocument>, merge: MergeVersions): boolean {
  return merge(swapped(documents)).conflictPaths.length > 0;
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

function mergeOnce(documents: Sides<SourceDocument>, file: FileRef, rules: DocumentRules): MergedDocument {
  return compose(documents, file, rules) ?? applyData(documents, file, rules);
}

/**
 * Edits local's text to have the merged data. If this fails, or loses comments or aliases, the whole document is a conflict. A
 * document with aliases is merged by lines if that has the merged data.
 */
function applyData(documents: Sides<SourceDocument>, file: FileRef, rules: DocumentRules): MergedDocument {
  const { schema, strictness } = rules;
  const findings = new Findings(documents, file, rules);
  const merged = mergeEntry(inputsOf(documents, schema), new Place(findings, schema), undefined);
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
    if (isLossy(text)) findings.warning([], INNER_COMMENTS_LOST);
    return findings.merged([text], merged);
  }
  const values = mapSides(documents, (document) => document.value([], schema.reader));
  const { taken } = findings.conflict(hasAliases ? 'lines' : 'invalid', new Place(findings, schema), values);
  const version = documents[taken];
  const data = version?.value([], schema.reader);
  return findings.merged(
    version && alternativesByLines(documents, taken),
    data === undefined ? undefined : { value: data },
  );
}

/** Returns local's version, or else the one that exists. */
function shownOf({ base, theirs, local }: Sides<SourceDocument>): SourceDocument {
  const shown = local ?? theirs ?? base;
  if (shown === undefined) throw new Error('a document has a version');
  return shown;
}

function inputsOf(documents: Sides<SourceDocument>, { reader }: MergeSchema): Sides<EntryVersion> {
  return mapSides(documents, (document) => versionOf(documentPiece(document, reader)));
}

function textOf(document: SourceDocument): string {
  return documentPiece(document).text;
}

/** Merges the lines of the versions. Returns undefined if the text does not have the merged data. */
function compose(documents: Sides<SourceDocument>, file: FileRef, rules: DocumentRules): MergedDocument | undefined {
  const findings = new Findings(documents, file, rules);
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

/** Edits local's text to have other data, with the text of values from new; undefined if this fails. */
function edited(documents: Sides<SourceDocument>, value: Value, schema: MergeSchema): string | undefined {
  try {
    const theirs = documents.theirs && documentPiece(documents.theirs);
    const text = rewrittenPiece(documentPiece(shownOf(documents)), value, schema, theirs);
    return hasData(text, value, schema) ? text : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
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

/** Conflicts and messages of one document. */
class Findings implements MergeFindings {
  readonly rules: DocumentRules;
  readonly #documents: Sides<SourceDocument>;
  readonly #resource: Resource;
  readonly #file: FileRef;
  #secrets: SecretValues | undefined;
  readonly #conflicts: Conflict[] = [];
  readonly #results: Result[] = [];
  readonly #paths: Path[] = [];
  unconfirmed = 0;
  openComments = 0;
  isDelicate = false;
  guessesComments = false;
  hasCommonChange = false;

  constructor(documents: Sides<SourceDocument>, file: FileRef, rules: DocumentRules) {
    this.rules = rules;
    this.#documents = documents;
    this.#resource = new Resource(shownOf(documents), { path: file.path, index: file.index });
    this.#file = file;
  }

  conflict(kind: ConflictKind, place: Place, values: Sides<Value>, texts?: Sides<string>): Decision {
    const { path } = place;
    const ref = this.#resource.ref;
    const redacted = this.#redacted(path, values);
    const field = formatFieldPath(path);
    const keyedField = keyedPath(place, this.rules.schema);
    const conflict: Conflict = {
      kind,
      file: this.#file,
      ...(ref && { resource: ref }),
      ...(path.length > 0 && { field }),
      ...(keyedField !== field && { keyedField }),
      values: redacted,
      ...(texts && {
        texts: mapSides(texts, (text, side) => (Object.is(redacted[side], values[side]) ? text : undefined)),
      }),
    };
    this.#paths.push(path);
    const answer = this.#answer(conflict, place);
    if (answer === undefined) this.#conflicts.push(conflict);
    else this.warning(path, decisionMessage(answer));
    return { taken: answer ?? 'local', isOpen: answer === undefined };
  }

  /** Redacts values at a path that is secret in any version, and elsewhere the values of Secrets in any version. */
  #redacted(path: Path, values: Sides<Value>): Sides<Value> {
    const documents = presentSides(this.#documents);
    const isHidden = documents.some((document) => isSecretField(new Resource(document), path));
    if (isHidden) return mapSides(values, () => REDACTED);
    const secrets = (this.#secrets ??= new SecretValues(documents.map((document) => document.value([]) ?? null)));
    return mapSides(values, (value) => secrets.redactData(redact(value, path, this.#resource)));
  }

  redacted(path: Path, value: Value): Value {
    return this.#redacted(path, { base: undefined, theirs: undefined, local: value }).local ?? null;
  }

  get openConflicts(): number {
    return this.#conflicts.length;
  }

  get conflicts(): number {
    return this.#paths.length;
  }

  attempt<T>(merge: () => T | undefined): T | undefined {
    const [conflicts, results, paths] = [this.#conflicts.length, this.#results.length, this.#paths.length];
    const { unconfirmed, openComments } = this;
    const merged = merge();
    if (merged === undefined) {
      this.unconfirmed = unconfirmed;
      this.openComments = openComments;
      this.#conflicts.length = conflicts;
      this.#paths.length = paths;
      this.#results.length = results;
    }
    return merged;
  }

  warning(path: Path, message: string): void {
    this.#add('warning', path, message);
  }

  info(path: Path, message: string): void {
    this.#add('info', path, message);
  }

  get refused(): Refused {
    return this.rules.refused ?? { paths: new Set(), comments: false };
  }

  get strictness(): Strictness {
    return this.rules.strictness;
  }

  get hasPins(): boolean {
    return this.rules.isOwn !== undefined || this.rules.rules.hasPins;
  }

  pinsBelow({ steps }: Place): boolean {
    return this.rules.rules.pinsBelow(steps);
  }

  takeAt({ path, steps }: Place): Take | undefined {
    return this.rules.isOwn?.(path) === true ? 'pin' : this.rules.rules.takeAt(steps);
  }

  #answer(conflict: Conflict, { take, directive, steps }: Place): Answer | undefined {
    if (take === undefined) return this.rules.answer(conflict);
    if (directive === undefined) this.rules.rules.use(steps);
    return take === 'new' ? 'theirs' : 'local';
  }

  /** Returns a merged document with all findings. */
  merged(text: MergedText | undefined, data: Merged | undefined): MergedDocument {
    const hasConflict = this.#paths.length > 0;
    return {
      text,
      data,
      conflicts: this.#conflicts,
      conflictPaths: this.#paths,
      isDelicate: this.isDelicate && !hasConflict,
      guessesComments: this.guessesComments && !hasConflict,
      hasCommonChange: this.hasCommonChange,
      results: this.#results,
    };
  }

  #add(severity: 'warning' | 'info', path: Path, message: string): void {
    const about = { resource: this.#resource, ...(path.length > 0 && { field: path }) };
    this.#results.push(makeResult(severity, message, about));
  }
}
