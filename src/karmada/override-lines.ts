import { parsePointer, type Operation } from '../patch/index.ts';
import type { LiteralText, Value } from '../yaml/index.ts';
import type { FieldOverrider } from './field-overrider.ts';
import type { OverriderEffect } from './override-document.ts';

/** Reports whether overriders only replace values by scalars, in the first document of a YAML text. */
export function replaceScalars(overriders: readonly FieldOverrider[]): boolean {
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
 * Applies overriders that only replace values by scalars to the lines of a text, and returns their effects. A further run finds
 * the new values, so that it changes nothing. Returns undefined if a replacement is not certain; the lines must not be written
 * then.
 */
export function overrideLines(
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
