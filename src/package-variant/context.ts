import { byteOrder } from '../byte-order.ts';
import type { Call } from '../function/define.ts';
import { attributeEdits } from '../krm/edit-origins.ts';
import type { PackageContextEdit } from './kind.ts';
import { isPackageContext } from '../krm/kptfile.ts';
import type { Resource } from '../krm/resource.ts';

/**
 * Applies `packageContext` of a PackageVariant to the context of the root package (design "Package Context Injection").
 */
export function editPackageContext(call: Call<PackageContextEdit>): void {
  const { config, resources, results } = call;
  if (Object.keys(config.data).length === 0 && config.removeKeys.length === 0) {
    results.info('nothing to set and nothing to remove', { code: 'rule-applied' });
    return;
  }
  const context = findContext(call);
  if (context === undefined || !hasData(context, call)) return;
  if (!resources.showsRoot) results.warning(HIDDEN_ROOT, { code: 'items-hidden', resource: context });
  setData(context, call);
  removeKeys(context, call);
}

const HIDDEN_ROOT = 'selectors hide the Kptfile of the root package: this may be the context of a subpackage';

/**
 * Returns the package context, found by kind and name as in the design (Porch uses the file name); never one in a
 * subpackage.
 */
function findContext({ resources, results }: Call<PackageContextEdit>): Resource | undefined {
  const [context, ...others] = resources.inRootPackage().filter(isPackageContext);
  if (context === undefined) {
    results.error('the root package must have a ConfigMap `kptfile.kpt.dev`, usually in `package-context.yaml`', {
      code: 'missing-resource',
    });
  } else if (others.length > 0) {
    const places = [context, ...others].map(describePlace).join(', ');
    results.error(`the root package must have one ConfigMap \`kptfile.kpt.dev\`, not several: ${places}`, {
      code: 'duplicate-resource',
      resource: context,
    });
  }
  return others.length === 0 ? context : undefined;
}

function describePlace({ file }: Resource): string {
  return file === undefined ? 'an item without a path' : `\`${file.path}\` (document ${file.index})`;
}

const NULL = ', not null; without a value after the colon, write `data: {}`';

/** Reports whether a context has a map of data, which Porch never creates; errors begin with Porch's words. */
function hasData(context: Resource, { results }: Call<PackageContextEdit>): boolean {
  const about = { resource: context, field: ['data'] };
  if (context.document.keys(['data']) !== undefined) return true;
  const data = context.document.value(['data']);
  if (data === undefined) results.error('PackageContext no data field found', { code: 'missing-field', ...about });
  else
    results.error(`PackageContext invalid data field: must be a map${data === null ? NULL : ''}`, {
      code: 'invalid-value',
      ...about,
    });
  return false;
}

/** Sets the keys; new ones come in byte order. Skips a key that is also to be removed. */
function setData(context: Resource, { config, results }: Call<PackageContextEdit>): void {
  const removed = new Set(config.removeKeys);
  const wanted = Object.entries(config.data).filter(([key]) => !removed.has(key));
  const changed = wanted.filter(([key, value]) => context.document.value(['data', key]) !== value);
  for (const [key, value] of changed.toSorted(byKey)) {
    const origin = { field: [...config.field, 'data', key] };
    attributeEdits(origin, context, () => context.document.set(['data', key], value));
  }
  for (const key of Object.keys(config.data).filter((name) => removed.has(name))) {
    results.warning('is in both `data` and `removeKeys`, and is removed', {
      code: 'exclusive-fields',
      resource: context,
      field: ['data', key],
    });
  }
  if (wanted.length === 0) return;
  const about = { resource: context, field: ['data'] };
  results.info(`set as configured: ${namesOf(wanted.map(([key]) => key).toSorted(byteOrder))}`, {
    code: 'rule-applied',
    ...about,
  });
  if (changed.length > 0) results.notice(`set ${namesOf(changed.map(([key]) => key).toSorted(byteOrder))}`, about);
}

function byKey([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return byteOrder(a, b);
}

/**
 * Removes the keys. The result lists every key as absent, whether or not this run removed it: a second run cannot tell.
 * A notice reveals a typo.
 */
function removeKeys(context: Resource, { config, results }: Call<PackageContextEdit>): void {
  const keys = [...new Set(config.removeKeys)].toSorted(byteOrder);
  const origin = { field: [...config.field, 'removeKeys'] };
  const removed = attributeEdits(origin, context, () => keys.filter((key) => context.document.remove(['data', key])));
  if (keys.length === 0) return;
  const about = { resource: context, field: ['data'] };
  results.info(`absent as configured: ${namesOf(keys)}`, { code: 'rule-applied', ...about });
  if (removed.length > 0) results.notice(`removed ${namesOf(removed)}`, about);
}

function namesOf(keys: readonly string[]): string {
  return keys.map((key) => JSON.stringify(key)).join(', ');
}
