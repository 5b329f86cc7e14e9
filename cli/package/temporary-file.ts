import { randomUUID } from 'node:crypto';

/** Returns a new name for a file that holds a text until it replaces another file. */
export function temporaryName(): string {
  return `.krm-variants-${randomUUID()}.tmp`;
}

/** Reports whether a name is that of a temporary file, which exists only after a run was killed. */
export function isTemporary(name: string): boolean {
  return /^\.krm-variants-.*\.tmp$/.test(name);
}
