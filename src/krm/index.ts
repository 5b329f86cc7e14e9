export { ClusterScopedKinds } from './cluster-scoped.ts';
export { duplicateOn } from './duplicate-keys.ts';
export { lostKeysOf, refuseDuplicateKeys } from './duplicate-keys.ts';
export { rejectDuplicates } from './duplicate-keys.ts';
export { failure, fileError, fileWarning } from './failure.ts';
export { formatFieldPath } from './field-path.ts';
export { keepComments } from './kpt-comments.ts';
export { findRootKptfile } from './kptfile.ts';
export { isDnsLabel, isObjectName, labelKeyFaults, labelValueFaults } from './qualified-name.ts';
export { arrangeResults } from './arrange-results.ts';
export { elsewhere, namespaceName, reportElsewhere } from './hints.ts';
export { countedResources, resourceNames } from './qualified-name.ts';
export { kindHint } from './hints.ts';
export { isPackageContext, STRATEGIES, type Strategy } from './kptfile.ts';
export { inputHint, isFunctionInput, isMarkedLocal, isProtectedField, isProtectedResource } from './protected.ts';
export { findSecrets, isSecretField, isSecretValue, REDACTED, type FoundSecret } from './redaction.ts';
export { SecretValues } from './secret-values.ts';
export { verifyOutput } from './output-check.ts';
export { removeField } from './splice.ts';
export { ResourceList } from './resource-list.ts';
export {
  attributeEdits,
  attributeResource,
  completed,
  originsOf,
  originsOfEdits,
  RECORD_ORIGIN,
  type Origin,
} from './edit-origins.ts';
export { elementsOf, isKrm, otherElements } from './object-folder.ts';
export {
  copyOf,
  fileOf,
  groupOf,
  identityOf,
  isKptfile,
  namespacedName,
  Resource,
  sameNamespace,
  versionOf,
  type Location,
} from './resource.ts';
export { Resources, type Store } from './resources.ts';
export {
  distinctResults,
  formatFile,
  asShown,
  formatResult,
  KrmError,
  resultsOf,
  yamlCode,
  type FieldRef,
  type FileRef,
  type AnySeverity,
  type Notice,
  type ResourceRef,
  type Result,
  type Severity,
} from './result.ts';
export { misspelledKey } from './hints.ts';
export { makeNotice, makeResult, Results, type About, type Subject } from './results.ts';
export { listedResult } from './result-value.ts';
export { decodeUtf8 } from './utf8.ts';
export { kindOf, type ClusterView } from './cluster-objects.ts';
export {
  TIMEOUT_SECONDS,
  type AskCluster,
  type ClusterAccess,
  type ClusterAnswer,
  type ClusterKind,
  type ClusterQuestion,
  type KindAnswer,
} from './cluster-objects.ts';
export { readLiveObjects } from './live-objects.ts';
export { objectsOf, readObjectFolder, type FolderFile } from './object-folder.ts';
export { isResultCode, RESULT_CODES, type ResultCode } from './result-codes.ts';
