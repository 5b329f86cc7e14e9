import { configForm, defineFunction, objectMeta, readOwner, typeMeta } from '../../src/function/index.ts';
import { findRootKptfile } from '../../src/krm/index.ts';
import {
  editPipeline,
  packageVariant,
  pipelineLists,
  readPipelineEdit,
  type PipelineEdit,
} from '../../src/package-variant/index.ts';

const fromPackageVariant = configForm({
  ...packageVariant,
  read: ({ spec }, problems, source): PipelineEdit =>
    readPipelineEdit(readOwner(source, problems), spec.pipeline ?? {}, {
      source,
      field: ['spec', 'pipeline'],
      problems,
    }),
});

const fromPipelineEdit = configForm({
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'PipelineEdit',
  schema: {
    type: 'object',
    description: 'Inserts functions at the start of the pipeline of a Kptfile.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'PipelineEdit'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'Functions to insert, and their owner.',
        additionalProperties: false,
        required: ['owner'],
        properties: {
          owner: {
            type: 'string',
            description: 'Name of the owner, like that of a PackageVariant. Other functions of this owner are removed.',
          },
          ...pipelineLists,
          allowUnknownFields: {
            type: 'boolean',
            description: 'Copies unknown fields of functions. By default, they are an error.',
          },
        },
      },
    },
  },
  read({ spec }, problems, source): PipelineEdit {
    const field = ['spec'];
    if (spec.owner === '') problems.add({ field: [...field, 'owner'], message: 'must not be empty', currentValue: '' });
    return readPipelineEdit(spec.owner, spec, { source, field, problems });
  },
});

/** Applies `pipeline` of a PackageVariant to the Kptfile (design "Kptfile Function Pipeline Editing"). */
export default defineFunction({
  name: 'edit-pipeline',
  summary: "Inserts a PackageVariant's functions at the start of a package's pipeline, and updates them in later runs.",
  origin: 'Porch PackageVariant `pipeline`',
  configs: [fromPackageVariant, fromPipelineEdit],
  run(call) {
    const kptfile = findRootKptfile(call);
    if (kptfile !== undefined) editPipeline(kptfile, call.config, call.results);
  },
});
