import type { Problems } from '../function/problems.ts';
import type { PointerOptions } from '../patch/index.ts';
import type { Path } from '../yaml/index.ts';
import type { Overrider } from './overrider.ts';
import { askOverriders, OVERRIDERS, type WrittenOverriders } from './overriders.ts';
import { readSelection, type ResourceSelector, type Selection } from './resource-selector.ts';
import { checkTargetCluster, type TargetCluster } from './target-cluster.ts';

/** A policy of Karmada that was read and checked. */
export interface OverridePolicy {
  readonly selection: Selection;
  /** In the order in which they are applied: all that match a cluster, and not only the first. */
  readonly rules: readonly OverrideRule[];
}

/** Overriders for the clusters that a rule targets. */
export interface OverrideRule {
  /** Place in the policy: its `targetCluster` is located there. */
  readonly field: Path;
  /** All clusters if undefined. */
  readonly target: TargetCluster | undefined;
  /** In the order in which they are applied; may be empty. */
  readonly overriders: readonly Overrider[];
  readonly written: WrittenOverriders;
}

/** Options of reading policies, for our own kinds. */
interface OwnOptions extends PointerOptions, Pick<Selection, 'patterns'> {}

/** Options of reading in our own kinds: elements by a field, and patterns in selectors. */
export const OWN_KIND: OwnOptions = { elementsByField: true, patterns: true };

/** `spec` of a policy, as written. */
export interface WrittenPolicy {
  readonly resourceSelectors?: readonly ResourceSelector[];
  readonly overrideRules?: readonly WrittenRule[];
  /** Deprecated, as is `overriders`: together they are one rule of a policy without `overrideRules`. */
  readonly targetCluster?: TargetCluster;
  readonly overriders?: WrittenOverriders;
}

/** A rule of a policy, as written. */
export interface WrittenRule {
  readonly targetCluster?: TargetCluster;
  readonly overriders: WrittenOverriders;
}

/**
 * Reads a policy of Karmada. `namespace` limits it: '' means `default`, undefined means no limit. Adds all problems,
 * also those of the deprecated fields, in the words of Karmada's webhook where it has any. `options`: those of our own
 * kinds.
 */
export function readOverridePolicy(
  { resourceSelectors: selectors = [], overrideRules, targetCluster, overriders = {} }: WrittenPolicy,
  namespace: string | undefined,
  problems: Problems,
  options: OwnOptions = {},
): OverridePolicy {
  const hasOverriders = Object.values(overriders).some((entries) => entries.length > 0);
  if (overrideRules !== undefined && targetCluster !== undefined) refuseBoth('targetCluster', problems);
  if (overrideRules !== undefined && hasOverriders) refuseBoth('overriders', problems);
  const legacy = targetCluster !== undefined || hasOverriders ? [{ targetCluster, overriders, field: ['spec'] }] : [];
  const rules = (overrideRules ?? []).map((rule, index) => ({ ...rule, field: ['spec', 'overrideRules', index] }));
  return {
    selection: readSelection({ selectors, namespace, ...options }, ['spec', 'resourceSelectors'], problems),
    rules: [...rules, ...legacy].map(({ field, targetCluster: target, overriders: written }) => {
      checkTargetCluster(target ?? {}, [...field, 'targetCluster'], problems);
      const read = readOverriders(written, [...field, 'overriders'], problems, options);
      return { field, target, overriders: read, written };
    }),
  };
}

function refuseBoth(name: 'targetCluster' | 'overriders', problems: Problems): void {
  problems.add({
    code: 'exclusive-fields',
    field: ['spec', name],
    message: `overrideRules and ${name} can't co-exist`,
  });
}

/**
 * Reads the overriders of a rule, in the order in which Karmada applies them, whatever the order in which they are
 * written. Adds a problem for one that is not known.
 */
function readOverriders(
  written: WrittenOverriders,
  field: Path,
  problems: Problems,
  options: PointerOptions,
): readonly Overrider[] {
  for (const name of Object.keys(written))
    if (!Object.hasOwn(OVERRIDERS, name))
      problems.add({
        code: 'unsupported-field',
        field: [...field, name],
        message: 'is an overrider that this version does not apply',
      });
  return askOverriders(written, (kind, entries, name) => kind.read(entries, [...field, name], problems, options));
}
