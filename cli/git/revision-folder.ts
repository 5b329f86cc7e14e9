import { existsSync } from 'node:fs';
import { KrmError, fileError } from '../../src/krm/index.ts';
import { REVISION_OUTSIDE, revisionFolderNeeded, revisionNeeded } from '../../src/messages/git.ts';
import { isDrivePath } from '../process/host-paths.ts';
import { git, GitError } from './git.ts';
import { conversionErrors, ignoredConversionWarnings, withoutIgnoredConversions } from './converted-files.ts';
import { readTree, type GitFolder } from './git-tree.ts';
import { completeId, LocalStore } from './local-store.ts';
import { isOutside } from './work-tree.ts';

/** A folder in a revision of the repository that the current folder is in. */
interface RevisionFolder {
  readonly revision: string;
  readonly path: string;
}

/** Parses `REV:PATH`; undefined for a folder, even if its name has a colon. */
function parseRevision(text: string): RevisionFolder | undefined {
  const [, revision, path = ''] = /^([^:]+):(.*)$/s.exec(text) ?? [];
  return revision === undefined || isDrivePath(text) || existsSync(text) ? undefined : { revision, path };
}

/**
 * Reads the folder that `REV:PATH` names, as git does: PATH is relative to the repository or, after `./`, to the
 * current folder. Returns undefined for any other text. Throws a `KrmError` if there is no such folder, or git converts
 * files of it.
 */
export function readRevision(text: string): GitFolder | undefined {
  const named = parseRevision(text);
  if (named === undefined) return undefined;
  const { revision, path } = named;
  const store = storeFor(text);
  const commit = completeId(store.place, revision);
  if (commit === undefined) throw fileError(text, 'revision-not-found', revisionNeeded(revision));
  const folder = readTree(store, commit, relativePath(path));
  if (folder === undefined) throw fileError(text, 'file-not-found', revisionFolderNeeded(path));
  const version = withoutIgnoredConversions(folder);
  const errors = conversionErrors(version).map((error) => ({
    ...error,
    message: `${error.file?.path}: ${error.message}`,
  }));
  if (errors.length > 0) throw new KrmError(errors.map((error) => ({ ...error, file: { path: text, index: 0 } })));
  return { ...version, passedOver: [...folder.passedOver, ...ignoredConversionWarnings(folder)] };
}

/**
 * Opens the repository that the current folder is in. `text`: argument that needs it, for a `KrmError` if there is
 * none.
 */
function storeFor(text: string): LocalStore {
  try {
    return LocalStore.around('.');
  } catch (error) {
    if (!(error instanceof GitError) || !isOutside(error.stderr)) throw error;
    throw fileError(text, 'no-repository', REVISION_OUTSIDE);
  }
}

function relativePath(path: string): string {
  const prefix =
    path.startsWith('./') || path === '.' ? git(['rev-parse', '--show-prefix'], { folder: '.' }).toString().trim() : '';
  return `${prefix}${path}`
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}
