import { ownProcess, type RunningProcess } from '../process/running-process.ts';

/** Returns a new temporary name, for a file until it replaces another one, or for a folder until it is complete. */
export function temporaryName(): string {
  return `${prefixOf(ownProcess())}${crypto.randomUUID()}.tmp`;
}

/** Reports whether a name is that of a temporary file or folder of a process. */
export function isTemporaryOf(name: string, owner: RunningProcess): boolean {
  const prefix = prefixOf(owner);
  return name.startsWith(prefix) && UUID_TMP.test(name.slice(prefix.length));
}

const UUID_TMP = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

function prefixOf({ pid, start }: RunningProcess): string {
  return `.krm-variants-${pid}-${start}-`;
}
