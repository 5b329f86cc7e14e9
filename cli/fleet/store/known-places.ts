import { byteOrder } from '../../../src/byte-order.ts';
import { isManifestPath } from '../../../src/files/index.ts';
import type { Variant, VariantPlace } from '../../../src/fleet/index.ts';
import { DECISIONS, isDecisionPath } from '../../../src/fleet/inputs/decision-kinds.ts';
import {
  type DownstreamPlace,
  type DownstreamVariants,
  isSamePlace,
  repositoryKey,
} from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { LOCK_FOLDER, OBJECTS_FOLDER, RECORDS_FOLDER } from '../../../src/fleet/inputs/fleet-paths.ts';
import { decisionUnread } from '../../../src/fleet/messages/decisions.ts';
import type { Files } from '../../../src/fleet/ports.ts';
import { fileWarning, KrmError, type Result } from '../../../src/krm/index.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';
import { hasClone } from '../../git/cached-clone.ts';
import { parseRepositoryUrl } from '../../git/repository-url.ts';
import type { FleetStore, Records } from '../fleet-store.ts';

/**
 * Other git repositories that earlier calls in this clone of a fleet found or pushed variants in, also after the last
 * PackageVariant for them is gone.
 */
export class KnownPlaces {
  readonly #records: Records;

  /** `records`: of the clone of the fleet. */
  constructor(records: Records) {
    this.#records = records;
  }

  /** Leaves out places that variants cannot have been written to. */
  read(): readonly DownstreamPlace[] {
    return this.#stored().filter(({ url }) => isOnHost(url));
  }

  #stored(): readonly DownstreamPlace[] {
    const text = this.#records.read(FILE)?.toString();
    if (text === undefined) return [];
    try {
      return (JSON.parse(text) as { readonly places: readonly DownstreamPlace[] }).places;
    } catch (error) {
      // A process that was killed may have left it incomplete.
      if (error instanceof SyntaxError) return [];
      throw error;
    }
  }

  /** Adds places, and forgets those that have no variant any longer. */
  update(added: readonly DownstreamPlace[], forgotten: readonly DownstreamPlace[]): void {
    const known = this.#stored();
    const isIn = (places: readonly DownstreamPlace[]) => (place: DownstreamPlace) =>
      places.some((each) => isSamePlace(each, place));
    const kept = this.read().filter((place) => !isIn(forgotten)(place));
    const fresh = added.filter((place) => isOnHost(place.url) && !isIn(kept)(place));
    if (fresh.length === 0 && kept.length === known.length) return;
    const places = [...kept, ...fresh].map(({ name, url, branch }) => ({ name, url, branch }));
    this.#records.write(FILE, `${JSON.stringify({ places })}\n`);
  }
}

const FILE = 'downstream.json';

/**
 * Returns the places in other git repositories that no PackageVariant asks for, and that may still have variants of the
 * fleet: those that an earlier call knew variants in, and Repositories that nothing uses, unless they would have to be
 * fetched, and `mayFetch` is false.
 */
export function unaskedPlaces(
  { elsewhere, unused }: Pick<FleetInputs, 'elsewhere' | 'unused'>,
  known: readonly DownstreamPlace[],
  mayFetch: boolean,
): readonly DownstreamPlace[] {
  const places = elsewhere.map(({ place }) => place);
  const found: DownstreamPlace[] = [];
  const isNew = (place: DownstreamPlace): boolean => ![...places, ...found].some((each) => isSamePlace(each, place));
  for (const place of known) if (isNew(place)) found.push(place);
  for (const place of unused)
    if (isNew(place) && isOnHost(place.url) && (mayFetch || hasClone(place.url))) found.push(place);
  return found;
}

/** Reports whether a URL is one that variants can have been written to. */
function isOnHost(url: string): boolean {
  if (withoutCredentials(url) !== url) return false;
  try {
    return parseRepositoryUrl(url).folder === undefined;
  } catch (error) {
    if (error instanceof KrmError) return false;
    throw error;
  }
}

/** Kind of a decision, in YAML or JSON. */
const KIND = new RegExp(
  `^[\\s{-]*["']?kind["']?\\s*:\\s*["']?(${DECISIONS.map(({ kind }) => kind).join('|')})\\b`,
  'm',
);

/** Folders of records that people do not write. */
const RECORDS: readonly string[] = [LOCK_FOLDER, OBJECTS_FOLDER, `${RECORDS_FOLDER}/base`];

/** A decision has a few hundred bytes. */
const MAX_SIZE = 2 ** 20;

/**
 * Returns a warning for each decision among the records of a fleet that is not read, since its folder or the end of its
 * name is not as it must be: nobody would notice that it decides nothing.
 */
export function unreadDecisions(files: Files): readonly Result[] {
  return filesIn(files, RECORDS_FOLDER)
    .filter((path) => !isRead(path))
    .flatMap((path): readonly Result[] => {
      const [, kind] = KIND.exec(files.textAt(path) ?? '') ?? [];
      const of = DECISIONS.find((each) => each.kind === kind);
      if (of === undefined) return [];
      return [fileWarning(path, 'decision-misplaced', decisionUnread(of.kind, of.folder))];
    });
}

function isRead(path: string): boolean {
  return isManifestPath(path) && isDecisionPath(path);
}

/** Returns the paths of files that may be decisions. Follows no links. */
function filesIn(files: Files, folder: string): readonly string[] {
  if (files.kindAt(folder) !== 'folder') return [];
  const names = files.namesIn(folder).toSorted(byteOrder);
  return names.flatMap((name) => {
    const path = `${folder}/${name}`;
    const kind = files.kindAt(path);
    if (kind === 'folder') return RECORDS.includes(path) ? [] : filesIn(files, path);
    return kind === 'file' && files.sizeAt(path) <= MAX_SIZE ? [path] : [];
  });
}

/**
 * Returns the variants that need folders of another git repository, named from its top: those that are in it, and those
 * that are made of a package in one of its branches.
 */
export function needingVariants(
  place: DownstreamPlace,
  inside: readonly DownstreamVariants[],
  all: readonly Variant[],
): readonly VariantPlace[] {
  const key = repositoryKey(place.url);
  const isHere = (url: string | undefined): boolean => url !== undefined && repositoryKey(url) === key;
  const own = inside.filter((each) => isHere(each.place.url)).flatMap(({ variants }) => variants);
  const made = all.filter(({ upstream }) => isHere(upstream.place.url) && mayFollow(upstream, place.branch));
  return [...own.map((each) => ({ ...variantPlace(each), upstream: NONE })), ...made.map(upstreamOnly)];
}

/**
 * Returns the variants that need folders of the fleet's own git repository: those that are in it, and those that are
 * made of a package in its work tree or its current branch, in whatever git repository they are.
 */
export function needingOwn(
  store: Pick<FleetStore, 'branch'>,
  { waves, elsewhere }: Pick<FleetInputs, 'waves' | 'elsewhere'>,
): readonly VariantPlace[] {
  const own = waves.flat();
  const others = elsewhere.flatMap(({ variants }) => variants);
  const made = madeOfOwn(store, [...own, ...others]);
  return [...own.map((each) => ({ ...variantPlace(each), upstream: NONE })), ...made.map(upstreamOnly)];
}

/**
 * Returns the variants that are made of a package in the work tree or the current branch of the fleet's own git
 * repository.
 */
function madeOfOwn(store: Pick<FleetStore, 'branch'>, variants: readonly Variant[]): readonly Variant[] {
  const { branch } = store;
  return variants.filter(({ upstream }) => upstream.place.url === undefined && mayFollow(upstream, branch));
}

/**
 * Reports whether a version of an upstream may be what is in a branch now. A tag stays. A branch that is not known may
 * be any.
 */
function mayFollow({ place, revision, workspaceName }: Variant['upstream'], branch: string | undefined): boolean {
  const asked = revision ?? workspaceName ?? (place.url === undefined ? undefined : place.branch);
  return asked === undefined || branch === undefined || asked === branch;
}

function variantPlace({ name, file, folder }: Variant): Omit<VariantPlace, 'upstream'> {
  return { name, file, folder };
}

/**
 * Returns a variant as one that is in no folder of the git repository, and made of the current files of its upstream
 * package.
 */
function upstreamOnly({ name, file, upstream }: Variant): VariantPlace {
  const { name: repository, folder } = upstream.place;
  const place = { name: repository, folder, publicUrl: undefined };
  return { name, file, folder: '', upstream: { ...NONE, place, package: upstream.package } };
}

/** Upstream that is in no folder of the repository. */
const NONE: Variant['upstream'] = {
  place: { name: '', url: '', branch: undefined, folder: '' },
  package: '',
  revision: undefined,
  workspaceName: undefined,
};
