import { groupOf } from '../../krm/resource.ts';
import {
  documentPiece,
  equalValues,
  hasPlainKeys,
  isList,
  isMap,
  type Piece,
  readStream,
  type SourceDocument,
  type Value,
  YamlError,
} from '../../yaml/index.ts';
import { permissionCombined } from '../messages/combinations.ts';
import { unknownDirective } from '../messages/policies.ts';
import { type Take, TAKES } from '../policy/merge-rule.ts';
import { changedSide, mapSides, presentSides, type Sides } from '../sides.ts';
import { type EntryLines, isSameText } from '../text/lines.ts';
import { hasConflict, mergeLines } from '../text/merge-lines.ts';
import { type MergedText, plainText } from '../text/merged-text.ts';
import type { EntryMerge, EntryMerges } from './entry-merge.ts';
import { type EntryVersion, typeOf } from './input.ts';
import { hasAllEdits } from './judgement.ts';
import { haveLines, inLines, type LineMerge, lineWitness } from './line-witness.ts';
import { deletedByLocal, deletedByNew } from './merge-deletions.ts';
import { isConflictOfLists, mergeLists } from './merge-lists.ts';
import { mergeMaps } from './merge-maps.ts';
import { type Both, type Column, isSame, type Merged } from './merged-value.ts';
import { isOpenCollection } from './open-collections.ts';
import { grantedMore, isRuleOfPolicy } from './permissions.ts';
import type { Place } from './place.ts';
import { decide, kept } from './taken-version.ts';
import { leafLines, literalLines, written } from './written-lines.ts';

/**
 * Merges an entry of a map or list, or a whole document. Returns undefined if the result is its deletion. Merges the
 * data of the value and, separately, the text of the entries: the caller must compare the two.
 *
 * Throws a `YamlError` if the text cannot be composed: the data can still be merged without it.
 */
export function mergeEntry(sides: Sides<EntryVersion>, at: Place, column: Column): Merged | undefined {
  const { base, theirs, local } = sides;
  const place = at.withDirective(directiveOf(sides, at));
  const { take } = place;
  if (take === 'pin' || theirs === local) return kept(local, column);
  if (theirs === undefined && local === undefined) return undefined;
  if (base === undefined && (theirs === undefined || local === undefined)) return kept(theirs ?? local, column);
  if (local === undefined) return deletedByLocal(sides, place, column, mergeInside);
  if (theirs === undefined) return deletedByNew({ base, theirs: undefined, local }, place, column, mergeInside);
  return mergeBoth({ base, theirs, local }, place, column);
}

function mergeBoth(sides: Both, place: Place, column: Column): Merged | undefined {
  const { base, theirs, local } = sides;
  // The data of an entry whose text differs are not compared.
  const isUnchanged = (a: EntryVersion | undefined, b: EntryVersion | undefined): boolean =>
    column === undefined
      ? isSame(a, b) && hasSameOrder(a?.value, b?.value)
      : isSameText(a?.piece, b?.piece) && isSame(a, b);
  if (isUnchanged(theirs, base)) return kept(local, column);
  // What both sides changed in the value of the anchor is merged there.
  if (column !== undefined && areSameAlias(theirs.piece, local.piece) && !place.hasPins)
    return { value: local.value, lines: leafLines(sides, { taken: 'local', place, column }) };
  const isWhole = !place.hasPins || (typeof theirs.value !== 'object' && !place.pinsBelow);
  if (isWhole && isUnchanged(local, base)) return keptAt(theirs, local, column);
  if (isUnchanged(theirs, local)) {
    place.markCommonChange();
    return kept(local, column);
  }
  if (typeOf(theirs) === 'null' && base !== undefined && isOpenCollection(base.value, local.value, place))
    return deletedByNew({ base, theirs: undefined, local }, place, column, mergeInside) ?? kept(theirs, column);
  if (place.pinsBelow && !isSameKind(theirs.value, local.value)) return decide('edit/edit', sides, place, column);
  return mergeWitnessed(sides, place, column);
}

/** Reports whether the maps in equal data have their keys in the same order. */
function hasSameOrder(a: Value | undefined, b: Value | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  if (isList(a) && isList(b)) return a.every((each, index) => hasSameOrder(each, b[index]));
  if (!isMap(a) || !isMap(b)) return true;
  const keys = Object.keys(b);
  return Object.keys(a).every((key, index) => key === keys[index] && hasSameOrder(a[key], b[key]));
}

/** Reports whether two pieces are the same alias. */
function areSameAlias(a: Piece | undefined, b: Piece | undefined): boolean {
  const isAlias = a?.kind === 'leaf' && b?.kind === 'leaf' && a.body.startsWith('*');
  return isAlias && a.body === b.body;
}

/**
 * Merges the inside of an entry. If the result depends on a guess, the merge of the entry's lines must have the same
 * data, or all edits of both sides; otherwise the guess is a conflict. Guesses about comments alone are left to the
 * enclosing entry.
 */
function mergeWitnessed(sides: Both, place: Place, column: Column): Merged | undefined {
  if (place.guessing === 'guessed') return mergeInside(sides, place, column);
  // No enclosing entry can confirm a guess about a whole document.
  if (!haveLines(sides)) return mergeInside(sides, place.isResource ? place.withGuessing('refusing') : place, column);
  const [guesses, open] = [place.guesses, place.openConflicts];
  let known: { readonly witness: LineMerge | undefined } | undefined;
  const witnessed = (): LineMerge | undefined => (known ??= { witness: lineWitness(sides, place.schema) }).witness;
  const confirmed = place.attempt((): { readonly merged: Merged | undefined } | undefined => {
    const merged = mergeInside(sides, place.withGuessing('trying'), column);
    if (place.guesses.unconfirmed === guesses.unconfirmed) return { merged };
    const witness = place.openConflicts === open ? witnessed() : undefined;
    const { unconfirmed, openComments } = place.guesses;
    const hasComments = openComments > guesses.openComments;
    if (witness === undefined || merged === undefined || !equalValues(witness.value, merged.value)) {
      // A comment may have moved to another entry, which only more lines can show.
      const areComments = unconfirmed - guesses.unconfirmed === openComments - guesses.openComments;
      const mayWait = areComments && place.openConflicts === open && !place.isResource && place.guessing === 'trying';
      return mayWait ? { merged } : undefined;
    }
    place.confirmAllBut(guesses);
    return { merged: hasComments ? inLines(witness, column) : merged };
  });
  if (confirmed !== undefined) return confirmed.merged;
  const witness = witnessed();
  const values = mapSides(sides, ({ value }) => value);
  if (witness !== undefined && !place.hasPins && hasAllEdits(values, witness.value, place))
    return inLines(witness, column);
  return mergeInside(sides, place.withGuessing('refusing'), column);
}

function mergeInside(sides: Both, place: Place, column: Column): Merged | undefined {
  const { base, theirs } = sides;
  // Kubernetes treats null as absent.
  const isAbsent = base !== undefined && typeOf(base) === 'null' && typeOf(theirs) !== 'scalar';
  const from = isAbsent ? undefined : base;
  const types = presentSides({ ...sides, base: from }).map(typeOf);
  if (types.every((type) => type === 'map')) return mergeMaps({ ...sides, base: from }, place, column, MERGES);
  if (
    types.every((type) => type === 'list') &&
    (from !== undefined || place.take === 'union' || !isConflictOfLists(sides, place))
  )
    return mergeLists({ ...sides, base: from }, place, column, MERGES);
  return mergeLeaves(sides, place, column, mergeEntry);
}

const MERGES: EntryMerges = { certain: mergeEntry, guessed: mergeGuess };

function isSameKind(a: Value, b: Value): boolean {
  return isMap(a) === isMap(b) && isList(a) === isList(b);
}

/** Returns new's version, to be written at local's place. */
function keptAt(theirs: EntryVersion, local: EntryVersion, column: Column): Merged | undefined {
  // A flow-style collection in local cannot hold lines.
  return local.isMissing === true ? undefined : kept(theirs, column);
}

/** Merges an entry whose versions are paired only by likeness. */
function mergeGuess(sides: Sides<EntryVersion>, place: Place, column: Column): Merged | undefined {
  const { theirs, local } = sides;
  const isWhole = presentSides(sides).every(({ value }) => typeof value !== 'object' || value === null);
  const kind = theirs === undefined || local === undefined ? 'delete/change' : isWhole ? 'edit/edit' : 'identity';
  if (place.guessing === 'refusing' || isRuleOfPolicy(place)) {
    const open = place.openConflicts;
    const decided = decide(kind, sides, place, column);
    if (kind === 'identity' && place.openConflicts > open) tellOfPermission(sides, place);
    return decided;
  }
  place.guess();
  return mergeEntry(sides, place.withGuessing('guessed'), column);
}

/** Names what a rule of a Role would permit with the changes of both sides, if neither permits it alone. */
function tellOfPermission(sides: Sides<EntryVersion>, place: Place): void {
  let merged: Value | undefined;
  place.attempt(() => {
    merged = mergeEntry(sides, place.withGuessing('guessed'), undefined)?.value;
    return undefined;
  });
  const rules = mapSides(sides, ({ value }) => [value]);
  const granted = merged === undefined ? undefined : grantedMore(rules, [merged], place);
  if (granted !== undefined) place.warning('sides-combined', permissionCombined(granted));
}

const NAME = 'krm-variants-merge:';

/** Comment that decides a merge: `# krm-variants-merge: local`. */
const DIRECTIVE = new RegExp(String.raw`[ \t]#[ \t]*${NAME}[ \t]*(\S*)`);

/**
 * Returns the outcome that a comment on local's line requests for a whole entry. Ignores a comment that another version
 * also has: upstream does not decide what happens to local changes.
 */
function directiveOf({ base, theirs, local }: Sides<EntryVersion>, place: Place): Take | undefined {
  const text = directiveIn(local);
  if (text === undefined || text === directiveIn(base) || text === directiveIn(theirs)) return undefined;
  const take = TAKES.find((each) => each === text);
  if (take === undefined) place.warning('invalid-value', unknownDirective(text, TAKES));
  return take;
}

function directiveIn(input: EntryVersion | undefined): string | undefined {
  const { piece } = input ?? {};
  if (piece === undefined) return undefined;
  // The kind is known only once the value is parsed.
  if (!piece.text.includes(NAME)) return undefined;
  const text = piece.kind === 'leaf' ? piece.text : piece.head;
  if (!text.includes(NAME)) return undefined;
  const [line = ''] = text.split('\n', 1);
  return DIRECTIVE.exec(line)?.[1];
}

/** Merges values that are not both maps or both lists. */
function mergeLeaves(sides: Both, place: Place, column: Column, mergeInner: EntryMerge): Merged | undefined {
  const { base, theirs, local } = sides;
  const side = changedSide<EntryVersion>(sides, isSame);
  const isText = side !== undefined && isSame(theirs, base) && isSame(local, base);
  if (side === undefined) return mergeStrings(sides, place, column, mergeInner);
  const taken = isText ? (changedSide<EntryVersion>(sides, (a, b) => isSameText(a?.piece, b?.piece)) ?? 'local') : side;
  const { value } = sides[taken];
  if (column === undefined) return { value };
  return { value, lines: leafLines(sides, { taken, place, column }) };
}

/** Merges strings that both sides changed, by lines or structure. Other values are a conflict. */
function mergeStrings(sides: Both, place: Place, column: Column, mergeInner: EntryMerge): Merged | undefined {
  const open = place.openConflicts;
  const merged = mergeString(
    mapSides(sides, ({ value }) => value),
    place,
    mergeInner,
  );
  if (merged === undefined) return decide(sides.base === undefined ? 'add/add' : 'edit/edit', sides, place, column);
  const { value, text } = merged;
  const writing = { value, sides, place, hasConflict: place.openConflicts > open };
  const lines = column !== undefined && writing.hasConflict ? literalLines(text, { ...writing, column }) : undefined;
  return lines === undefined ? written({ ...writing, column }) : { value, lines };
}

/** Merges the top level of a document inside a string. */
type MergeTop = (
  sides: Sides<EntryVersion>,
  place: Place,
  column: number,
) => { readonly value: Value; readonly lines?: EntryLines | undefined } | undefined;

interface MergedString {
  readonly value: string;
  /** The same text with its conflicts. */
  readonly text: MergedText;
}

/**
 * Merges multi-line strings that both sides changed: by structure if the key is the name of a YAML or JSON file, else
 * by lines. Returns undefined for other values and single-line strings.
 */
function mergeString(values: Sides<Value>, place: Place, mergeTop: MergeTop): MergedString | undefined {
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
 * Merges documents inside strings by structure; undefined if one is not a single document with a map or list, or has
 * entries that its data lack.
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
