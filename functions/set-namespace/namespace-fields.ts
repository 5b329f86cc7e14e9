import { isKptfile, type ClusterScopedKinds, type Resource, type Results } from '../../src/krm/index.ts';
import { isList, isMap, type Path } from '../../src/yaml/index.ts';
import { scopeOf, type Scope } from './scope.ts';

/** One field that holds a namespace. */
export interface NamespaceField {
  readonly path: Path;
  /** Current namespace; '' if it is unset or, in a subject, not a string. */
  readonly value: string;
}

/** Fields of one resource that hold a namespace. */
export interface Namespaced {
  readonly resource: Resource;
  readonly fields: readonly NamespaceField[];
  readonly scope: Scope;
  /** True if the image counts the resource as changed although it has no field to set. */
  readonly isCounted: boolean;
}

const NAMESPACE: Path = ['metadata', 'namespace'];

/** Maps that name a Service, in kinds that are served by a webhook or an API server. */
const SERVICES: ReadonlyMap<string, Path> = new Map([
  ['apiextensions.k8s.io/v1 CustomResourceDefinition', ['spec', 'conversion', 'webhook', 'clientConfig', 'service']],
  ['apiregistration.k8s.io/v1 APIService', ['spec', 'service']],
]);

/**
 * Reports whether the image leaves a resource untouched: any text in the annotation but `false` marks it, and a value
 * without quotes is not a text.
 */
export function isLocal({ document, list }: Resource): boolean {
  const mark = document.value(['metadata', 'annotations', 'config.kubernetes.io/local-config'], 'kpt');
  return (typeof mark === 'string' && mark !== '' && mark !== 'false') || (list !== undefined && isLocal(list));
}

/** Finds the fields of a resource that hold a namespace. Reports an error for one with a value of another type. */
export function findFields(resource: Resource, clusterScoped: ClusterScopedKinds, results: Results): Namespaced {
  const fields: NamespaceField[] = [];
  const service = SERVICES.get(`${resource.apiVersion} ${resource.kind}`);
  if (resource.apiVersion === 'v1' && resource.kind === 'Namespace')
    fields.push(...readField(resource, ['metadata', 'name'], results));
  else if (service !== undefined) fields.push(...serviceField(resource, service, results));
  else if (resource.kind === 'ClusterRoleBinding' || resource.kind === 'RoleBinding')
    fields.push(...subjectFields(resource, results));
  const { document } = resource;
  const hasNamespace =
    document.has(NAMESPACE) || (document.has(['metadata']) && document.keys(['metadata']) === undefined);
  const scope = scopeOf(resource, hasNamespace, clusterScoped);
  if (scope === 'namespaced') fields.push(...readField(resource, NAMESPACE, results));
  return { resource, fields, scope, isCounted: fields.length > 0 || service !== undefined };
}

/** Reports whether a resource has no namespace although its kind may need one. Kptfiles are in no cluster. */
export function isLeft({ resource, scope }: Namespaced): boolean {
  return scope === 'unknown' && resource.kind !== '' && !isKptfile(resource);
}

function serviceField(resource: Resource, service: Path, results: Results): readonly NamespaceField[] {
  const field = readField(resource, [...service, 'namespace'], results);
  if (resource.document.has(service)) return field;
  if (field.length > 0)
    results.difference(
      `no \`${service.join('.')}\` is set, so that no namespace is: the image would add one with only a namespace`,
      { resource, field: service },
    );
  return [];
}

function subjectFields(resource: Resource, results: Results): readonly NamespaceField[] {
  const field: Path = ['subjects'];
  const subjects = resource.document.value(field, 'kpt');
  if (subjects === undefined) {
    results.difference('`subjects` is not set, and stays so: the image would add an empty list', { resource, field });
    return [];
  }
  if (!isList(subjects) || !subjects.every(isMap)) {
    results.error('must be a list of maps', { code: 'invalid-value', resource, field });
    return [];
  }
  return subjects.flatMap((subject, index) => {
    if (!Object.hasOwn(subject, 'namespace')) return [];
    const value = subject['namespace'];
    return [{ path: ['subjects', index, 'namespace'], value: typeof value === 'string' ? value : '' }];
  });
}

/** Returns the field at a path, which may be unset; none, with an error, if a value on the way is of another type. */
function readField(resource: Resource, path: Path, results: Results): readonly NamespaceField[] {
  const { document } = resource;
  const value = document.value(path, 'kpt');
  if (typeof value === 'string') return [{ path, value }];
  const wrong = document.has(path) ? path : prefixes(path).find((each) => document.has(each) && !document.keys(each));
  if (wrong === undefined) return [{ path, value: '' }];
  const type = wrong === path ? 'string' : 'map';
  results.error(`must be a ${type}`, { code: 'invalid-value', resource, field: wrong });
  return [];
}

function prefixes(path: Path): readonly Path[] {
  return path.slice(1).map((_, index) => path.slice(0, index + 1));
}
