import { groupBy } from '../group-by.ts';
import type { Conflict } from '../merge/index.ts';
import type { Variant } from './variant.ts';

/** Conflicts of one variant. */
export interface VariantConflicts {
  readonly variant: Pick<Variant, 'upstream' | 'folder'>;
  /** With paths relative to the top of the repository. */
  readonly conflicts: readonly Conflict[];
}

/**
 * Conflicts of one kind at one place of one upstream package, with the same base and the same new value. They have one reason, and need
 * one decision.
 */
export interface ConflictClass {
  readonly upstream: { readonly repository: string; readonly package: string };
  /** File, relative to the folder of each variant; undefined for a conflict in a resource, which may be in other files. */
  readonly file: string | undefined;
  /** One of the conflicts. */
  readonly first: Conflict;
  /** Folders of the variants, in the order of the conflicts. */
  readonly folders: readonly string[];
}

/** Groups the conflicts of variants into classes, in the order of their first conflicts. */
export function conflictClasses(all: readonly VariantConflicts[]): readonly ConflictClass[] {
  const found = all.flatMap(({ variant, conflicts }) => conflicts.map((conflict) => classOf(variant, conflict)));
  return [...groupBy(found, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : { ...first, folders: [first, ...others].flatMap(({ folders }) => folders) },
  );
}

function classOf({ upstream, folder }: VariantConflicts['variant'], first: Conflict): ConflictClass {
  return {
    upstream: { repository: upstream.place.name, package: upstream.package },
    file: first.resource === undefined ? first.file.path.slice(folder.length + 1) : undefined,
    first,
    folders: [folder],
  };
}

function keyOf({ upstream, file, first: { kind, resource, field, values } }: ConflictClass): string {
  const parts = [upstream.repository, upstream.package, kind, resource, file, field, values.base, values.theirs];
  return JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}
