import { type FolderContent, joinPath } from '../../../src/files/index.ts';
import { UPSTREAM_UNFETCHED } from '../../../src/fleet/messages/versions.ts';
import { type Result, fileWarning } from '../../../src/krm/index.ts';
import { readNested } from '../../upstream/nested-package.ts';
import { nestedFolders, textIn } from '../../../src/upstream/index.ts';

/** Returns a warning for each package in a package of the work tree that only names its upstream: its files are not fetched. */
export function unfetchedWarnings({ files }: FolderContent, directory: string): readonly Result[] {
  return nestedFolders([...files.keys()], '').flatMap((folder): readonly Result[] => {
    const path = `${folder}Kptfile`;
    const nested = readNested(textIn(files, path), joinPath(directory, path));
    if (nested?.upstream === undefined || nested.lock !== undefined) return [];
    return [fileWarning(joinPath(directory, path), 'package-unfetched', UPSTREAM_UNFETCHED)];
  });
}
