import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { findExamples, readYaml } from './example.ts';

/** The items of a package and the function config that is given to a function, as texts. */
export interface ExampleList {
  readonly items: readonly string[];
  readonly functionConfig: string;
}

/** The first of a function's examples, in byte order. Its files have one document each. */
export function firstExample(name: string): ExampleList {
  const example = findExamples().find(({ functionName }) => functionName === name);
  if (example === undefined) throw new Error(`${name} has no example`);
  const { folder, configFile, data } = example;
  const configMap = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'function-input' },
    data,
  };
  return {
    items: packageFiles(folder).map((path) => located(folder, path)),
    functionConfig: configFile === undefined ? stringify(configMap) : readFileSync(join(folder, configFile), 'utf8'),
  };
}

function packageFiles(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => /(^|\/)Kptfile$|\.ya?ml$/.test(path) && !path.startsWith('.')).toSorted();
}

function located(folder: string, path: string): string {
  const document = readYaml(join(folder, path));
  document.set(['metadata', 'annotations', 'internal.config.kubernetes.io/path'], path);
  return document.text();
}
