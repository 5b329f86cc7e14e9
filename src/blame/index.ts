export { Blame, type BlamedFile, type BlamedLine, type LineRange } from './blame-files.ts';
export { type Cause, commitOf, type LineCommits, causePlace, type Rule, rulesOf } from './cause.ts';
export { Lineage, type Stage } from './lineage.ts';
export {
  type PackageLineages,
  renderedLineages,
  sourceFiles,
  sourceOf,
  stageOf,
  upstreamCauses,
} from './package-lineages.ts';
