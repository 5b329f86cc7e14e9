import { counted } from '../wording.ts';
import { equalValues, readEmbedded, YamlError, type EmbeddedText, type Embedding, type Value } from '../yaml/index.ts';
import type { FieldOverrider } from './field-overrider.ts';
import { OR_ONCE } from './overrider.ts';
import { overrideDocument, OverriderError, type OverriderEffect } from './override-document.ts';

/** A text in a string, and the overriders that edit it, in order. */
export interface HeldText {
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
export interface SettledText extends OverriddenText {
  readonly again: OverriddenText;
  /** Why a further run would fail or change the data, which is an error; undefined if it would not. */
  readonly unsettled?: string;
}

/** A text after one run. */
interface Run extends OverriddenText {
  /** The same text, read; undefined if a `test` does not hold. */
  readonly read?: EmbeddedText;
}

/** Applies overriders to a text: all, or none if a `test` does not hold. @throws OverriderError if one cannot be applied */
export function overrideText(held: HeldText): SettledText {
  const edited = runOnce(held, held.text);
  return edited.text === held.text || held.isOnce ? { ...edited, again: edited } : settle(edited, held);
}

/** Maximum number of runs until the text is stable, while its data stay equal and only the style changes. */
const MAX_RUNS = 5;

/** Returns the text that a further run does not change, or the reason why there is none: it would change with every run. */
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
 * Applies all overriders without trying their operations first, since the text is discarded on an error. Returns undefined if
 * the first error may be another one in a trial.
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
