import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { listPackageFiles } from '../../cli/package/file-list.ts';
import type { Resource } from '../../src/krm/index.ts';
import { findExamples, type Example } from './example.ts';
import { readPackageFiles } from '../../cli/package/read-folder.ts';

/** Texts of the items of a package and of the function config. */
export interface ExampleList {
  readonly items: readonly string[];
  readonly functionConfig: string;
}

/** Returns kpt's input to the function for an example. */
export function exampleList({ folder, configFile, data }: Example): ExampleList {
  const configMap = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'function-input' },
    data,
  };
  const files = readPackageFiles(folder, listPackageFiles(folder).paths);
  return {
    items: files.flatMap(({ resources }) => resources.map(located)),
    functionConfig: configFile === undefined ? stringify(configMap) : readFileSync(join(folder, configFile), 'utf8'),
  };
}

/** Returns the list of the first of a function's examples, in byte order. */
export function firstExample(name: string): ExampleList {
  const example = findExamples().find(({ functionName }) => functionName === name);
  if (example === undefined) throw new Error(`${name} has no example`);
  return exampleList(example);
}

/** Returns a resource with kpt's annotations for its location, without the markers between documents. */
function located({ document, location: { path, index } }: Resource): string {
  const annotations = ['metadata', 'annotations'];
  document.set([...annotations, 'internal.config.kubernetes.io/path'], path ?? '');
  document.set([...annotations, 'internal.config.kubernetes.io/index'], String(index));
  return document.text().replaceAll(/^---.*\n/gm, '');
}
