import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { attributeEdits, isKptfile, KrmError, type Resources } from '../../src/krm/index.ts';
import type { PipelineFunction } from '../../src/render/index.ts';
import type { Value } from '../../src/yaml/index.ts';
import { isList, isMap } from '../../src/yaml/index.ts';

/**
 * Adds a function to the pipeline of the Kptfile among the resources, or replaces the one of its list with the same image or command, as
 * `kpt fn eval --save` does. `root`: absolute folder of the package. Throws a `KrmError` if there is no Kptfile, or if the file of its
 * configuration is not in the package.
 */
export function saveFunction(
  fn: PipelineFunction,
  resources: Resources,
  { root, configFile }: { readonly root: string; readonly configFile: string | undefined },
): void {
  const kptfile = resources.items.find((item) => isKptfile(item) && item.location.path === 'Kptfile');
  if (kptfile === undefined) throw error('`--save` needs a package: a folder with a Kptfile');
  const configPath = configFile === undefined ? undefined : pathInPackage(root, configFile);
  const entry = entryOf(fn, configPath);
  const { document } = kptfile;
  const list = ['pipeline', fn.list];
  const present = document.value(list);
  const index = isList(present) ? present.findIndex((each) => isMap(each) && each[fn.by] === fn.called) : -1;
  attributeEdits({ title: '--save' }, kptfile, () => {
    if (index === -1) document.append(list, entry);
    else document.set([...list, index], entry);
  });
}

function entryOf(
  { by, called, configMap, selectors, exclude }: PipelineFunction,
  configPath: string | undefined,
): Value {
  return {
    [by]: called,
    ...(configMap !== undefined && { configMap: Object.fromEntries(configMap) }),
    ...(configPath !== undefined && { configPath }),
    ...(selectors.length > 0 && { selectors: selectors.map((each) => ({ ...each })) }),
    ...(exclude.length > 0 && { exclude: exclude.map((each) => ({ ...each })) }),
  };
}

function pathInPackage(root: string, file: string): string {
  const path = relative(root, realpathSync(file));
  if (path.startsWith('..'))
    throw error(`\`--save\` needs a configuration in the package: ${JSON.stringify(file)} is not`);
  return path;
}

function error(message: string): KrmError {
  return new KrmError([{ severity: 'error', message }]);
}
