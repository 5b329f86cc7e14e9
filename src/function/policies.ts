import { byteOrder } from '../byte-order.ts';
import type { ConfigForm } from './define.ts';
import type { Resource } from '../krm/resource.ts';
import { KrmError, type Result } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import { oneOf } from '../wording.ts';

/** Resource with the form that reads it. */
export type FormedResource = readonly [form: ConfigForm<unknown>, resource: Resource];

/**
 * Returns the policies among items, in the order of their location. Throws a `KrmError` that names each one in a wrong
 * version.
 */
export function findPolicies(
  forms: readonly ConfigForm<unknown>[],
  items: Iterable<Resource>,
): readonly FormedResource[] {
  const policies = [...items].filter((item) => forms.some((form) => isOfKind(form, item))).toSorted(byLocation);
  const wrong = policies.filter((item) => formOf(forms, item) === undefined);
  if (wrong.length > 0) throw new KrmError(wrong.map((item) => wrongVersion(forms, item)));
  return policies.flatMap((item) => {
    const form = formOf(forms, item);
    return form === undefined ? [] : [[form, item] as const];
  });
}

function isOfKind(form: ConfigForm<unknown>, { group, kind }: Resource): boolean {
  return form.kind === kind && form.apiVersion.replace(/\/?[^/]*$/, '') === group;
}

function formOf(
  forms: readonly ConfigForm<unknown>[],
  { apiVersion, kind }: Resource,
): ConfigForm<unknown> | undefined {
  return forms.find((form) => form.kind === kind && form.apiVersion === apiVersion);
}

function byLocation({ location: a }: Resource, { location: b }: Resource): number {
  return (
    byteOrder(a.packagePath ?? '', b.packagePath ?? '') ||
    byteOrder(a.path ?? '', b.path ?? '') ||
    (a.index ?? 0) - (b.index ?? 0) ||
    comparePositions(a.element ?? [], b.element ?? [])
  );
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  const depth = a.findIndex((position, at) => position !== b[at]);
  return depth === -1 ? 0 : (a[depth] ?? 0) - (b[depth] ?? 0);
}

function wrongVersion(forms: readonly ConfigForm<unknown>[], resource: Resource): Result {
  const versions = forms.filter((form) => isOfKind(form, resource)).map(({ apiVersion }) => JSON.stringify(apiVersion));
  const message = `must be ${oneOf(versions)} for kind ${resource.kind}`;
  return makeResult('error', message, { resource, field: ['apiVersion'], currentValue: resource.apiVersion });
}
