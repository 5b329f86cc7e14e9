import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../../src/krm/index.ts';
import { writeChanges } from '../../package/file-changes.ts';
import { commitOnBranch, mayPushEarlier } from './commit-on-branch.ts';
import { commitTarget, hasPushTarget } from './commit-target.ts';
import type { EndedApply } from './ended-apply.ts';
import { proposeBranch } from './propose-branch.ts';
import { unusedObjects } from '../store/kept-objects.ts';
import type { CallRun } from '../request.ts';
import { ignoredPaths } from '../../git/ignored-paths.ts';
import { ignoredByGit } from '../../../src/fleet/messages/publish.ts';

/**
 * Ends a call: removes kept objects that are not used any longer and, with `--commit`, commits what was written. Returns a warning for each written file that git ignores otherwise: other clones
 * would lack it. `races`: number of times that this call has started again, since somebody pushed meanwhile.
 */
export function endApply(run: CallRun, races: number): EndedApply {
  const { tree, args, session, variants } = run;
  const isDone = { results: [], hints: [], commit: undefined };
  const isAsked = variants.length > 0 && (args.tags || mayPushEarlier(run));
  // A fleet whose variants are all elsewhere needs no remote, and no branch if it is published.
  const comesFirst = run.isFollowed === true && mayPushEarlier(run) && hasPushTarget(tree, args);
  if (session.written.length === 0 && !isAsked && !comesFirst) return isDone;
  const unused = session.written.length === 0 ? [] : unusedObjects(tree);
  writeChanges(unused);
  const removed = unused.length === 0 ? {} : { removed: unused };
  session.write(unused.map(({ path }) => path));
  const existing = session.written.filter((path) => existsSync(join(tree.root, path)));
  if (!args.commits)
    return { ...isDone, ...removed, results: existing.length === 0 ? [] : ignoredWarnings(tree.root, existing) };
  const target = commitTarget(tree, args, run.home?.tree);
  return { ...(target.isAside ? proposeBranch(run, target) : commitOnBranch(run, target, races)), ...removed };
}

function ignoredWarnings(folder: string, paths: readonly string[]): readonly Result[] {
  const ignored = [...ignoredPaths(folder, paths)];
  return ignored.map((path) => ({
    severity: 'warning',
    code: 'file-ignored',
    message: ignoredByGit(path),
    file: { path, index: 0 },
  }));
}
