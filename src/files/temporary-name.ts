/** Reports whether a name is that of a temporary file or folder, which exists only after a run was killed. */
export function isTemporary(name: string): boolean {
  return /^\.krm-variants-.*\.tmp$/.test(name);
}
