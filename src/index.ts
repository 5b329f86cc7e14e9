export { applyFunction, type Report } from './apply.ts';
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
} from './cluster-reading.ts';
export { kindOf, type ClusterView } from './cluster-objects.ts';
export { injectConfig, type ConfigInjection } from './config-injection.ts';
export { customTransform, customTransformSchema } from './custom-transform.ts';
export { formatFieldPath } from './field-path.ts';
export {
  configForm,
  defineFunction,
  formsOf,
  type Call,
  type ConfigForm,
  type FolderFile,
  type FunctionDefinition,
  type ItemPolicies,
  type LoadedFunction,
  type Readers,
} from './function.ts';
export { FUNCTION_FIELDS, refuseUnknownFields, warnOfNewerFields } from './function-fields.ts';
export { expand, prepareData, TemplateError, type PreparedData } from './go-template/index.ts';
export { groupBy } from './group-by.ts';
export { injectorsSchema, readInjectors, type InjectionSelector } from './injection-selector.ts';
export { NO_MATCH } from './injection-choice.ts';
export { injectionKinds } from './injection-point.ts';
export { keepComments } from './kept-comments.ts';
export { findRootKptfile } from './kptfile.ts';
export { checkLabelSelector, labelSelectorSchema, matchesLabels, type LabelSelector } from './label-selector.ts';
export { nearestName } from './nearest-name.ts';
export { clusterOverridePolicy, overridePolicy } from './override-policy.ts';
export { readObjectFolder } from './object-folder.ts';
export { isDnsLabel, isObjectName } from './object-name.ts';
export { editPackageContext, isPackageContext } from './package-context.ts';
export {
  functionSchema,
  packageContextSchema,
  packageVariant,
  pipelineLists,
  readPackageContext,
  type PackageContextEdit,
} from './package-variant.ts';
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
export { editPipeline, readOwner, readPipelineEdit, type PipelineEdit } from './pipeline-edit.ts';
export { Problems, type Problem } from './problems.ts';
export { isProtectedField, isProtectedResource } from './protected.ts';
export { findSecrets, isSecretField, REDACTED, type FoundSecret } from './redaction.ts';
export { removeEntry } from './remove-entry.ts';
export { fileOf, identityOf, Resource, sameNamespace, type Location } from './resource.ts';
export { ResourceNames, type ResourceName } from './resource-names.ts';
export {
  readSelection,
  resourceSelectorsSchema,
  selectResources,
  type ResourceSelector,
  type Selection,
} from './resource-selector.ts';
export { Resources, type Store } from './resources.ts';
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
} from './result.ts';
export { makeResult, Results, type About } from './results.ts';
export { runFunction, type Outcome } from './run-function.ts';
export {
  anyValue,
  inSchemaOrder,
  objectMeta,
  objectStatus,
  stringMap,
  typeMeta,
  type Fitting,
  type Schema,
} from './schema.ts';
export { refuseTwins } from './twins.ts';
export { type SchemaError, type Validator } from './validation.ts';
export { shortHash, shortName } from './short-hash.ts';
export { decodeUtf8 } from './utf8.ts';
export { isVersion, readVersionRange, type VersionRange } from './version-range.ts';
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
