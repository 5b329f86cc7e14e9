import type { FileContent } from '../../src/files/index.ts';
import { KrmError } from '../../src/krm/index.ts';
import {
  mergePackages,
  type MergedPackage,
  type MergeOptions,
  type PackageFiles,
  type Packages,
} from '../../src/merge/index.ts';
import { contextKeys, type ContextKeys, type Strategy, withContext } from '../../src/upstream/index.ts';
import { FAST_FORWARD_EDITED } from '../../src/messages/updates.ts';
import { changedFiles } from './changed-files.ts';

/** Merges of the versions of a package, by the names that kpt has for them. */
export const STRATEGY_MERGES: Readonly<Record<Strategy, (versions: Packages, options: MergeOptions) => MergedPackage>> =
  {
    'resource-merge': mergePackages,
    'fast-forward': fastForward,
    'force-delete-replace': (versions, options) => withKptfile(versions, options, versions.theirs),
    'copy-merge': (versions, options) => withKptfile(versions, options, copied(versions)),
  };

/** Takes the new version, with the package context of local, which belongs to it. Throws a `KrmError` if local has other changes. */
function fastForward(versions: Packages, options: MergeOptions): MergedPackage {
  const context = ownContext(versions);
  const ofLocal = (files: PackageFiles): PackageFiles => (context === undefined ? files : withContext(files, context));
  const changed = changedFiles(ofLocal(versions.base), versions.local);
  if (changed.length > 0)
    throw new KrmError(
      changed.map((path) => ({
        severity: 'error',
        code: 'edited-locally',
        message: FAST_FORWARD_EDITED,
        file: { path, index: 0 },
      })),
    );
  return withKptfile(versions, options, ofLocal(versions.theirs));
}

/** Returns the keys of local's package context; undefined if they are those of the version that it came from. */
function ownContext({ base, local }: Packages): ContextKeys | undefined {
  const [before, now] = [contextKeys(base), contextKeys(local)];
  return before?.name === now?.name && before?.packagePath === now?.packagePath ? undefined : now;
}

/** Returns the new version's files over the local ones. Files that the new version removes are removed. */
function copied({ base, theirs, local }: Packages): PackageFiles {
  const kept = [...local].filter(([path]) => !base.has(path) || theirs.has(path));
  return new Map([...kept, ...theirs]);
}

/** Returns files with a merged Kptfile: it has fields that belong to the local package. */
function withKptfile({ base, theirs, local }: Packages, options: MergeOptions, files: PackageFiles): MergedPackage {
  const only = (version: PackageFiles): PackageFiles => {
    const content: FileContent | undefined = version.get('Kptfile');
    return new Map(content === undefined ? [] : [['Kptfile', content]]);
  };
  const merged = mergePackages({ base: only(base), theirs: only(theirs), local: only(local) }, options);
  return { ...merged, files: new Map([...files, ...merged.files]) };
}
