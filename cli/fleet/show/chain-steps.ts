import { type Variant, type VariantRow, foldersAround, joinPaths } from '../../../src/fleet/index.ts';
import { shownFolder } from './table.ts';

/** Variants of a chain that are made of one package. */
export interface ChainStep {
  /** Position in the chain: 1 for a variant that is made of no other one. */
  readonly step: number;
  /** Folder of the variant that they are made of; for the first step, their upstream package. */
  readonly source: string;
  readonly variants: readonly VariantRow[];
}

/** Variants by their rows; a row without one is of none that is right. */
type KnownVariants = ReadonlyMap<VariantRow, { readonly variant?: Variant | undefined }>;

/**
 * Returns the chains of variants that are made of other variants as these are now, each in the order in which an
 * `apply` writes them. `rows`: in the order of their folders.
 */
export function chainSteps(rows: readonly VariantRow[], facts: KnownVariants): readonly ChainStep[] {
  const byFolder = new Map(rows.flatMap((row) => (isOwn(row) ? [[row.folder ?? '', row] as const] : [])));
  const made = new Map<VariantRow, VariantRow[]>();
  const followers = new Set<VariantRow>();
  for (const row of rows) {
    const variant = facts.get(row)?.variant;
    const maker = variant && makerOf(variant, byFolder);
    if (maker === undefined || maker === row) continue;
    followers.add(row);
    made.set(maker, [...(made.get(maker) ?? []), row]);
  }
  const steps: ChainStep[] = [];
  // The next step is the last one.
  const open = rows
    .filter((row) => made.has(row) && !followers.has(row))
    .map((row): ChainStep => ({ step: 1, source: row.upstream ?? '', variants: [row] }))
    .toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    steps.push(next);
    const { step, variants } = next;
    const after = variants.flatMap((row) => {
      const all = made.get(row);
      return all === undefined ? [] : [{ step: step + 1, source: shownFolder(row), variants: all }];
    });
    open.push(...after.toReversed());
  }
  return steps;
}

function isOwn({ repository }: VariantRow): boolean {
  return repository === undefined;
}

/** Returns the variant that the upstream package of another one is, or is in, unless that one asks for a revision. */
function makerOf(
  { upstream: { place, package: name, revision, workspaceName } }: Variant,
  byFolder: ReadonlyMap<string, VariantRow>,
): VariantRow | undefined {
  if (place.url !== undefined || revision !== undefined || workspaceName !== undefined) return undefined;
  return foldersAround(joinPaths(place.folder, name)).flatMap((each) => byFolder.get(each) ?? [])[0];
}
