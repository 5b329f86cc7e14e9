import { isWithin, type OwnPlace, type Variant } from '../../../src/fleet/index.ts';
import { makeResult, Resources, type Result } from '../../../src/krm/index.ts';
import { readPackageFiles } from '../../package/file.ts';
import { fieldOfSet } from '../blame/set-field.ts';
import type { FleetInputs } from '../inputs/fleet-inputs.ts';
import type { MoveArguments } from './move-arguments.ts';

/**
 * Returns a warning with the field of the PackageVariant, or of its set, that must name the new folder; none if a PackageVariant
 * names it already.
 */
export function nextSteps(
  root: string,
  { waves, failed }: FleetInputs,
  { from, to }: MoveArguments,
): readonly Result[] {
  const variants = waves.flat();
  if (variants.some(({ folder }) => folder === to)) return [];
  const variant = variants.find(({ folder }) => folder === from);
  if (variant === undefined) return [{ severity: 'warning', message: noVariant(from, failed.length) }];
  const places = variants
    .flatMap(({ downstream: { place } }) => (place.url === undefined ? [place] : []))
    .filter(({ folder }) => folder !== to && isWithin(to, new Set([folder])));
  const message = `${MUST} ${downstreamText(places, to)}`;
  const { resource, field } = fieldOf(root, variant);
  const position = resource.positionOf(field);
  return [{ ...makeResult('warning', message, { resource, field }), ...(position && { position }) }];
}

const MUST = 'names the old folder: before the next `fleet apply`, change it to';

function noVariant(from: string, failed: number): string {
  const hint = failed === 0 ? '' : ', or it is wrong: run `fleet plan`';
  return `no PackageVariant asks for ${JSON.stringify(from)}${hint}; write one for the new folder before the next \`fleet apply\``;
}

/** Returns the downstream package in the deepest Repository that holds a folder. */
function downstreamText(places: readonly OwnPlace[], to: string): string {
  const [place] = places.toSorted((a, b) => b.folder.length - a.folder.length);
  if (place === undefined)
    return `a Repository whose folder holds ${JSON.stringify(to)}, and the package's path in that folder`;
  const start = place.folder === '' ? 0 : place.folder.length + 1;
  return `the Repository ${JSON.stringify(place.name)} and the package ${JSON.stringify(to.slice(start))}`;
}

/** Returns the PackageVariant with its `downstream`, or its set with what that is made of, as in the file. */
function fieldOf(root: string, { resource, name, file, set, target }: Variant) {
  const wanted = set === undefined ? { kind: 'PackageVariant', name } : { kind: 'PackageVariantSet', name: set };
  const all = readPackageFiles(root, [file]).flatMap(({ resources }) => [...new Resources(resources)]);
  const found = all.find((each) => each.kind === wanted.kind && each.name === wanted.name);
  const field = ['spec', 'downstream'];
  if (found === undefined || set === undefined) return { resource: found ?? resource, field };
  return { resource: found, field: target === undefined ? ['spec', 'targets'] : fieldOfSet(found, target, field) };
}
