/**
 * Messages about versions: those of a variant, which its history lists and a rollback derives again, and those of
 * upstreams.
 */
import { didYouMean } from '../../nearest-name.ts';
import { counted, firstNames } from '../../wording.ts';

/** Reason why the lock of a version cannot be read. */
export type UnreadableKind = 'joined' | 'damaged' | 'newer' | 'missing';

export function versionUnreadable(
  number: number,
  kind: UnreadableKind,
  at: { readonly commit: string; readonly lock: string },
): string {
  return `version ${number} ${UNREADABLE[kind](at)}`;
}

const UNREADABLE: Readonly<Record<UnreadableKind, (at: { readonly commit: string; readonly lock: string }) => string>> =
  {
    joined: () => 'has the locks of branches that both applied, which `krm-variants fleet apply` settles',
    damaged: () => 'cannot be read: it was edited, or merged by git',
    newer: () => 'was written by a later version of krm-variants: use that version, or a later one',
    missing: ({ commit, lock }) => `is not in this partial clone: \`git show ${commit}:${lock}\` fetches it`,
  };

/** `commit`: oldest one of the history; undefined if the work tree is the only version. */
export function historyCutOff(commit: string | undefined): string {
  return `${oldest(commit)} is the oldest that this shallow clone has, so the history may be longer: run \`git fetch --unshallow\``;
}

/** `candidates`: folders whose locks the same commit removed. */
export function historyUncertain(commit: string | undefined, candidates: readonly string[]): string {
  const [first = ''] = candidates;
  const others = candidates.length > 1 ? ` and ${counted(candidates.length - 1, 'other')}` : '';
  return `the history ends at ${oldest(commit)}, which also removed the lock of ${first}${others}: if the variant was moved from there, run \`krm-variants fleet log ${first}\` for its earlier history`;
}

function oldest(commit: string | undefined): string {
  return commit === undefined ? 'the work tree' : `commit ${commit}`;
}

export const NEVER_LOCKED =
  'does not exist, and never did on this branch: `krm-variants fleet apply` makes the variant';

/** `count`: number of versions that git has. */
export function noSuchVersion(folder: string, number: number, count: number): string {
  return `${JSON.stringify(folder)} has no version ${number}: git has ${counted(count, 'version')} of its lock; choose a number N of \`krm-variants fleet log ${folder}\``;
}

export function noEarlierVersion(folder: string): string {
  return `${JSON.stringify(folder)} has no version before the inputs that it has now, which its oldest version has, too: name the version to go back to with \`--to\`, by its number N of \`krm-variants fleet log ${folder}\``;
}

export function versionRemoved(number: number): string {
  return `version ${number} has no files, because the variant was removed there: name another one with \`--to\``;
}

export function versionUnknown(number: number, folder: string): string {
  return `version ${number} cannot be read: \`krm-variants fleet log ${folder}\` says why; name another one with \`--to\``;
}

export function versionAdopted(
  number: number,
  { commit, folder, lock }: { readonly commit: string; readonly folder: string; readonly lock: string },
): string {
  return `version ${number} was made by another tool before \`krm-variants fleet adopt\`, and cannot be derived again: restore its files with \`git restore --source=${commit} -- ${folder} ${lock}\`, or name another one with \`--to\``;
}

/** Reports an upstream of a version that cannot be read again. `commit`: undefined if its files were not committed. */
export function earlierUpstreamLost(
  number: number,
  upstream: { readonly directory: string; readonly text: string; readonly commit: string | undefined },
): string {
  const reason =
    upstream.commit === undefined
      ? 'with changes that were not committed, so that no commit has this version: name another one with `--to`'
      : 'whose files are not those that its lock recorded: name another one with `--to`';
  return `version ${number} was made of ${JSON.stringify(upstream.directory)}, ${upstream.text}, ${reason}`;
}

/** `commit`: one that should have the objects; undefined if they were those of a live cluster. */
export function earlierObjectsLost(number: number, commit: string | undefined): string {
  const where =
    commit === undefined
      ? 'of a live cluster with a Secret among them, which are not kept'
      : `that are neither in the work tree nor in commit ${commit}`;
  return `version ${number} used objects ${where}: pass the objects with \`--objects DIR\`, or those of the cluster as they are now with \`--context NAME\`, or name another version with \`--to\``;
}

export function givenObjects(number: number): string {
  return `uses the objects of the command line, which may differ from those of version ${number}`;
}

export function derivedForFolder(number: number, before: string, files: readonly string[]): string {
  return `version ${number} was in ${before}: derives ${firstNames(files, (each) => each)} for the new folder`;
}

/** `now` and `before`: versions of krm-variants. */
export function derivedOtherwise(
  number: number,
  files: readonly string[],
  { now, before }: { readonly now: string; readonly before: string },
): string {
  return `differs from version ${number} in ${firstNames(files, (each) => each)}: from the same inputs, krm-variants ${now} derives other files than krm-variants ${before} did; review them`;
}

/** Refuses a rollback in another git repository. `at`: the folder with its git repository. */
export function rollbackElsewhere(
  at: string,
  { name, repository }: { readonly name: string; readonly repository: string },
): string {
  return `\`fleet rollback\` must be of a variant in the fleet's own git repository, since it writes folder and FleetHold together, and ${at} is in another: name the earlier revision in PackageVariant ${JSON.stringify(name)}, or run \`krm-variants fleet hold ${name}\`, and \`git revert\` its last commit in a clone of ${repository}`;
}

export function noRevision(revision: string): string {
  return `${JSON.stringify(revision)} must be a revision of this git repository: a commit, a branch or a tag`;
}

/** `now`: what is checked out, as far as it is compared; '' if there is no commit. */
export function otherCommit(at: string, now: string): string {
  return `the fleet must be at the commit ${at}, as \`--at\` says, but ${now === '' ? 'has no commit' : `is at ${now}`}: check this commit out, or leave \`--at\` out`;
}

/** Ends an error about unknown variants whose names are revisions, too. */
export function revisionsCompared(error: string, names: readonly string[]): string {
  return `${error}; to compare two revisions of the fleet, run \`krm-variants fleet diff ${names.join('..')}\``;
}

export function atRevision(revision: string, error: string): string {
  return `at ${revision}, ${error}`;
}

export function revisionElsewhere(text: string, repository: string): string {
  return `${JSON.stringify(text)}: \`@REVISION\` must be for a variant in the git repository of the fleet, and this one is in ${repository}: compare it as it is, or in a clone of that git repository`;
}

export function comparedHereOnly(urls: readonly string[]): string {
  return `compares only the git repository of the fleet: for the variants in ${firstNames(urls, (url) => url)}, compare the commits there`;
}

export const IN_NEITHER_VARIANT = 'must be a file or folder of one of the two variants';

export const NOT_COMPARED = 'is not YAML, so that its resources are not compared, only the whole file: correct it';

export function ambiguousRevision(revision: string, tag: string, other: string): string {
  return `revision "${revision}" is tag ${tag} of the upstream, but tag ${other} is another commit: remove one of the tags`;
}

export function ambiguousWorkspace(workspace: string, tag: string, other: string): string {
  return `workspace "${workspace}" is tag ${tag} of the upstream, but tag ${other}, another commit, names it, too: name the revision`;
}

/** `known`: tags and branches of the package. */
export function unknownSourceRevision(ref: string, place: string, known: readonly string[]): string {
  const otherwise = `if only its remote has it, run \`git fetch --tags\`; if it does not exist yet, run \`git tag ${ref}\` there`;
  return `\`--from\`: ${JSON.stringify(ref)} must be a tag, a branch or a commit of ${place}${didYouMean(ref, known, { otherwise })}`;
}

/** `known`: folders of packages at this revision. */
export function unknownSourcePackage(
  path: string,
  { place, ref }: { readonly place: string; readonly ref: string },
  known: readonly string[],
): string {
  const hint = didYouMean(path, known, { otherwise: 'if it is new, commit it, and tag this commit' });
  return `\`--from\`: ${JSON.stringify(path)} must be a folder of ${place} at ${ref}${hint}`;
}

export function emptyUpstream(directory: string): string {
  return `upstream package ${JSON.stringify(directory)} must have files`;
}

export function missingUpstream(directory: string): string {
  return `upstream package ${JSON.stringify(directory)} must exist`;
}

export function uncommittedUpstream(directory: string): string {
  return `upstream package ${JSON.stringify(directory)} has changes that are not committed: commit them with the variants`;
}

/**
 * Puts an error about a file of a version of an upstream package into words. `version`: the package with its revision.
 */
export function inUpstreamVersion(version: string, file: string | undefined, error: string): string {
  return `upstream package ${version}: ${file}: ${error}`;
}

export const UPSTREAM_UNFETCHED =
  'has an `upstream` without an `upstreamLock`, and a package of the work tree is copied as it is, without the files of that upstream: name a revision in the PackageVariant, which fetches them, or get this package with `krm-variants get`';

/** Ends an error about an upstream that only its remote may have. */
export function fetchHint(error: string, url: string): string {
  return `${error}; add \`--fetch\` to look in ${url}`;
}

/** Puts an error about the upstream of a PackageVariant, or of its set, into words. `file`: of the PackageVariant. */
export function ofUpstream(
  { name, set, file }: { readonly name: string; readonly set: string | undefined; readonly file: string },
  error: string,
): string {
  const resource = set === undefined ? `PackageVariant "${name}"` : `PackageVariantSet "${set}"`;
  return `upstream of ${resource} in ${file}: ${error}`;
}
