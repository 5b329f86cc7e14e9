import { statSync } from 'node:fs';
import { KrmError, fileError } from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import { withFile } from '../package/file-error.ts';
import { findPackages } from '../package/find-packages.ts';
import type { RenderArguments } from './render-arguments.ts';

/** Returns the error for a path that is not a package, with the option that renders the packages in it. */
export function noPackage(folder: string, { exclude }: Pick<RenderArguments, 'exclude'>): KrmError {
  const isFolder = withFile(folder, () => statSync(folder)).isDirectory();
  const count = isFolder ? countOf(folder, exclude) : 0;
  const hint = count === 0 ? '' : `; to render the ${counted(count, 'package')} in it, pass \`--all\``;
  return fileError(folder, 'missing-kptfile', `must be a package: a folder with a Kptfile${hint}`);
}

function countOf(folder: string, exclude: readonly string[]): number {
  try {
    return findPackages(folder, exclude).paths.length;
  } catch (error) {
    if (error instanceof KrmError) return 0;
    throw error;
  }
}
