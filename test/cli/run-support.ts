import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** Contents of files by path. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Passes a new folder with these files to a test, and removes it afterwards. */
export async function inFolder<T>(files: Files, act: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'krm-variants-'));
  try {
    writeFiles(folder, files);
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Returns files as files of a folder. */
export function below(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));
}

/** Returns all files of a folder by any name, in byte order. */
export function readFiles(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

/** Returns a printed diff with the paths of an absolute folder relative to it. */
export function diffWithin(folder: string, diff: string): string {
  const path = relative(process.cwd(), folder);
  return diff.replaceAll(`${path.startsWith('..') ? folder.slice(1) : path}/`, '');
}

/** Returns a text with `@` in place of an absolute folder and its slash. */
export function shortened(folder: string, text: string): string {
  return text.replaceAll(`${folder}/`, '@');
}

/** Returns a ConfigMap as text. */
export function configMap(name: string, rest = ''): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${rest}`;
}

/** Returns a Kptfile as text. */
export function kptfile(name: string): string {
  return `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: ${name}\n`;
}
