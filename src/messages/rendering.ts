/** Messages about packages and versions that are, or are not, rendered. Each function returns the text of a result. */
import { counted, firstNames } from '../wording.ts';

export const VERSIONS_UNRENDERED = 'the versions are not rendered, since the package is not';

/** `reason`: an error, or a text of this file. */
export function versionsNotRendered(reason: string): string {
  return `the versions are not rendered, so output of the pipeline counts as local edits: ${reason}`;
}

/** Is about the condition of a function in a pipeline. `called`: the function. */
export function functionSkipped(called: string): string {
  return `was false for the items of ${JSON.stringify(called)}, so it did not run`;
}

/** Reason why versions are not rendered. */
export const RENDERED_UNCERTAIN =
  'whether the package is rendered is not certain: pass `--render` if it is, or `--no-render` if it is not';

/** `reason`: an error, or a text of this file. */
export function mergedNotRendered(reason: string): string {
  return `the merged package is not rendered: ${reason}; to see what the pipeline changes, run \`krm-variants render --dry-run --diff\``;
}

/** Reason why a merged package is not rendered. */
export function editsOverwritten(paths: readonly string[]): string {
  return `that would overwrite local edits in ${firstNames(paths, (path) => path)}`;
}

/** Reason why a merged package is not rendered. */
export const OUTPUT_CHANGES_AGAIN = 'a second run of the pipeline changes its own output';

/** Is about a finished update. `folder`: that of the package. */
export function finishedNotRendered(folder: string): string {
  return `the merged package is not rendered: run \`krm-variants render ${folder}\``;
}

export function renderingRequired(reason: string): string {
  return `\`--render\` must run the pipeline, but cannot: ${reason}; correct this, or pass \`--no-render\``;
}

/** `names`: other programs and images that the pipeline calls. */
export function otherFunctions(names: readonly string[]): string {
  return `the pipeline needs other programs or images, ${firstNames(names, (name) => JSON.stringify(name))}: to call them, pass \`--render\``;
}

/** Is about a rendering that failed. */
export const WRITTEN_BEFORE_FAILURE =
  'the package is written as it was before the function that failed, as its annotation `kpt.dev/save-on-render-failure` asks for';

/** Is about lines whose causes are asked for. */
export function pipelineNotRun(reason: string): string {
  return `the pipeline was not run, so that its lines are shown as unknown: ${reason}`;
}

/** `inside`: number of packages in the folder. Default: none. */
export function packageNeeded(inside = 0): string {
  const hint = inside === 0 ? '' : `; to render the ${counted(inside, 'package')} in it, pass \`--all\``;
  return `must be a package: a folder with a Kptfile${hint}`;
}

export const KPTFILE_UNREAD =
  'a file named Kptfile must begin with a resource of kind Kptfile (kpt.dev/v1) that has `metadata.name`';

/** `ended`: how the process of a package ended. */
export function processEnded(ended: string): string {
  return `its process ${ended}, as happens if memory runs out: render the package again, with a smaller \`--jobs\``;
}

export const WARNING_IS_ERROR = 'with `--strict`, a warning is an error';

/**
 * Names a function of a pipeline. `field`: its place in the Kptfile. `folder`: path of its package; '' for the root
 * package.
 */
export function stepName(called: string, field: string, folder: string): string {
  return `"${called}" (\`${field}\`) of ${folder === '' ? 'the root package' : `package "${folder}"`}`;
}

/** `name`: text of `stepName`. */
export function stepFailed(name: string): string {
  return `${name} failed`;
}

/**
 * `packages`: number of packages that are rendered together. `isStatusWritten`: whether the Kptfile says that it
 * failed.
 */
export function stepFailedAmong(name: string, packages: number, isStatusWritten: boolean): string {
  const among = packages === 1 ? '' : ` (one of ${counted(packages, 'package')})`;
  return `${name}${among} failed: ${isStatusWritten ? 'only the status' : 'nothing'} was written`;
}
