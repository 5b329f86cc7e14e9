import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkIdentity, orderVariants, type Variant } from '../../src/fleet/index.ts';
import { variantOf } from '../support/fleet-variant.ts';

/** Folders of which some are equal, some differ in case only, and some are in others. */
const path = fc
  .array(fc.constantFrom('a', 'A', 'b', 'ab'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'));

const fleets = fc
  .array(fc.record({ folder: path, from: path, isPinned: fc.boolean() }), { maxLength: 8 })
  .map((rows) =>
    rows.map(({ folder, from, isPinned }, index) =>
      variantOf({ name: `v${index}`, folder, from, ...(isPinned && { revision: 'v1' }) }),
    ),
  );

/** Reports whether a folder is another one or in it, to a file system that ignores case. */
function isIn(inner: string, outer: string): boolean {
  return `${inner}/`.toLowerCase().startsWith(`${outer}/`.toLowerCase());
}

function mustRefuse(variant: Variant, all: readonly Variant[]): boolean {
  const { folder } = variant;
  const isSame = (a: string, b: string): boolean => isIn(a, b) && isIn(b, a);
  return (
    isSame(folder, variant.upstream.package) ||
    all.some((other) => other !== variant && (isIn(folder, other.folder) || isIn(other.folder, folder))) ||
    all.some(({ upstream }) => isIn(folder, upstream.package) && !isSame(folder, upstream.package))
  );
}

/** Returns the variant that makes the upstream package, by comparing with each. */
function makerOf({ upstream }: Variant, all: readonly Variant[]): Variant | undefined {
  if (upstream.revision !== undefined) return undefined;
  return all.find(({ folder }) => `${upstream.package}/`.startsWith(`${folder}/`));
}

describe('generated fleets', () => {
  it('have an error for each variant that another would overwrite, and for no other', () =>
    fc.assert(
      fc.property(fleets, (variants) => {
        const errors = checkIdentity(variants);
        for (const variant of variants)
          assert.equal(errors.has(variant), mustRefuse(variant, variants), variant.folder);
      }),
    ));

  it('are ordered so that each variant follows the one that it is made of, or are refused', () =>
    fc.assert(
      fc.property(fleets, (given) => {
        const clashing = checkIdentity(given);
        const variants = given.filter((variant) => !clashing.has(variant));
        const { waves, errors } = orderVariants(variants);
        assert.deepEqual(new Set([...waves.flat(), ...errors.keys()]), new Set(variants));
        assert.equal(waves.flat().length + errors.size, variants.length);
        const done = new Set<Variant>();
        for (const wave of waves) {
          for (const variant of wave) {
            const maker = makerOf(variant, variants);
            assert.ok(maker === undefined || done.has(maker), variant.name);
          }
          for (const variant of wave) done.add(variant);
        }
        for (const variant of errors.keys()) {
          const maker = makerOf(variant, variants);
          assert.ok(maker !== undefined && errors.has(maker), variant.name);
        }
      }),
    ));
});
