import type { Repository } from '../../git/repository.ts';
import { tagsOf } from '../../git/refs.ts';

/** Line of a commit by which Porch published a revision of a package. */
const LINE = /^kpt:(\{.*\})$/gm;

/**
 * Returns the tags of a package whose commits Porch made of a workspace, by the name that finds them: the branch of a workspace is deleted
 * when it is published.
 */
export function tagsOfWorkspace(
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
