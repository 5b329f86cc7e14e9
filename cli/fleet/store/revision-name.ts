import { ambiguousRevision, ambiguousWorkspace } from '../../../src/fleet/messages/versions.ts';
import type { Result } from '../../../src/krm/index.ts';
import { findRef, packageTagsNamed } from '../../git/refs.ts';
import type { Repository } from '../../git/repository.ts';
import { tagsOfWorkspace } from './workspace-tag.ts';

/** Name of a revision in its repository. */
interface NamedRevision {
  readonly name: string;
  readonly results: readonly Result[];
}

/**
 * Returns the name by which kpt finds a revision of a package: that of a tag of the package, as `packageTagsNamed` finds it. A branch comes
 * last. Warns if these tags name different commits. A workspace of Porch that is neither is the tag that it was published with.
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
