import { ambiguousRevision, ambiguousWorkspace } from '../../../src/fleet/messages/versions.ts';
import type { TaggedVersions } from '../../../src/fleet/ports.ts';
import { KrmError, type Result } from '../../../src/krm/index.ts';
import { findRef, packageTags, packageTagsNamed, tagsOf } from '../../git/refs.ts';
import type { Repository } from '../../git/repository.ts';

/** Name of a revision in its repository. */
interface NamedRevision {
  readonly name: string;
  readonly results: readonly Result[];
}

/**
 * Returns the name by which kpt finds a revision of a package: that of a tag of the package, as `packageTagsNamed`
 * finds it. A branch comes last. Warns if these tags name different commits. A workspace of Porch that is neither is
 * the tag that it was published with.
 */
export function revisionName(repository: Repository, directory: string, revision: string): NamedRevision {
  const { refs } = repository;
  const { name, tags } = packageTagsNamed(refs, directory, revision);
  const [first, ...others] = tags;
  if (first === undefined && findRef(refs, directory, revision) === undefined)
    return workspaceRevision(repository, directory, revision);
  const other = others.find(({ commit }) => commit !== first?.commit);
  if (first === undefined || other === undefined) return { name, results: [] };
  const message = ambiguousRevision(revision, first.ref, other.ref);
  return { name, results: [{ severity: 'warning', code: 'ambiguous-name', message }] };
}

function workspaceRevision(repository: Repository, directory: string, workspace: string): NamedRevision {
  const [first, ...others] = DNS_LABEL.test(workspace) ? tagsOfWorkspace(repository, directory, workspace) : [];
  if (first === undefined) return { name: workspace, results: [] };
  const other = others.find(({ commit }) => commit !== first.commit);
  if (other === undefined) return { name: first.name, results: [] };
  const message = ambiguousWorkspace(workspace, first.name, other.name);
  return { name: first.name, results: [{ severity: 'warning', code: 'ambiguous-name', message }] };
}

/** A workspace has such a name, which the complete id of a commit also fits. */
const DNS_LABEL = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/;

/** Line of a commit by which Porch published a revision of a package. */
const LINE = /^kpt:(\{.*\})$/gm;

/**
 * Returns the tags of a package whose commits Porch made of a workspace, by the name that finds them: the branch of a
 * workspace is deleted when it is published.
 */
function tagsOfWorkspace(
  repository: Repository,
  directory: string,
  workspace: string,
): readonly { readonly name: string; readonly commit: string }[] {
  const tags = [...tagsOf(repository.refs, directory)].map(([name, { commit }]) => ({ name, commit }));
  const messages = repository.messages(tags.map(({ commit }) => commit));
  return tags.filter(({ commit }) =>
    Array.from((messages.get(commit) ?? '').matchAll(LINE), ([, json = '']) => json).some((json) =>
      isOf(json, directory, workspace),
    ),
  );
}

function isOf(json: string, directory: string, workspace: string): boolean {
  try {
    const { package: name, workspaceName } = JSON.parse(json) as Readonly<Record<string, unknown>>;
    const isNamed = typeof name === 'string' && `/${directory}`.endsWith(`/${name}`);
    return isNamed && workspaceName === workspace;
  } catch {
    return false;
  }
}

/**
 * Reads the versions of a package that its tags name. Leaves out tags of commits without the package. `read`: reads the
 * version of a tag by the name that finds it. Throws a `KrmError` if the repository cannot be read.
 */
export function taggedVersions<Version extends { readonly refused: readonly Result[] }>(
  repository: Repository,
  directory: string,
  read: (tag: string) => Version,
): TaggedVersions<Version> {
  const versions: Version[] = [];
  let unread = 0;
  for (const [tag, { commit }] of packageTags(repository.refs, directory)) {
    const state = stateOf(repository, commit, directory);
    const version = state === 'present' ? readable(() => read(tag)) : undefined;
    if (version !== undefined && version.refused.length === 0) versions.push(version);
    else if (state !== 'absent') unread++;
  }
  return { versions, unread };
}

function stateOf(repository: Repository, commit: string, directory: string): 'present' | 'absent' | 'unread' {
  const found = readable(() => repository.find(commit, directory));
  if (found === undefined) return 'unread';
  return found.folder === undefined ? 'absent' : 'present';
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof KrmError) return undefined;
    throw error;
  }
}
