/**
 * Messages about what a function of another program prints, and how it ends. Each function returns the text of a
 * result.
 */

/** Reason why an output is not read: why it is no ResourceList. */
export const NOTHING_PRINTED = 'nothing; with `--allow-delete-all`, that counts as a list without items';

/** Reason why an output is not read. */
export const OTHER_PRINTED = 'something other than one ResourceList';

/** Reason why an output is not read. `error`: of the parser. */
export function unreadableList(error: string): string {
  return `a ResourceList that cannot be read: ${error}`;
}

/** `printed`: a reason of this file. */
export function listNeeded(name: string, printed: string): string {
  return `"${name}" must print a ResourceList, but printed ${printed}`;
}

/** `reason`: a reason of this file. */
export function resultsInvalid(name: string, reason: string): string {
  return `"${name}" printed invalid results: \`results\` ${reason}`;
}

/** Reason why results are invalid. */
export const RESULTS_NO_LIST = 'must be a list';

/** Reason why results are invalid. `index`: of the first wrong one. */
export function resultInvalid(index: number, severities: readonly string[]): string {
  return `must have a string \`message\`, a \`severity\` of ${severities.join(', ')} and a numeric \`file.index\`, and maps of \`resourceRef\`, \`field\`, \`file\` and \`tags\`: result ${index} does not`;
}

export function tookTooLong(name: string, limit: string): string {
  return `"${name}" took longer than ${limit} and was stopped: raise the limit with \`--function-timeout\``;
}

/** `end`: how its program ended. */
export function endedWith(name: string, end: string, hasList: boolean): string {
  return `"${name}" ended with ${end}${hasList ? '' : ' and printed no ResourceList'}`;
}

/** `damage`: what is not UTF-8. */
export function outputNotUtf8(name: string, damage: string): string {
  return `the output of "${name}" must be UTF-8: ${damage}`;
}

/** `what`: what is wrong with the item. */
export function itemWrong(name: string, at: number, what: string): string {
  return `item ${at} of the output of "${name}" ${what}`;
}

/** Fault of an item. */
export const ITEM_NO_RESOURCE = 'must be a resource, with `apiVersion`, `kind` and `metadata.name`';

/** Fault of an item. */
export const ITEM_NO_ANNOTATIONS = 'must have a map of `metadata.annotations`, or none';

/** Fault of an item. */
export const ITEM_UNKNOWN_ID = 'must not have the id of a resource that the function was not given';

/** Fault of an item. */
export const ITEM_OTHER_ID = 'has the id of another item: it was matched by its path, index and name';

export const ITEM_NOT_EDITED = 'could not be edited to have the data that the function printed';

/** `annotation`: that of the index. `value`: as JSON. */
export function indexNoNumber(annotation: string, value: string): string {
  return `\`${annotation}\` must be a number, not ${value}`;
}

/** `values`: those of annotations that must be equal. */
export function annotationsDiffer(annotations: readonly string[], values: readonly (string | undefined)[]): string {
  return `\`${annotations.join('` and `')}\` must be equal: ${JSON.stringify(values)}`;
}

/** `subject`: names the new resource. */
export function outsideFolder(subject: string, path: string | undefined): string {
  return `${subject} must be in a file of the folder, not in ${JSON.stringify(path)}`;
}

/** `subject`: names the new resource. */
export function outsidePackage(subject: string, path: string): string {
  return `${subject} must be in a file of its package, not in ${JSON.stringify(path)}`;
}

/** `subject`: names the new resource. */
export function placeOfOther(subject: string, path: string, index: number): string {
  return `${subject} must have another path or index: ${JSON.stringify(path)} (document ${index}) is another resource`;
}

/** `subject`: names the new resource. */
export function placeTwice(subject: string): string {
  return `${subject} must have another path or index: another resource has the same`;
}

/** Is about a function that a command calls, without a pipeline. */
export function inputEmptied(name: string): string {
  return `"${name}" removed all of its resources: to allow that, pass \`--allow-delete-all\``;
}

export const PACKAGE_EMPTIED =
  'removed all of its resources: a function must not empty its package; to allow that, pass `--allow-delete-all`';

export const ROOT_KPTFILE_REMOVED = 'removed the Kptfile of the root package: to allow that, pass `--allow-delete-all`';
