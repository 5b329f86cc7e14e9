export type { Answer, Conflict, ConflictKind } from './policy/conflict.ts';
export type { Markers } from './text/conflict-markers.ts';
export type { FileContent } from '../files/index.ts';
export { mergePackages, type MergedPackage, type MergeOptions } from './merge-package.ts';
export { readMergePolicies } from './policy/merge-policy.ts';
export type { MergeRule, ResourcePattern, Take } from './policy/merge-rule.ts';
export type { PackageFiles, Packages } from './text/packages.ts';
export type { Sides } from './sides.ts';
