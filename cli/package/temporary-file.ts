import { randomUUID } from 'node:crypto';

/** A new name for a file that holds a text until it takes the place of another file. */
export function temporaryName(): string {
  return `.krm-variants-${randomUUID()}.tmp`;
}

/** Whether a file is called so: it is there only where a run was killed. */
export function isTemporary(name: string): boolean {
  return /^\.krm-variants-.*\.tmp$/.test(name);
}
