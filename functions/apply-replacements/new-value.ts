import type { NewValue, SourceDocument } from '../../src/yaml/index.ts';
import type { Place } from './places.ts';
import type { FieldOptions } from './replacement.ts';
import { isOldBoolean, plainNode, plainType, scalarAt, type ScalarText, type ScalarType } from './scalar.ts';
import type { SourceValue } from './source-value.ts';

/** Value of a target. */
export interface Replaced {
  readonly value: NewValue;
  /** Says what the original would write otherwise. */
  readonly difference?: string;
  /** True if a further run would change the field again. */
  readonly isGrowing?: boolean;
}

/**
 * Returns the value that a place gets, or the reason why it can get none. `keepsType`: true for newer versions of
 * Kustomize, in which a scalar keeps its type and gets only another text; in older ones, it gets the type of the
 * source, too.
 */
export function newValueOf(
  document: SourceDocument,
  place: Place,
  source: SourceValue,
  { options, keepsType }: { readonly options: FieldOptions; readonly keepsType: boolean },
): Replaced | string {
  const old = place.creation === undefined ? scalarAt(document, place.path) : undefined;
  const { scalar } = source;
  const joined = joinTexts(place, old, scalar, options);
  if (typeof joined === 'string') return joined;
  if (scalar === undefined) {
    const isLost = keepsType && old !== undefined;
    return {
      value: source.node,
      ...(isLost && { difference: 'the original would write an empty text instead of a map or list' }),
    };
  }
  const text = joined?.text ?? scalar.text;
  const isWhole = joined === undefined && source.part === undefined;
  const growth = joined?.isGrowing === true ? { isGrowing: true } : {};
  return { ...typedValue({ ...scalar, text }, { place, old, keepsType, source, isWhole }), ...growth };
}

interface Joined {
  readonly text: string;
  readonly isGrowing: boolean;
}

/** Puts a text into the parts of another one. Undefined if the options ask for no parts; a text is what prevents it. */
function joinTexts(
  { creation }: Place,
  old: ScalarText | undefined,
  scalar: ScalarText | undefined,
  { delimiter = '', index = 0 }: FieldOptions,
): Joined | string | undefined {
  if (delimiter === '') return undefined;
  const base = creation === undefined ? old?.text : creation.isMap ? undefined : creation.text;
  if (base === undefined) return 'a map or list has no parts: `delimiter` needs a text';
  if (scalar === undefined) return 'the source is a map or list, which cannot be a part: `delimiter` needs a text';
  const text = withPart(base, scalar.text, delimiter, index);
  return { text, isGrowing: withPart(text, scalar.text, delimiter, index) !== text };
}

function withPart(text: string, part: string, delimiter: string, index: number): string {
  const parts = text.split(delimiter);
  if (index < 0) return [part, ...parts].join(delimiter);
  if (index >= parts.length) return [...parts, part].join(delimiter);
  return parts.with(index, part).join(delimiter);
}

interface Target {
  readonly place: Place;
  /** Scalar that is replaced; undefined for a map, a list, and a new field. */
  readonly old: ScalarText | undefined;
  readonly keepsType: boolean;
  readonly source: SourceValue;
  /** True if the text is the whole one of the source. */
  readonly isWhole: boolean;
}

/** Returns a text with the type that it has in the target. */
function typedValue(scalar: ScalarText, { place, old, keepsType, source, isWhole }: Target): Replaced {
  if (keepsType && old !== undefined) return textAs(scalar.text, old, scalar);
  const isUntyped = keepsType && place.creation !== undefined && !place.creation.isMap;
  const written = isWhole ? { value: source.node } : textAs(scalar.text, scalar, scalar);
  const isOther = scalar.type === 'string' && isNoString(scalar.text);
  if (isUntyped && isOther)
    return { ...written, difference: 'the original would write a string without quotes, so that it has another type' };
  return isUntyped && !isWhole ? { value: written.value } : written;
}

/** Reports whether a text without quotes has another type than string to Kubernetes. */
function isNoString(text: string): boolean {
  return (plainType(text) !== 'string' && plainType(text) !== 'timestamp') || isOldBoolean(text);
}

/** Returns a text with a type; with that of the source if the text does not fit it. */
function textAs(text: string, { type, isPlain }: ScalarText, source: ScalarText): Replaced {
  if (type === 'string') {
    if (!isPlain || !isOldBoolean(text)) return { value: text };
    return {
      value: text,
      difference: 'the original would write a word without quotes that Kubernetes takes for a boolean',
    };
  }
  const actual = plainType(text);
  const isLost = type === 'null' && source.type === 'string';
  if ((actual === type && !isLost) || (type === 'float' && actual === 'integer'))
    return { value: plainNode(text) ?? text };
  const difference = `the original would write a text with the tag of ${TYPE_NAMES[type]}, to which it does not belong`;
  return { value: source.type === 'string' || actual === 'string' ? text : (plainNode(text) ?? text), difference };
}

const TYPE_NAMES: Readonly<Record<ScalarType, string>> = {
  string: 'a string',
  integer: 'an integer',
  float: 'a number',
  boolean: 'a boolean',
  null: 'null',
  timestamp: 'a timestamp',
};
