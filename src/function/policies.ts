import { byteOrder } from '../byte-order.ts';
import type { ConfigForm, Kind } from './define.ts';
import { groupOf, type Resource } from '../krm/resource.ts';
import { KrmError, type Result } from '../krm/result.ts';
import { makeResult, type About } from '../krm/results.ts';
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
export function wanted(forms: readonly Kind[]): string {
  const versions = forms.map(({ apiVersion }) => JSON.stringify(apiVersion));
  return `must be ${oneOf(versions)} for kind ${forms[0]?.kind}`;
}

function atVersion(resource: Resource): About {
  return { code: 'unknown-kind', resource, field: ['apiVersion'], currentValue: resource.apiVersion };
}
