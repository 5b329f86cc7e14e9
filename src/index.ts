// Functions: their definition, configuration, validation and calls.
export { applyFunction, type Report } from './function/apply.ts';
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
export {
  checkLabelSelector,
  labelSelectorSchema,
  matchesLabels,
  type LabelSelector,
} from './function/label-selector.ts';
export { readOwner } from './function/owner.ts';
export { Problems, type Problem } from './function/problems.ts';
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
export { type SchemaError, type Validator } from './function/validation.ts';

// Resources: one, all of a call, and what is reported of them.
export { ClusterScopedKinds } from './krm/cluster-scoped.ts';
export { rejectDuplicates } from './krm/duplicates.ts';
export { formatFieldPath } from './krm/field-path.ts';
export { keepComments } from './krm/kpt-comments.ts';
export { findRootKptfile } from './krm/kptfile.ts';
export { isDnsLabel, isObjectName } from './krm/object-name.ts';
export { arrangeResults } from './krm/arrange-results.ts';
export { countedResources, resourceNames } from './krm/resource-names.ts';
export { kindHint } from './krm/kind-hint.ts';
export { contextValue, isPackageContext } from './krm/package-context.ts';
export { isProtectedField, isProtectedResource } from './krm/protected.ts';
export { findSecrets, isSecretField, REDACTED, type FoundSecret } from './krm/redaction.ts';
export { SecretValues } from './krm/secret-values.ts';
export { verifyOutput } from './krm/output-check.ts';
export { removeEntry } from './krm/remove-entry.ts';
export { ResourceList } from './krm/resource-list.ts';
export {
  attributeEdits,
  attributeResource,
  completed,
  originsOf,
  originsOfEdits,
  RECORD_ORIGIN,
  type Origin,
} from './krm/edit-origins.ts';
export { elementsOf, isKrm, otherElements } from './krm/list-elements.ts';
export { copyOf, fileOf, isKptfile, namespacedName, Resource, sameNamespace, type Location } from './krm/resource.ts';
export { Resources, type Store } from './krm/resources.ts';
export {
  distinctResults,
  formatFile,
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
export { listedResult } from './krm/result-value.ts';
export { decodeUtf8 } from './krm/utf8.ts';

// Files.
export {
  contentOf,
  isEncrypted,
  isManifestPath,
  isSameContent,
  isYamlPath,
  joinPath,
  utf8Damage,
  type FileContent,
} from './files/index.ts';

// Objects of a cluster that functions read.
export { kindOf, type ClusterView } from './krm/cluster-objects.ts';
export {
  TIMEOUT_SECONDS,
  type AskCluster,
  type ClusterAccess,
  type ClusterAnswer,
  type ClusterKind,
  type ClusterQuestion,
  type KindAnswer,
  type ReadCluster,
} from './krm/cluster-reading.ts';
export { readLiveObjects, type LiveKind } from './krm/live-objects.ts';
export { readObjectFolder, type FolderFile } from './krm/object-folder.ts';

// PackageVariant: what several functions do with its parts.
export { editPackageContext } from './package-variant/context.ts';
export { FUNCTION_FIELDS, refuseUnknownFields, warnOfNewerFields } from './package-variant/function-fields.ts';
export { injectorsSchema, readInjectors, type InjectionSelector } from './package-variant/injection-selector.ts';
export { injectConfig, type ConfigInjection } from './package-variant/injection.ts';
export { liveObjects, namedObjects } from './package-variant/named-objects.ts';
export {
  functionSchema,
  packageContextSchema,
  packageVariant,
  pipelineLists,
  readPackageContext,
  type PackageContextEdit,
} from './package-variant/kind.ts';
export { editPipeline, readPipelineEdit, type PipelineEdit } from './package-variant/pipeline.ts';

// Karmada: policies, the resources and clusters that they select, their order, and their overriders.
export { applyFieldOverriders, type OverriddenFields } from './karmada/apply-field-overriders.ts';
export { CLUSTER, isCluster, readCluster } from './karmada/cluster-items.ts';
export { readFieldOverriders } from './karmada/field-overrider-entry.ts';
export { readCommandOverriders, type WrittenCommandOverrider } from './karmada/command-overrider.ts';
export { readFieldOverrider, type FieldOverrider, type WrittenFieldOverrider } from './karmada/field-overrider.ts';
export {
  readOverridePolicy,
  type OverridePolicy,
  type OverrideRule,
  type WrittenOverriders,
  type WrittenPolicy,
  type WrittenRule,
} from './karmada/override-policy.ts';
export { changesOf, reachedState } from './karmada/outcome.ts';
export { keyHint } from './karmada/key-hint.ts';
export { reportLackingField } from './karmada/lacking-field.ts';
export { readImageOverriders, type WrittenImageOverrider } from './karmada/image-overrider.ts';
export { readLabelOverriders, type WrittenLabelOverrider } from './karmada/label-overrider.ts';
export type { OverriderEffect } from './karmada/override-document.ts';
export {
  ifMissingSchema,
  type IfMissing,
  type OverrideContext,
  type OverrideEffect,
  type Overrider,
  type OverrideScope,
} from './karmada/overrider.ts';
export type { WrittenPlaintext } from './karmada/plaintext-entry.ts';
export {
  OWN_KIND,
  takeFieldValues,
  takeValues,
  type OwnFieldOverrider,
  type OwnOverriders,
} from './karmada/own-overriders.ts';
export { ownFieldOverriderSchema, ownOverridersSchema } from './karmada/own-schemas.ts';
export { PackageValues } from './karmada/package-values.ts';
export { readPlaintextOverriders } from './karmada/plaintext-overrider.ts';
export { clusterOverridePolicy, overridePolicy, overridersSchema, targetClusterSchema } from './karmada/policies.ts';
export { selectPolicies, stagesOf, type OrderedPolicy } from './karmada/policy-order.ts';
export {
  ownResourceSelectorsSchema,
  readSelection,
  resourceSelectorsSchema,
  type ResourceSelector,
  type Selection,
  type SelectorMatch,
} from './karmada/resource-selector.ts';
export { reportSelectors, selectResources } from './karmada/selector-report.ts';
export { editedSelectedField } from './karmada/selected-fields.ts';
export { editsAfter } from './karmada/sequence-edit.ts';
export { isAllClusters, matchesCluster, type Cluster, type TargetCluster } from './karmada/target-cluster.ts';
export { valueSourceSchema, type ValueSource } from './karmada/value-source.ts';

// Source documents.
export {
  decodeBase64,
  editText,
  equalValues,
  isList,
  isMap,
  newDocument,
  readDocument,
  startsWith,
  YamlError,
  type Embedding,
  type FoundString,
  type NewValue,
  type Path,
  type SourceDocument,
  type Value,
} from './yaml/index.ts';

// Engines.
export {
  CelError,
  compile as compileCel,
  type Bindings as CelBindings,
  type BoundObject as CelObject,
  type Program as CelProgram,
} from './cel/index.ts';
export { expand, prepareData, quoteGo, TemplateError, type PreparedData } from './go-template/index.ts';
export {
  applyPatch,
  evaluateJsonPath,
  evaluatePointer,
  formatPointer,
  JsonPathError,
  nearestKey,
  parseJsonPath,
  parsePointer,
  PatchError,
  type JsonPath,
  type Operation,
  type OperationName,
  type PointerOptions,
  type Outcome as PatchOutcome,
} from './patch/index.ts';

// Functions of other programs.
export { callHosted, type HostedFunction, type HostedReport } from './host/hosted-call.ts';
export type { CommentSource } from './host/answered-comments.ts';
export { endText, shortStderr, type ProgramCall, type ProgramEnd } from './host/program.ts';

// Rendering of packages.
export { exitCodeOf, recordStatus } from './render/render-status.ts';
export { GEN_PKG_CONTEXT, genPkgContext } from './render/gen-pkg-context.ts';
export type { PipelineFunction } from './render/pipeline.ts';
export type { CallInput, CallReport, FunctionCall } from './render/function-call.ts';
export { renderPackages, type Rendering } from './render/render.ts';
export type { RenderObserver, RenderOptions } from './render/render-options.ts';
export { stepFailure, type RenderStep } from './render/render-step.ts';
export {
  isSelective,
  type Selection as FunctionSelection,
  type Selector as FunctionSelector,
} from './render/selector.ts';
export { selectedResources } from './render/selected-resources.ts';

// Merges of packages.
export type { Answer, Conflict } from './merge/policy/conflict.ts';
export type { Markers } from './merge/text/conflict-markers.ts';
export { checkFieldPattern } from './merge/policy/field-pattern.ts';
export { mergeByLines } from './merge/text/merge-by-lines.ts';
export { mergePackages, type MergedPackage, type MergeOptions } from './merge/merge-package.ts';
export { readMergePolicies } from './merge/policy/merge-policy.ts';
export type { MergeRule } from './merge/policy/merge-rule.ts';
export type { PackageFiles, Packages } from './merge/text/packages.ts';
export type { Sides } from './merge/sides.ts';

// What is general.
export { byteOrder } from './byte-order.ts';
export { groupBy } from './group-by.ts';
export { didYouMean, nearestName, suggestion } from './nearest-name.ts';
export { shortHash, shortName } from './short-hash.ts';
export { isVersion, readVersionRange } from './version-range.ts';
export { counted, firstNames, oneOf } from './wording.ts';
