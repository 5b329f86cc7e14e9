import { chmodSync, closeSync, mkdirSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Contents that no file of resources has, by what is wrong with them. */
const CONTENTS: Readonly<Record<string, string | Uint8Array>> = {
  'an empty file': '',
  'a comment only': '# nothing\n',
  'bytes that are not UTF-8': Uint8Array.of(0x61, 0x3a, 0x20, 0xff, 0xfe, 0x0a),
  'UTF-16 with a mark': Buffer.from('\ufeffapiVersion: v1\nkind: ConfigMap\n', 'utf16le'),
  'UTF-16 without a mark': Buffer.from('apiVersion: v1\nkind: ConfigMap\n', 'utf16le'),
  'a NUL character': 'apiVersion: v1\nkind: Config\0Map\n',
  'a JSON array': '[{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}]\n',
  'a scalar': 'hello\n',
  'broken YAML': 'a: [b\nc: }\n',
  'a tab': 'a:\n\tb: c\n',
  'a map of nothing': '{}\n',
};

/** Those that a package may have, in files that are not resources. */
const HARMLESS: readonly string[] = ['an empty file', 'a comment only', 'a scalar', 'a map of nothing'];

/** Something wrong at a path. */
export interface WrongFile {
  readonly title: string;
  /**
   * Makes it at a path where nothing is. Returns false if this user can read everything, so that it would not be wrong.
   */
  readonly make: (path: string) => boolean;
}

/**
 * Returns what can be wrong with a file or folder that is read. `allowsAny`: whatever its contents are, they are not
 * wrong.
 */
export function wrongFiles(expects: 'file' | 'folder' | 'either', allowsAny: boolean): readonly WrongFile[] {
  const shared = [made('nothing', () => {}), LOOP];
  const contents = allowsAny ? [] : Object.entries(CONTENTS);
  const files = contents.map(([title, content]) => made(title, (path) => writeFileSync(path, content)));
  const folders = contents
    .filter(([title]) => !HARMLESS.includes(title))
    .map(([title, content]) =>
      made(`a folder with ${title}`, (path) => {
        mkdirSync(path);
        writeFileSync(join(path, basename(path)), content);
      }),
    );
  const unreadable: WrongFile = { title: 'an unreadable file', make: unreadableAt };
  if (expects === 'file') return [...shared, ...files, FOLDER, unreadable];
  if (expects === 'folder') return [...shared, ...folders, FILE, unreadable];
  return [...shared, ...files, ...folders, made('an empty folder', (path) => mkdirSync(path)), unreadable];
}

/** Returns what can keep a file or folder from being written at a path. `expects`: what is to be written. */
export function wrongOutputs(expects: 'file' | 'folder'): readonly WrongFile[] {
  const inPlace = expects === 'folder' ? FILE : FOLDER;
  return [inPlace, LOOP];
}

const LOOP = made('a link to itself', (path) => symlinkSync(path, path));
const FILE = made('a file', (path) => writeFileSync(path, 'a: b\n'));
const FOLDER = made('a folder', (path) => mkdirSync(path));

function made(title: string, make: (path: string) => void): WrongFile {
  return {
    title,
    make(path) {
      make(path);
      return true;
    },
  };
}

function unreadableAt(path: string): boolean {
  writeFileSync(path, 'a: b\n');
  chmodSync(path, 0);
  try {
    closeSync(openSync(path, 'r'));
  } catch {
    return true;
  }
  rmSync(path);
  return false;
}
