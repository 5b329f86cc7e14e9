import { basename } from '../process/host-paths.ts';
import { isKptfile, KrmError, type Resource } from '../../src/krm/index.ts';
import type { FileContent } from '../../src/files/index.ts';
import { STDIN } from '../process/stdio.ts';
import { readPackageFile } from '../../src/package/index.ts';
import { realPath } from './real-path.ts';

/** Returns the name of a package: that in its Kptfile, or else that of its folder or file. `resources`: those in it. */
export function packageName(place: string, resources: readonly Resource[]): string {
  const kptfile = resources.find((each) => each.location.path === 'Kptfile' && isKptfile(each));
  if (kptfile !== undefined && kptfile.name !== '') return kptfile.name;
  return place === STDIN ? 'standard input' : basename(realPath(place) ?? place);
}

/** Returns the resources of a Kptfile; none if it is absent, or cannot be read. */
export function kptfileResources(content: FileContent | undefined): readonly Resource[] {
  if (typeof content !== 'string') return [];
  try {
    return readPackageFile('Kptfile', content).resources;
  } catch (error) {
    if (error instanceof KrmError) return [];
    throw error;
  }
}
