export { applyFunction } from './apply.ts';
export { byteOrder } from './byte-order.ts';
export { formatFieldPath } from './field-path.ts';
export {
  configForm,
  defineFunction,
  type Call,
  type ConfigForm,
  type FunctionDefinition,
  type LoadedFunction,
} from './function.ts';
export { nearestName } from './nearest-name.ts';
export {
  packageContextSchema,
  packageVariant,
  readPackageContext,
  type PackageContextEdit,
} from './package-variant.ts';
export { Problems, type Problem } from './problems.ts';
export { isSecretField, REDACTED } from './redaction.ts';
export { Resource, sameNamespace, type Location } from './resource.ts';
export { Resources } from './resources.ts';
export {
  arrangeResults,
  formatResult,
  KrmError,
  resultsOf,
  type FieldRef,
  type FileRef,
  type ResourceRef,
  type Result,
  type Severity,
} from './result.ts';
export { makeResult, Results, type About } from './results.ts';
export { runFunction, type Outcome } from './run-function.ts';
export { objectMeta, objectStatus, stringMap, type Schema } from './schema.ts';
export { type SchemaError, type Validator } from './validation.ts';
export { decodeUtf8 } from './utf8.ts';
export { counted } from './wording.ts';
