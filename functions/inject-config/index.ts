import {
  configForm,
  defineFunction,
  injectConfig,
  packageVariant,
  readInjectors,
  readObjectFolder,
  type Call,
  type Resource,
} from '../../src/index.ts';
import { configInjection, readConfigInjection, type FolderInjection } from './config-injection.ts';

const fromPackageVariant = configForm({
  ...packageVariant,
  read: ({ spec }, problems, { namespace }): FolderInjection => ({
    namespace,
    injectors: readInjectors(spec.injectors ?? [], ['spec', 'injectors'], problems),
    objects: undefined,
  }),
});

const fromConfigInjection = configForm({
  ...configInjection,
  read: ({ spec }, problems, source): FolderInjection => readConfigInjection(spec, problems, source),
});

/** Injects objects of a cluster into a package (design "Configuration Injection Details"). */
export default defineFunction({
  name: 'inject-config',
  summary: 'Injects objects of a cluster into the resources of a package that ask for it.',
  origin: 'PackageVariant `injectors`',
  configs: [fromPackageVariant, fromConfigInjection],
  async run(call) {
    const { config, resources, results } = call;
    const objects = config.path === undefined ? config.objects : await withFolder(config.path, call);
    if (objects !== undefined || config.path === undefined)
      injectConfig({ ...config, objects }, { resources, results });
  },
});

/** The objects of the configuration with those of a folder; undefined where none can be read. */
async function withFolder(
  path: string,
  { config, results, readFolder }: Call<FolderInjection>,
): Promise<readonly Resource[] | undefined> {
  if (readFolder !== undefined) return [...(config.objects ?? []), ...(await readObjectFolder(path, readFolder))];
  results.error('`spec.sources.path` cannot be read here: nothing hands over folders');
  return undefined;
}
