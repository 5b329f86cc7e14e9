import { validatorOf } from '#validators';
import { matchesLabels, readForm } from '../function/index.ts';
import type { Resource } from '../krm/resource.ts';
import type { Result } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import { groupBy } from '../group-by.ts';
import { compareVersions } from '../version-range.ts';
import { fleetHoldForm, type Hold } from './hold-form.ts';
import {
  decisionEnded,
  HOLD_ENDS_AT_NO_DATE,
  HOLD_ENDS_AT_NO_VERSION,
  NO_LABELS_HELD,
  noFolderHeld,
  severalHeld,
} from './messages/decisions.ts';
import type { Variant } from './variant.ts';

/** Parts of a variant that decide whether it is held. */
export type HoldableVariant = Pick<Variant, 'folder' | 'labels' | 'upstream' | 'downstream'>;

/** Reports whether a resource is a FleetHold. */
export function isHold({ kind, apiVersion }: Resource): boolean {
  return kind === fleetHoldForm.kind && apiVersion === fleetHoldForm.apiVersion;
}

/** Reads a FleetHold. Throws a `KrmError` that lists everything wrong with it. */
export function readHold(resource: Resource): Hold {
  return readForm(fleetHoldForm, validatorOf(fleetHoldForm), resource);
}

/** Returns the first hold that holds a variant; undefined if none does. */
export function holdOf(holds: readonly Hold[], variant: HoldableVariant): Hold | undefined {
  return holds.find((hold) => matchesHold(hold, variant) && !isEnded(hold, variant));
}

/** Reports whether a hold selects a variant, even if it has ended. */
export function matchesHold(
  { selector, variants = [], repo }: Pick<Hold, 'selector' | 'variants' | 'repo'>,
  { folder, labels, downstream }: HoldableVariant,
): boolean {
  if (selector !== undefined) return matchesLabels(selector, labels);
  return variants.includes(folder) && (repo === undefined || repo === downstream.place.name);
}

/** Reports whether a variant is in another git repository than that of the fleet. */
export function isElsewhere({ downstream }: Pick<Variant, 'downstream'>): boolean {
  return downstream.place.url !== undefined;
}

/**
 * Reports whether a variant asks for the revision that ends a hold or a decision, or for a later version. A revision
 * that is not a version, such as a branch, is later than no other.
 */
export function isEnded({ until }: Pick<Hold, 'until'>, variant: HoldableVariant): boolean {
  const asked = askedRevision(variant);
  if (until === undefined || asked === undefined) return false;
  const end = until.replace(/^\d+$/, 'v$&');
  return asked === end || (compareVersions(asked, end) ?? -1) >= 0;
}

/**
 * Returns the warning about an `until` at which a hold of variants does not end as is probably meant; undefined if
 * there is none.
 */
export function neverEnds(until: string, variants: readonly Pick<Variant, 'upstream'>[]): string | undefined {
  const asked = variants.flatMap((variant) => askedRevision(variant) ?? []);
  if (asked.includes(until)) return undefined;
  if (DATE.test(until)) return asked.some((each) => DATE.test(each)) ? undefined : HOLD_ENDS_AT_NO_DATE;
  const isName = compareVersions(until, until) === undefined && !/^\d+$/.test(until);
  return isName && asked.length > 0 && asked.every((each) => compareVersions(each, each) !== undefined)
    ? HOLD_ENDS_AT_NO_VERSION
    : undefined;
}

const DATE = /^\d{4}-\d{2}-\d{2}/;

/** Returns the revision or workspace that a variant asks for; undefined for a work tree. */
export function askedRevision({ upstream }: Pick<Variant, 'upstream'>): string | undefined {
  return upstream.revision ?? upstream.workspaceName;
}

/**
 * Returns a warning for each hold, and each of its folders, that matches no variant, or variants in several git
 * repositories, and an info for each hold that has ended for all variants that it matches.
 */
export function checkHolds(holds: readonly Hold[], variants: readonly HoldableVariant[]): readonly Result[] {
  return holds.flatMap((hold) => {
    const { resource, selector, repo, until } = hold;
    const matched = variants.filter((variant) => matchesHold(hold, variant));
    if (selector !== undefined && matched.length === 0)
      return [makeResult('warning', NO_LABELS_HELD, { code: 'hold-unmatched', resource, field: ['spec', 'selector'] })];
    const byFolder = groupBy(matched, ({ folder }) => folder);
    const wrong = (hold.variants ?? []).flatMap((folder, index) => {
      const held = byFolder.get(folder) ?? [];
      const about = { resource, field: ['spec', 'variants', index], currentValue: folder };
      if (held.length === 0) return [makeResult('warning', noFolderHeld(repo), { code: 'hold-unmatched', ...about })];
      return held.length === 1
        ? []
        : [
            makeResult('warning', severalHeld(held.map(({ downstream }) => downstream.place.name)), {
              code: 'ambiguous-name',
              ...about,
            }),
          ];
    });
    const never = until === undefined ? undefined : neverEnds(until, matched);
    if (never !== undefined)
      wrong.push(
        makeResult('warning', never, {
          code: 'hold-never-ends',
          resource,
          field: ['spec', 'until'],
          currentValue: until,
        }),
      );
    const isOver = matched.length > 0 && matched.every((variant) => isEnded(hold, variant));
    return isOver ? [...wrong, makeResult('info', decisionEnded(until), { code: 'hold-ended', resource })] : wrong;
  });
}
