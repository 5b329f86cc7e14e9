import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { readPackageFiles } from '../../cli/package/file.ts';
import { listPackageFiles } from '../../cli/package/file-list.ts';
import type { Resource } from '../../src/index.ts';
import { findExamples, type Example } from './example.ts';

/** The items of a package and the function config that is given to a function, as texts. */
export interface ExampleList {
  readonly items: readonly string[];
  readonly functionConfig: string;
}

/** What kpt hands over for an example. */
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

/** The list of the first of a function's examples, in byte order. */
export function firstExample(name: string): ExampleList {
  const example = findExamples().find(({ functionName }) => functionName === name);
  if (example === undefined) throw new Error(`${name} has no example`);
  return exampleList(example);
}

/** A resource with the annotations by which kpt says where it is kept, and without the markers between documents. */
function located({ document, location: { path, index } }: Resource): string {
  const annotations = ['metadata', 'annotations'];
  document.set([...annotations, 'internal.config.kubernetes.io/path'], path ?? '');
  document.set([...annotations, 'internal.config.kubernetes.io/index'], String(index));
  return document.text().replaceAll(/^---.*\n/gm, '');
}
