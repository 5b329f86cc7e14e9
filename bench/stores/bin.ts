import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Functions named by the pipelines of the fleet. */
const FUNCTIONS = ['expand-package-variant-set', 'apply-package-variant', 'expand-templates'] as const;

/**
 * Makes a folder for the PATH that contains one executable, which has all functions, under the name of each. `names`:
 * those of the fleet by default.
 */
export function fleetBin(folder: string, executable: string, names: readonly string[] = FUNCTIONS): string {
  if (!existsSync(executable)) throw new Error(`${executable} is missing: npm run build`);
  mkdirSync(folder, { recursive: true });
  for (const name of names) symlinkSync(executable, join(folder, name));
  return folder;
}
