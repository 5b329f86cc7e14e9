import { join } from 'node:path';
import type { Example } from './example.ts';

/** The function config of an example as `krm-variants run` and `kpt fn eval` both take it, for a copy in `folder`. */
export function configArguments({ configFile, data }: Example, folder: string): string[] {
  if (configFile !== undefined) return ['--fn-config', join(folder, configFile)];
  return data.length === 0 ? [] : ['--', ...data.map(([key, value]) => `${key}=${value}`)];
}
