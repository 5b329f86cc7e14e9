import type { FolderContent } from '../files/index.ts';
import type { UpstreamLock } from './kptfile-upstream.ts';
import type { CommittedLine } from './line-commit.ts';

/** Version of a package in a git repository. */
interface SourceVersion {
  readonly lock: UpstreamLock;
  readonly directory: string;
  readonly repository: {
    readonly url: { readonly shown: string };
    /**
     * Returns the lines of a file in a commit, with the commits that they came with; undefined if a part of the history
     * is not at hand.
     */
    history(commit: string, path: string): readonly CommittedLine[] | undefined;
  };
}

/** Files of a package before `get` edited its Kptfile. */
export interface BaseSource {
  /** Folder with a slash at its end; '' for the root package. */
  readonly folder: string;
  readonly files: FolderContent['files'];
  /** Version with the files; undefined for files that the user gave. */
  readonly version: SourceVersion | undefined;
}
