import {
  configForm,
  configMapSchema,
  defineFunction,
  objectMeta,
  stringMap,
  typeMeta,
} from '../../src/function/index.ts';
import {
  checkFunctionFields,
  editPackageContext,
  packageContextSchema,
  packageVariant,
  readPackageContext,
  type PackageContextEdit,
} from '../../src/package-variant/index.ts';

const fromPackageVariant = configForm({
  ...packageVariant,
  read({ spec }, problems, source): PackageContextEdit {
    checkFunctionFields(spec.pipeline ?? {}, { source, field: ['spec', 'pipeline'], problems });
    return readPackageContext(spec.packageContext ?? {}, ['spec', 'packageContext'], problems);
  },
});

const fromPackageContext = configForm({
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'PackageContext',
  schema: {
    type: 'object',
    description: 'Sets and removes keys of the package context.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'PackageContext'),
      metadata: objectMeta,
      spec: packageContextSchema,
    },
  },
  read: ({ spec }, problems): PackageContextEdit => readPackageContext(spec, ['spec'], problems),
});

const fromConfigMap = configForm({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  schema: configMapSchema('Sets keys of the package context.', {
    ...stringMap,
    description: 'Keys to set, and their values. `name` and `package-path` are not allowed.',
  }),
  read: ({ data = {} }, problems): PackageContextEdit => readPackageContext({ data }, [], problems),
});

/** Applies `packageContext` of a PackageVariant to the package context (design "Package Context Injection"). */
export default defineFunction({
  name: 'apply-package-context',
  summary:
    "Sets and removes keys of a package's context: the ConfigMap `kptfile.kpt.dev`, where a package keeps values such as its site.",
  origin: 'Porch PackageVariant `packageContext`',
  configs: [fromPackageVariant, fromPackageContext, fromConfigMap],
  run: editPackageContext,
});
