export { exitCodeOf, recordStatus } from './render-status.ts';
export { GEN_PKG_CONTEXT, genPkgContext } from './gen-pkg-context.ts';
export type { PipelineFunction } from './pipeline.ts';
export type { CallInput, CallReport, FunctionCall } from './function-call.ts';
export { renderPackages, type Rendering } from './render.ts';
export type { RenderObserver, RenderOptions } from './render-options.ts';
export { stepFailure, type RenderStep } from './render-step.ts';
export { isSelective, type FunctionSelection, type Selector } from './selector.ts';
export { selectedResources } from './selected-resources.ts';
