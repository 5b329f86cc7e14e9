import {
  configForm,
  defineFunction,
  injectConfig,
  packageVariant,
  readInjectors,
  type ConfigInjection,
} from '../../src/index.ts';
import { configInjection, readConfigInjection } from './config-injection.ts';

const fromPackageVariant = configForm({
  ...packageVariant,
  read: ({ spec }, problems, { namespace }): ConfigInjection => ({
    namespace,
    injectors: readInjectors(spec.injectors ?? [], ['spec', 'injectors'], problems),
    objects: undefined,
  }),
});

const fromConfigInjection = configForm({
  ...configInjection,
  read: ({ spec }, problems, source): ConfigInjection => readConfigInjection(spec, problems, source),
});

/** Injects objects of a cluster into a package (design "Configuration Injection Details"). */
export default defineFunction({
  name: 'inject-config',
  summary: 'Injects objects of a cluster into the resources of a package that ask for it.',
  origin: 'PackageVariant `injectors`',
  configs: [fromPackageVariant, fromConfigInjection],
  run: ({ config, resources, results }) => injectConfig(config, { resources, results }),
});
