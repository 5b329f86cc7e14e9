import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './functions.ts';

/**
 * Returns the licenses of the packages that contain these files, and of the runtime. Each must accompany every copy of
 * its package.
 */
export function licenses(files: readonly string[]): string {
  return [...packageFolders(files).map(licenseOf), RUNTIME, ...LGPL.map(readText)].join('\n\n');
}

/** Returns the folders of the packages that contain these files. */
export function packageFolders(files: readonly string[]): readonly string[] {
  const folders = files.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].toSorted();
}

/** Folder of the package of the runtime, which the native executable holds. */
export const RUNTIME_FOLDER = 'node_modules/bun';

/** Notice for the contents of the native executable, which come without a file of their licenses. */
const RUNTIME = `${RUNTIME_FOLDER}

The native executable holds the runtime of Bun, which is under the MIT license. It is linked statically to JavaScriptCore and other
parts of WebKit, which are under the GNU LGPL 2, to TinyCC, which is under the GNU LGPL 2.1, and to other libraries:
https://bun.com/docs/project/license names them all. That page also links the source of WebKit and explains how to build Bun with a
modified one. The texts of both versions of the GNU LGPL:
`;

/** Licenses of libraries linked to Bun whose text is in no package. */
const LGPL = ['scripts/licenses/LGPL-2.txt', 'scripts/licenses/LGPL-2.1.txt'];

/** Licenses in package.json of packages that have no license file: the license of this project. */
const SAME_LICENSE = ['Apache-2.0', '(Apache-2.0 AND BSD-3-Clause)'];

/** Files that a package took from elsewhere, by package: they begin with the notice of another license. */
const NOTICES: Readonly<Record<string, string>> = {
  'node_modules/@bufbuild/protobuf': 'node_modules/@bufbuild/protobuf/dist/esm/wire/varint.js',
};

function licenseOf(folder: string): string {
  const file = readdirSync(join(root, folder)).find((name) => /^licen[cs]e/i.test(name));
  const text = file === undefined ? sameLicense(folder) : readText(join(folder, file));
  return `${folder}\n\n${text}${notice(folder)}`;
}

function sameLicense(folder: string): string {
  const { license } = JSON.parse(readText(join(folder, 'package.json'))) as {
    readonly license?: string;
  };
  if (license === undefined || !SAME_LICENSE.includes(license)) throw new Error(`${folder} has no license file`);
  return readText('LICENSE');
}

function notice(folder: string): string {
  const file = NOTICES[folder];
  if (file === undefined) return '';
  const [head] = /^(?:\/\/.*\n)+/.exec(readText(file)) ?? [];
  if (head === undefined) throw new Error(`${file} has no notice`);
  return `\nParts of it:\n\n${head.replaceAll(/^\/\/ ?/gm, '')}`;
}

/** Returns the text of a file, given by its path from the top folder. */
function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
