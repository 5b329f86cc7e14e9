import { PatchError, type NearKey } from './error.ts';
import type { Miss } from './locate.ts';

/** Role of a pointer in an operation. */
export type Role = 'add' | 'remove' | 'replace' | 'test' | 'move from' | 'move to' | 'copy from' | 'copy to';

interface Wording {
  /** Message if the parent of the value is missing. */
  readonly holder: (pointer: string) => string;
  readonly value: (pointer: string, cause: string) => string;
}

/** Wording of evanphx/json-patch, whose messages people search for. */
const WORDING: Readonly<Record<Role, Wording>> = {
  add: {
    holder: (pointer) => `add operation does not apply: doc is missing path: "${pointer}": missing value`,
    value: (pointer, cause) => `error in add for path: '${pointer}': ${cause}`,
  },
  remove: {
    holder: (pointer) => `remove operation does not apply: doc is missing path: "${pointer}": missing value`,
    value: (pointer, cause) =>
      `error in remove for path: '${pointer}': ${cause.replace('unable to get', 'unable to remove')}`,
  },
  replace: {
    holder: (pointer) => `replace operation does not apply: doc is missing path: ${pointer}: missing value`,
    value: (pointer) => `replace operation does not apply: doc is missing key: ${pointer}: missing value`,
  },
  test: {
    holder: (pointer) => `test operation does not apply: is missing path: ${pointer}: missing value`,
    value: (pointer, cause) => `error in test for path: '${pointer}': ${cause}`,
  },
  'move from': {
    holder: (pointer) => `move operation does not apply: doc is missing from path: ${pointer}: missing value`,
    value: (pointer, cause) => `error in move for path: '${pointer}': ${cause}`,
  },
  'move to': {
    holder: (pointer) => `move operation does not apply: doc is missing destination path: ${pointer}: missing value`,
    value: (pointer, cause) => `error in move for path: '${pointer}': ${cause}`,
  },
  'copy from': {
    holder: (pointer) => `copy operation does not apply: doc is missing from path: "${pointer}": missing value`,
    value: (pointer, cause) => `error in copy for from: '${pointer}': ${cause}`,
  },
  'copy to': {
    holder: (pointer) => `copy operation does not apply: doc is missing destination path: ${pointer}: missing value`,
    value: (_, cause) => `error while adding value during copy: ${cause}`,
  },
};

/**
 * Returns the error for a pointer that leads to nothing: in the words of evanphx/json-patch, where it can have that error,
 * then what is there instead.
 */
export function missError(
  role: Role,
  pointer: string,
  { code, noHolder, cause, detail }: Miss,
  near: NearKey | undefined,
): PatchError {
  if (code === 'element') return new PatchError(code, detail, { pointer });
  const { holder, value } = WORDING[role];
  return new PatchError(code, `${noHolder ? holder(pointer) : value(pointer, cause)}; ${detail}`, { pointer, near });
}
