import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { readStream } from '../../src/yaml/index.ts';
import { readFiles, type Files } from '../cli/run-support.ts';
import { resourceList } from './resource-list.ts';

/** Folder of real packages of other projects, which are not part of this one. */
const corpus = join(root, '../shared/corpus');

/** Returns the packages by name; none if the corpus is absent. */
export function corpusPackages(): [string, Files][] {
  if (!existsSync(corpus)) return [];
  const folders = readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => [name, readFiles(join(corpus, name))]);
}

/** Reports whether a package has its own context. */
export function hasContext(files: Files): boolean {
  return files[CONTEXT] !== undefined;
}

const CONTEXT = 'package-context.yaml';

/** Returns the files of a package, with a context added if missing. */
export function withContext(files: Files): Files {
  const context = `apiVersion: v1
kind: ConfigMap
metadata:
  name: kptfile.kpt.dev
  annotations:
    config.kubernetes.io/local-config: "true"
data:
  name: example
`;
  return { [CONTEXT]: context, ...files };
}

/** Requested changes of a package's context: values that a careless writer would turn into numbers. */
export const asked: Readonly<Record<string, string>> = { site: 'north', vlan: '0120', weight: '1e3' };

/** Returns the files of a package with the requested lines in its context, and nothing else changed. */
export function withAsked(files: Files): Files {
  const lines = '  site: north\n  vlan: "0120"\n  weight: "1e3"\n';
  return { ...files, [CONTEXT]: `${String(files[CONTEXT])}${lines}` };
}

/** Returns a package as the ResourceList that a function reads, with paths and indexes as in `kpt fn eval`. */
export function packageList(files: Files, functionConfig: string): string {
  const yaml = Object.entries(files).filter(([path]) => /(\.yaml|Kptfile)$/.test(path));
  return resourceList(
    yaml.flatMap(([path, text]) => items(path, text)),
    functionConfig,
  );
}

function items(path: string, text: Files[string]): string[] {
  const documents = readStream(String(text)).documents.filter((document) => document.keys([]) !== undefined);
  return documents.map((document, index) => {
    const annotations = ['metadata', 'annotations'];
    document.set([...annotations, 'internal.config.kubernetes.io/path'], path);
    document.set([...annotations, 'internal.config.kubernetes.io/index'], String(index));
    return `${document
      .text()
      .replace(/^---.*\n/m, '')
      .trim()}\n`;
  });
}

/** Compares the files of a package by name: a difference may be megabytes long. */
export function assertSameFiles(found: Files, want: Files, when: string): void {
  const differing = Object.keys({ ...found, ...want }).filter((path) => found[path] !== want[path]);
  assert.deepEqual(differing, [], when);
}
