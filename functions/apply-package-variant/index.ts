import { configForm, defineFunction, readOwner } from '../../src/function/index.ts';
import { findRootKptfile } from '../../src/krm/index.ts';
import {
  editPackageContext,
  editPipeline,
  injectConfig,
  namedObjects,
  packageVariant,
  readInjectors,
  readPackageContext,
  readPipelineEdit,
  type ConfigInjection,
  type PackageContextEdit,
  type PipelineEdit,
} from '../../src/package-variant/index.ts';
import { checkPackage, type VariantEnds } from './check-package.ts';
import { checkVariant } from './check-variant.ts';

/** Changes that a PackageVariant makes to a package. */
interface Variant {
  readonly ends: VariantEnds;
  readonly context: PackageContextEdit;
  readonly pipeline: PipelineEdit;
  readonly injection: ConfigInjection;
  /** Fields meant for the PackageRevision, which no function receives. */
  readonly unused: readonly string[];
}

const fromPackageVariant = configForm({
  ...packageVariant,
  read({ spec }, problems, source): Variant {
    checkVariant(spec, problems);
    const pipeline = { source, field: ['spec', 'pipeline'], problems };
    return {
      ends: { upstream: spec.upstream?.package ?? '', downstream: spec.downstream?.package ?? '' },
      context: readPackageContext(spec.packageContext ?? {}, ['spec', 'packageContext'], problems),
      pipeline: readPipelineEdit(readOwner(source, problems), spec.pipeline ?? {}, pipeline),
      injection: {
        namespace: source.namespace,
        injectors: readInjectors(spec.injectors ?? [], ['spec', 'injectors'], problems),
      },
      unused: (['labels', 'annotations'] as const).filter((name) => Object.keys(spec[name] ?? {}).length > 0),
    };
  },
});

/** Applies a PackageVariant to a package (design "Order of Mutations"). */
export default defineFunction({
  name: 'apply-package-variant',
  summary:
    "Applies a PackageVariant to a package: edits the package's context and pipeline, and copies data from objects in a cluster into the package.",
  origin: 'Porch PackageVariant',
  configs: [fromPackageVariant],
  takesObjects: true,
  objectsOf: ({ injection }) => injection.injectors.map(({ name }) => name),
  async run(call) {
    const { config, resources, results } = call;
    editPackageContext({ config: config.context, resources, results });
    const kptfile = findRootKptfile(call);
    if (kptfile === undefined) return;
    checkPackage(kptfile, { config: config.ends, resources, results });
    editPipeline(kptfile, config.pipeline, results);
    const cluster = await namedObjects(config.injection, call);
    injectConfig({ ...config.injection, cluster }, { resources, results });
    for (const name of config.unused)
      results.info(`\`spec.${name}\` is for the PackageRevision: not used here`, { code: 'ignored-field' });
  },
});
