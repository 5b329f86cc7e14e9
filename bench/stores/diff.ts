import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDiff } from '../../src/package/diff.ts';

/**
 * Returns the differences between a package and its upstream package as a unified diff. Both are flat folders of text.
 */
export function packageDiff(upstream: string, variant: string, without: readonly string[] = []): string {
  const paths = [...new Set([upstream, variant].flatMap((folder) => readdirSync(folder)))].toSorted();
  const changes = paths
    .filter((path) => !without.includes(path))
    .map((path) => ({ path, before: read(join(upstream, path)), after: read(join(variant, path)) }));
  return formatDiff(changes.filter(({ before, after }) => before !== after));
}

function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
