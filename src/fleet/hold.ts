import { matchesLabels, readForm } from '../function/index.ts';
import type { Resource } from '../krm/resource.ts';
import type { Result } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import { compareVersions } from '../version-range.ts';
import { fleetHoldForm, type Hold } from './hold-form.ts';
import { validateFleetHold } from './hold-validator.ts';
import type { Variant } from './variant.ts';

/** Parts of a variant that decide whether it is held. */
export type HoldableVariant = Pick<Variant, 'folder' | 'labels' | 'upstream'>;

/** Reports whether a resource is a FleetHold. */
export function isHold({ kind, apiVersion }: Resource): boolean {
  return kind === fleetHoldForm.kind && apiVersion === fleetHoldForm.apiVersion;
}

/** Reads a FleetHold. Throws a `KrmError` that lists everything wrong with it. */
export function readHold(resource: Resource): Hold {
  return readForm(fleetHoldForm, validateFleetHold, resource);
}

/** Returns the first hold that holds a variant; undefined if none does. */
export function holdOf(holds: readonly Hold[], variant: HoldableVariant): Hold | undefined {
  return holds.find((hold) => matchesHold(hold, variant) && !isEnded(hold, variant));
}

/** Reports whether a hold selects a variant, even if it has ended. */
export function matchesHold(
  { selector, variants = [] }: Pick<Hold, 'selector' | 'variants'>,
  { folder, labels }: HoldableVariant,
): boolean {
  return selector === undefined ? variants.includes(folder) : matchesLabels(selector, labels);
}

/**
 * Reports whether a variant asks for the revision that ends a hold or a decision, or for a later version. A revision that is not a version, such as
 * a branch, is later than no other.
 */
export function isEnded({ until }: Pick<Hold, 'until'>, variant: HoldableVariant): boolean {
  const asked = askedRevision(variant);
  if (until === undefined || asked === undefined) return false;
  const end = until.replace(/^\d+$/, 'v$&');
  return asked === end || (compareVersions(asked, end) ?? -1) >= 0;
}

/** Returns the revision or workspace that a variant asks for; undefined for a work tree. */
export function askedRevision({ upstream }: Pick<Variant, 'upstream'>): string | undefined {
  return upstream.revision ?? upstream.workspaceName;
}

/**
 * Returns a warning for each hold, and each of its folders, that matches no variant, and an info for each hold that has ended for
 * all variants that it matches.
 */
export function checkHolds(holds: readonly Hold[], variants: readonly HoldableVariant[]): readonly Result[] {
  const folders = new Set(variants.map(({ folder }) => folder));
  return holds.flatMap((hold) => {
    const { resource, selector, until } = hold;
    const matched = variants.filter((variant) => matchesHold(hold, variant));
    if (selector !== undefined && matched.length === 0)
      return [makeResult('warning', NO_LABELS, { resource, field: ['spec', 'selector'] })];
    const unknown = (hold.variants ?? []).flatMap((folder, index) =>
      folders.has(folder)
        ? []
        : [
            makeResult('warning', NO_FOLDER, {
              resource,
              field: ['spec', 'variants', index],
              currentValue: folder,
            }),
          ],
    );
    const isOver = matched.length > 0 && matched.every((variant) => isEnded(hold, variant));
    return isOver ? [...unknown, makeResult('info', `has ended at ${until}: remove it`, { resource })] : unknown;
  });
}

const NO_LABELS = 'holds nothing: no variant has these labels; correct them, or remove the FleetHold';
const NO_FOLDER = 'holds nothing: no variant has this folder; correct it, or remove it';
