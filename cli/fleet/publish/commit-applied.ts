import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../../src/krm/index.ts';
import { writeChanges } from '../../package/file-changes.ts';
import { fileError } from '../../package/file-error.ts';
import { commitOnBranch, mayPushEarlier } from './commit-on-branch.ts';
import { commitTarget, hasPushTarget } from './commit-target.ts';
import type { EndedApply } from './ended-apply.ts';
import { proposeBranch } from './propose-branch.ts';
import { unusedObjects } from '../store/kept-objects.ts';
import type { FleetRun } from '../plan/fleet-run.ts';
import { lockFile } from '../inputs/fleet-paths.ts';
import { isUncommitted } from '../store/index-entries.ts';
import { ignoredPaths } from '../../git/ignored-paths.ts';

/**
 * Ends a call: removes kept objects that are not used any longer and, with `--commit`, commits what was written. Returns a warning for each written file that git ignores otherwise: other clones
 * would lack it. `races`: number of times that this call has started again, since somebody pushed meanwhile.
 */
export function endApply(run: FleetRun, races: number): EndedApply {
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
    message: ignoredMessage(path),
    file: { path, index: 0 },
  }));
}

/** Returns the message about a file that git ignores. */
export function ignoredMessage(path: string): string {
  return `is ignored by git, so other clones would take it for deleted: run \`git add -f ${path}\``;
}

/**
 * Throws a `KrmError` if a file of a folder has changes that are not committed, which `--commit` would commit as its own. With `--branch`, the
 * lock must have none either: the work tree gets the last commit back.
 */
export function refuseUncommitted({ tree, args }: FleetRun, folder: string): void {
  const lock = args.branch === undefined ? undefined : tree.file(lockFile(folder));
  const found = [...tree.filesBelow(folder).values(), ...(lock === undefined ? [] : [lock])].find(isUncommitted);
  if (found === undefined) return;
  throw fileError(
    found.path,
    'changes-uncommitted',
    'must be committed before `--commit`, which would commit this change as its own',
  );
}

/** Throws a `KrmError` if an earlier call wrote an unchanged variant, and nobody committed it: `--commit` would leave it out in silence. */
export function refuseUnpublished({ tree, args }: FleetRun, folder: string): void {
  const lock = args.commits ? tree.file(lockFile(folder)) : undefined;
  if (lock === undefined || !isUncommitted(lock)) return;
  throw fileError(
    lock.path,
    'changes-uncommitted',
    `is of an earlier run that was not committed: commit it with ${folder}`,
  );
}
