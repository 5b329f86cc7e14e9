import { newDocument } from '../yaml/index.ts';
import { Resource, type DataPlace } from '../krm/resource.ts';
import { KrmError } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import type { ResultCode } from '../krm/result-codes.ts';
import type { PipelineFunction } from './pipeline.ts';

/**
 * Returns the configuration of a function of a pipeline; undefined if it has none. A `configPath` names a file of the
 * package itself with one resource, which earlier functions may edit. `items`: resources of the package's own files.
 * Throws a `KrmError` that names the field of the Kptfile.
 */
export function functionConfig(
  { field, configMap, configPath }: PipelineFunction,
  kptfile: Resource,
  items: readonly Resource[],
): Resource | undefined {
  if (configMap !== undefined && configMap.size > 0)
    return configMapOf(configMap, { resource: kptfile, field: [...field, 'configMap'] });
  if (configPath === undefined) return undefined;
  const about = { resource: kptfile, field: [...field, 'configPath'], currentValue: configPath };
  const refuse = (code: ResultCode, message: string): KrmError =>
    new KrmError([makeResult('error', message, { code, ...about })]);
  const path = cleaned(configPath);
  if (path === undefined) throw refuse('invalid-value', 'must be a relative path in the package');
  const [config, ...others] = items.filter((item) => item.location.path === path);
  if (config === undefined) throw refuse('file-not-found', 'must be the path of a resource in a file of this package');
  if (others.length > 0)
    throw refuse('document-count', `the file must have exactly one resource, not ${others.length + 1}`);
  return config;
}

/** Returns the ConfigMap that kpt generates from `configMap`. */
function configMapOf(data: ReadonlyMap<string, string>, writtenIn: DataPlace): Resource {
  const metadata = { name: 'function-input' };
  const content = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: Object.fromEntries(data) };
  return new Resource(newDocument(content), { writtenIn });
}

/** Returns a path without `.` and empty segments; undefined if it is absolute or has `..`. */
function cleaned(path: string): string | undefined {
  const segments = path.split('/');
  if (path.startsWith('/') || segments.includes('..')) return undefined;
  return segments.filter((segment) => segment !== '' && segment !== '.').join('/');
}
