/**
 * Messages about the inputs of a fleet: PackageVariants and their sets, Repositories, and the files that `--with` plans
 * with. Each function returns the text of a result.
 */
import { didYouMean, suggestion } from '../../nearest-name.ts';
import { allOf, firstNames } from '../../wording.ts';

export const NO_INPUTS =
  'must have a PackageVariant or a PackageVariantSet, outside of packages and of the folders of Repositories';

export const FLEET_IN_PACKAGE = 'must not be in a package: PackageVariants in packages are not read';

export const FLEET_IN_TOP_PACKAGE =
  'must not be in a package, which the top folder of the git repository is: it has a Kptfile';

/** Ends an error about a file that may be none of the fleet. */
export function ofOtherFile(error: string): string {
  return `${error}; if the file is not for the fleet, name it in .krmignore`;
}

export const INPUT_NOT_CHECKED_OUT = 'is not checked out';

/** Ends an error about an input that may hide a PackageVariant. */
export function inputsMustBeKnown(error: string): string {
  return `${error}; \`fleet prune\` must know all PackageVariants, to know which variants are gone`;
}

/** `right`: what was probably meant. */
export function kindMisspelt(field: keyof typeof FIELDS, right: string): string {
  return `unknown ${FIELDS[field]}${suggestion(JSON.stringify(right))} It is not read, so that variants may count as gone: correct it, or, if the file is not for the fleet, name it in .krmignore`;
}

const FIELDS = { apiVersion: 'API version of this kind', kind: 'kind in this API group' } as const;

export function placeHoldsInputs(files: readonly string[]): string {
  return `must not hold ${firstNames(files, (file) => file)}, since the folder of a Repository holds packages only: name another folder, or move the file`;
}

export function ambiguousRepository(name: string): string {
  return `Repository ${JSON.stringify(name)} is ambiguous: namespace and name must be unique`;
}

/** `elsewhere`: end about Repositories in other namespaces; '' if there are none. `names`: in this namespace. */
export function noRepository(name: string, elsewhere: string, names: readonly string[]): string {
  return `no Repository is named ${JSON.stringify(name)}${elsewhere || didYouMean(name, names)}`;
}

/** Remedy for a Repository in another namespace. */
export const SET_NAMESPACE = 'set `metadata.namespace`';

/** `own`: `spec.git.repo` of a Repository that is a folder. */
export function noRepositoryUrl(own: string): string {
  return `must be a URL, or "${own}"`;
}

export const NOT_STRING = 'must be a string: quote it';

export const PLACE_OUTSIDE =
  'must be a folder of the git repository, without "..", ".git", ".krm-variants" and backslashes in its path';

export const PACKAGE_OUTSIDE =
  'must be a package of the repository, without "..", ".git", ".krm-variants" and backslashes in its path';

export const NOT_GIT = 'must be a git repository';

export const REVISION_MISSING =
  '`revision` or `workspaceName` must be set, since the package is in another git repository';

/** `right`: the known field that was probably meant. */
export function fieldMisspelt(right: string): string {
  return `unknown field${suggestion(right)}`;
}

/** `known`: fields, quoted. */
export function fieldIgnored(known: readonly string[]): string {
  return `unknown field, which is ignored; known fields: ${known.join(', ')}`;
}

/** The other PackageVariant of two. */
interface Other {
  readonly name: string;
  readonly file: string;
}

export function duplicateVariant(file: string): string {
  return `duplicate PackageVariant: ${file} has one of this namespace and name, too`;
}

export function sameFolder(folder: string, other: Other & { readonly folder: string }): string {
  const is = folder === other.folder ? 'also' : 'but for case';
  return overlap(`the folder "${folder}" is ${is} that of`, other);
}

export function folderInFolder(folder: string, outer: Other): string {
  return overlap(`the folder "${folder}" is in that of`, outer);
}

export function folderHoldsFolder(folder: string, inner: Other): string {
  return overlap(`the folder "${folder}" holds that of`, inner);
}

export function folderInUpstream(folder: string, other: Other): string {
  return overlap(`the folder "${folder}" is in the upstream package of`, other);
}

function overlap(rule: string, { name, file }: Other): string {
  return `${rule} PackageVariant "${name}" (${file}): change one of them`;
}

export const FOLDER_IS_UPSTREAM = 'must be another folder than the upstream package';

/** `names`: of PackageVariants, each of which is made of the next one, and the last one of the first. */
export function upstreamCircle(names: readonly string[]): string {
  const circle = names.map((name) => JSON.stringify(name));
  const links = circle.map(
    (name, index) => `${name} ${index === 0 ? 'is made ' : ''}of ${circle[index + 1] ?? circle[0]}`,
  );
  return `the upstream packages are a circle: PackageVariant ${links.join(', and ')}: name another upstream, or a revision`;
}

export const INIT_EXISTS =
  'exists, and nothing is overwritten: name an empty folder, or move the file away; to give the clusters of a fleet another package, copy its PackageVariantSet, and change the name and the upstream in the copy';

/** `directory`: folder of the package; '' for the top of the git repository. */
export function sourceAmongInputs(name: string, directory: string): string {
  const place = directory === '' ? 'the top of this git repository' : JSON.stringify(directory);
  return `\`--from\`: package ${JSON.stringify(name)} must be in a folder for packages only, not in ${place}, which gets the files of the fleet: move it, for example to packages/${name}, and tag the commit`;
}

/** A policy of a package. `file`: relative to the package. */
interface PackagePolicy {
  readonly kind: string;
  readonly name: string;
  readonly file: string;
}

/** `functions`: those that read the policies. `pipeline`: field of a template that runs them, in YAML. */
export function initPoliciesUnread(
  policies: readonly PackagePolicy[],
  functions: readonly string[],
  pipeline: string,
): string {
  const names = firstNames(policies, ({ kind, name, file }) => `${kind} ${JSON.stringify(name)} (${file})`);
  return `no pipeline of the package applies ${names}; to run ${allOf(functions)}, add \`${pipeline}\` to the \`template\`, or run ${functions.length === 1 ? 'it' : 'them'} in the pipeline of the Kptfile of a new version`;
}

/** Names the path of `--with` in an error about it. */
export function ofWith(at: string, why: string): string {
  return `\`--with\`: ${JSON.stringify(at)} ${why}`;
}

export function withEmptyFolder(path: string): string {
  return `\`--with\`: the folder ${JSON.stringify(path)} must have files`;
}

export const WITH_VALID_INPUTS = 'can only take the place of valid inputs, unless `=REPLACED` follows it';

export const WITH_URL =
  'must be a path, not a URL: only files of the git repository of the fleet can be planned with others';

export const WITH_OUTSIDE = 'must be a path in the git repository, relative to its top folder';

export const WITH_RECORD =
  'must not be a record of `fleet`: only FleetHolds, MergeResolutions and WarningAcceptances can be replaced there';

export function withBelowFile(path: string): string {
  return `must be in a folder, but "${path}" is a file or a link`;
}

export const WITH_LINK = 'must not be a link: name the file that it leads to';

/** `from`: what is to take the place. */
export function withOtherKind(from: { readonly path: string; readonly isFolder: boolean }): string {
  const [kind, other] = from.isFolder ? ['folder', 'file'] : ['file', 'folder'];
  return `must be a ${kind}, as ${JSON.stringify(from.path)} is, not a ${other}`;
}

export const WITH_TWICE = 'is given twice: name it once';

export function withNested(outer: string): string {
  return `must not be replaced together with "${outer}": name one of them, or put both into one folder`;
}

/** `option` reads the path as it is on the disk. */
export function withReadByOption(option: string, path: string): string {
  return `cannot be replaced, since \`${option} ${path}\` is read as it is on the disk: give the other file or folder to \`${option}\``;
}

export const WITH_IGNORED =
  'would not be read, since git ignores all of its files there: name a path that git does not ignore, or run `git add --force` on the file that it takes the place of';

export const WITH_UNREAD =
  'is not read by `fleet plan`: it must be a file with inputs, a FleetHold, a MergeResolution or a WarningAcceptance, or be in the folder of a variant or of an upstream package in this git repository';

/** `option`: source of the objects, with its value. */
export function withObjects(option: string): string {
  return `is not read by \`fleet plan\`, since it has only objects, and those come from \`${option}\`: leave out this option, or give the other file or folder to \`--objects\``;
}

export function withReadAnyway(from: string): string {
  return `is what \`fleet plan\` reads anyway: name a file elsewhere, or what it takes the place of: \`--with ${from}=REPLACED\``;
}

/** `example`: a path in the git repository. */
export function withFitsNothing(from: string, example: string): string {
  return `\`--with\`: nothing in the fleet has the objects of ${JSON.stringify(from)}: ${withExample(from, example)}`;
}

/** `paths`: files that have some of the same objects. */
export function withFitsInPart(from: string, paths: readonly string[]): string {
  return `\`--with\`: ${JSON.stringify(from)} does not have the same objects as ${firstNames(paths, (each) => each)}, only some of them: ${withExample(from, paths[0])}`;
}

/** `paths`: files that have the same objects. */
export function withFitsSeveral(from: string, paths: readonly string[]): string {
  return `\`--with\`: ${JSON.stringify(from)} fits ${firstNames(paths, (each) => each)}: ${withExample(from, paths[0])}`;
}

function withExample(from: string, path = ''): string {
  return `name what it takes the place of, relative to the top of the git repository, as in \`--with ${from}=${path}\``;
}
