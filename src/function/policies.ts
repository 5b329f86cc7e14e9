import { byteOrder } from '../byte-order.ts';
import type { ConfigForm } from './define.ts';
import { groupOf, type Resource } from '../krm/resource.ts';
import { KrmError, type Result } from '../krm/result.ts';
import { makeResult, type About } from '../krm/results.ts';
import { nearestName } from '../nearest-name.ts';
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
  return withForms(forms, [...items].filter((item) => isPolicy(forms, item)).toSorted(byLocation));
}

/** Reports whether a resource has the kind of one of the forms, in any version. */
export function isPolicy(forms: readonly ConfigForm<unknown>[], resource: Resource): boolean {
  return forms.some((form) => isOfKind(form, resource));
}

/** Returns policies with their forms. Throws a `KrmError` that names each one in a wrong version. */
export function withForms(
  forms: readonly ConfigForm<unknown>[],
  policies: readonly Resource[],
): readonly FormedResource[] {
  const wrong = policies.filter((item) => formOf(forms, item) === undefined);
  if (wrong.length > 0) throw new KrmError(wrong.map((item) => wrongVersion(forms, item)));
  return policies.flatMap((item) => {
    const form = formOf(forms, item);
    return form === undefined ? [] : [[form, item] as const];
  });
}

/**
 * Returns a warning for each item that is not read as a policy since its group is wrong: it has the kind of a policy, and
 * a group that is near the right one. The same kind in an unrelated group is another kind.
 */
export function findMisgrouped(forms: readonly ConfigForm<unknown>[], items: Iterable<Resource>): readonly Result[] {
  return Array.from(items).flatMap((item) => {
    const ofKind = forms.filter(({ kind }) => kind === item.kind);
    const groups = ofKind.map(({ apiVersion }) => groupOf(apiVersion));
    const isWrong = groups.some((group) => isNear(item.group, group)) && !groups.includes(item.group);
    return isWrong ? [makeResult('warning', `${wanted(ofKind)}; it is ignored`, atVersion(item))] : [];
  });
}

/** Reports whether a group is probably meant to be another one. A group without a dot is one of Kubernetes' own. */
function isNear(group: string, right: string): boolean {
  const domainOf = (name: string): string => name.split('.').slice(-2).join('.');
  return !group.includes('.') || domainOf(group) === domainOf(right) || nearestName(group, [right]) !== undefined;
}

function isOfKind(form: ConfigForm<unknown>, { group, kind }: Resource): boolean {
  return form.kind === kind && groupOf(form.apiVersion) === group;
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
  return makeResult('error', wanted(forms.filter((form) => isOfKind(form, resource))), atVersion(resource));
}

/** States the versions of forms of one kind. */
export function wanted(forms: readonly ConfigForm<unknown>[]): string {
  const versions = forms.map(({ apiVersion }) => JSON.stringify(apiVersion));
  return `must be ${oneOf(versions)} for kind ${forms[0]?.kind}`;
}

function atVersion(resource: Resource): About {
  return { resource, field: ['apiVersion'], currentValue: resource.apiVersion };
}
