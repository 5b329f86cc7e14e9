import { isAbsolute, relative, sep } from 'node:path';
import { foldersAround } from '../../../src/fleet/index.ts';
import {
  ofWith,
  WITH_LINK,
  WITH_OUTSIDE,
  WITH_RECORD,
  WITH_TWICE,
  WITH_URL,
  WITH_VALID_INPUTS,
  withBelowFile,
  withNested,
  withOtherKind,
} from '../../../src/fleet/messages/inputs.ts';
import { KrmError, type Result, failure } from '../../../src/krm/index.ts';
import { startsWithUrl } from '../../merge/take-option.ts';
import type { FleetArguments, WithArgument } from '../request.ts';
import { NO_OVERLAY, Overlay, type Replacement } from '../../../src/fleet/overlay.ts';
import { isDecisionPath } from '../../../src/fleet/inputs/decision-kinds.ts';
import { overlayFiles, readNamed } from './overlay-files.ts';
import { readInputs } from './read-inputs.ts';
import { ReplacedPlaces } from './replaced-place.ts';
import type { Files, FleetPlace } from '../../../src/fleet/ports.ts';
import type { FunctionProgram } from '../../arguments/command.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';
import type { FleetStore } from '../fleet-store.ts';

/** Files that a call plans with, and what is not read of the folders that the command line names. */
interface ReadOverlay {
  readonly overlay: Overlay;
  readonly results: readonly Result[];
}

/**
 * Reads the files and folders of `--with`. Throws a `KrmError` for one that cannot be read, or whose place in the git repository is invalid or not
 * certain.
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

/** Returns a path relative to the top of the git repository. Throws a `KrmError` if it leads out of it, or to what only `fleet` writes. */
function placeIn(replaced: WithArgument['path'], root: string): string {
  const path = isAbsolute(replaced) ? relative(root, replaced).split(sep).join('/') : replaced;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const at = parts.join('/');
  const isReserved = parts.some((part) => part === '..' || part.toLowerCase() === '.git' || /[\\\0]/.test(part));
  if (at === '' || isReserved) throw refused(replaced, WITH_OUTSIDE);
  if (parts[0]?.toLowerCase() === RECORDS && !isDecisionPath(at)) throw refused(replaced, WITH_RECORD);
  return at;
}

/** Reports whether there is nothing at a place. Throws a `KrmError` if it is not of the same kind, or is reached through a link. */
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
