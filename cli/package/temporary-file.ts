/** Returns a new name for a file until it replaces another one, or for a folder until it is complete. */
export function temporaryName(): string {
  return `.krm-variants-${crypto.randomUUID()}.tmp`;
}

/** Reports whether a name is that of a temporary file or folder, which exists only after a run was killed. */
export function isTemporary(name: string): boolean {
  return /^\.krm-variants-.*\.tmp$/.test(name);
}
