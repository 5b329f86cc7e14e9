import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './functions.ts';

/** The licences of the packages that these files belong to. Each has to go with every copy of its package. */
export function licences(files: readonly string[]): string {
  const folders = files.flatMap((file) => /^node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].toSorted().map(licence).join('\n\n');
}

function licence(folder: string): string {
  const file = readdirSync(join(root, folder)).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence file`);
  return `${folder}\n\n${readFileSync(join(root, folder, file), 'utf8')}`;
}
