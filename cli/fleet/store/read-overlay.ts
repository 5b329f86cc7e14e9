import { realpathSync } from '../../process/host-folders.ts';
import { basename, dirname, isAbsolute, relative, resolve } from '../../process/host-paths.ts';
import { byteOrder } from '../../../src/byte-order.ts';
import { type FileContent, joinPath } from '../../../src/files/index.ts';
import { foldersAround, type Variant } from '../../../src/fleet/index.ts';
import { readDecisionFiles } from '../../../src/fleet/inputs/decision-files.ts';
import { DECISIONS, isDecisionPath } from '../../../src/fleet/inputs/decision-kinds.ts';
import { allVariants, ownUpstream } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { isFleetInput } from '../../../src/fleet/inputs/fleet-kinds.ts';
import { parseInputFiles } from '../../../src/fleet/inputs/input-files.ts';
import {
  ofWith,
  WITH_LINK,
  WITH_OUTSIDE,
  WITH_RECORD,
  WITH_TWICE,
  WITH_URL,
  WITH_VALID_INPUTS,
  withBelowFile,
  withFitsInPart,
  withFitsNothing,
  withFitsSeveral,
  withNested,
  withOtherKind,
} from '../../../src/fleet/messages/inputs.ts';
import { NO_OVERLAY, Overlay, type Replacement } from '../../../src/fleet/overlay.ts';
import type { Files, FleetPlace } from '../../../src/fleet/ports.ts';
import { elementsOf, failure, identityOf, KrmError, type Resource, type Result } from '../../../src/krm/index.ts';
import { contentText, readPackageFile } from '../../../src/package/index.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';
import type { FunctionProgram } from '../../arguments/command.ts';
import { callGit } from '../../git/git.ts';
import { topFolder } from '../../git/work-tree.ts';
import { startsWithUrl } from '../../merge/take-option.ts';
import type { FleetStore } from '../fleet-store.ts';
import type { FleetArguments, WithArgument } from '../request.ts';
import { type NamedFiles, overlayFiles, readNamed } from './overlay-files.ts';
import { readInputs, readInputTexts } from './read-inputs.ts';

/** Files that a call plans with, and what is not read of the folders that the command line names. */
interface ReadOverlay {
  readonly overlay: Overlay;
  readonly results: readonly Result[];
}

/**
 * Reads the files and folders of `--with`. Throws a `KrmError` for one that cannot be read, or whose place in the git
 * repository is invalid or not certain.
 */
export async function readOverlay(
  program: FunctionProgram,
  args: FleetArguments,
  tree: FleetStore,
  place: FleetPlace,
): Promise<ReadOverlay> {
  const { replaces = [] } = args;
  if (replaces.length === 0) return { overlay: NO_OVERLAY, results: [] };
  let places: Promise<ReplacedPlaces> | undefined;
  const findPlaces = async (): Promise<ReplacedPlaces> =>
    new ReplacedPlaces(place, await readInputs(program, args, { place, records: tree.records }));
  const replacements: Replacement[] = [];
  const results: Result[] = [];
  for (const { path, replaced } of replaces) {
    const url = [path, replaced ?? ''].find(startsWithUrl);
    if (url !== undefined) throw refused(withoutCredentials(url), WITH_URL);
    const named = readNamed(path);
    const at =
      replaced === undefined
        ? (await withHint(path, (places ??= findPlaces()))).find(path, named)
        : placeIn(replaced, tree.root);
    const isAdded = checkPlace(tree, at, { path, isFolder: named.isFolder });
    results.push(...named.passedOver);
    replacements.push({ from: path, at, isFolder: named.isFolder, isAdded, files: overlayFiles(tree, at, named) });
  }
  refuseNested(replacements);
  return { overlay: new Overlay(replacements), results };
}

/** Adds to errors about the inputs as they are that they need not be read. */
async function withHint<T>(path: string, found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    const hint = refused(path, WITH_VALID_INPUTS).results;
    throw new KrmError([...error.results, ...hint]);
  }
}

/**
 * Returns a path relative to the top of the git repository. Throws a `KrmError` if it leads out of it, or to what only
 * `fleet` writes.
 */
function placeIn(replaced: WithArgument['path'], root: string): string {
  const path = isAbsolute(replaced) ? relative(root, replaced) : replaced;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const at = parts.join('/');
  const isReserved = parts.some((part) => part === '..' || part.toLowerCase() === '.git' || /[\\\0]/.test(part));
  if (at === '' || isReserved) throw refused(replaced, WITH_OUTSIDE);
  if (parts[0]?.toLowerCase() === RECORDS && !isDecisionPath(at)) throw refused(replaced, WITH_RECORD);
  return at;
}

/**
 * Reports whether there is nothing at a place. Throws a `KrmError` if it is not of the same kind, or is reached through
 * a link.
 */
function checkPlace(tree: Files, at: string, from: { readonly path: string; readonly isFolder: boolean }): boolean {
  for (const folder of foldersAround(at).slice(1).toReversed())
    if ((tree.kindAt(folder) ?? 'folder') !== 'folder') throw refused(at, withBelowFile(folder));
  const kind = tree.kindAt(at);
  if (kind === undefined) return true;
  if (kind === 'link') throw refused(at, WITH_LINK);
  if ((kind === 'folder') !== from.isFolder) throw refused(at, withOtherKind(from));
  return false;
}

function refuseNested(replacements: readonly Replacement[]): void {
  const places = replacements.map(({ at }) => at);
  const twice = places.find((at, index) => places.indexOf(at) !== index);
  if (twice !== undefined) throw refused(twice, WITH_TWICE);
  for (const [index, { at }] of replacements.entries()) {
    const outer = replacements.find((each, other) => other !== index && foldersAround(at).includes(each.at));
    if (outer !== undefined) throw refused(at, withNested(outer.at));
  }
}

function refused(at: string, why: string) {
  return failure('invalid-argument', ofWith(at, why));
}

const RECORDS = '.krm-variants';

/** A file or folder of a fleet that another one can take the place of, with the identities of its resources. */
interface KnownPlace {
  readonly path: string;
  readonly objects: ReadonlySet<string>;
}

/**
 * Finds what a file or folder takes the place of, if the command line does not say. Throws a `KrmError` unless that is
 * certain.
 */
class ReplacedPlaces {
  readonly #place: FleetPlace;
  readonly #upstreams: readonly string[];
  #known: readonly KnownPlace[] | undefined;

  constructor(place: FleetPlace, inputs: Pick<FleetInputs, 'waves' | 'elsewhere'>) {
    this.#place = place;
    const variants = allVariants(inputs);
    const own = new Set(variants.flatMap((each) => (isOwn(each) ? [each.folder] : [])));
    const folders = new Set(variants.flatMap((each) => ownUpstream(each) ?? []));
    this.#upstreams = [...folders].filter((folder) => !own.has(folder));
  }

  /** `from`: as the command line names it. */
  find(from: string, named: NamedFiles): string {
    const objects = objectsIn(named);
    const known = objects.size === 0 ? [] : this.#all(named.isFolder);
    const { byPath, own } = this.#paths(from);
    const others = known.filter(({ path }) => path === byPath || path !== own);
    const same = inOrder(others.filter((each) => isSameSet(each.objects, objects)));
    if (byPath !== undefined && (same.length === 0 || this.#hasObjects(byPath, named.isFolder, objects))) return byPath;
    if (byPath === undefined && same.length === 1 && same[0] !== undefined) return same[0];
    const similar = inOrder(others.filter((each) => [...objects].some((id) => each.objects.has(id))));
    const fitting = same.length === 0 ? [] : [...same, ...(byPath === undefined ? [] : [byPath])];
    throw uncertain(from, fitting, similar, () => this.#example(from, named));
  }

  /** Returns a path that a new file or folder of this kind can have. */
  #example(from: string, { isFolder, files }: NamedFiles): string {
    const name = basename(resolve(from));
    const [upstream = 'packages/shop'] = this.#upstreams;
    if (isFolder) return upstream;
    const content = files.get('');
    const resources = content === undefined ? [] : resourcesIn(content, '');
    const decision = DECISIONS.find(({ kind }) => resources.some((each) => each.kind === kind));
    if (decision !== undefined) return joinPath(decision.folder, name);
    if (!resources.some(isFleetInput)) return joinPath(upstream, name);
    const inputs = parseInputFiles(readInputTexts(this.#place), this.#place.files).files;
    const [beside] = inputs
      .filter((file) => file.resources.some(({ kind }) => kind === 'PackageVariant'))
      .concat(inputs);
    return joinPath(dirname(beside?.path ?? name).replace(/^\.$/, ''), name);
  }

  #hasObjects(path: string, isFolder: boolean, objects: ReadonlySet<string>): boolean {
    const file = isFolder ? `${path}/Kptfile` : path;
    return isSameSet(this.#objectsOf(file), objects);
  }

  /** Files or, for a folder, packages. Only the packages that variants are made of count, not the variants. */
  #all(isFolder: boolean): readonly KnownPlace[] {
    if (isFolder)
      return this.#upstreams.flatMap((folder) => {
        const objects = this.#objectsOf(`${folder}/Kptfile`);
        return objects.size === 0 ? [] : [{ path: folder, objects }];
      });
    return (this.#known ??= [...this.#inputs(), ...this.#inUpstreams()]);
  }

  #inputs(): readonly KnownPlace[] {
    const { files } = parseInputFiles(readInputTexts(this.#place), this.#place.files);
    const decisions = DECISIONS.flatMap((kind) => readDecisionFiles(this.#place.files, kind));
    return [...files, ...decisions].map(({ path, resources }) => ({ path, objects: identities(resources) }));
  }

  #inUpstreams(): readonly KnownPlace[] {
    const { files } = this.#place;
    return this.#upstreams
      .filter((folder) => files.kindAt(folder) === 'folder')
      .flatMap((folder) => files.list(folder).paths)
      .map((path) => ({ path, objects: this.#objectsOf(path) }));
  }

  /** Returns the identities of the resources in a file of the work tree; none if it does not exist. */
  #objectsOf(path: string): ReadonlySet<string> {
    const { files } = this.#place;
    return files.kindAt(path) === 'file'
      ? identitiesIn(contentText(files.contentAt(path) ?? '', path), path)
      : new Set();
  }

  /**
   * Returns the path `own` of a file in this git repository, if it is there. `byPath`: the same, if it is in an
   * upstream package, whose revision it can take the place of; for a file in another clone, its path there, if this git
   * repository has it, too.
   */
  #paths(from: string): { readonly byPath: string | undefined; readonly own: string | undefined } {
    const { root, files } = this.#place;
    const real = realpathSync(from);
    const end = callGit(['rev-parse', '--show-toplevel'], { folder: dirname(real) });
    const printed = end.stdout.toString().trimEnd();
    if (end.status !== 0 || printed === '') return { byPath: undefined, own: undefined };
    const top = topFolder(printed);
    const path = relative(top, real);
    if (path === '') return { byPath: undefined, own: undefined };
    const isUpstream = this.#upstreams.some((folder) => path === folder || path.startsWith(`${folder}/`));
    if (top === root) return { byPath: isUpstream ? path : undefined, own: path };
    const isHere = files.kindAt(path) !== undefined;
    return { byPath: isHere ? path : undefined, own: undefined };
  }
}

function inOrder(places: readonly KnownPlace[]): readonly string[] {
  return places.map(({ path }) => path).toSorted(byteOrder);
}

function isOwn({ downstream }: Pick<Variant, 'downstream'>): boolean {
  return downstream.place.url === undefined;
}

/** `same`: paths that fit. `similar`: those with some of the same resources. */
function uncertain(from: string, same: readonly string[], similar: readonly string[], example: () => string): KrmError {
  const message =
    same.length > 0
      ? withFitsSeveral(from, same)
      : similar.length > 0
        ? withFitsInPart(from, similar)
        : withFitsNothing(from, example());
  return failure('invalid-argument', message);
}

/** Returns the identities of what is named: of a package, that of its Kptfile. */
function objectsIn({ isFolder, files }: NamedFiles): ReadonlySet<string> {
  const path = isFolder ? 'Kptfile' : '';
  const content = files.get(path);
  return content === undefined ? new Set() : identitiesIn(content, path);
}

function identitiesIn(content: FileContent, path: string): ReadonlySet<string> {
  return identities(resourcesIn(content, path));
}

/** A file that is not YAML has none. */
function resourcesIn(content: FileContent, path: string): readonly Resource[] {
  try {
    return readPackageFile(path, contentText(content, path)).resources;
  } catch (error) {
    if (error instanceof KrmError) return [];
    throw error;
  }
}

function identities(resources: readonly Resource[]): ReadonlySet<string> {
  return new Set(resources.flatMap((each) => elementsOf(each) ?? each).map(identityOf));
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}
