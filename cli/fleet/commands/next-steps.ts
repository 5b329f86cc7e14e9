import { folderField, isWithin, REPOSITORY, type OwnPlace, type Variant } from '../../../src/fleet/index.ts';
import {
  downstreamMoves,
  downstreamMovesOutside,
  noVariantToMove,
  repositoryMoves,
} from '../../../src/fleet/messages/places.ts';
import { makeResult, Resources, type Resource, type Result } from '../../../src/krm/index.ts';
import type { Path } from '../../../src/yaml/index.ts';
import { fieldOfSet } from '../../../src/fleet/answers/set-field.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import type { MoveArguments } from './move-arguments.ts';
import { readPackageFiles } from '../../package/read-folder.ts';

/**
 * Returns a warning with the field that must name the new folder: of the Repository if it is to hold the same package in another folder, else of the PackageVariant
 * or its set. Returns none if a PackageVariant names it already. If none is found, says also what of the inputs was not read.
 */
export function nextSteps(
  root: string,
  { waves, failed, places: repositories, results }: FleetInputs,
  { from, to }: MoveArguments,
): readonly Result[] {
  const variants = waves.flat();
  if (variants.some(({ folder }) => folder === to)) return [];
  const variant = variants.find(({ folder }) => folder === from);
  if (variant === undefined)
    return [...results, { severity: 'warning', code: 'variant-moved', message: noVariantToMove(from, failed.length) }];
  const repository = repositoryOf(root, { variant, repositories }, to);
  if (repository !== undefined) return [repositoryStep(repository, { variant, variants }, to)];
  const places = variants
    .flatMap(({ downstream: { place } }) => (place.url === undefined ? [place] : []))
    .filter(({ folder }) => folder !== to && isWithin(to, new Set([folder])));
  const message = downstreamMessage(places, to);
  const { resource, field } = fieldOf(root, variant);
  return [placed('warning', message, resource, field)];
}

function placed(severity: Result['severity'], message: string, resource: Resource, field: Path): Result {
  const position = resource.positionOf(field);
  return {
    ...makeResult(severity, message, { code: 'variant-moved', resource, field }),
    ...(position && { position }),
  };
}

/** Returns the Repository of a variant if it is the one to change: the package stays, and no other Repository has the new folder. */
function repositoryOf(
  root: string,
  { variant, repositories }: { readonly variant: Variant; readonly repositories: FleetInputs['places'] },
  to: string,
): Resource | undefined {
  const { place, package: path } = variant.downstream;
  const folder = folderFor(to, path);
  const file = repositories.find((each) => each.folder === place.folder)?.file;
  if (folder === undefined || file === undefined || place.folder === '') return undefined;
  // A PackageVariant can name another Repository; a set may select all of them.
  const others = repositories.map((each) => each.folder).filter((each) => each !== place.folder);
  if (others.includes(folder) || (variant.set === undefined && isWithin(to, new Set(others)))) return undefined;
  return resourcesIn(root, file).find(({ kind, name }) => kind === REPOSITORY.kind && name === place.name);
}

/** Returns the folder that a Repository must have to hold a package in another one; undefined if the package must have another path. */
function folderFor(to: string, path: string): string | undefined {
  return to.endsWith(`/${path}`) ? to.slice(0, -path.length - 1) : undefined;
}

function repositoryStep(
  repository: Resource,
  { variant, variants }: { readonly variant: Variant; readonly variants: readonly Variant[] },
  to: string,
): Result {
  const field = folderField(repository);
  const folder = folderFor(to, variant.downstream.package) ?? '';
  const isBeside = (each: Variant): boolean =>
    each !== variant && each.downstream.place.url === undefined && each.downstream.place.name === repository.name;
  const { length: others } = variants.filter(isBeside);
  const message = repositoryMoves(folder, others);
  return placed('warning', message, repository, field);
}

/** Names the downstream package in the deepest Repository that holds a folder. */
function downstreamMessage(places: readonly OwnPlace[], to: string): string {
  const [place] = places.toSorted((a, b) => b.folder.length - a.folder.length);
  if (place === undefined) return downstreamMovesOutside(to);
  const start = place.folder === '' ? 0 : place.folder.length + 1;
  return downstreamMoves({ repository: place.name, package: to.slice(start) });
}

/** Returns the PackageVariant with its `downstream`, or its set with what that is made of, as in the file. */
function fieldOf(root: string, { resource, name, file, set, target }: Variant) {
  const wanted = set === undefined ? { kind: 'PackageVariant', name } : { kind: 'PackageVariantSet', name: set };
  const found = resourcesIn(root, file).find((each) => each.kind === wanted.kind && each.name === wanted.name);
  const field = ['spec', 'downstream'];
  if (found === undefined || set === undefined) return { resource: found ?? resource, field };
  return { resource: found, field: target === undefined ? ['spec', 'targets'] : fieldOfSet(found, target, field) };
}

function resourcesIn(root: string, file: string): readonly Resource[] {
  return readPackageFiles(root, [file]).flatMap(({ resources }) => [...new Resources(resources)]);
}
