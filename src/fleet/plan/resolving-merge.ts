import type { Resolution } from '../index.ts';
import type { Result } from '../../krm/index.ts';
import {
  mergePackages,
  type Answer,
  type Conflict,
  type MergedPackage,
  type MergeOptions,
  type Packages,
} from '../../merge/index.ts';
import { setValues } from './set-values.ts';

/** Conflict that a MergeResolution decides. */
export interface DecidedConflict {
  readonly conflict: Conflict;
  readonly resolution: Resolution;
}

/** Merges of packages in which MergeResolutions decide conflicts that no rule decides. */
export class ResolvingMerge {
  readonly options: MergeOptions;
  readonly #resolve: (conflict: Conflict) => Resolution | undefined;
  readonly #decided = new Map<string, DecidedConflict>();
  readonly #unset = new Map<string, DecidedConflict>();

  /** `resolve`: returns the resolution of a conflict; undefined leaves it to `options.answer`. */
  constructor(options: MergeOptions, resolve: (conflict: Conflict) => Resolution | undefined) {
    this.options = options;
    this.#resolve = resolve;
  }

  /** Decided conflicts of all merges so far, with the paths of a merge. */
  get decided(): readonly DecidedConflict[] {
    return [...this.#decided.values()];
  }

  /** Conflicts that stay open, since the value of their resolution could not be set. */
  get unset(): readonly DecidedConflict[] {
    return [...this.#unset.values()];
  }

  /**
   * Merges packages. Finds the conflicts that resolutions decide first, and then merges with these decisions: a
   * conflict that turns up on the way to another merge must not count as decided.
   */
  merge(packages: Packages): MergedPackage {
    const wanted = new Map<string, DecidedConflict>();
    for (;;) {
      const taken = new Map<string, DecidedConflict>();
      const merged = mergePackages(packages, {
        ...this.options,
        answer: (conflict) => {
          const resolution = this.#resolve(conflict);
          if (resolution === undefined) return this.options.answer?.(conflict);
          const found = wanted.get(conflictKey(conflict));
          if (found === undefined) return undefined;
          taken.set(conflictKey(conflict), found);
          return answerOf(found);
        },
      });
      const others = merged.conflicts.flatMap((conflict) => {
        const resolution = wanted.has(conflictKey(conflict)) ? undefined : this.#resolve(conflict);
        return resolution === undefined ? [] : { conflict, resolution };
      });
      if (others.length === 0) return this.#withDecisions(packages, merged, [...taken.values()]);
      for (const each of others) wanted.set(conflictKey(each.conflict), each);
    }
  }

  #withDecisions(packages: Packages, merged: MergedPackage, taken: readonly DecidedConflict[]): MergedPackage {
    if (taken.length === 0) return merged;
    const { files, unset } = setValues(packages, merged.files, taken.flatMap(withValue));
    for (const each of taken)
      (unset.has(each.conflict) ? this.#unset : this.#decided).set(conflictKey(each.conflict), each);
    return {
      ...merged,
      files,
      conflicts: [...merged.conflicts, ...unset],
      results: merged.results.filter((result) => !taken.some(({ conflict }) => isAbout(result, conflict))),
    };
  }
}

/** Returns the version to take, which a value then replaces. */
function answerOf({ conflict, resolution: { decided } }: DecidedConflict): Answer {
  if ('take' in decided) return decided.take === 'new' ? 'theirs' : 'local';
  return conflict.values.local === undefined ? 'theirs' : 'local';
}

function withValue(each: DecidedConflict) {
  const { conflict, resolution } = each;
  if ('take' in resolution.decided) return [];
  return { conflict, side: answerOf(each), value: resolution.decided.value };
}

/** Reports whether a result is about the decision of a conflict. */
function isAbout({ code, resourceRef, field, file }: Result, conflict: Conflict): boolean {
  const { resource, writtenField = conflict.field } = conflict;
  if (code !== 'conflict-decided' || field?.path !== writtenField) return false;
  if (resource === undefined || conflict.sharesIdentity) {
    if (file?.path !== conflict.file.path) return false;
  }
  return resource === undefined || JSON.stringify(resourceRef) === JSON.stringify(resource);
}

function conflictKey({ kind, file, resource, field }: Conflict): string {
  return JSON.stringify([kind, file.path, file.index, resource, field]);
}
