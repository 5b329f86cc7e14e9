import {
  configForm,
  configMapSchema,
  objectMeta,
  stringMap,
  typeMeta,
  type Problems,
} from '../../../src/function/index.ts';
import { isDnsLabel, isPackageContext, type Resource } from '../../../src/krm/index.ts';
import type { Path } from '../../../src/yaml/index.ts';

/** Settings of the function, independent of the kind that configures it. */
export interface NamespaceChange {
  readonly source: Resource;
  /** Namespace to set: a DNS label. */
  readonly namespace: string;
  /** Namespace to replace; undefined for all. */
  readonly matcher: string | undefined;
  /** Field of the matcher. */
  readonly matcherField: Path;
  /** Keys of a ConfigMap that have no effect. */
  readonly unread: readonly string[];
}

const NAMESPACE = 'Namespace to set: a DNS label (RFC 1123).';
const MATCHER =
  'Only this namespace is replaced, wherever it is set or is that of the upstream resource. Default: every namespace is replaced.';

export const fromSetNamespace = configForm({
  apiVersion: 'fn.kpt.dev/v1alpha1',
  kind: 'SetNamespace',
  schema: {
    type: 'object',
    description: 'Sets the namespace of all resources.',
    additionalProperties: false,
    required: ['apiVersion', 'kind'],
    properties: {
      ...typeMeta('fn.kpt.dev/v1alpha1', 'SetNamespace'),
      metadata: objectMeta,
      namespace: { type: 'string', description: `${NAMESPACE} Required.` },
      namespaceMatcher: { type: 'string', description: MATCHER },
    },
  },
  read: ({ namespace = '', namespaceMatcher = '' }, problems, source): NamespaceChange => {
    checkNamespace(namespace, ['namespace'], problems);
    return { source, namespace, ...matcherAt(namespaceMatcher, ['namespaceMatcher']), unread: [] };
  },
});

export const fromConfigMap = configForm({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  schema: configMapSchema(
    'Sets the namespace `data.namespace`, with `data.namespaceMatcher` only in place of that one. The package context, the ConfigMap `kptfile.kpt.dev`, sets the namespace `data.name` if it has no `data.namespace`.',
    {
      ...stringMap,
      description: '`namespace`, and `namespaceMatcher` if needed; see SetNamespace. Other keys are not read.',
    },
  ),
  read: ({ data = {} }, problems, source): NamespaceChange => {
    const isContext = isPackageContext(source);
    const key = isContext && (data['namespace'] ?? '') === '' ? 'name' : 'namespace';
    const namespace = data[key] ?? '';
    checkNamespace(namespace, ['data', key], problems);
    const unread = isContext ? [] : Object.keys(data).filter((each) => !READ.has(each));
    return { source, namespace, ...matcherAt(data['namespaceMatcher'] ?? '', ['data', 'namespaceMatcher']), unread };
  },
});

const READ: ReadonlySet<string> = new Set(['namespace', 'namespaceMatcher']);

function matcherAt(text: string, matcherField: Path): Pick<NamespaceChange, 'matcher' | 'matcherField'> {
  return { matcher: text === '' ? undefined : text, matcherField };
}

function checkNamespace(namespace: string, field: Path, problems: Problems): void {
  if (namespace === '')
    problems.add({ field, code: 'missing-field', message: `\`${field.join('.')}\` should not be empty` });
  else if (!isDnsLabel(namespace))
    problems.add({
      field,
      message: `must be a DNS label (RFC 1123): at most 63 lower case letters, digits and "-", not with "-" at an end; found ${JSON.stringify(namespace)}`,
    });
}
