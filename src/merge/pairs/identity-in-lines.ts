import { groupOf } from '../../krm/resource.ts';
import { scanLines, UNKNOWN, type Scan } from '../../yaml/index.ts';

/**
 * Returns the identity of a resource whose text is not YAML, such as a template, from its lines in block style, in the form
 * of `Unit.identity`; undefined if it has no kind and name, or if it is uncertain which lines are its fields.
 */
export function identityInLines(text: string): string | undefined {
  const top = scanLines(withoutForeignSyntax(text));
  const metadata = top?.get('metadata') ?? UNKNOWN;
  if (top === undefined || metadata === UNKNOWN) return undefined;
  const textsIn = (map: Scan, key: string): readonly (string | undefined)[] =>
    valuesOf(map, key).map((value) => textOf(value, text));
  const identity = [
    only(
      textsIn(top, 'apiVersion').map((version) => version && groupOf(version)),
      '',
    ),
    only(textsIn(top, 'kind')),
    only(textsIn(metadata, 'namespace'), 'default'),
    only(textsIn(metadata, 'name')),
  ];
  return identity.includes(undefined) ? undefined : identity.join('|');
}

/** Matches an action of a template. */
const ACTION = /\{\{[^{}]*\}\}/g;

/** Matches a line of masked actions, or a conflict marker of a merge. */
const FOREIGN_LINE = /^(?:[\0 \t]+|[<=>|]{7,}(?: .*)?)$/gm;

/**
 * Returns a text of the same length without the syntax of templates and merges: lines of it are blank, and letters replace
 * it in values.
 */
function withoutForeignSyntax(text: string): string {
  return text
    .replace(ACTION, (action) => action.replace(/./g, '\0'))
    .replace(FOREIGN_LINE, (line) => ' '.repeat(line.length))
    .replaceAll('\0', 'x');
}

/** Returns the values of a key, which the branches of a template can repeat. */
function valuesOf(map: Scan, key: string): readonly Scan[] {
  const pairs = map.pairs();
  if (pairs === UNKNOWN) return [];
  return Array.from({ length: pairs.length }, (_, index) => index)
    .filter((index) => pairs.key(index) === key)
    .map((index) => pairs.value(index));
}

/** Returns the string that a value has in the original text; undefined for another value or ''. */
function textOf({ value, start, lines }: Scan, text: string): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const at = start + lines.indexOf(value);
  return text.slice(at, at + value.length);
}

/** Returns the one text of several equal ones, or `absent` if there is none; undefined if they differ. */
function only(texts: readonly (string | undefined)[], absent?: string): string | undefined {
  if (texts.length === 0) return absent;
  const [text, ...others] = new Set(texts);
  return others.length === 0 ? text : undefined;
}
