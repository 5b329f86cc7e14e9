import { joinPaths } from '../../../src/fleet/index.ts';
import { EXCLUDED, type InputTexts } from '../../../src/fleet/inputs/input-files.ts';
import type { FleetPlace } from '../../../src/fleet/ports.ts';
import { readEach } from '../../../src/package/index.ts';
import { WATCH } from '../../terminal/progress.ts';

/**
 * Reads the YAML and JSON files outside of packages. `skips`: reports whether a folder, relative to the top of the git repository, is left out.
 * Default: none is. Throws a `KrmError` that names each file that cannot be read.
 */
export function readInputTexts({ folder, files }: FleetPlace, skips?: (folder: string) => boolean): InputTexts {
  const {
    paths,
    passedOver,
    unread = [],
  } = files.list(folder, {
    exclude: EXCLUDED,
    skipsPackages: true,
    ...(skips && { skips: (path) => skips(joinPaths(folder, path)) }),
  });
  const contents = readEach(paths, (path) => [path, files.inputAt(path)] as const, { watch: WATCH });
  return { contents: new Map(contents), passedOver, unread };
}
