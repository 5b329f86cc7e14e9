import type { Call } from '../../src/function/index.ts';
import {
  changesOf,
  keyHint,
  reachedState,
  reportLackingField,
  type FieldOverrider,
  type OverriddenFields,
  type OverriderEffect,
} from '../../src/karmada/index.ts';
import type { Resource } from '../../src/krm/index.ts';
import { nearestKey } from '../../src/patch/index.ts';
import type { FieldOverrides } from './policy.ts';

/** Effects on a resource; undefined if an overrider cannot be applied to it. */
export interface FieldOverriddenResource {
  readonly resource: Resource;
  readonly edit: OverriddenFields | undefined;
}

/** Reports the result of a further run as an info for each overrider, and a warning for each absent field. */
export function report(all: readonly FieldOverriddenResource[], { config, results }: Call<FieldOverrides>): void {
  const again = byOverrider(config.overriders, all, (edit) => edit.again);
  for (const [overrider, effects] of again)
    if (effects.length > 0)
      results.info(`${overriderName(overrider)}: ${reachedState(effects)}`, { code: 'rule-applied' });
  for (const [overrider, effects] of byOverrider(config.overriders, all, (edit) => edit.effects)) {
    const changes = changesOf(effects);
    if (changes !== undefined) results.notice(`${overriderName(overrider)}: ${changes}`);
  }
  if (config.selection.selectors.length > 0) {
    for (const each of all) warnAbsent(each, config, results);
    return;
  }
  // If all resources are selected, most lack the field.
  if (all.length === 0 || all.some(({ edit }) => edit?.again === undefined)) return;
  for (const [overrider, effects] of again) {
    if (effects.length > 0 || overrider.ifMissing !== undefined) continue;
    const message = `no resource has the field "${overrider.fieldPath}"${nearestField(overrider, all)}`;
    results.warning(message, { code: 'target-missing' });
  }
}

/** Returns the hint at a field of the first resource that has a similar one. */
function nearestField(overrider: FieldOverrider, all: readonly FieldOverriddenResource[]): string {
  for (const { resource } of all) {
    const hint = keyHint(nearestKey(resource.document, overrider), resource.document);
    if (hint !== '') return hint;
  }
  return '';
}

interface ResourceEffect extends OverriderEffect {
  readonly resource: Resource;
}

function byOverrider(
  overriders: readonly FieldOverrider[],
  all: readonly FieldOverriddenResource[],
  effectsIn: (edit: OverriddenFields) => readonly OverriderEffect[] | undefined,
): ReadonlyMap<FieldOverrider, readonly ResourceEffect[]> {
  const found = new Map<FieldOverrider, ResourceEffect[]>(overriders.map((overrider) => [overrider, []]));
  for (const { edit, resource } of all) {
    for (const each of (edit && effectsIn(edit)) ?? []) found.get(each.overrider)?.push({ ...each, resource });
  }
  return found;
}

function overriderName({ fieldPath, document }: FieldOverrider): string {
  return document === 0 ? fieldPath : `${fieldPath} (document ${document})`;
}

function warnAbsent(
  { resource, edit }: FieldOverriddenResource,
  { overriders }: FieldOverrides,
  results: Call<FieldOverrides>['results'],
): void {
  if (edit?.again === undefined) return;
  const found = new Set(edit.again.map(({ overrider }) => overrider.fieldPath));
  const unreported = overriders.filter(({ ifMissing }) => ifMissing === undefined);
  for (const [fieldPath, overrider] of new Map(unreported.map((each) => [each.fieldPath, each]))) {
    if (!found.has(fieldPath)) reportLackingField(resource, overrider, 'warning', results);
  }
}
