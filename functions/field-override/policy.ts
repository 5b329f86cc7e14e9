import type { Problems } from '../../src/function/index.ts';
import {
  readFieldOverrider,
  readSelection,
  type FieldOverrider,
  type ResourceSelector,
  type Selection,
  type WrittenFieldOverrider,
} from '../../src/karmada/index.ts';
import type { Resource, Results } from '../../src/krm/index.ts';

/** Settings of the function, independent of the kind that configures it. */
export interface FieldOverrides {
  readonly source: Resource;
  readonly selection: Selection;
  /** In the order in which they are applied. */
  readonly overriders: readonly FieldOverrider[];
  /** Reports values of the package that were taken and then edited. */
  readonly checkValues?: (results: Results) => void;
}

interface Overriders {
  readonly fieldOverrider?: readonly WrittenFieldOverrider[];
}

interface Rule {
  readonly targetCluster?: object;
  readonly overriders: Overriders;
}

interface PolicySpec {
  readonly resourceSelectors?: readonly ResourceSelector[];
  readonly overrideRules?: readonly Rule[];
  readonly targetCluster?: object;
  readonly overriders?: Overriders;
}

/** Reads a policy of Karmada. `namespace` limits it: '' means `default`, undefined means no limit. */
export function readPolicy(
  spec: PolicySpec,
  namespace: string | undefined,
  problems: Problems,
): Omit<FieldOverrides, 'source'> {
  const { resourceSelectors: selectors = [], overrideRules = [] } = spec;
  refuseLegacy(spec, problems);
  return {
    overriders: overrideRules.flatMap((rule, index) => readRule(rule, index, problems)),
    selection: readSelection({ selectors, namespace }, ['spec', 'resourceSelectors'], problems),
  };
}

/** Refuses the fields that `overrideRules` replaced. Karmada reads them only if there are no rules. */
function refuseLegacy({ overrideRules = [], ...spec }: PolicySpec, problems: Problems): void {
  for (const name of ['targetCluster', 'overriders'] as const) {
    if (isEmpty(spec[name])) continue;
    const message =
      overrideRules.length > 0
        ? `overrideRules and ${name} can't co-exist`
        : 'deprecated in Karmada: use `overrideRules`, or the function `apply-override-policy`';
    problems.add({ field: ['spec', name], message });
  }
}

function readRule({ targetCluster, overriders }: Rule, index: number, problems: Problems): FieldOverrider[] {
  const field = ['spec', 'overrideRules', index];
  if (!isEmpty(targetCluster)) {
    problems.add({
      field: [...field, 'targetCluster'],
      message:
        'a rule must apply to all clusters; for rules that select clusters, use the function `apply-override-policy`',
    });
  }
  const { fieldOverrider = [], ...others } = overriders;
  for (const [name, overrider] of Object.entries(others)) {
    if (isEmpty(overrider)) continue;
    problems.add({
      field: [...field, 'overriders', name],
      message: 'only `fieldOverrider` is supported; for other overriders, use the function `apply-override-policy`',
    });
  }
  return fieldOverrider.flatMap(
    (overrider, at) => readFieldOverrider(overrider, [...field, 'overriders', 'fieldOverrider', at], problems) ?? [],
  );
}

/**
 * Reports whether a value is absent, an empty list, or a map of such values: a Go struct with no field set, or an empty
 * selector.
 */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object' || value === null) return value === undefined || value === null;
  return Object.values(value).every(isEmpty);
}
