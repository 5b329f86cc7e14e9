import { expand, prepareData, TemplateError, type PreparedData } from '../../src/go-template/index.ts';
import { isProtectedField, isSecretField, type Resource, type Results } from '../../src/krm/index.ts';
import type { FoundString, Path } from '../../src/yaml/index.ts';
import type { Expansion, Properties } from './kinds/template-expansion.ts';

/** Cluster that an object is expanded for. */
export interface ExpansionTarget {
  /** '' if unknown. */
  readonly name: string;
  readonly data: PreparedData;
}

/** Returns a cluster by its name and properties. */
export function targetOf(name: string, properties: Properties): ExpansionTarget {
  return { name, data: prepareData(properties, 'map[string]string') };
}

/** An annotated object and its strings that are templates, without kpt's own annotations. */
export interface Asking {
  readonly resource: Resource;
  readonly templates: readonly FoundString[];
}

export function findTemplates(resource: Resource): Asking {
  return { resource, templates: resource.document.find('{{').filter(({ path }) => !isProtectedField(path)) };
}

/** Expands the templates of an object for a cluster. Reports each one that fails as an error. */
export function expandTemplates(
  { resource, templates }: Asking,
  { name: cluster, data }: ExpansionTarget,
  { missingKey, results }: Pick<Expansion, 'missingKey'> & { readonly results: Results },
): readonly FoundString[] {
  const object = `${cluster === '' ? '' : `${cluster}/`}${describe(resource)}`;
  return templates.flatMap(({ path, text }) => {
    try {
      return [{ path, text: expand(text, data, { name: `${object}${jsonPath(path)}`, missingKey }) }];
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      // Error messages quote the template.
      const message = isSecretField(resource, path) ? SECRET : `${error.message}${error.hint}`;
      results.error(message, { code: 'template-failed', resource, field: path });
      return [];
    }
  });
}

const SECRET = 'the template in this field of a Secret cannot be expanded';

/** Names an object as KubeStellar does: `Deployment.apps(shop/web)`; of the core group `ConfigMap(shop/web)`. */
function describe({ kind, group, namespace, name }: Resource): string {
  return `${kind}${group === '' ? '' : `.${group}`}(${namespace === '' ? '' : `${namespace}/`}${name})`;
}

/** Formats a path as KubeStellar does: keys are never quoted. */
function jsonPath(path: Path): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
}
