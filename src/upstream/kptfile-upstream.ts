import { KrmError, type Resource, fileError, isKptfile, makeResult, type Strategy, STRATEGIES } from '../krm/index.ts';
import { newDocument, type Path, type SourceDocument, type Value } from '../yaml/index.ts';
import { editedText, readPackageFile } from '../package/index.ts';
import {
  KPTFILE_RESOURCE,
  ONE_KPTFILE,
  onlyGit,
  unknownStrategy,
  UPSTREAM_FIELD_EMPTY,
} from '../messages/upstreams.ts';

/** Place of a package in a git repository, as a Kptfile names it. */
export interface GitPlace {
  /** URL or path. */
  readonly repo: string;
  /** Folder in the repository, with a slash at its start. */
  readonly directory: string;
  /** Tag, branch or commit. */
  readonly ref: string;
}

/** Field `upstream` of a Kptfile: the place that updates come from. */
export interface Upstream {
  readonly git: GitPlace;
  /** Undefined if the Kptfile has none. */
  readonly strategy: Strategy | undefined;
}

/** Field `upstreamLock` of a Kptfile: the version that the package came from. */
export interface UpstreamLock extends GitPlace {
  readonly commit: string;
}

/** Reports whether two places are the same. */
export function isSamePlace(a: GitPlace, b: GitPlace): boolean {
  return a.repo === b.repo && a.directory === b.directory && a.ref === b.ref;
}

/** Reads the Kptfile of a package. `path`: for errors. Throws a `KrmError` if it is not one. */
export function readKptfile(text: string, path: string): Resource {
  const [kptfile, ...others] = readPackageFile(path, text).resources;
  if (kptfile !== undefined && others.length === 0 && isKptfile(kptfile)) return kptfile;
  throw fileError(path, 'missing-kptfile', ONE_KPTFILE);
}

/** Returns where updates of a package come from; undefined if its Kptfile names no upstream. Throws a `KrmError`. */
export function upstreamOf(kptfile: Resource): Upstream | undefined {
  if (kptfile.document.value(['upstream']) == null) return undefined;
  const text = kptfile.text(['upstream', 'updateStrategy']);
  const strategy = STRATEGIES.find((each) => each === text);
  if (text !== '' && strategy === undefined)
    throw invalid(kptfile, ['upstream', 'updateStrategy'], unknownStrategy(STRATEGIES));
  return { git: placeIn(kptfile, 'upstream'), strategy };
}

/** Returns the version that a package came from; undefined if its Kptfile has none. Throws a `KrmError`. */
export function lockOf(kptfile: Resource): UpstreamLock | undefined {
  if (kptfile.document.value(['upstreamLock']) == null) return undefined;
  const field = ['upstreamLock', 'git', 'commit'];
  return { ...placeIn(kptfile, 'upstreamLock'), commit: required(kptfile, field) };
}

function placeIn(kptfile: Resource, name: string): GitPlace {
  const type = kptfile.document.value([name, 'type']) ?? 'git';
  if (type !== 'git') throw invalid(kptfile, [name, 'type'], onlyGit(name, JSON.stringify(type)));
  const field = (key: string): string => required(kptfile, [name, 'git', key]);
  return { repo: field('repo'), directory: field('directory'), ref: field('ref') };
}

/** Returns a text that must be there. As in kpt, a tag such as `1.0` needs no quotes. */
function required(kptfile: Resource, field: Path): string {
  const value = kptfile.document.value(field);
  const text = typeof value === 'string' ? value : isScalar(value) ? kptfile.document.view(field).text() : '';
  if (text !== '') return text;
  throw invalid(kptfile, field, UPSTREAM_FIELD_EMPTY);
}

function isScalar(value: Value | undefined): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}

function invalid(resource: Resource, field: Path, message: string): KrmError {
  return new KrmError([makeResult('error', message, { code: 'invalid-value', resource, field })]);
}

/** Edits the text of a Kptfile. Everything that is not edited stays as it is. */
export function editKptfile(text: string, path: string, edit: (document: SourceDocument) => void): string {
  const file = readPackageFile(path, text);
  const [kptfile] = file.resources;
  if (kptfile === undefined) throw fileError(path, 'missing-kptfile', KPTFILE_RESOURCE);
  edit(kptfile.document);
  return editedText(file, new Set()) ?? text;
}

/** Returns the text of a Kptfile with nothing but a name. */
export function minimalKptfile(name: string): string {
  const value = { apiVersion: 'kpt.dev/v1', kind: 'Kptfile', metadata: { name } };
  return newDocument(value).text();
}

/** Sets the fields that name the upstream of a package, and the version that it came from, as kpt does. */
export function setVersion(
  document: SourceDocument,
  { upstream, lock }: { readonly upstream: Upstream; readonly lock: UpstreamLock },
): void {
  const { repo, directory, ref } = upstream.git;
  setGit(document, 'upstream', { repo, directory, ref });
  if (upstream.strategy !== undefined) document.set(['upstream', 'updateStrategy'], upstream.strategy);
  setGit(document, 'upstreamLock', { repo: lock.repo, directory: lock.directory, ref: lock.ref, commit: lock.commit });
}

function setGit(document: SourceDocument, field: string, git: Readonly<Record<string, string>>): void {
  document.set([field, 'type'], 'git');
  for (const [key, value] of Object.entries(git)) document.set([field, 'git', key], value);
}
