import { join } from 'node:path';
import type { Example } from './example.ts';

/**
 * Returns the function config of an example as arguments of both `krm-variants run` and `kpt fn eval`, for a copy in
 * `folder`.
 */
export function configArguments({ configFile, data }: Example, folder: string): string[] {
  return configFile === undefined ? dataArguments(data) : ['--fn-config', join(folder, configFile)];
}

/** Returns data of a ConfigMap as arguments; none for {}. */
export function dataArguments(data: Example['data']): string[] {
  const pairs = Object.entries(data).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? [] : ['--', ...pairs];
}
