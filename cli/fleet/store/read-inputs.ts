import { foldersAround, isWithin, joinPaths } from '../../../src/fleet/index.ts';
import { groupElsewhere } from '../../../src/fleet/inputs/downstream-variants.ts';
import { type FleetInputs, parseInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { EXCLUDED, type InputTexts, ownRepositories, parseInput } from '../../../src/fleet/inputs/input-files.ts';
import { type StoredVariant, variantKey } from '../../../src/fleet/inputs/known-variant.ts';
import { pathsOf, type VariantWord } from '../../../src/fleet/inputs/named-variants.ts';
import { refuseLinks } from '../../../src/fleet/inputs/place-links.ts';
import type { Files, FleetPlace } from '../../../src/fleet/ports.ts';
import type { InputOptions } from '../../../src/fleet/request.ts';
import type { Functions } from '../../../src/function/index.ts';
import { readEach } from '../../../src/package/index.ts';
import type { FunctionProgram } from '../../arguments/command.ts';
import { WATCH } from '../../terminal/progress.ts';
import { namedSources } from '../../work/sources.ts';
import type { Records } from '../fleet-store.ts';
import type { DerivingArguments } from '../request.ts';
import { fleetPlace } from './fleet-place.ts';
import { digestOf, KnownInputs, outerTexts, rememberedInputs } from './known-inputs.ts';
import { StoredInputs } from './stored-inputs.ts';

/** Place of the inputs that a call reads. */
interface InputsPlace {
  readonly place: FleetPlace;
  readonly records: Records;
  /**
   * Word for the variants that are needed, with those that they are made of: the inputs may lack others. Default: all
   * are.
   */
  readonly named?: VariantWord;
}

/**
 * Reads the inputs of a fleet, or remembers them if their files are unchanged: a call that writes keeps them for the
 * next one. Throws a `KrmError` as `parseInputs` does.
 */
export async function readInputs(
  { functions, version }: FunctionProgram,
  args: InputArguments & { readonly writes?: boolean },
  { place, records, named }: InputsPlace,
): Promise<FleetInputs> {
  // Other sources may change without a change of these files.
  const options = inputOptions(args);
  if (options.readObjects !== undefined) return await parseInputs(functions, options, place, readInputTexts(place));
  const settings = [version, place.folder];
  const found = named === undefined ? undefined : namedInputs(named, { place, records }, settings);
  if (found !== undefined) return found;
  const texts = readInputTexts(place);
  const known = new KnownInputs(records, texts, settings);
  const remembered = known.read(place.files);
  if (remembered !== undefined) return remembered;
  const inputs = await parseInputs(functions, options, place, texts);
  if (args.writes) known.write(inputs);
  return { ...inputs, sources: { contents: texts.contents, objectFiles: inputs.objectFiles } };
}

/** Arguments about the sources of inputs. */
type InputArguments = Pick<DerivingArguments, 'objects' | 'context' | 'leavesOutWrong'>;

/** Returns the sources that arguments name. */
export function inputOptions({ objects, context, leavesOutWrong = false }: InputArguments): InputOptions {
  if (objects === undefined && context === undefined) return { leavesOutWrong };
  return { leavesOutWrong, readObjects: () => namedSources({ objects, context, policies: [] }) };
}

/**
 * Returns only the variants that a text names, and those that they are made of, as an earlier call found them. Files in
 * the folders of Repositories do not count as inputs: only those of the Repositories of these variants are looked at.
 * Returns undefined if that does not tell which variants there are: all inputs must be read. `settings`: as for
 * `KnownInputs`. Throws a `KrmError` for a folder that became a symbolic link.
 */
function namedInputs(
  word: VariantWord,
  { place, records }: { readonly place: FleetPlace; readonly records: Records },
  settings: readonly string[],
): FleetInputs | undefined {
  const stored = StoredInputs.read(records);
  const variants = stored === undefined ? [] : withMakers(stored.named(word), stored);
  if (stored === undefined || variants.length === 0 || mayBeAbove(word, variants, place.files)) return undefined;
  const { places, outerKey } = stored.facts;
  const concerned = placesOf(variants);
  const held = new Set(places.map(({ folder }) => folder));
  const around = new Set([...concerned].flatMap(foldersAround));
  const texts = readInputTexts(place, (folder) => held.has(folder) && !around.has(folder));
  const outer = outerTexts(texts, places);
  if (digestOf(outer, settings) !== outerKey || holdsRepositories(texts, concerned)) return undefined;
  refuseLinks(
    places.filter(({ folder }) => concerned.has(folder)),
    place.files,
  );
  const isElsewhere = ({ downstream }: StoredVariant): boolean => downstream.place.url !== undefined;
  const groups = {
    waves: [variants.filter((each) => !isElsewhere(each))],
    elsewhere: groupElsewhere(variants),
  };
  return rememberedInputs(groups, stored.facts, outer.contents);
}

/** Reports whether a word is also a folder that may hold other variants than those with this name. */
function mayBeAbove(word: VariantWord, variants: readonly StoredVariant[], files: Pick<Files, 'has'>): boolean {
  const folders = new Set(variants.map(({ folder }) => folder));
  return pathsOf(word).some((path) => !folders.has(path) && files.has(path));
}

/** Returns variants with those that they are made of. */
function withMakers(variants: readonly StoredVariant[], stored: StoredInputs): readonly StoredVariant[] {
  const found = new Map(variants.map((variant) => [variantKey(variant), variant]));
  for (const { upstream } of found.values()) {
    const folder = upstream.place.url === undefined ? joinPaths(upstream.place.folder, upstream.package) : '';
    for (const maker of folder === '' ? [] : stored.named({ text: folder, fromHere: folder }))
      if (variantKey(maker) === folder && !found.has(folder)) found.set(folder, maker);
  }
  return [...found.values()];
}

/** Returns the folders of this git repository that hold the variants and their upstream packages. */
function placesOf(variants: readonly StoredVariant[]): ReadonlySet<string> {
  const places = variants.flatMap(({ upstream, downstream }) => [upstream.place, downstream.place]);
  return new Set(places.flatMap(({ url, folder }) => (url === undefined ? [folder] : [])));
}

/**
 * Reports whether a file in these folders has a Repository: it may claim to hold the file of the Repository that holds
 * it, which is an error.
 */
function holdsRepositories({ contents }: InputTexts, folders: ReadonlySet<string>): boolean {
  const within = [...contents.keys()].filter((path) => isWithin(path, folders));
  const files = readEach(within, (path) => parseInput(path, contents), { skip: () => {} });
  return files.some((file) => ownRepositories(file).length > 0);
}

/**
 * Parses the inputs of a fleet in a folder of a git repository, without objects of a cluster. Throws a `KrmError` as
 * `parseInputs` does.
 */
export async function readAllInputs(functions: Functions, folder: string, files: Files): Promise<FleetInputs> {
  const place = fleetPlace(folder, files);
  return await parseInputs(functions, {}, place, readInputTexts(place));
}

/**
 * Reads the YAML and JSON files outside of packages. `skips`: reports whether a folder, relative to the top of the git
 * repository, is left out. Default: none is. Throws a `KrmError` that names each file that cannot be read.
 */
export function readInputTexts({ folder, files }: FleetPlace, skips?: (folder: string) => boolean): InputTexts {
  const {
    paths,
    passedOver,
    unread = [],
  } = files.list(folder, {
    exclude: EXCLUDED,
    skipsPackages: true,
    ...(skips && { skips: (path) => skips(joinPaths(folder, path)) }),
  });
  const contents = readEach(paths, (path) => [path, files.inputAt(path)] as const, { watch: WATCH });
  return { contents: new Map(contents), passedOver, unread };
}
