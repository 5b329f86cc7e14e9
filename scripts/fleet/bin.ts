import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The functions that the pipelines of the fleet name. */
const FUNCTIONS = ['expand-package-variant-set', 'apply-package-variant', 'expand-templates'] as const;

/** Makes a folder for the PATH in which one executable, which has all functions, is called by the name of each. */
export function fleetBin(folder: string, executable: string): string {
  if (!existsSync(executable)) throw new Error(`${executable} is missing: npm run build`);
  mkdirSync(folder, { recursive: true });
  for (const name of FUNCTIONS) symlinkSync(executable, join(folder, name));
  return folder;
}
