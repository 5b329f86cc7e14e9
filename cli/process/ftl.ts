/**
 * Environment variable of JavaScriptCore, the engine of the native executable: `0` turns off FTL, the highest tier of
 * its JIT compiler. It is read when a process starts; nothing else turns FTL off.
 */
const VARIABLE = 'BUN_JSC_useFTLJIT';

/** Value of the variable when this process started, once it was hidden. */
let setting: string | undefined;

/**
 * Removes the variable from the environment, since it is meant for this program: programs that it starts do not inherit
 * it. In Node, which ignores it, it is not ours and stays.
 */
export function hideFtlSetting(): void {
  if (!isNative()) return;
  setting = process.env[VARIABLE];
  delete process.env[VARIABLE];
}

/** Reports whether this process is a native executable that was started without a decision about FTL. */
export function isFtlUndecided(): boolean {
  return isNative() && setting === undefined;
}

/**
 * Returns the variable for another process of this program: off if its work is known to be `large`, else as in this
 * process. It is always set in a native executable, so that the other process does not decide again.
 */
export function ftlVariables(isLarge: boolean): Readonly<Record<string, string>> {
  return isNative() ? { [VARIABLE]: isLarge ? '0' : (setting ?? '1') } : {};
}

/** Reports whether this process is a native executable. */
export function isNative(): boolean {
  return process.versions['bun'] !== undefined;
}
