import { basename, join } from 'node:path';
import { KrmError, resultsOf, type Result } from '../../src/krm/index.ts';
import { readRevision } from '../git/revision-folder.ts';
import { readWholeFolder } from '../package/whole-folder.ts';
import type { MergeArguments } from './merge-arguments.ts';
import type { MergeSource } from './merge-job.ts';
import { isTemporary } from '../../src/files/index.ts';

/** Returns the source of `krm-variants merge`: three folders, of which two may be in a revision of git. */
export function folderSource({ base, theirs, local, output, isInPlace }: MergeArguments): MergeSource {
  const isCopied = output !== undefined && !isInPlace;
  return {
    name: 'merge',
    advice: 'edit LOCAL or NEW so that they agree',
    read({ results }) {
      const folders = readFolders({ base, theirs, local });
      results.push(...folders.base.passedOver, ...lostOfNew(folders));
      results.push(...(isCopied ? folders.local.passedOver.map(missing) : folders.local.passedOver));
      return folders;
    },
  };
}

/**
 * Returns what is passed over in new: a warning if neither base nor local has it, since it is then missing in the result. A
 * temporary file is not part of the version.
 */
function lostOfNew({ base, theirs, local }: ReturnType<typeof readFolders>): readonly Result[] {
  const known = new Set([...base.passedOver, ...local.passedOver].map(({ file }) => file?.path));
  return theirs.passedOver.map((result) => {
    const path = result.file?.path ?? '';
    return known.has(path) || isTemporary(basename(path)) ? result : { ...result, severity: 'warning' };
  });
}

/** Names what local has, and a new folder with the merged package lacks. */
function missing(result: Result): Result {
  return { ...result, severity: 'warning', message: `${result.message}, and not copied to the output` };
}

/** Reads the versions. Throws a `KrmError` that names each unreadable file, in the local folder by its path there. */
function readFolders({ base, theirs, local }: Pick<MergeArguments, 'base' | 'theirs' | 'local'>) {
  const errors: Result[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      errors.push(...resultsOf(error));
      return undefined;
    }
  };
  const [first, second] = [base, theirs].map((text) =>
    attempt(() => readRevision(text) ?? readWholeFolder(text, (path) => join(text, path))),
  );
  const third = attempt(() => readWholeFolder(local));
  if (first === undefined || second === undefined || third === undefined) throw new KrmError(errors);
  return { base: first, theirs: second, local: third };
}
