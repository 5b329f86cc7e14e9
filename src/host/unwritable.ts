import { formatFieldPath } from '../krm/field-path.ts';
import { lostParts, type LostPart } from '../yaml/index.ts';
import type { ListItem } from './answer.ts';

/** Characters that kpt refuses, or reads as line breaks. */
const REFUSED = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\u2028\u2029\uFFFE\uFFFF]/g;

/**
 * Returns the parts of a printed item that kpt refuses, or that its data lack: one sentence each, without a subject.
 * Ignores what the item had when it was sent. `before`: the sent item; undefined for a new one.
 */
export function unwritable(item: ListItem, before: ListItem | undefined): readonly string[] {
  const [text, old] = [textOf(item), before === undefined ? '' : textOf(before)];
  const characters = new Set(text.match(REFUSED)?.filter((each) => !old.includes(each)));
  const known = countsOf(before === undefined ? [] : lostParts(before.document, old));
  const parts = lostParts(item.document, text).filter((part) => {
    const key = keyOf(part);
    const left = known.get(key) ?? 0;
    known.set(key, left - 1);
    return left <= 0;
  });
  return [...Array.from(characters, characterMessage), ...parts.map(partMessage)];
}

function textOf({ lines, document }: ListItem): string {
  return lines ?? document.text();
}

function countsOf(parts: readonly LostPart[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(keyOf(part), (counts.get(keyOf(part)) ?? 0) + 1);
  return counts;
}

/** Returns a text that is equal for two parts if an edit of one keeps the other: elements of lists may have moved. */
function keyOf({ path, tag = '', value }: LostPart): string {
  const data = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
  return JSON.stringify([path.filter((step) => typeof step === 'string'), tag, data]);
}

function characterMessage(character: string): string {
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
  return `must not have the character U+${code} as it is: print it as an escape in double quotes`;
}

function partMessage({ path, tag }: LostPart): string {
  const place = path.length === 0 ? '' : ` in \`${formatFieldPath(path)}\``;
  return tag === undefined
    ? `must not have a map or a list as a key${place}: Kubernetes has no such keys`
    : `must not have the tag ${JSON.stringify(tag)}${place}, which Kubernetes does not know: print the value without it`;
}
