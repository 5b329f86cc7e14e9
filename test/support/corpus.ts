import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { readDocument, readStream, type Value } from '../../src/yaml/index.ts';
import { readFiles, type Files } from '../cli/run-support.ts';
import { resourceList } from './resource-list.ts';
import { skip } from './skip.ts';

/** Name of our own package, of layouts that an editor can get wrong. */
export const HARD_CASES = 'hard-cases';

/** Folder of real packages of other projects and recorded outputs, which are not part of this project. */
const shared = join(root, '../shared/corpus');

/** Name and files of a package. */
export type NamedPackage = readonly [name: string, files: Files];

/**
 * Defines a suite over our own package and the real ones; if these are absent, it also has a skipped test, which fails
 * in CI.
 */
export function describeCorpus(
  title: string,
  define: (this: Mocha.Suite, packages: readonly NamedPackage[]) => void,
): void {
  describe(title, function () {
    itNeeds(shared, 'includes the packages of other projects');
    define.call(this, [[HARD_CASES, hardCases()], ...realPackages()]);
  });
}

/** Returns the files of our own package. */
export function hardCases(): Record<string, string> {
  return readFiles(join(root, 'test/packages', HARD_CASES));
}

/** Returns the packages of other projects; none if they are absent. */
export function realPackages(): NamedPackage[] {
  if (!existsSync(shared)) return [];
  const folders = readdirSync(shared, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => [name, readFiles(join(shared, name))]);
}

/**
 * For a suite: returns the recorded rows of a file, a JSON value on each line. If it is absent, the suite gets a
 * skipped test instead, which fails in CI.
 */
export function recordedRows(name: string): unknown[] {
  const file = join(shared, name);
  itNeeds(file, `includes the rows of ${name}`);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as unknown);
}

function itNeeds(path: string, title: string): void {
  it(title, function () {
    if (!existsSync(path)) skip(this, `${relative(root, path)} is absent`);
  });
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

/**
 * Returns a package whose pipeline has these mutators, and those of its subpackages others: the functions of the
 * originals are images that no test can pull. The packages of Karmada are plain folders, and get a Kptfile.
 */
export function withPipeline(files: Files, mutators: readonly Value[], below: readonly Value[] = []): Files {
  const top = 'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: example\n';
  const kptfiles = Object.entries({ Kptfile: top, ...files }).filter(([path]) => /(^|\/)Kptfile$/.test(path));
  return {
    ...files,
    ...Object.fromEntries(
      kptfiles.map(([path, text]) => [path, pipelineOf(text, path === 'Kptfile' ? mutators : below)]),
    ),
  };
}

function pipelineOf(kptfile: string, mutators: readonly Value[]): string {
  const document = readDocument(kptfile);
  document.remove(['pipeline']);
  if (mutators.length > 0) document.set(['pipeline', 'mutators'], mutators);
  return document.text();
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

/** Lines of directives, and of starts and ends of documents. */
const MARKERS = /^(?:%|---|\.\.\.).*\n/gm;

function items(path: string, text: Files[string]): string[] {
  const documents = readStream(String(text)).documents.filter((document) => document.keys([]) !== undefined);
  return documents.map((document, index) => {
    const annotations = ['metadata', 'annotations'];
    document.set([...annotations, 'internal.config.kubernetes.io/path'], path);
    document.set([...annotations, 'internal.config.kubernetes.io/index'], String(index));
    return `${document.text().replaceAll('\r\n', '\n').replaceAll(MARKERS, '').trim()}\n`;
  });
}

/** Compares the files of a package by name: a difference may be megabytes long. */
export function assertSameFiles(found: Files, want: Files, when: string): void {
  const differing = Object.keys({ ...found, ...want }).filter((path) => found[path] !== want[path]);
  assert.deepEqual(differing, [], when);
}
