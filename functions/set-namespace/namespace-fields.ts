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
  /** True if the image counts the resource as changed, even without a field to set. */
  readonly isCounted: boolean;
  /** Difference from what the image would write. */
  readonly difference?: Difference | undefined;
}

/** Field that the image would write otherwise. */
interface Difference {
  readonly field: Path;
  readonly message: string;
}

const NAMESPACE: Path = ['metadata', 'namespace'];

/** Maps that name a Service, in kinds that are served by a webhook or an API server. */
const SERVICES: ReadonlyMap<string, Path> = new Map([
  ['apiextensions.k8s.io/v1 CustomResourceDefinition', ['spec', 'conversion', 'webhook', 'clientConfig', 'service']],
  ['apiregistration.k8s.io/v1 APIService', ['spec', 'service']],
]);

/** Finds the fields of a resource that hold a namespace. Reports an error for one with a value of another type. */
export function findFields(resource: Resource, clusterScoped: ClusterScopedKinds, results: Results): Namespaced {
  const { fields, difference, isServed = false } = findSpecial(resource, results);
  const { document } = resource;
  const hasNamespace =
    document.has(NAMESPACE) || (document.has(['metadata']) && document.keys(['metadata']) === undefined);
  const scope = scopeOf(resource, hasNamespace, clusterScoped);
  const all = scope === 'namespaced' ? [...fields, ...readField(resource, NAMESPACE, results)] : fields;
  return { resource, fields: all, scope, isCounted: all.length > 0 || isServed, difference };
}

/** Reports whether a resource has no namespace although its kind may need one. Kptfiles are in no cluster. */
export function isLeft({ resource, scope }: Namespaced): boolean {
  return scope === 'unknown' && resource.kind !== '' && !isKptfile(resource);
}

/** Fields other than `metadata.namespace`. */
interface Special extends Pick<Namespaced, 'fields' | 'difference'> {
  /** True for a kind that is served by a Service. Default: false. */
  readonly isServed?: boolean;
}

function findSpecial(resource: Resource, results: Results): Special {
  const { apiVersion, kind } = resource;
  const service = SERVICES.get(`${apiVersion} ${kind}`);
  if (service !== undefined) return { ...serviceField(resource, service, results), isServed: true };
  if (kind === 'ClusterRoleBinding' || kind === 'RoleBinding') return subjectFields(resource, results);
  const isNamespace = apiVersion === 'v1' && kind === 'Namespace';
  return { fields: isNamespace ? readField(resource, ['metadata', 'name'], results) : [] };
}

function serviceField(resource: Resource, field: Path, results: Results): Special {
  const fields = readField(resource, [...field, 'namespace'], results);
  if (resource.document.has(field)) return { fields };
  const message = `no \`${field.join('.')}\` is set, so that no namespace is: the image would add one with only a namespace`;
  return { fields: [], difference: { field, message } };
}

function subjectFields(resource: Resource, results: Results): Special {
  const field: Path = ['subjects'];
  const subjects = resource.document.value(field, 'kpt');
  if (subjects === undefined) {
    const message = '`subjects` is not set, and stays so: the image would add an empty list';
    return { fields: [], difference: { field, message } };
  }
  if (!isList(subjects) || !subjects.every(isMap)) {
    results.error('must be a list of maps', { code: 'invalid-value', resource, field });
    return { fields: [] };
  }
  const fields = subjects.flatMap((subject, index) => {
    if (!Object.hasOwn(subject, 'namespace')) return [];
    const value = subject['namespace'];
    return [{ path: ['subjects', index, 'namespace'], value: typeof value === 'string' ? value : '' }];
  });
  return { fields };
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
