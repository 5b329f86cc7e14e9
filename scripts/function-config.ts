import { stringify } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };
import type { FunctionDefinition } from '../src/function/index.ts';
import { imageTags } from './image/tags.ts';

/** Namespace of Porch's function pods, from which function-runner reads FunctionConfigs. */
const NAMESPACE = 'porch-fn-system';

/** Environment of the pods as a ConfigMap: `env` would replace the variables that Porch itself sets. */
const ENVIRONMENT = packageJson.name;

/**
 * Returns a function's FunctionConfig for Porch: its image, from any registry, runs as a program of function-runner or
 * in pods. The resource has the name of the image, by which Porch looks it up. `podExecutor` has no tags, because Porch
 * would start pods for them in advance, from its default registry.
 */
export function functionConfig({ name, needsPod }: FunctionDefinition): string {
  const binaryExecutor = { tags: imageTags(packageJson.version), path: name };
  const environment = { configMapRef: { name: ENVIRONMENT, optional: true } };
  return stringify({
    apiVersion: 'config.porch.kpt.dev/v1alpha1',
    kind: 'FunctionConfig',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      image: name,
      ...(needsPod === true ? {} : { binaryExecutor }),
      podExecutor: { templateOverrides: { container: { envFrom: [environment] } } },
    },
  });
}

/** Returns the ConfigMap with the environment of all functions' pods, in which Porch shows results and stderr together. */
export function podEnvironment(): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: ENVIRONMENT, namespace: NAMESPACE },
    data: { KRM_VARIANTS_ERRORS: 'stdout' },
  });
}
