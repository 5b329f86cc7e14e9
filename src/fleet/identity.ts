import { groupBy } from '../group-by.ts';
import { namespacedName } from '../krm/resource.ts';
import type { Result } from '../krm/result.ts';
import type { ResultCode } from '../krm/result-codes.ts';
import { makeResult } from '../krm/results.ts';
import {
  duplicateVariant,
  FOLDER_IS_UPSTREAM,
  folderHoldsFolder,
  folderInFolder,
  folderInUpstream,
  sameFolder,
  upstreamCircle,
} from './messages/inputs.ts';
import { foldersAround, joinPaths } from './place.ts';
import type { Variant, VariantPlace } from './variant.ts';

/** Errors by the variant that they prevent. */
export type VariantErrors = ReadonlyMap<Variant, readonly Result[]>;

/**
 * Finds the variants that would overwrite each other: those of one name, folders that are equal, equal but for case, or
 * one in another, and a folder in an upstream package.
 */
export function checkIdentity(variants: readonly Variant[]): VariantErrors {
  const errors = new Map<Variant, Result[]>();
  const refuse = (variant: Variant, code: ResultCode, message: string, field: readonly string[]): void => {
    const own = errors.get(variant) ?? [];
    own.push(makeResult('error', message, { code, resource: variant.resource, field }));
    errors.set(variant, own);
  };
  const overlap = (one: Variant, message: string): void => refuse(one, 'variant-overlap', message, DOWNSTREAM);
  for (const [one, other] of pairs(variants, ({ namespace, name }) => namespacedName(namespace, name)))
    refuse(one, 'duplicate-resource', duplicateVariant(other.file), ['metadata', 'name']);
  for (const [one, other] of pairs(variants, ({ folder }) => caseless(folder)))
    overlap(one, sameFolder(one.folder, other));
  const byFolder = groupBy(variants, ({ folder }) => caseless(folder));
  for (const inner of variants)
    for (const folder of foldersAround(caseless(inner.folder)).slice(1))
      for (const outer of byFolder.get(folder) ?? []) {
        overlap(inner, folderInFolder(inner.folder, outer));
        overlap(outer, folderHoldsFolder(outer.folder, inner));
      }
  for (const variant of variants)
    if (caseless(variant.folder) === caseless(upstreamFolder(variant) ?? '')) overlap(variant, FOLDER_IS_UPSTREAM);
  const byUpstream = groupBy(variants, (variant) => caseless(upstreamFolder(variant) ?? ''));
  for (const variant of variants)
    for (const folder of foldersAround(caseless(variant.folder)).slice(1)) {
      const [other] = byUpstream.get(folder) ?? [];
      if (other !== undefined) overlap(variant, folderInUpstream(variant.folder, other));
    }
  return errors;
}

const DOWNSTREAM = ['spec', 'downstream'];

/** Returns each variant with another one of the same key. */
function* pairs(variants: readonly Variant[], keyOf: (variant: Variant) => string): Generator<[Variant, Variant]> {
  for (const group of groupBy(variants, keyOf).values()) {
    const [first, second] = group;
    if (first === undefined || second === undefined) continue;
    for (const each of group) yield [each, each === first ? second : first];
  }
}

/** Returns the same text for the spellings of a folder that some file systems take for one. */
export function caseless(folder: string): string {
  return folder.normalize('NFC').toLowerCase();
}

/**
 * Returns the folder of the upstream package in the fleet's own git repository; undefined if it, or the variant, is
 * elsewhere.
 */
export function upstreamFolder({
  upstream: { place, package: name },
  downstream,
}: VariantPlace & Partial<Pick<Variant, 'downstream'>>): string | undefined {
  return place.url === undefined && downstream?.place.url === undefined ? joinPaths(place.folder, name) : undefined;
}

/** Variants in an order in which each follows the one that its upstream package is made by. */
export interface VariantOrder {
  /** Groups of variants: none depends on another one of its group, or of a later group. */
  readonly waves: readonly (readonly Variant[])[];
  /** Errors of variants whose upstream packages are made of themselves. */
  readonly errors: VariantErrors;
}

/**
 * Orders variants with different folders. One depends on another if its upstream package is the folder of the other as
 * it is now, or is in that folder: no revision is named.
 */
export function orderVariants(variants: readonly Variant[]): VariantOrder {
  const byFolder = new Map(variants.map((variant) => [variant.folder, variant]));
  const waves: Variant[][] = [];
  const errors = new Map<Variant, readonly Result[]>();
  const makerOf = (variant: Variant): Variant | undefined => {
    const { revision, workspaceName } = variant.upstream;
    const folder = upstreamFolder(variant);
    if (folder === undefined || revision !== undefined || workspaceName !== undefined) return undefined;
    return foldersAround(folder).flatMap((each) => byFolder.get(each) ?? [])[0];
  };
  for (const variant of variants) {
    const chain = [variant];
    for (let maker = makerOf(variant); maker !== undefined && !chain.includes(maker); maker = makerOf(maker))
      chain.push(maker);
    const last = makerOf(chain.at(-1) ?? variant);
    if (last === undefined) (waves[chain.length - 1] ??= []).push(variant);
    else errors.set(variant, [circleError(variant, chain, last)]);
  }
  return { waves, errors };
}

function circleError(variant: Variant, chain: readonly Variant[], last: Variant): Result {
  const message = upstreamCircle(chain.slice(chain.indexOf(last)).map(({ name }) => name));
  return makeResult('error', message, {
    code: 'upstream-circle',
    resource: variant.resource,
    field: ['spec', 'upstream'],
  });
}
