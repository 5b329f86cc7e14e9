import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };
import type { FunctionDefinition } from '../src/function/index.ts';
import { findFunctions, loadDefinition } from './functions.ts';
import { imageTags } from './image/tags.ts';

/** Namespace of Porch's function pods, from which function-runner reads FunctionConfigs. */
const NAMESPACE = 'porch-fn-system';

/** Environment of the pods as a ConfigMap: `env` would replace the variables that Porch itself sets. */
const ENVIRONMENT = packageJson.name;

/**
 * Returns a function's FunctionConfig for Porch: its image runs as a program of function-runner or in pods. The
 * resource has the name of the image, by which Porch looks it up. `prefix`: registry and path of the image. Default:
 * none, which is any registry, or none but Porch's default, depending on the version of Porch.
 */
export function functionConfig({ name, needsPod }: FunctionDefinition, prefix?: string): string {
  const tags = imageTags(packageJson.version);
  const binaryExecutor = { tags, path: name };
  const environment = { configMapRef: { name: ENVIRONMENT, optional: true } };
  const config = {
    apiVersion: 'config.porch.kpt.dev/v1alpha1',
    kind: 'FunctionConfig',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      image: name,
      ...(prefix === undefined ? {} : { prefixes: [prefix] }),
      ...(needsPod === true ? {} : { binaryExecutor }),
      podExecutor: { tags, templateOverrides: { container: { envFrom: [environment] } } },
    },
  };
  return stringify(config, { aliasDuplicateObjects: false });
}

/**
 * Returns the ConfigMap with the environment of all functions' pods, in which Porch shows results and stderr together.
 */
export function podEnvironment(): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: ENVIRONMENT, namespace: NAMESPACE },
    data: { KRM_VARIANTS_ERRORS: 'stdout' },
  });
}

/**
 * Writes a new folder with the FunctionConfigs of images in a registry, and the environment of their pods. `names`:
 * images, of which those that are no function are left out.
 */
export async function writeFunctionConfigs(folder: string, names: readonly string[], prefix: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${packageJson.name}.yaml`), podEnvironment());
  const functions = new Set(findFunctions());
  for (const name of names.filter((each) => functions.has(each)))
    writeFileSync(join(folder, `${name}.yaml`), functionConfig(await loadDefinition(name), prefix));
}
