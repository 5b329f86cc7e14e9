import { equalValues, type Value } from '../yaml/index.ts';
import { elementIndex } from './element-index.ts';
import type { ValueOperation } from './operation.ts';

/** Operation on an element of a list. */
export interface ListOperation extends Pick<ValueOperation, 'op' | 'value'> {
  /** Index of the element; `-` is the end, for `add` only. */
  readonly token: string;
}

/** Element that an operation removed or replaced: it may have been any. */
const UNKNOWN = Symbol('unknown element');

type Element = Value | typeof UNKNOWN;

/**
 * Reports whether a list is as operations leave it: undoing them, from the last to the first, finds each value in its
 * place, and at least one element that was added. A list that has had these elements from the start looks the same.
 */
export function isLeftBy(operations: readonly ListOperation[], list: readonly Value[]): boolean {
  const elements: Element[] = [...list];
  const found = operations.toReversed().map((operation) => UNDO[operation.op](elements, operation));
  return !found.includes('other') && found.includes('added');
}

/** Finding at the place of an operation: an element that it added, another than it would leave, or neither. */
type Finding = 'added' | 'other' | 'unknown';

const UNDO: Readonly<Record<ListOperation['op'], (elements: Element[], operation: ListOperation) => Finding>> = {
  add(elements, { token, value = null }) {
    const index = elementIndex(token === '-' ? '-1' : token, elements.length);
    if (index === undefined || !canEqual(elements[index], value)) return 'other';
    const [element] = elements.splice(index, 1);
    return element === UNKNOWN ? 'unknown' : 'added';
  },
  replace(elements, { token, value = null }) {
    const index = elementIndex(token, elements.length);
    if (index === undefined || !canEqual(elements[index], value)) return 'other';
    elements[index] = UNKNOWN;
    return 'unknown';
  },
  remove(elements, { token }) {
    const index = elementIndex(token, elements.length + 1);
    if (index === undefined) return 'other';
    elements.splice(index, 0, UNKNOWN);
    return 'unknown';
  },
};

function canEqual(element: Element | undefined, value: Value): boolean {
  return element === UNKNOWN || (element !== undefined && equalValues(element, value));
}
