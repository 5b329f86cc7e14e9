import { statSync } from 'node:fs';
import { KrmError, fileError } from '../../src/krm/index.ts';
import { packageNeeded } from '../../src/messages/rendering.ts';
import { withFile } from '../package/file-error.ts';
import { findPackages } from '../package/find-packages.ts';
import type { RenderArguments } from './render-arguments.ts';

/** Returns the error for a path that is not a package, with the option that renders the packages in it. */
export function noPackage(folder: string, { exclude }: Pick<RenderArguments, 'exclude'>): KrmError {
  const isFolder = withFile(folder, () => statSync(folder)).isDirectory();
  const count = isFolder ? countOf(folder, exclude) : 0;
  return fileError(folder, 'missing-kptfile', packageNeeded(count));
}

function countOf(folder: string, exclude: readonly string[]): number {
  try {
    return findPackages(folder, exclude).paths.length;
  } catch (error) {
    if (error instanceof KrmError) return 0;
    throw error;
  }
}
