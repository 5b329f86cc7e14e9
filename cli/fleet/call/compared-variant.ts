import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { KrmError, Result } from '../../../src/krm/index.ts';
import type { CommandProgram } from '../../arguments/command.ts';
import type { Cause } from '../../blame/cause.ts';
import { isNamedElsewhere, UnknownVariantError, withVariant, type OpenVariant } from './open-variant.ts';
import { failure } from '../../process/failure.ts';
import { shownFolder } from '../show/table.ts';
import { WorkTree } from '../store/work-tree.ts';
import type { FleetDiffArguments, NamedSide } from '../commands/fleet-diff-arguments.ts';
import { packageDifferences, type PackageDifference } from '../answers/package-differences.ts';
import { commitOf, inRevision, isRevision } from '../store/revision-checkout.ts';

/** Opens two variants, each in the work tree or in a revision, for as long as `act` takes. */
export async function withSides<T>(
  program: Pick<CommandProgram, 'functions' | 'version'>,
  args: FleetDiffArguments,
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
    throw failure(
      'variant-not-found',
      `${error.message}; to compare two revisions of the fleet, run \`krm-variants fleet diff ${texts.join('..')}\``,
    );
  }
}

function areRevisions(folder: string, texts: readonly string[]): boolean {
  const { root } = WorkTree.around(folder);
  return texts.every((text) => isRevision(root, text));
}

async function withSide<T>(
  program: Pick<CommandProgram, 'functions' | 'version'>,
  args: FleetDiffArguments,
  { text, variant, revision }: NamedSide,
  act: (side: ComparedVariant) => Promise<T>,
): Promise<T> {
  const own = { isFound: false };
  const inside = async (folder: string): Promise<T> =>
    await withVariant(program, { ...args, folder }, variant, async (open) => {
      own.isFound = true;
      const { repository } = open;
      if (repository !== undefined && revision !== undefined) throw otherRepository(text, repository);
      return await act(new ComparedVariant(text, open));
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
    throw failure('variant-not-found', `at ${revision}, ${error.message}`);
  }
}

function otherRepository(text: string, repository: string): KrmError {
  return failure(
    'invalid-argument',
    `${JSON.stringify(text)}: \`@REVISION\` must be for a variant in the git repository of the fleet, and this one is in ${repository}: compare it as it is, or in a clone of that git repository`,
  );
}

/** One of two variants that are compared. */
export class ComparedVariant {
  /** As given. */
  readonly name: string;
  readonly folder: string;
  readonly results: readonly Result[];
  readonly #open: OpenVariant;
  #removed: readonly PackageDifference[] | undefined;

  constructor(name: string, open: OpenVariant) {
    this.name = name;
    this.folder = shownFolder({ repository: open.repository, folder: open.variant.folder });
    this.results = open.results;
    this.#open = open;
  }

  get files() {
    return this.#open.blame.local;
  }

  /** Returns who set this side of a difference; undefined if it is absent, and no person removed it. */
  causeOf({ resource, field }: PackageDifference, side: PackageDifference['sides'][0]): Cause | undefined {
    const { blame } = this.#open;
    if (side?.line !== undefined) return blame.causeOf({ file: side.file, line: side.line });
    if (side !== undefined) return blame.causeOf({ file: side.file, line: 1 });
    const isRemoved = this.#removedFields.some(
      (each) => each.resource === resource && (each.field === '' || isBelow(field, each.field)),
    );
    return isRemoved ? { by: 'person' } : undefined;
  }

  /** Fields, resources and files that people removed. */
  get #removedFields(): readonly PackageDifference[] {
    const { blame } = this.#open;
    return (this.#removed ??= packageDifferences(blame.derived, blame.local).filter(
      ({ sides: [, local] }) => local === undefined,
    ));
  }
}

function isBelow(field: string, above: string): boolean {
  return field === above || (field.startsWith(above) && /^[.[]/.test(field.slice(above.length)));
}
