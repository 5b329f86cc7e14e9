export { exitCodeOf, recordStatus } from './render-status.ts';
export { GEN_PKG_CONTEXT, genPkgContext } from './gen-pkg-context.ts';
export { emptyFunctions } from './empty-functions.ts';
export { type PipelineFunction, readPipeline } from './pipeline.ts';
export type { CallInput, CallReport, FunctionCall } from './function-call.ts';
export { renderPackages, type Rendering, savesOnFailure } from './render.ts';
export { KPT_COMPATS, type KptCompat, type RenderObserver, type RenderOptions } from './render-options.ts';
export { stepFailure, type RenderStep } from './render-step.ts';
export {
  isSelective,
  matchesSelector,
  type FunctionSelection,
  type ResourceReference,
  type Selector,
} from './selector.ts';
export { invalidFields } from './invalid-fields.ts';
export { unknownFields } from './unknown-fields.ts';
export { unmatchedSelectors } from './unmatched-selectors.ts';
export { selectedResources } from './selected-resources.ts';
