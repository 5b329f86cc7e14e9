/** Messages about files and folders that are read, or passed over. Each function returns the text of a result. */
import { counted, firstNames } from '../wording.ts';

export const FOLDER_NEEDED = 'must be a folder';

export const NO_PACKAGE_INSIDE = 'must hold a package: a folder with a Kptfile';

export const UTF8_NEEDED = 'must be UTF-8';

/** `reason`: of the parser. */
export function notYaml(reason: string): string {
  return `must be YAML: ${reason}`;
}

/** Follows errors about files that are not YAML. */
export const EXCLUDE_FILES =
  'to exclude files, list them in a .krmignore, or pass `--exclude GLOB`; with `--skip-invalid`, files that are not YAML are skipped';

/** Stands for errors about the templates of a chart. */
export const CHART_TEMPLATES =
  'the templates of a Helm chart are not resources: pass the output of `helm template` instead, or exclude the chart';

export const NAME_NOT_UTF8 = 'the name must be UTF-8: rename the file or folder, or exclude it in .krmignore';

/** `others`: further files and folders that people may take for read. */
export function notRead(others: readonly string[]): string {
  const names =
    others.length === 0 ? '' : `, nor ${counted(others.length, 'other')}: ${firstNames(others, (path) => path)}`;
  return `is not read${names}; links are not followed, and only names that end in .yaml, .yml or .json in lower case, and Kptfile, are read: replace, rename or exclude it`;
}

/** Reason to pass over a file or folder. */
export type SkipReason = keyof typeof SKIPPED;

const SKIPPED = {
  nodeModules: '`node_modules` is not part of a package',
  special: 'symbolic links and devices are not read',
  link: 'a symbolic link is not copied',
  submodule: 'a submodule is not fetched',
  hidden: 'a .krmignore hides this package',
  wrongCase: 'only names that end in .yaml, .yml or .json in lower case, and Kptfile, are read: rename the file',
  temporaryFile: 'temporary file of a killed run; safe to remove',
  temporaryFolder: 'temporary folder of a killed run; safe to remove',
} as const;

export function skipped(reason: SkipReason): string {
  return `skipped: ${SKIPPED[reason]}`;
}

export const ARRAY_OF_RESOURCES =
  'an array of resources is not read; kubectl refuses it, too: write a `List` with the resources as its `items`, or a stream of documents';

/**
 * `element`: field of the list that has it; undefined for a document. `remedy`: end of the message, such as
 * `quoteField`; '' for none.
 */
export function notAResource(element: string | undefined, remedy: string): string {
  const what = element === undefined ? 'skipped' : `skipped \`${element}\``;
  return `${what}: a KRM resource must have \`apiVersion\`, \`kind\` and \`metadata.name\`${remedy}`;
}

/** Ends `notAResource`. */
export function quoteField(field: string): string {
  return `: \`${field}\` must be a string, so quote it`;
}

/** Ends `notAResource`. */
export function addName(kind: string, isFunctionInput: boolean): string {
  return isFunctionInput
    ? `: without a name, no function reads this ${kind}`
    : `: without a name, functions do not get this ${kind}; add one, or exclude the file`;
}

/** `repeated`: error about the key. */
export function joinedDocuments(repeated: string): string {
  return `${repeated}; is \`---\` missing between two resources?`;
}

export function exclusionUnused(rule: string): string {
  return `\`--exclude ${rule}\` has no effect: it matches no file or folder of the input`;
}

/** `fields`: names of fields that kpt refuses, with the paths of their files. */
export function baseFieldsRefused(fields: readonly { readonly field: string; readonly path: string }[]): string {
  return `the version that it came from has fields that kpt refuses, and that had no effect: ${firstNames(fields, ({ field, path }) => `\`${field}\` of ${path}`)}`;
}

/** Follows errors about fields that kpt refuses. */
export const CORRECT_FIELDS =
  'kpt refuses a package with such fields: correct them where they come from, or pass `--allow-unknown-fields` to write them';
