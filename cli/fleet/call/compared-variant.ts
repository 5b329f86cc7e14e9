import { realpathSync } from '../../process/host-folders.ts';
import { join, relative } from '../../process/host-paths.ts';
import { type KrmError, failure } from '../../../src/krm/index.ts';
import { atRevision, revisionElsewhere, revisionsCompared } from '../../../src/fleet/messages/versions.ts';
import { isNamedElsewhere, UnknownVariantError, withVariant } from './open-variant.ts';
import { shownFolder } from '../show/table.ts';
import { WorkTree } from '../store/work-tree.ts';
import type { DerivingArguments } from '../request.ts';
import { ComparedVariant } from '../../../src/fleet/answers/variant-differences.ts';
import { commitOf, inRevision, isRevision } from '../store/revision-checkout.ts';
import type { FleetProgram } from '../fleet-store.ts';

/** A variant, in the work tree or in a revision. */
export interface NamedSide {
  /** As given. */
  readonly text: string;
  readonly variant: string;
  /** Undefined for the work tree. */
  readonly revision: string | undefined;
}

/** Opens two variants, each in the work tree or in a revision, for as long as `act` takes. */
export async function withSides<T>(
  program: FleetProgram,
  args: DerivingArguments,
  sides: readonly [NamedSide, NamedSide],
  act: (left: ComparedVariant, right: ComparedVariant) => T,
): Promise<T> {
  const [left, right] = sides;
  try {
    return await withSide(program, args, left, (a) =>
      withSide(program, args, right, (b) => Promise.resolve(act(a, b))),
    );
  } catch (error) {
    const texts = sides.map(({ text }) => text);
    if (!(error instanceof UnknownVariantError) || !areRevisions(args.folder, texts)) throw error;
    throw failure('variant-not-found', revisionsCompared(error.message, texts));
  }
}

function areRevisions(folder: string, texts: readonly string[]): boolean {
  const { root } = WorkTree.around(folder);
  return texts.every((text) => isRevision(root, text));
}

async function withSide<T>(
  program: FleetProgram,
  args: DerivingArguments,
  { text, variant, revision }: NamedSide,
  act: (side: ComparedVariant) => Promise<T>,
): Promise<T> {
  const own = { isFound: false };
  const inside = async (folder: string): Promise<T> =>
    await withVariant(program, { ...args, folder }, variant, async (open) => {
      own.isFound = true;
      const { repository } = open;
      if (repository !== undefined && revision !== undefined) throw otherRepository(text, repository);
      return await act(new ComparedVariant(text, shownFolder({ repository, folder: open.variant.folder }), open));
    });
  if (revision === undefined) return await inside(args.folder);
  const { root } = WorkTree.around(args.folder);
  const below = relative(root, realpathSync(args.folder));
  try {
    return await inRevision(root, commitOf(root, revision), async (folder) => await inside(join(folder, below)));
  } catch (error) {
    // An error about a variant that was found is about the other side.
    if (own.isFound || !(error instanceof UnknownVariantError)) throw error;
    if (await isNamedElsewhere(program, args, variant)) throw otherRepository(text, 'another git repository');
    throw failure('variant-not-found', atRevision(revision, error.message));
  }
}

function otherRepository(text: string, repository: string): KrmError {
  return failure('invalid-argument', revisionElsewhere(text, repository));
}
