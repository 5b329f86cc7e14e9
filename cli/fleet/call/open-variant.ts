import { type Variant, upstreamFolder } from '../../../src/fleet/index.ts';
import { KrmError, type Result } from '../../../src/krm/index.ts';
import { FleetName } from '../store/fleet-name.ts';
import { inSnapshot } from '../store/in-snapshot.ts';
import { placedIn } from '../show/repository-paths.ts';
import type { FleetContext } from '../../../src/fleet/plan/fleet-run.ts';
import { allVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import { fleetPlace, groupOf, wordsFrom } from '../store/fleet-place.ts';
import { readInputs } from '../store/read-inputs.ts';
import { meantBy, noneNamed, onlyMeantBy, type VariantWord } from '../../../src/fleet/inputs/named-variants.ts';
import { FleetBlame } from '../../../src/fleet/answers/fleet-blame.ts';
import type { DerivingArguments } from '../request.ts';
import type { OpenVariant } from '../../../src/fleet/answers/variant-blame.ts';
import { newFleetContext } from './start-run.ts';
import type { FleetProgram, FleetStore } from '../fleet-store.ts';
import { openStore } from '../store/work-tree.ts';

/**
 * Opens the variant that a word names, for as long as `act` takes. Throws an `UnknownVariantError` if there is none, a
 * `KrmError` if several have the name, or if it was not applied yet.
 */
export async function withVariant<T>(
  program: FleetProgram,
  args: DerivingArguments,
  name: string,
  act: (open: OpenVariant, word: VariantWord) => T | Promise<T>,
): Promise<T> {
  const tree = openStore(program, args.folder, { lists: 'parts' });
  const { root, records } = tree;
  const named = wordsFrom(root, args.folder)(name);
  const inputs = await readInputs(program, args, { place: fleetPlace(args.folder, tree), records, named });
  const all = inputs.waves.flat();
  const variant = knownVariant(named, allVariants(inputs), tree);
  const { objects, injected } = inputs;
  const group = groupOf(inputs.elsewhere, variant);
  const variants = group === undefined ? withUpstreams(variant, all) : [variant];
  const home = newFleetContext({
    program,
    args,
    tree,
    variants: group === undefined ? variants : [],
    objects,
    injected,
  });
  if (group === undefined) return await act(await blamed(home, variants), named);
  return await inSnapshot(group, args, async ({ tree: other, repository }) => {
    const made = { tree: home.tree, made: home.made, name: new FleetName(root) };
    return await act(
      await blamed(newFleetContext({ ...home, tree: other, repository, home: made, variants }), variants),
      named,
    );
  });
}

/** Finds out who set the lines of the first one of variants. */
async function blamed(run: FleetContext, variants: readonly Variant[]): Promise<OpenVariant> {
  const [variant] = variants;
  if (variant === undefined) throw new Error('there must be a variant');
  const { repository } = run;
  try {
    const blame = await new FleetBlame(run, variants).of(variant);
    const results = blame.results.map((result) => shownIn(repository, shown(result, variant), variant));
    return { variant, repository, blame, results };
  } catch (error) {
    throw error instanceof KrmError
      ? new KrmError(error.results.map((result) => shownIn(repository, result, variant)))
      : error;
  }
}

/** Names files of the folder of a variant after the URL of its git repository: other files are those of the fleet. */
export function shownIn(repository: string | undefined, result: Result, { folder }: Variant): Result {
  const path = result.file?.path ?? '';
  return path === folder || path.startsWith(`${folder}/`) ? placedIn(repository, result) : result;
}

/** Error of a name that no variant has. */
export class UnknownVariantError extends KrmError {}

/** Reports whether a name is of a variant in another git repository, as the inputs are now. */
export async function isNamedElsewhere(program: FleetProgram, args: DerivingArguments, name: string): Promise<boolean> {
  const tree = openStore(program, args.folder);
  const named = wordsFrom(tree.root, args.folder)(name);
  const { elsewhere } = await readInputs(program, args, {
    place: fleetPlace(args.folder, tree),
    records: tree.records,
    named,
  });
  return (
    meantBy(
      named,
      elsewhere.flatMap(({ variants }) => variants),
    ).length > 0
  );
}

/** Returns the only variant that a word names. */
function knownVariant(word: VariantWord, all: readonly Variant[], files: Pick<FleetStore, 'has'>): Variant {
  const variant = onlyMeantBy(word, all);
  if (variant !== undefined) return variant;
  throw new UnknownVariantError(noneNamed(word, all, (path) => files.has(path)).results);
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

/** Names files of a variant from the top of the git repository. */
export function shown(result: Result, { folder, file }: Variant): Result {
  const path = result.file?.path ?? '';
  const isFromTop = path === '' || path === file || path === folder || path.startsWith(`${folder}/`);
  return isFromTop ? result : { ...result, file: { index: 0, ...result.file, path: `${folder}/${path}` } };
}
