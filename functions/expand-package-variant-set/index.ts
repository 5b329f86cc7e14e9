import { configForm, defineFunction } from '../../src/function/index.ts';
import { groupBy } from '../../src/group-by.ts';
import { formatFieldPath, namespacedName, rejectDuplicates, type Results } from '../../src/krm/index.ts';
import { reportNewerFields } from '../../src/package-variant/index.ts';
import { SetExpansion, type Variant } from './expand-set.ts';
import { Inventory } from './inventory.ts';
import { findObjects } from './objects.ts';
import { warnOfOrphans } from './orphans.ts';
import { packageVariantSet } from './kinds/package-variant-set.ts';
import { readVariantSet, type VariantSet } from './variant-set.ts';
import { VariantWriter } from './variant-writer.ts';

const fromPackageVariantSet = configForm({
  ...packageVariantSet,
  // The design's examples use it.
  instead: { injectorExprs: '`injectors`, each with `nameExpr`' },
  read: ({ spec }, problems, source): readonly VariantSet[] => [readVariantSet(spec, source, problems)],
});

/** Makes the PackageVariants that PackageVariantSets ask for (design "PackageVariantSet API"). */
export default defineFunction({
  name: 'expand-package-variant-set',
  summary:
    'Creates PackageVariants from a PackageVariantSet: for the repositories that it lists, and for the objects that its selectors match.',
  origin: 'Porch PackageVariantSet',
  configs: [fromPackageVariantSet],
  policies: {
    forms: [fromPackageVariantSet],
    combine: (given, found) => given ?? found().flat(),
  },
  takesObjects: true,
  async run(call) {
    const { config: sets, results } = call;
    if (sets.length === 0) results.lackPolicy(NOTHING);
    for (const set of sets) warnOfFunctions(set, results);
    const inventory = new Inventory(await findObjects(call), results);
    const expanded = sets.map((set) => [set, [...new SetExpansion(set, inventory, results).variants()]] as const);
    // Two sets with the same name would own the same PackageVariants.
    rejectDuplicates(
      sets.map(({ source }) => source),
      results,
    );
    checkNames(
      expanded.flatMap(([, variants]) => variants),
      results,
    );
    if ([...results].some(({ severity }) => severity === 'error')) return;
    const writer = new VariantWriter(call);
    for (const [set, variants] of expanded) writer.write(set, variants);
    warnOfOrphans(call);
  },
});

const NOTHING = 'no PackageVariantSet in the function config or among the items';

/** Warns of each field of a function in a template that needs a newer kpt. */
function warnOfFunctions({ source, targets }: VariantSet, results: Results): void {
  const functions = targets.flatMap(({ template }) => (template ? Object.values(template.pipeline).flat() : []));
  for (const { field, fields } of functions)
    reportNewerFields(Object.keys(fields), { resource: source, field }, results);
}

/** Rejects PackageVariants with the same name: only one of them could exist. */
function checkNames(variants: readonly Variant[], results: Results): void {
  for (const [first, ...twins] of groupBy(variants, ({ set, name }) =>
    namespacedName(set.source.namespace, name),
  ).values()) {
    for (const { set, field, name } of twins) {
      const where = `\`${formatFieldPath(first?.field ?? [])}\` of PackageVariantSet "${first?.set.source.name}"`;
      results.error(`duplicate PackageVariant "${name}": ${where} also creates it`, {
        code: 'duplicate-resource',
        resource: set.source,
        field,
      });
    }
  }
}
