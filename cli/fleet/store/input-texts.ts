import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinPaths } from '../../../src/fleet/index.ts';
import { withFile } from '../../package/file-error.ts';
import { EXCLUDED, type InputTexts } from '../../../src/fleet/inputs/input-files.ts';
import type { FleetPlace } from '../../../src/fleet/ports.ts';
import { readEach } from '../../../src/package/index.ts';
import { WATCH } from '../../terminal/progress.ts';

/**
 * Reads the YAML and JSON files outside of packages. `skips`: reports whether a folder, relative to the top of the git repository, is left out.
 * Default: none is. Throws a `KrmError` that names each file that cannot be read.
 */
export function readInputTexts({ root, folder, files }: FleetPlace, skips?: (folder: string) => boolean): InputTexts {
  const {
    paths,
    passedOver,
    unread = [],
  } = files.list(folder, {
    exclude: EXCLUDED,
    skipsPackages: true,
    ...(skips && { skips: (path) => skips(joinPaths(folder, path)) }),
  });
  const read = (path: string): readonly [string, Uint8Array] => {
    const content = files.overlay.file(path)?.content;
    const bytes = content === undefined ? withFile(path, () => readFileSync(join(root, path))) : Buffer.from(content);
    return [path, bytes];
  };
  const contents = readEach(paths, read, { watch: WATCH });
  return { contents: new Map(contents), passedOver, unread };
}
