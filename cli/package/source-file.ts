import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from '../process/host-paths.ts';
import { withFile } from './file-error.ts';
import { contentText } from '../../src/package/index.ts';

/**
 * Reads a text and keeps a byte order mark, so that it encodes to the file's bytes. `name` is the file's name in
 * errors.
 */
export function readText(file: string, name: string): string {
  const bytes = withFile(name, () => readFileSync(file));
  return contentText(bytes, name);
}

/**
 * Returns the path of the Chart.yaml of the chart that a file is a template of, on the disk; undefined if there is
 * none. A chart in the `charts` of another one is part of it. `path`: relative to the folder `root`, as is what it
 * returns.
 */
export function chartAround(root: string, path: string): string | undefined {
  const full = join(root, path);
  const folders = [...full.matchAll(/\/(?:templates|charts)(?=\/)/g)].map(({ index }) => full.slice(0, index));
  const outermost = folders.find((folder) => existsSync(join(folder, 'Chart.yaml')));
  return outermost === undefined ? undefined : relative(root, join(outermost, 'Chart.yaml'));
}
