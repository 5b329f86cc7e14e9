import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './functions.ts';

/** The licences of the packages that these files belong to. Each has to go with every copy of its package. */
export function licences(files: readonly string[]): string {
  const folders = files.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...[...new Set(folders)].toSorted().map(licence), RUNTIME].join('\n\n');
}

/** What the native executable also holds comes without a file of its licences. */
const RUNTIME = `node_modules/bun

The native executable holds the runtime of Bun, which is under the MIT licence. It is linked statically to JavaScriptCore and other
parts of WebKit, which are under the GNU LGPL 2, and to other libraries: https://bun.com/docs/project/license names them all.
`;

/** Packages that come without a file of their licence, which package.json names: it is the one of this project. */
const SAME_LICENCE = ['Apache-2.0', '(Apache-2.0 AND BSD-3-Clause)'];

/** What stands at the head of a file that a package has from elsewhere, under another licence. */
const NOTICES: Readonly<Record<string, string>> = {
  'node_modules/@bufbuild/protobuf': 'node_modules/@bufbuild/protobuf/dist/esm/wire/varint.js',
};

function licence(folder: string): string {
  const file = readdirSync(join(root, folder)).find((name) => /^licen[cs]e/i.test(name));
  const text = file === undefined ? sameLicence(folder) : readFileSync(join(root, folder, file), 'utf8');
  return `${folder}\n\n${text}${notice(folder)}`;
}

function sameLicence(folder: string): string {
  const { license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    readonly license?: string;
  };
  if (license === undefined || !SAME_LICENCE.includes(license)) throw new Error(`${folder} has no licence file`);
  return readFileSync(join(root, 'LICENSE'), 'utf8');
}

function notice(folder: string): string {
  const file = NOTICES[folder];
  if (file === undefined) return '';
  const [head] = /^(?:\/\/.*\n)+/.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  if (head === undefined) throw new Error(`${file} has no notice`);
  return `\nParts of it:\n\n${head.replaceAll(/^\/\/ ?/gm, '')}`;
}
