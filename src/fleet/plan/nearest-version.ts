import { isNearest } from '../index.ts';
import { nearestAssumed, noVersionNear, noVersionNearest } from '../messages/adoption.ts';
import { type Result, fileError, fileWarning } from '../../krm/index.ts';
import type { PackageFiles } from '../../merge/index.ts';
import { isSameFiles } from '../../upstream/index.ts';
import { upstreamText } from './variant-record.ts';
import { type Nearness, nearness } from './nearness.ts';
import type { FolderContent } from '../../files/index.ts';
import type { TaggedVersions, UpstreamPackage } from '../ports.ts';

/** What a tool made of a version, and how near a folder is to it. */
interface MadeVersion<Made> {
  readonly made: Made;
  readonly found: UpstreamPackage;
  readonly near: Nearness;
}

/** Search for the version that a folder was made of. */
interface VersionSearch<Made> {
  readonly local: PackageFiles;
  /** Finds out what a tool made of a version. */
  readonly make: (found: UpstreamPackage) => Promise<Made>;
  /** End of messages, with the command that names the version. */
  readonly remedy: string;
}

/** Maximum number of versions to make: that may run their pipelines. */
const MAX_MADE = 3;

/**
 * Finds the version of a package that a folder was made of, by its files alone. Versions with equal files count once. `asked`: version that
 * the PackageVariant asks for. Returns the version with a warning that says how near it is. Throws a `KrmError` if it is not certain.
 */
export async function nearestVersion<Made extends { readonly content: FolderContent }>(
  asked: UpstreamPackage,
  { versions: tagged, unread }: TaggedVersions<UpstreamPackage>,
  { local, make, remedy }: VersionSearch<Made>,
): Promise<{ readonly made: Made; readonly warning: Result }> {
  const versions = [...new Map([...tagged, asked].map((each) => [each.locked.tree, each])).values()];
  const all: MadeVersion<Made>[] = [];
  for (const found of bestOf(versions, local)) {
    const made = await make(found);
    all.push({ made, found, near: nearness(made.content.files, local) });
  }
  const [best, ...others] = all.toSorted((a, b) => a.near.different - b.near.different);
  if (best === undefined) throw new Error('the version that a PackageVariant asks for always counts');
  // Versions that differ only in what is not copied are the same base.
  const second = others.find(({ made }) => !isSameFiles(made.content.files, best.made.content.files));
  const known = { count: versions.length, unread };
  const [first, next] = [nearOf(best), second && nearOf(second)];
  if (!isNearest(best.near, second?.near))
    throw fileError(
      'Kptfile',
      'version-uncertain',
      best.near.different * 2 > best.near.lines
        ? noVersionNear(first, known, remedy)
        : noVersionNearest([first, next], known, remedy),
    );
  const message = nearestAssumed(first, known, remedy);
  return { made: best.made, warning: fileWarning('Kptfile', 'version-assumed', message) };
}

/** Returns the versions that are worth making: those with the most files that the folder has, and then those with the most lines. */
function bestOf(versions: readonly UpstreamPackage[], local: PackageFiles): readonly UpstreamPackage[] {
  if (versions.length <= MAX_MADE) return versions;
  const ranked = versions.map((found) => ({ found, near: nearness(found.sources[0]?.files ?? found.files, local) }));
  const best = ranked.toSorted((a, b) => b.near.equal - a.near.equal || a.near.different - b.near.different);
  return best.slice(0, MAX_MADE).map(({ found }) => found);
}

function nearOf({ found, near }: Pick<MadeVersion<unknown>, 'found' | 'near'>) {
  return { text: upstreamText(found.locked), near };
}
