/**
 * Entry point of the library: documents, resources and results; functions of this project and third-party ones;
 * rendering and merging of packages. docs/library.md has an example of each.
 */

// Documents, whose edits leave all other text as it was read.
export {
  editText,
  equalValues,
  newDocument,
  readDocument,
  YamlError,
  type NewValue,
  type Path,
  type SourceDocument,
  type Value,
} from './yaml/index.ts';

// Resources and results.
export {
  formatFieldPath,
  formatResult,
  isKptfile,
  KrmError,
  Resource,
  ResourceList,
  Resources,
  Results,
  resultsOf,
  verifyOutput,
  type FieldRef,
  type FileRef,
  type Location,
  type Notice,
  type ResourceRef,
  type Result,
  type ResultCode,
  type Severity,
} from './krm/index.ts';

// Functions: their definition and their call.
export {
  applyFunction,
  configForm,
  defineFunction,
  runFunction,
  type Call,
  type ConfigForm,
  type FunctionDefinition,
  type LoadedFunction,
  type Outcome,
  type Report,
  type Sources,
} from './function/index.ts';

// Third-party functions.
export {
  callHosted,
  type CommentSource,
  type HostedFunction,
  type HostedReport,
  type ProgramCall,
  type ProgramEnd,
} from './host/index.ts';

// Renderings of packages.
export {
  renderPackages,
  type CallInput,
  type CallReport,
  type FunctionCall,
  type PipelineFunction,
  type Rendering,
  type RenderObserver,
  type RenderOptions,
  type RenderStep,
} from './render/index.ts';

// Merges of packages.
export {
  mergePackages,
  type Answer,
  type Conflict,
  type FileContent,
  type MergedPackage,
  type MergeOptions,
  type MergeRule,
  type PackageFiles,
  type Packages,
} from './merge/index.ts';
