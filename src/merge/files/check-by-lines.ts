import type { Result } from '../../krm/result.ts';
import type { ResultCode } from '../../krm/result-codes.ts';
import { resourceKept, resourceLost } from '../messages/deletions.ts';
import { resourceRepeated } from '../messages/package.ts';
import type { Conflict } from '../policy/conflict.ts';
import { verdictOn, type ResourceRules } from '../documents/merge-resource.ts';
import type { VersionFile } from '../pairs/package-file.ts';
import { MERGED_SIDES, type Side } from '../sides.ts';

/** Files of each version and of the merged package, at the paths that a version changed. */
interface Versions {
  readonly sides: Readonly<Record<Side, Iterable<VersionFile>>>;
  readonly merged: readonly VersionFile[];
  /** Reports whether a file was merged by lines. */
  readonly isByLines: (path: string) => boolean;
}

/**
 * Checks the resources in files that are merged by lines, where moves between files are not detected. Returns a warning
 * for each resource that both sides have and the merged package lacks, or that a side deleted and the merged package
 * has, and a conflict for each that occurs more often than in any version. All copies stay, whatever the answer.
 */
export function checkByLines(
  { sides, merged, isByLines }: Versions,
  rules: ResourceRules,
): { readonly conflicts: readonly Conflict[]; readonly results: readonly Result[] } {
  const found = { conflicts: [] as Conflict[], results: [] as Result[] };
  const [base, theirs, local, now] = [sides.base, sides.theirs, sides.local, merged].map(pathsByIdentity) as [
    Paths,
    Paths,
    Paths,
    Paths,
  ];
  for (const identity of new Set([...now.keys(), ...theirs.keys()])) {
    const of = (paths: Paths): readonly string[] => paths.get(identity) ?? [];
    const place = [now, theirs, local, base].flatMap(of).find(isByLines);
    if (place === undefined) continue;
    const file = { path: place, index: 0 };
    const name = shownIdentity(identity);
    const warn = (code: ResultCode, message: string): void =>
      void found.results.push({ severity: 'warning', code, message, file });
    const deleters = base.has(identity)
      ? MERGED_SIDES.filter((side) => !(side === 'theirs' ? theirs : local).has(identity))
      : [];
    if (now.has(identity) && deleters.length > 0) warn('kept-though-deleted', resourceKept(name, of(now), deleters));
    if (!now.has(identity) && theirs.has(identity) && local.has(identity))
      warn('resource-lost', resourceLost(name, { theirs: of(theirs), local: of(local) }));
    if (of(now).length <= Math.max(1, ...[base, theirs, local].map((paths) => of(paths).length))) continue;
    const message = resourceRepeated(name, of(now));
    const conflict: Conflict = { kind: 'invalid', file, values: { base: undefined, theirs: message, local: message } };
    const subject = { group: '', kind: '', namespace: '', name: '', file: place };
    if (verdictOn(conflict, rules, subject) === undefined) found.conflicts.push(conflict);
    else warn('duplicate-resource', message);
  }
  return found;
}

/** Paths of the files that have a resource, by identity. */
type Paths = ReadonlyMap<string, readonly string[]>;

function pathsByIdentity(files: Iterable<VersionFile>): Paths {
  const paths = new Map<string, string[]>();
  for (const file of files)
    for (const identity of file.identities) paths.set(identity, [...(paths.get(identity) ?? []), file.path]);
  return paths;
}

function shownIdentity(identity: string): string {
  const [, kind, , name] = identity.split('|');
  return name === undefined ? identity : `${kind} ${name}`;
}
