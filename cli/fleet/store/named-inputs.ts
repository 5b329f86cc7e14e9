import { foldersAround, isWithin, joinPaths } from '../../../src/fleet/index.ts';
import { groupElsewhere } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { ownRepositories, parseInput, type InputTexts } from '../../../src/fleet/inputs/input-files.ts';
import { digestOf, outerTexts, rememberedInputs } from './known-inputs.ts';
import { variantKey, type StoredVariant } from '../../../src/fleet/inputs/known-variant.ts';
import { refuseLinks } from '../../../src/fleet/inputs/place-links.ts';
import { StoredInputs } from './stored-inputs.ts';
import type { FleetPlace } from '../../../src/fleet/ports.ts';
import { readInputTexts } from './input-texts.ts';
import { readEach } from '../../../src/package/index.ts';
import type { Records } from '../fleet-store.ts';

/**
 * Returns only the variants that a text names, and those that they are made of, as an earlier call found them. Files in the folders of
 * Repositories do not count as inputs: only those of the Repositories of these variants are looked at. Returns undefined if that does not tell which variants
 * there are: all inputs must be read. `settings`: as for `KnownInputs`. Throws a `KrmError` for a folder that became a symbolic link.
 */
export function namedInputs(
  name: string,
  { place, records }: { readonly place: FleetPlace; readonly records: Records },
  settings: readonly string[],
): FleetInputs | undefined {
  const stored = StoredInputs.read(records);
  const variants = stored === undefined ? [] : withMakers(stored.named(name), stored);
  if (stored === undefined || variants.length === 0) return undefined;
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

/** Returns variants with those that they are made of. */
function withMakers(variants: readonly StoredVariant[], stored: StoredInputs): readonly StoredVariant[] {
  const found = new Map(variants.map((variant) => [variantKey(variant), variant]));
  for (const { upstream } of found.values()) {
    const folder = upstream.place.url === undefined ? joinPaths(upstream.place.folder, upstream.package) : '';
    for (const maker of folder === '' ? [] : stored.named(folder))
      if (variantKey(maker) === folder && !found.has(folder)) found.set(folder, maker);
  }
  return [...found.values()];
}

/** Returns the folders of this git repository that hold the variants and their upstream packages. */
function placesOf(variants: readonly StoredVariant[]): ReadonlySet<string> {
  const places = variants.flatMap(({ upstream, downstream }) => [upstream.place, downstream.place]);
  return new Set(places.flatMap(({ url, folder }) => (url === undefined ? [folder] : [])));
}

/** Reports whether a file in these folders has a Repository: it may claim to hold the file of the Repository that holds it, which is an error. */
function holdsRepositories({ contents }: InputTexts, folders: ReadonlySet<string>): boolean {
  const within = [...contents.keys()].filter((path) => isWithin(path, folders));
  const files = readEach(within, (path) => parseInput(path, contents), { skip: () => {} });
  return files.some((file) => ownRepositories(file).length > 0);
}
