import { parse } from 'yaml';
import expandPackageVariantSet from '../../../functions/expand-package-variant-set/index.ts';
import { loaded } from '../../support/probe.ts';
import { resourceList } from '../../support/resource-list.ts';
import { runList, runNoticed, type Noticed, type Ran } from '../../support/run-list.ts';

/** A PackageVariant in the output. */
export interface ExpandedVariant {
  readonly apiVersion: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly unknown[];
  };
  readonly spec: VariantSpec;
}

/** Fields of the `spec` of a PackageVariant that tests use, among others. */
interface VariantSpec extends Readonly<Record<string, unknown>> {
  readonly downstream: { readonly repo: string; readonly package: string };
}

interface Expanded extends Ran {
  readonly variants: readonly ExpandedVariant[];
  /** Repository and package of each PackageVariant, in the order of the items. */
  readonly pairs: readonly string[];
}

export const expandFunction = loaded(expandPackageVariantSet);

/** Runs the function on items, and on a function config if there is one. */
export async function expand(items: readonly string[], config?: string): Promise<Expanded & Noticed> {
  const list = resourceList(items, config);
  return { ...(await expandList(list)), notices: (await runNoticed(expandFunction, list)).notices };
}

/** Runs the function on the text of a ResourceList. */
export async function expandList(list: string): Promise<Expanded> {
  const ran = await runList(expandFunction, list);
  const variants = variantsOf(ran.list);
  return { ...ran, variants, pairs: variants.map(({ spec: { downstream } }) => pairOf(downstream)) };
}

/** Returns the PackageVariants of a ResourceList. */
export function variantsOf(list: string): readonly ExpandedVariant[] {
  const { items } = parse(list) as { items: readonly ({ readonly kind: string } & ExpandedVariant)[] };
  return items.filter(({ kind }) => kind === 'PackageVariant');
}

/** Returns the path of a PackageVariant. */
export function pathOf({ metadata: { annotations } }: ExpandedVariant): string | undefined {
  return annotations?.['internal.config.kubernetes.io/path'];
}

function pairOf({ repo, package: name }: VariantSpec['downstream']): string {
  return `${repo}/${name}`;
}
