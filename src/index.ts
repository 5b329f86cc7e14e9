export { applyFunction, type Report } from './function/apply.ts';
export { byteOrder } from './byte-order.ts';
export {
  CelError,
  compile as compileCel,
  type Bindings as CelBindings,
  type BoundObject as CelObject,
  type Program as CelProgram,
} from './cel/index.ts';
export {
  type ClusterAccess,
  type ClusterAnswer,
  type ClusterKind,
  type ClusterQuestion,
  type KindAnswer,
  type ReadCluster,
} from './krm/cluster-reading.ts';
export { kindOf, type ClusterView } from './krm/cluster-objects.ts';
export { injectConfig, type ConfigInjection } from './package-variant/injection.ts';
export { formatFieldPath } from './krm/field-path.ts';
export {
  configForm,
  defineFunction,
  formsOf,
  type Call,
  type ConfigForm,
  type FunctionDefinition,
  type ItemPolicies,
  type LoadedFunction,
  type Sources,
} from './function/define.ts';
export { FUNCTION_FIELDS, refuseUnknownFields, warnOfNewerFields } from './package-variant/function-fields.ts';
export { expand, prepareData, TemplateError, type PreparedData } from './go-template/index.ts';
export { groupBy } from './group-by.ts';
export { injectorsSchema, readInjectors, type InjectionSelector } from './package-variant/injection-selector.ts';
export { NO_MATCH } from './package-variant/injection-choice.ts';
export { injectionKinds } from './package-variant/injection-point.ts';
export { keepComments } from './krm/kpt-comments.ts';
export { findRootKptfile } from './krm/kptfile.ts';
export {
  checkLabelSelector,
  labelSelectorSchema,
  matchesLabels,
  type LabelSelector,
} from './function/label-selector.ts';
export { nearestName } from './nearest-name.ts';
export { clusterOverridePolicy, overridePolicy } from './karmada/policies.ts';
export { readObjectFolder, type FolderFile } from './krm/object-folder.ts';
export { isDnsLabel, isObjectName } from './krm/object-name.ts';
export { editPackageContext, isPackageContext } from './package-variant/context.ts';
export {
  functionSchema,
  packageContextSchema,
  packageVariant,
  pipelineLists,
  readPackageContext,
  type PackageContextEdit,
} from './package-variant/kind.ts';
export {
  applyPatch,
  evaluateJsonPath,
  evaluatePointer,
  formatPointer,
  JsonPathError,
  parseJsonPath,
  parsePointer,
  PatchError,
  type JsonPath,
  type Operation,
  type OperationName,
  type Outcome as PatchOutcome,
} from './patch/index.ts';
export { editPipeline, readPipelineEdit, type PipelineEdit } from './package-variant/pipeline.ts';
export { readOwner } from './function/owner.ts';
export { Problems, type Problem } from './function/problems.ts';
export { isProtectedField, isProtectedResource } from './krm/protected.ts';
export { findSecrets, isSecretField, REDACTED, type FoundSecret } from './krm/redaction.ts';
export { removeEntry } from './krm/remove-entry.ts';
export { fileOf, identityOf, Resource, sameNamespace, type Location } from './krm/resource.ts';
export {
  readSelection,
  resourceSelectorsSchema,
  selectResources,
  type ResourceSelector,
  type Selection,
} from './karmada/resource-selector.ts';
export { Resources, type Store } from './krm/resources.ts';
export {
  arrangeResults,
  formatResult,
  KrmError,
  resultsOf,
  type FieldRef,
  type FileRef,
  type Notice,
  type ResourceRef,
  type Result,
  type Severity,
} from './krm/result.ts';
export { makeResult, Results, type About } from './krm/results.ts';
export { runFunction, type Outcome } from './function/run-function.ts';
export {
  anyValue,
  inSchemaOrder,
  objectMeta,
  objectStatus,
  stringMap,
  typeMeta,
  type Fitting,
  type Schema,
} from './function/schema.ts';
export { rejectDuplicates } from './krm/duplicates.ts';
export { type SchemaError, type Validator } from './function/validation.ts';
export { shortHash, shortName } from './short-hash.ts';
export { decodeUtf8 } from './krm/utf8.ts';
export { counted, oneOf, versionHint } from './wording.ts';
export {
  decodeBase64,
  editText,
  equalValues,
  isList,
  isMap,
  newDocument,
  readDocument,
  YamlError,
  type Embedding,
  type FoundString,
  type NewValue,
  type Path,
  type SourceDocument,
  type Value,
} from './yaml/index.ts';
