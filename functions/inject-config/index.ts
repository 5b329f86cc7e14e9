import { configForm, defineFunction } from '../../src/function/index.ts';
import { checkFunctionFields, injectConfig, packageVariant, readInjectors } from '../../src/package-variant/index.ts';
import { configInjection, readConfigInjection, type SourcedInjection } from './kinds/config-injection.ts';
import { readSources } from './sources.ts';

const fromPackageVariant = configForm({
  ...packageVariant,
  read({ spec }, problems, resource): SourcedInjection {
    checkFunctionFields(spec.pipeline ?? {}, { source: resource, field: ['spec', 'pipeline'], problems });
    const injectors = readInjectors(spec.injectors ?? [], ['spec', 'injectors'], problems);
    return { namespace: resource.namespace, injectors, sources: {}, resource };
  },
});

const fromConfigInjection = configForm({
  ...configInjection,
  read: ({ spec }, problems, source): SourcedInjection => readConfigInjection(spec, problems, source),
});

/** Injects objects of a cluster into a package (design "Configuration Injection Details"). */
export default defineFunction({
  name: 'inject-config',
  summary: 'Injects data from objects of a cluster into annotated resources of a package.',
  origin: 'Porch PackageVariant `injectors`',
  configs: [fromPackageVariant, fromConfigInjection],
  takesObjects: true,
  objectsOf: ({ injectors }) => injectors.map(({ name }) => name),
  needsPod: true,
  async run(call) {
    const cluster = await readSources(call);
    injectConfig({ ...call.config, cluster }, call);
  },
});
