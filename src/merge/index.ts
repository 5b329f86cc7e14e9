export { CONFLICT_KINDS, type Answer, type Conflict, type ConflictKind } from './policy/conflict.ts';
export { changedElements, differences, jsonOf, type Difference } from './policy/differences.ts';
export type { Markers } from './text/conflict-markers.ts';
export type { FileContent } from '../files/index.ts';
export { mergePackages, type MergedPackage, type MergeOptions } from './merge-package.ts';
export {
  isMergePolicy,
  localPolicies,
  mergePolicyErrors,
  mergePolicyOf,
  readMergePolicies,
  type MergePolicy,
} from './policy/merge-policy.ts';
export { matchesResource, type MergeRule, type ResourcePattern, type Take } from './policy/merge-rule.ts';
export type { PackageFiles, Packages } from './text/packages.ts';
export { bySide, otherOf, SIDES, wordFor, type MergedSide, type Side, type Sides } from './sides.ts';
export { checkFieldPattern, fieldPattern, fieldsAt, type FieldPattern } from './policy/field-pattern.ts';
export { mayBe } from './messages/conflicts.ts';
export { nearField } from './policy/near-field.ts';
export { mergeByLines } from './text/merge-by-lines.ts';
export { firstConflict } from './text/merge-lines.ts';
export { unmatchedRules } from './files/unmatched-rules.ts';
export { UNDECIDED, type ConflictArguments, type TakeOption } from './policy/conflict-arguments.ts';
