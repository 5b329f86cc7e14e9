import { attributeEdits } from '../krm/edit-origins.ts';
import { isSecretField } from '../krm/redaction.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import {
  describePath,
  evaluatePointer,
  formatPointer,
  type Operation,
  parsePointer,
  PatchError,
} from '../patch/index.ts';
import { counted } from '../wording.ts';
import {
  type EmbeddedText,
  type Embedding,
  equalValues,
  type LiteralText,
  type Path,
  readEmbedded,
  type Value,
  YamlError,
} from '../yaml/index.ts';
import type { FieldOverrider } from './field-overrider.ts';
import { reportLackingFields } from './lacking-field.ts';
import { overrideDocument, type OverriderEffect, OverriderError } from './override-document.ts';
import { OR_ONCE, type OverrideContext } from './overrider.ts';

/** Effects of overriders on a resource. */
export interface OverriddenFields {
  /** Effects of this run; empty if nothing changed. */
  readonly effects: readonly OverriderEffect[];
  /** Effects of a further run; undefined if a `test` does not hold then, which is reported. */
  readonly again: readonly OverriderEffect[] | undefined;
}

/** A field of a resource whose text overriders edit. */
interface Field {
  readonly path: Path;
  readonly overriders: readonly FieldOverrider[];
}

/** A field with its value. */
interface ReadField extends Field {
  /** The text in its lines, if overriders may be applied to these. */
  readonly lines: LiteralText | undefined;
  /** Returns the value; undefined if it is not a string. */
  readonly text: () => string | undefined;
}

/** A field whose edits need to be repeatable, or not. */
type OnceField = ReadField & Pick<HeldText, 'isOnce'>;

/** Parameters of overriders of fields. */
type FieldContext = Pick<OverrideContext, 'results' | 'isOnce'>;

/** Results of the overriders of a field. */
interface OverriddenField extends Pick<SettledText, 'effects' | 'notices' | 'unmet'> {
  readonly path: Path;
  readonly again: Pick<SettledText['again'], 'effects' | 'unmet'>;
  /** Writes the edited text; undefined if it stays the same. */
  readonly write: (() => void) | undefined;
}

/**
 * Applies the overriders whose field a resource has, in order: all, or none if a `test` does not hold. Returns
 * undefined if one cannot be applied, which is reported. The effects of overriders whose field the resource lacks are
 * missing: those without `ifMissing` are not reported.
 */
export function applyFieldOverriders(
  resource: Resource,
  overriders: readonly FieldOverrider[],
  { results, isOnce = false }: FieldContext,
): OverriddenFields | undefined {
  const fields = findFields(resource, overriders, results);
  if (fields === undefined) return undefined;
  const overridden = fields.flatMap((field) => overrideField(resource, { ...field, isOnce }, results) ?? []);
  if (overridden.length < fields.length) return undefined;
  const unmet = overridden.filter(({ again }) => again.unmet !== undefined);
  if (unmet.length === 0) warnOfMissing(resource, overridden, results);
  for (const { again, path } of unmet)
    results.info(`${UNMET}: ${again.unmet}`, { code: 'rule-skipped', resource, field: path });
  const isKept = overridden.some((each) => each.unmet !== undefined);
  const changed = isKept ? [] : overridden.filter(({ write }) => write !== undefined);
  for (const one of changed) writeText(resource, one, results);
  return {
    effects: changed.flatMap(({ effects }) => effects),
    again: unmet.length > 0 ? undefined : overridden.flatMap(({ again }) => again.effects),
  };
}

/** Info rather than a warning: the edit of an earlier run may be the reason. */
const UNMET = 'nothing to do, since a `test` does not hold';

/** Warns of what a further run finds missing: a later operation may have added it. */
function warnOfMissing(resource: Resource, overridden: readonly OverriddenField[], results: Results): void {
  for (const { again, path } of overridden) {
    const warning = again.effects.filter(({ overrider }) => overrider.ifMissing === 'warn');
    for (const message of warning.flatMap(({ skipped }) => skipped)) {
      results.warning(message, { code: 'target-missing', resource, field: path });
    }
  }
}

function writeText(resource: Resource, { path, effects, notices, write }: OverriddenField, results: Results): void {
  const origins = effects.filter(({ changed }) => changed > 0).map(({ overrider: { field } }) => ({ field }));
  attributeEdits(origins, resource, () => write?.());
  for (const notice of notices) results.notice(shown(notice, resource, path), { resource, field: path });
}

/** Returns a notice to show. It names an anchor, which must stay hidden in a Secret. */
function shown(notice: string, resource: Resource, path: Path): string {
  const isSecret = isSecretField(resource, path);
  return isSecret ? 'the value of an anchor was edited: its aliases replaced by copies of the old value' : notice;
}

/**
 * Returns the fields that overriders name, without those that the resource lacks. Returns undefined if a pointer names
 * several elements, or a field that must be there, which is reported.
 */
function findFields(
  resource: Resource,
  overriders: readonly FieldOverrider[],
  results: Results,
): readonly ReadField[] | undefined {
  // By path, since several pointers can lead to one element of a list.
  const fields = new Map<string, { readonly path: Path; readonly overriders: FieldOverrider[] }>();
  const lacking: FieldOverrider[] = [];
  for (const overrider of overriders) {
    const path = findField(resource, overrider, results);
    if (path === 'ambiguous') return undefined;
    if (path === undefined) lacking.push(overrider);
    if (path === undefined) continue;
    const field = fields.get(formatPointer(path));
    if (field !== undefined) field.overriders.push(overrider);
    else fields.set(formatPointer(path), { path, overriders: [overrider] });
  }
  const read = Array.from(fields.values(), (field) => readField(resource, field));
  return reportLackingFields(resource, lacking, results) === 'error' ? undefined : read;
}

/**
 * Returns the path of the field that an overrider names, if the resource has it. Reports a pointer to several elements.
 */
function findField(resource: Resource, overrider: FieldOverrider, results: Results): Path | 'ambiguous' | undefined {
  try {
    return evaluatePointer(resource.document, overrider.fieldPath, overrider);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    const field = describePath(resource.document, overrider);
    results.error(`${JSON.stringify(overrider.fieldPath)}: ${error.message}`, { code: 'rule-failed', resource, field });
    return 'ambiguous';
  }
}

function readField(resource: Resource, field: Field): ReadField {
  const { path, overriders } = field;
  const isForLines = replaceScalars(overriders) && encodingOf(resource, path) === 'text';
  const lines = isForLines ? resource.document.literal(path) : undefined;
  const value = lines === undefined ? resource.document.value(path) : undefined;
  const text = (): string | undefined => stringOf(lines === undefined ? value : resource.document.value(path));
  return { ...field, lines, text };
}

function stringOf(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function encodingOf({ kind, group }: Resource, [top]: Path): HeldText['encoding'] {
  const isBase64 = (kind === 'Secret' && top === 'data') || (kind === 'ConfigMap' && top === 'binaryData');
  return isBase64 && group === '' ? 'base64' : 'text';
}

/** Applies overriders to the text of a field. Returns undefined if one of them cannot be applied. */
function overrideField(resource: Resource, field: OnceField, results: Results): OverriddenField | undefined {
  return overrideInLines(field) ?? overrideString(resource, field, results);
}

/** Applies overriders to the lines of a text. Returns undefined if these do not suffice. */
function overrideInLines({ path, lines, overriders }: ReadField): OverriddenField | undefined {
  const effects = lines && overrideLines(lines, overriders);
  if (lines === undefined || effects === undefined) return undefined;
  return {
    path,
    effects,
    notices: [],
    again: { effects: effects.map((effect) => ({ ...effect, changed: 0 })) },
    write: lines.isEdited ? () => lines.write() : undefined,
  };
}

function overrideString(
  resource: Resource,
  { path, overriders, isOnce, ...field }: OnceField,
  results: Results,
): OverriddenField | undefined {
  const about = { resource, field: path };
  const text = field.text();
  if (text === undefined) {
    results.error('must be a string that holds JSON or YAML', { code: 'invalid-value', ...about });
    return undefined;
  }
  try {
    const held = {
      text,
      encoding: encodingOf(resource, path),
      isSecret: isSecretField(resource, path),
      overriders,
      isOnce,
    };
    const edit = overrideText(held);
    if (edit.unsettled !== undefined) results.error(edit.unsettled, { code: 'not-repeatable', ...about });
    return { ...edit, path, write: edit.text === text ? undefined : () => resource.document.set(path, edit.text) };
  } catch (error) {
    if (!(error instanceof OverriderError)) throw error;
    results.error(error.message, { code: 'rule-failed', ...about });
    return undefined;
  }
}

/** Reports whether overriders only replace values by scalars, in the first document of a YAML text. */
function replaceScalars(overriders: readonly FieldOverrider[]): boolean {
  return overriders.every(
    ({ format, document, operations, merges }) =>
      format === 'yaml' && document === 0 && merges.length === 0 && operations.every(isReplacement),
  );
}

function isReplacement({ op, value = null }: Operation): boolean {
  return op === 'replace' && isScalar(value);
}

function isScalar(value: Value): boolean {
  return value === null || typeof value !== 'object';
}

/**
 * Applies overriders that only replace values by scalars to the lines of a text, and returns their effects. A further
 * run finds the new values, so that it changes nothing. Returns undefined if a replacement is not certain; the lines
 * must not be written then.
 */
function overrideLines(
  lines: LiteralText,
  overriders: readonly FieldOverrider[],
): readonly OverriderEffect[] | undefined {
  const effects: OverriderEffect[] = [];
  for (const overrider of overriders) {
    let changed = 0;
    for (const { path, value = null } of overrider.operations) {
      const isChanged = lines.replace(parsePointer(path), value);
      if (isChanged === undefined) return undefined;
      if (isChanged) changed++;
    }
    effects.push({ overrider, changed, absent: [], skipped: [] });
  }
  return effects;
}

/** A text in a string, and the overriders that edit it, in order. */
interface HeldText {
  readonly text: string;
  readonly encoding: Embedding['encoding'];
  /** True for a value of a Secret: no message names a key of it. */
  readonly isSecret: boolean;
  readonly overriders: readonly FieldOverrider[];
  /** True if edits need not be repeatable. */
  readonly isOnce: boolean;
}

/** A text after one run of its overriders. */
interface OverriddenText {
  readonly text: string;
  readonly effects: readonly OverriderEffect[];
  /** Changes that edits had to make elsewhere in the text, a sentence each. */
  readonly notices: readonly string[];
  /** The `test` that does not hold and keeps the text unchanged; undefined if all hold. */
  readonly unmet?: string;
}

/** A text after its overriders, with the result of a further run, which changes nothing. */
interface SettledText extends OverriddenText {
  readonly again: OverriddenText;
  /** Why a further run would fail or change the data, which is an error; undefined if it would not. */
  readonly unsettled?: string;
}

/** A text after one run. */
interface Run extends OverriddenText {
  /** The same text, read; undefined if a `test` does not hold. */
  readonly read?: EmbeddedText;
}

/**
 * Applies overriders to a text: all, or none if a `test` does not hold. @throws OverriderError if one cannot be applied
 */
function overrideText(held: HeldText): SettledText {
  const edited = runOnce(held, held.text);
  return edited.text === held.text || held.isOnce ? { ...edited, again: edited } : settle(edited, held);
}

/** Maximum number of runs until the text is stable, while its data stay equal and only the style changes. */
const MAX_RUNS = 5;

/**
 * Returns the text that a further run does not change, or the reason why there is none: it would change with every run.
 */
function settle(edited: Run, held: HeldText): SettledText {
  const unsettled = (reason: string): SettledText => ({ ...edited, again: edited, unsettled: reason });
  let { text, read } = edited;
  for (let run = 1; run < MAX_RUNS; run++) {
    const again = attempt(() => runOnce(held, read ?? text));
    if (again instanceof OverriderError)
      return unsettled(`edits must be repeatable: a second run would fail: ${again.message}${OR_ONCE}`);
    if (again.text === text) return { ...edited, text, again };
    if (!equalValues(dataOf(held, again.text), dataOf(held, text))) break;
    ({ text, read } = again);
  }
  return unsettled(`${UNSETTLED}${OR_ONCE}`);
}

const UNSETTLED =
  'edits must be repeatable: a second run would change this text again, since a list index may then lead to another ' +
  'element; replace the list or, in a FieldOverride, name the element or put a `test` before the operation';

function attempt(act: () => Run): Run | OverriderError {
  try {
    return act();
  } catch (error) {
    if (error instanceof OverriderError) return error;
    throw error;
  }
}

function dataOf({ encoding }: HeldText, text: string): Value {
  return readEmbedded(text, { format: 'yaml', encoding }).documents.map((document) => document.value([]) ?? null);
}

/** Runs overriders on a text, or on one that was read, whose documents have no edits. */
function runOnce(held: HeldText, given: string | EmbeddedText): Run {
  const text = typeof given === 'string' ? given : given.content;
  const read = (): EmbeddedText => readEmbedded(text, { encoding: held.encoding, format: formatOf(held) });
  try {
    return applyUntried(held, typeof given === 'string' ? read() : given) ?? applyAll(held, read(), true);
  } catch (error) {
    if (error instanceof YamlError)
      throw new OverriderError(`${error.code === 'syntax' ? NO_YAML : ''}${error.message}`);
    if (!(error instanceof OverriderError && error.isTest)) throw error;
    return { text, effects: [], notices: [], unmet: error.message };
  }
}

const NO_YAML = 'the text is not YAML or JSON, and other formats, such as TOML, cannot be edited: ';

function formatOf({ overriders: [first] }: HeldText): Embedding['format'] {
  return first?.format ?? 'yaml';
}

/**
 * Applies all overriders without trying their operations first, since the text is discarded on an error. Returns
 * undefined if the first error may be another one in a trial.
 */
function applyUntried(held: HeldText, read: EmbeddedText): Run | undefined {
  try {
    return applyAll(held, read, false);
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    // The trial would have found a missing target or a `test` that does not hold in the same data.
    if (error instanceof OverriderError && read.documents.some(({ edits }) => edits.length > 0)) return undefined;
    throw error;
  }
}

function applyAll({ isSecret, overriders }: HeldText, read: EmbeddedText, tried: boolean): Run {
  const { documents } = read;
  const effects = overriders.map((overrider, index) => {
    if (index > 0) read.check(overrider.format);
    const document = documents[overrider.document];
    if (document === undefined) throw new OverriderError(absentDocument(overrider.document, documents.length));
    const effect = overrideDocument(document, overrider, { isSecret, tried });
    read.check(overrider.format);
    return effect;
  });
  const written = read.written();
  return { text: written.content, read: written, effects, notices: documents.flatMap(({ notices }) => notices) };
}

function absentDocument(wanted: number, count: number): string {
  if (count === 0) return 'the text is empty: it must contain a document';
  return `document ${wanted} does not exist: the text has ${counted(count, 'document')}, numbered from 0`;
}
