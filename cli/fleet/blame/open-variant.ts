import { packagePath, upstreamFolder, type Variant } from '../../../src/fleet/index.ts';
import type { Result } from '../../../src/krm/index.ts';
import { unknownName } from '../../../src/wording.ts';
import type { CommandProgram } from '../../arguments/command.ts';
import { failure } from '../../process/failure.ts';
import type { FleetArguments } from '../fleet-arguments.ts';
import { newFleetRun } from '../fleet-run.ts';
import { placeOf } from '../inputs/fleet-place.ts';
import { readInputs } from '../inputs/read-inputs.ts';
import { isNamed, severalNamed } from '../inputs/select-variants.ts';
import { WorkTree } from '../tree/work-tree.ts';
import { FleetBlame } from './fleet-blame.ts';
import type { VariantBlame } from './variant-blame.ts';

/** A variant, and who set its lines. */
export interface OpenVariant {
  readonly variant: Variant;
  readonly blame: VariantBlame;
  /** Warnings with paths relative to the top of the git repository. */
  readonly results: readonly Result[];
}

/** Opens a variant by its name. Throws a `KrmError` if there is none, if several have the name, or if it was not applied yet. */
export async function openVariant(
  program: Pick<CommandProgram, 'functions' | 'version'>,
  args: FleetArguments,
  name: string,
): Promise<OpenVariant> {
  const tree = WorkTree.around(args.folder);
  tree.listParts();
  const { root, gitDir } = tree;
  const inputs = await readInputs(program, args, { place: placeOf(args.folder, root), gitDir, named: name });
  const all = inputs.waves.flat();
  const variant = variantNamed(name, all);
  const { objects, injected } = inputs;
  const variants = withUpstreams(variant, all);
  const run = newFleetRun({ program, args, tree, variants, objects, injected });
  const blame = await new FleetBlame(run, variants).of(variant);
  return { variant, blame, results: blame.results.map((result) => shown(result, variant)) };
}

/** Returns the only variant of a name. */
function variantNamed(name: string, all: readonly Variant[]): Variant {
  const [variant, ...others] = all.filter((each) => isNamed(each, name));
  if (variant === undefined) {
    const known = all.map((each) => each.name);
    throw failure(unknownName('variant', name, known));
  }
  if (others.length === 0) return variant;
  throw severalNamed(
    name,
    [variant, ...others].map(({ folder }) => folder),
  );
}

/** Returns a variant with those that it is made of. */
function withUpstreams(variant: Variant, all: readonly Variant[]): readonly Variant[] {
  const byFolder = new Map(all.map((each) => [each.folder, each]));
  const found: Variant[] = [];
  for (let next: Variant | undefined = variant; next !== undefined && !found.includes(next);) {
    found.push(next);
    next = byFolder.get(upstreamFolder(next) ?? '');
  }
  return found;
}

/** Returns a path in the folder of a variant: '' for all of it. It may be named from the top of the git repository. */
export function fromFolder(path: string, folder: string): string {
  const clean = packagePath(path) ?? path;
  if (clean === folder) return '';
  return clean.startsWith(`${folder}/`) ? clean.slice(folder.length + 1) : clean;
}

/** Names files of a variant from the top of the git repository. */
export function shown(result: Result, { folder, file }: Variant): Result {
  const path = result.file?.path ?? '';
  const isFromTop = path === '' || path === file || path === folder || path.startsWith(`${folder}/`);
  return isFromTop ? result : { ...result, file: { index: 0, ...result.file, path: `${folder}/${path}` } };
}
