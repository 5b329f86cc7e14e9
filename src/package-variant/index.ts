export { editPackageContext } from './context.ts';
export { FUNCTION_FIELDS, refuseUnknownFields, reportNewerFields } from './function-fields.ts';
export { injectorsSchema, readInjectors, type InjectionSelector } from './injection-selector.ts';
export { injectedFields } from './injection-choice.ts';
export { injectConfig, type ConfigInjection } from './injection.ts';
export { liveObjects, namedObjects } from './named-objects.ts';
export {
  functionSchema,
  packageContextSchema,
  packageVariant,
  pipelineLists,
  readPackageContext,
  type PackageContextEdit,
} from './kind.ts';
export { checkFunctionFields, editPipeline, readPipelineEdit, type PipelineEdit } from './pipeline.ts';
