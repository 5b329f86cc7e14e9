import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import type { Report } from '../../src/function/index.ts';
import { attributeEdits, isKptfile, KrmError, makeNotice, makeResult, type Resources } from '../../src/krm/index.ts';
import { unknownFields, type PipelineFunction } from '../../src/render/index.ts';
import { equalValues, isList, isMap, type Value } from '../../src/yaml/index.ts';

/**
 * Adds a function to the end of a list in the pipeline of the Kptfile among the resources, or replaces the one of this list with the same
 * image or command, but keeps its name. Returns what it did. `root`: absolute folder of the package. Throws a `KrmError` if there is no
 * Kptfile, if it has unknown fields, or if the file of its configuration is not in the package.
 */
export function saveFunction(
  fn: PipelineFunction,
  resources: Resources,
  { root, configFile }: { readonly root: string; readonly configFile: string | undefined },
): Pick<Report, 'results' | 'notices'> {
  const kptfile = resources.items.find((item) => isKptfile(item) && item.location.path === 'Kptfile');
  if (kptfile === undefined) throw error('`--save` requires a package: a folder with a Kptfile');
  const unknown = unknownFields(kptfile, 'error');
  if (unknown.length > 0) throw new KrmError(unknown);
  const configPath = configFile === undefined ? undefined : pathInPackage(root, configFile);
  const { document } = kptfile;
  const list = ['pipeline', fn.list];
  const present = document.value(list);
  const entries = isList(present) ? present : [];
  const index = entries.findIndex((each) => isMap(each) && each[fn.by] === fn.called);
  const replaced = entries[index];
  const entry = entryOf(fn, configPath, isMap(replaced) ? replaced['name'] : undefined);
  const field = [...list, replaced === undefined ? entries.length : index];
  attributeEdits({ title: '--save' }, kptfile, () => {
    if (replaced === undefined) document.append(list, entry);
    else document.set(field, entry);
  });
  const about = { resource: kptfile, field };
  const edit = replaced === undefined ? 'added' : equalValues(replaced, entry) ? undefined : 'replaced';
  return {
    results: [
      makeResult('info', `is ${JSON.stringify(fn.called)}, saved by \`--save\``, { code: 'function-saved', ...about }),
    ],
    notices: edit === undefined ? [] : [makeNotice(`${edit} by \`--save\``, about)],
  };
}

function entryOf(
  { by, called, configMap, selectors, exclude }: PipelineFunction,
  configPath: string | undefined,
  name: Value | undefined,
): Value {
  return {
    [by]: called,
    ...(name !== undefined && { name }),
    ...(configMap !== undefined && { configMap: Object.fromEntries(configMap) }),
    ...(configPath !== undefined && { configPath }),
    ...(selectors.length > 0 && { selectors: selectors.map((each) => ({ ...each })) }),
    ...(exclude.length > 0 && { exclude: exclude.map((each) => ({ ...each })) }),
  };
}

function pathInPackage(root: string, file: string): string {
  const path = relative(root, realpathSync(file));
  if (path.startsWith('..'))
    throw error(`\`--save\` requires a configuration in the package: ${JSON.stringify(file)} is outside of it`);
  return path;
}

function error(message: string): KrmError {
  return new KrmError([{ severity: 'error', code: 'invalid-argument', message }]);
}
