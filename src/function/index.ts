export { applyFunction, type Report } from './apply.ts';
export { readForm } from './config.ts';
export {
  configForm,
  defineFunction,
  formsOf,
  type Call,
  type ConfigForm,
  type FunctionDefinition,
  type Kind,
  type LoadedFunction,
  type Functions,
  type Sources,
} from './define.ts';
export { compareWith, GivenPolicies } from './given-policies.ts';
export { checkLabelSelector, labelSelectorSchema, matchesLabels, type LabelSelector } from './label-selector.ts';
export { warnOfMisspelledAnnotations } from './misspelled-annotations.ts';
export { findNearMisses } from './near-misses.ts';
export { isPolicy } from './policies.ts';
export { readOwner } from './owner.ts';
export { Problems, type Problem } from './problems.ts';
export { runFunction, type Outcome } from './run-function.ts';
export {
  configMapSchema,
  anyValue,
  inSchemaOrder,
  objectMeta,
  objectStatus,
  stringMap,
  typeMeta,
  type Fitting,
  type Schema,
} from './schema.ts';
export type { Validator } from './validation.ts';
