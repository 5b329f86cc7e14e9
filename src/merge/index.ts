export type { Answer, Conflict, ConflictKind } from './conflict.ts';
export type { Markers } from './conflict-markers.ts';
export type { FileContent } from './file-text.ts';
export { mergePackages, type MergedPackage, type MergeOptions } from './merge-package.ts';
export { readMergePolicies } from './merge-policy.ts';
export type { MergeRule, ResourcePattern, Take } from './merge-rule.ts';
export type { PackageFiles, Packages } from './packages.ts';
export type { Sides } from './sides.ts';
