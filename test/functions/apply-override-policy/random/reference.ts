import { isDeepStrictEqual } from 'node:util';
import type {
  Cluster,
  ResourceSelector,
  WrittenLabelOverrider,
  WrittenOverriders,
  WrittenPlaintext,
} from '../../../../src/karmada/index.ts';
import type { Path } from '../../../../src/yaml/index.ts';
import type { Item, Policy } from './data.ts';
import { editByPointer, RefusedError } from './pointer-edit.ts';
import { inOrder, isTarget, matching } from './reference-order.ts';

/** Policies, the cluster that they are applied for, and whether they were applied before. */
export interface Policies {
  readonly policies: readonly Policy[];
  readonly cluster: Cluster;
  /** Skips additions of elements that are in their list already. */
  readonly isRepeated: boolean;
}

/** Form of the words that `argsOverrider` adds. Each is added only once. */
const ADDED_WORD = /-added-[0-9]+$/;

/** Resource after its policies; undefined if one of them does not apply. */
export type Outcome = Applied | undefined;

interface Applied extends AppliedRule {
  readonly item: Item;
  /** Selectors that match the resource when their policies are considered. */
  readonly matched: ReadonlySet<ResourceSelector>;
}

interface AppliedRule {
  /** Paths that the overriders name. */
  readonly touched: readonly Path[];
  /** True if each patch of `plaintext`, applied once more to its own result, changes nothing. */
  readonly isSettled: boolean;
}

/**
 * Applies policies to a copy of a resource as Karmada does, except that what is to be removed may be absent: first all
 * ClusterOverridePolicies that select it, then the OverridePolicies that select the changed one.
 */
export function applyPolicies(original: Item, { policies, cluster, isRepeated }: Policies): Outcome {
  const item = structuredClone(original);
  const applied: AppliedRule[] = [];
  const matched = new Set<ResourceSelector>();
  try {
    for (const kind of ['ClusterOverridePolicy', 'OverridePolicy'] as const) {
      const stage = policies.filter((policy) => policy.kind === kind);
      for (const selector of stage.flatMap((policy) => matching(item, policy))) matched.add(selector);
      const rules = inOrder(item, stage).flatMap(({ spec }) => spec.overrideRules ?? []);
      for (const { targetCluster, overriders } of rules)
        if (isTarget(targetCluster, cluster)) applied.push(applyRule(item, overriders, isRepeated));
    }
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
  return {
    item,
    matched,
    touched: applied.flatMap(({ touched }) => touched),
    isSettled: applied.every(({ isSettled }) => isSettled),
  };
}

/** Applies the overriders of a rule, in their fixed order. */
function applyRule(item: Item, overriders: WrittenOverriders, isRepeated: boolean): AppliedRule {
  const { imageOverrider = [], argsOverrider = [], plaintext = [] } = overriders;
  const containers = item.spec?.template.spec.containers ?? [];
  const at = (index: number, key: string): Path => ['spec', 'template', 'spec', 'containers', index, key];
  const touched: Path[] = [];
  for (const { value = '' } of imageOverrider) {
    for (const [index, container] of containers.entries()) {
      if (container.image === undefined) throw new RefusedError('a container must have an image');
      container.image = container.image.replace(/(?::[^:/]*)?$/, `:${value}`);
      touched.push(at(index, 'image'));
    }
  }
  for (const { containerName, operator, value = [] } of argsOverrider) {
    for (const [index, container] of containers.entries()) {
      if (container.name !== containerName) continue;
      const { args = [] } = container;
      const added = isRepeated && isAdded(args, value) ? [] : value;
      if (operator === 'add') container.args = [...args, ...added];
      else if (container.args !== undefined) container.args = args.filter((word) => !value.includes(word));
      touched.push(at(index, 'args'));
    }
  }
  for (const map of ['labels', 'annotations'] as const) {
    for (const each of overriders[`${map}Overrider`] ?? []) touched.push(...applyToMap(item, map, each));
  }
  touched.push(...plaintext.map((entry) => editByPointer(item, entry, isRepeated)));
  return { touched, isSettled: isRepeatable(item, plaintext) };
}

/** Reports whether a patch, applied once more to its own result, changes nothing. */
function isRepeatable(item: Item, plaintext: readonly WrittenPlaintext[]): boolean {
  const again = structuredClone(item);
  try {
    for (const entry of plaintext) editByPointer(again, entry, true);
  } catch (error) {
    if (error instanceof RefusedError) return false;
    throw error;
  }
  return isDeepStrictEqual(again, item);
}

/** Reports whether arguments have words that an entry added, followed only by words that other entries added. */
function isAdded(args: readonly string[], words: readonly string[]): boolean {
  const rest = args.slice(args.indexOf(words[0] ?? ''));
  return words.every((word) => rest.includes(word)) && rest.every((word) => ADDED_WORD.test(word));
}

function applyToMap(
  { metadata }: Item,
  name: 'labels' | 'annotations',
  { operator, value = {} }: WrittenLabelOverrider,
): readonly Path[] {
  for (const [key, text] of Object.entries(value)) {
    const isPresent = metadata[name]?.[key] !== undefined;
    if (operator === 'remove') delete metadata[name]?.[key];
    else if (operator === 'add' || isPresent) (metadata[name] ??= {})[key] = text;
  }
  return Object.keys(value).map((key) => ['metadata', name, key]);
}
