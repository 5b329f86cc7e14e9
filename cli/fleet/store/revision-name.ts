import { ambiguousRevision, ambiguousWorkspace } from '../../../src/fleet/messages/versions.ts';
import type { Result } from '../../../src/krm/index.ts';
import { findRef, tagsNamed } from '../../git/refs.ts';
import type { Repository } from '../../git/repository.ts';
import { tagsOfWorkspace } from './workspace-tag.ts';

/** Name of a revision in its repository. */
interface NamedRevision {
  readonly name: string;
  readonly results: readonly Result[];
}

/**
 * Returns the name by which kpt finds a revision of a package: as it is for a tag of the package's folder or of a folder around it, else
 * with the last name of the folder before it, as Porch tags a package that was in another folder, if there is such a tag. A branch comes
 * last. Warns if these tags name different commits. A workspace of Porch that is neither is the tag that it was published with.
 */
export function revisionName(repository: Repository, directory: string, revision: string): NamedRevision {
  const { refs } = repository;
  const own = `${directory.split('/').at(-1) ?? ''}/${revision}`;
  const named = tagsNamed(refs, directory, revision);
  const [first, ...others] = [...named, ...tagsNamed(refs, '', own)];
  if (first === undefined && findRef(refs, directory, revision) === undefined)
    return workspaceName(repository, directory, revision);
  const name = first !== undefined && named.length === 0 ? own : revision;
  const other = others.find(({ commit }) => commit !== first?.commit);
  if (first === undefined || other === undefined) return { name, results: [] };
  const message = ambiguousRevision(revision, first.ref, other.ref);
  return { name, results: [{ severity: 'warning', code: 'ambiguous-name', message }] };
}

function workspaceName(repository: Repository, directory: string, workspace: string): NamedRevision {
  const [first, ...others] = DNS_LABEL.test(workspace) ? tagsOfWorkspace(repository, directory, workspace) : [];
  if (first === undefined) return { name: workspace, results: [] };
  const other = others.find(({ commit }) => commit !== first.commit);
  if (other === undefined) return { name: first.name, results: [] };
  const message = ambiguousWorkspace(workspace, first.name, other.name);
  return { name: first.name, results: [{ severity: 'warning', code: 'ambiguous-name', message }] };
}

/** A workspace has such a name, which the complete id of a commit also fits. */
const DNS_LABEL = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/;
