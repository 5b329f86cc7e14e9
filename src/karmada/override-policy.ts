import type { Problems } from '../function/problems.ts';
import type { PointerOptions } from '../patch/index.ts';
import type { Path } from '../yaml/index.ts';
import { readCommandOverriders, type WrittenCommandOverrider } from './command-overrider.ts';
import { readFieldOverriders } from './field-overrider-entry.ts';
import type { WrittenFieldOverrider } from './field-overrider.ts';
import { readImageOverriders, type WrittenImageOverrider } from './image-overrider.ts';
import { readLabelOverriders, type WrittenLabelOverrider } from './label-overrider.ts';
import type { Overrider } from './overrider.ts';
import type { WrittenPlaintext } from './plaintext-entry.ts';
import { readPlaintextOverriders } from './plaintext-overrider.ts';
import type { overridersSchema } from './policies.ts';
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
export interface OwnOptions extends PointerOptions, Pick<Selection, 'patterns'> {}

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

/** Overriders of a rule, as written. */
export type WrittenOverriders = {
  readonly imageOverrider?: readonly WrittenImageOverrider[];
  readonly commandOverrider?: readonly WrittenCommandOverrider[];
  readonly argsOverrider?: readonly WrittenCommandOverrider[];
  readonly labelsOverrider?: readonly WrittenLabelOverrider[];
  readonly annotationsOverrider?: readonly WrittenLabelOverrider[];
  readonly fieldOverrider?: readonly WrittenFieldOverrider[];
  readonly plaintext?: readonly WrittenPlaintext[];
};

/**
 * Reads a policy of Karmada. `namespace` limits it: '' means `default`, undefined means no limit. Adds all problems, also
 * those of the deprecated fields, in the words of Karmada's webhook where it has any. `options`: those of our own kinds.
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
  problems.add({ field: ['spec', name], message: `overrideRules and ${name} can't co-exist` });
}

/** Overriders that are read. Those of the schema, so that one that is new there does not compile until it is here. */
const OVERRIDERS = {
  imageOverrider: true,
  commandOverrider: true,
  argsOverrider: true,
  labelsOverrider: true,
  annotationsOverrider: true,
  fieldOverrider: true,
  plaintext: true,
} as const satisfies Readonly<Record<keyof (typeof overridersSchema)['properties'] | keyof WrittenOverriders, true>>;

/** Reads the overriders of a rule, in the order in which Karmada applies them, whatever the order in which they are written. Adds a problem for one that is not known. */
function readOverriders(
  written: WrittenOverriders,
  field: Path,
  problems: Problems,
  options: PointerOptions,
): readonly Overrider[] {
  for (const name of Object.keys(written))
    if (!Object.hasOwn(OVERRIDERS, name))
      problems.add({ field: [...field, name], message: 'is an overrider that this version does not apply' });
  const at = (name: keyof WrittenOverriders): Path => [...field, name];
  return [
    ...readImageOverriders(written.imageOverrider ?? [], at('imageOverrider'), problems, options),
    ...readCommandOverriders(written.commandOverrider ?? [], 'command', at('commandOverrider'), problems),
    ...readCommandOverriders(written.argsOverrider ?? [], 'args', at('argsOverrider'), problems),
    ...readLabelOverriders(written.labelsOverrider ?? [], 'labels', at('labelsOverrider'), problems),
    ...readLabelOverriders(written.annotationsOverrider ?? [], 'annotations', at('annotationsOverrider'), problems),
    ...readFieldOverriders(written.fieldOverrider ?? [], at('fieldOverrider'), problems, options),
    ...readPlaintextOverriders(written.plaintext ?? [], at('plaintext'), problems, options),
  ];
}
