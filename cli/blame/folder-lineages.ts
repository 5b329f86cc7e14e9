import type { PackageFiles, Packages } from '../../src/merge/index.ts';
import { type BaseSource, readKptfile, type RenderSetting, textOf, withContext } from '../../src/upstream/index.ts';
import {
  type Cause,
  Lineage,
  type PackageLineages,
  renderedLineages,
  sourceFiles,
  stageOf,
  upstreamCauses,
} from '../../src/blame/index.ts';
import { packagePathOf } from '../upstream/package-path.ts';
import { KrmError } from '../../src/krm/index.ts';
/** Derives a package from the version that it came from, with and without its pipelines and the local edits to their inputs. */
export async function packageLineages(
  { base, local }: Pick<Packages, 'base' | 'local'>,
  sources: readonly BaseSource[],
  setting: RenderSetting,
): Promise<PackageLineages> {
  const origin = upstreamCauses(sources);
  const stages = [stageOf(sourceFiles(base.keys(), sources), base, () => GET)];
  const deployed = withOwnContext(base, local, setting.root);
  const deployment = new Lineage(deployed, [stageOf(base, deployed, () => GET), ...stages], origin);
  return await renderedLineages({ files: base, stages, origin }, local, [deployment], setting);
}

/** Cause of lines that name a copy of a package, and its version. */
const GET: Cause = { by: 'get' };

/** Returns a package with the context that `get --for-deployment` writes, if the local one has a context. */
function withOwnContext(base: PackageFiles, local: PackageFiles, root = ''): PackageFiles {
  const kptfile = textOf(local, 'Kptfile');
  const hasContext = [...local.values()].some((each) => typeof each === 'string' && each.includes('kptfile.kpt.dev'));
  if (kptfile === undefined || !hasContext) return base;
  try {
    return withContext(base, { name: readKptfile(kptfile, 'Kptfile').name, packagePath: packagePathOf(root) });
  } catch (error) {
    // The context of the upstream is not one that `get` writes.
    if (error instanceof KrmError) return base;
    throw error;
  }
}
