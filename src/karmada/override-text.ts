import { counted } from '../wording.ts';
import { editText, equalValues, YamlError, type Embedding, type Value } from '../yaml/index.ts';
import type { FieldOverrider } from './field-overrider.ts';
import { overrideDocument, OverriderError, type OverriderEffect } from './override-document.ts';

/** A text in a string, and the overriders that edit it, in order. */
export interface HeldText {
  readonly text: string;
  readonly encoding: Embedding['encoding'];
  /** True for a value of a Secret: no message names a key of it. */
  readonly isSecret: boolean;
  readonly overriders: readonly FieldOverrider[];
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

/** Applies overriders to a text: all, or none if a `test` does not hold. @throws OverriderError if one cannot be applied */
export function overrideText(held: HeldText): SettledText {
  const edited = runOnce(held);
  return edited.text === held.text ? { ...edited, again: edited } : settle(edited, held);
}

/** Maximum number of runs until the text is stable, while its data stay equal and only the style changes. */
const MAX_RUNS = 5;

/** Returns the text that a further run does not change, or the reason why there is none: it would change with every run. */
function settle(edited: OverriddenText, held: HeldText): SettledText {
  const unsettled = (reason: string): SettledText => ({ ...edited, again: edited, unsettled: reason });
  let { text } = edited;
  for (let run = 1; run < MAX_RUNS; run++) {
    const again = attempt(() => runOnce({ ...held, text }));
    if (again instanceof OverriderError)
      return unsettled(`edits must be repeatable: a second run would fail: ${again.message}`);
    if (again.text === text) return { ...edited, text, again };
    if (!equalValues(dataOf({ ...held, text: again.text }), dataOf({ ...held, text }))) break;
    text = again.text;
  }
  return unsettled(UNSETTLED);
}

const UNSETTLED =
  'edits must be repeatable: a second run would change this text again, since a list index may then lead to another ' +
  'element; replace the list or, in a FieldOverride, name the element or put a `test` before the operation';

function attempt(act: () => OverriddenText): OverriddenText | OverriderError {
  try {
    return act();
  } catch (error) {
    if (error instanceof OverriderError) return error;
    throw error;
  }
}

function dataOf({ text, encoding }: HeldText): Value {
  let data: readonly Value[] = [];
  editText(text, { format: 'yaml', encoding }, (documents) => {
    data = documents.map((document) => document.value([]) ?? null);
  });
  return data;
}

function runOnce(held: HeldText): OverriddenText {
  try {
    return applyAll(held);
  } catch (error) {
    if (error instanceof YamlError) throw new OverriderError(error.message);
    if (!(error instanceof OverriderError && error.isTest)) throw error;
    return { text: held.text, effects: [], notices: [], unmet: error.message };
  }
}

function applyAll({ text: before, encoding, isSecret, overriders }: HeldText): OverriddenText {
  let text = before;
  const effects: OverriderEffect[] = [];
  const notices: string[] = [];
  for (const overrider of overriders) {
    text = editText(text, { format: overrider.format, encoding }, (documents) => {
      const document = documents[overrider.document];
      if (document === undefined) throw new OverriderError(absentDocument(overrider.document, documents.length));
      effects.push(overrideDocument(document, overrider, isSecret));
      notices.push(...document.notices);
    });
  }
  return { text, effects, notices };
}

function absentDocument(wanted: number, count: number): string {
  if (count === 0) return 'the text is empty: it must contain a document';
  return `document ${wanted} does not exist: the text has ${counted(count, 'document')}, numbered from 0`;
}
