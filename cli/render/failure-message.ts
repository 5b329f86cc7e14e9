import { relative } from 'node:path';
import { formatResult } from '../../src/krm/index.ts';
import type { EndedJob } from '../work/report-jobs.ts';
import type { RenderedPackages } from './render-work.ts';

/**
 * Returns the reason why a rendering failed, in the form of kpt 1.0.0-beta.67: the packages from the root to the one that
 * failed, then the reason, in kpt's words if the function itself failed. `root`: folder of the root package, without
 * symbolic links.
 */
export function failureMessage(root: string, { outcome }: EndedJob, rendering: RenderedPackages | undefined): string {
  const failed = rendering?.steps.find(({ isFailed }) => isFailed);
  const [error] = outcome.results.filter(({ severity }) => severity === 'error');
  const reason = error === undefined ? 'the rendering failed' : formatResult(error);
  if (rendering === undefined || failed === undefined) return `${packageLine(root, '')}${reason}`;
  const { folder, end } = failed;
  const isOwnFailure = end === undefined ? failed.inProcess : end.exitCode !== 0;
  return pipelineLines(root, folder, rendering) + (isOwnFailure ? 'already handled error' : reason);
}

/** Returns the packages on the path to a package, and the part of the rendering that failed. */
function pipelineLines(root: string, folder: string, { folders }: RenderedPackages): string {
  // Level by level, the root package comes first, and no package is rendered within another.
  const isByLevel = folders.length > 1 && folders[0] === '';
  if (folder === '' || isByLevel)
    return `${packageLine(root, '')}pipeline.run: ${folder === '' ? '' : `pkg ${shown(root, folder)}: `}`;
  const way = folders.filter((each) => each !== '' && `${folder}/`.startsWith(`${each}/`));
  const [first = folder, ...below] = way.toSorted((a, b) => a.length - b.length);
  return `${packageLine(root, first)}${below.map((each) => `pkg ${shown(root, each)}:\n\t`).join('')}pipeline.run: `;
}

function packageLine(root: string, folder: string): string {
  return `pkg.render: pkg ${shown(root, folder)}:\n\t`;
}

/** Returns a package as kpt shows it: relative to the working directory, or else to the root package. */
function shown(root: string, folder: string): string {
  const path = relative(process.cwd(), root);
  const base = path.startsWith('..') ? '.' : path;
  return [base, folder].filter(Boolean).join('/') || '.';
}
