export { agreementOf, isSameFiles, KEEP_LOCAL } from './agreement.ts';
export type { BaseSource } from './base-source.ts';
export { derivedKptfile } from './derived-kptfile.ts';
export { withMergeComments } from './kpt-merge-comments.ts';
export {
  editKptfile,
  type GitPlace,
  isSamePlace,
  lockOf,
  readKptfile,
  setVersion,
  type Upstream,
  type UpstreamLock,
  upstreamOf,
} from './kptfile-upstream.ts';
export type { CommittedLine, LineCommit } from './line-commit.ts';
export { type ContextKeys, contextKeys, foreignContexts, withContext } from './package-context.ts';
export { ownPaths, yamlFileOf } from './package-files.ts';
export { editedInputs, isSamePackage } from './pipeline-inputs.ts';
export { type FileRendering, type PipelineHost, type RenderedFiles, renderFiles } from './render-files.ts';
export { checkSteps, nameOfStep, renderResources } from './render-resources.ts';
export {
  faultsOf,
  reasonOf,
  type RenderedVersions,
  rendererOf,
  type RenderSetting,
  renderVersions,
  unrenderable,
  withFiles,
} from './rendered-versions.ts';
export { AssembledVersion, nestedFolders, textIn } from './version-files.ts';
