import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Variant } from '../../../../src/fleet/index.ts';
import type { FleetInputs } from '../../../../src/fleet/inputs/fleet-inputs.ts';
import { selectShard } from '../../../../src/fleet/inputs/shard.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

/**
 * Returns inputs with a variant in the fleet's own git repository, and one in each of others. `chained`: number of
 * those made of the first one.
 */
function inputsOf(count: number, chained = 0): FleetInputs {
  const own = { folder: 'eu/shop', upstream: { place: { url: 'https://example.com/up' }, package: 'shop' } };
  const elsewhere = Array.from({ length: count }, (_, index) => ({
    place: { name: `r${index}`, url: `https://example.com/r${index}.git`, branch: undefined },
    variants: [
      {
        folder: 'shop',
        upstream: { place: { folder: 'eu' }, package: 'shop', revision: index < chained ? undefined : 'v1' },
      } as unknown as Variant,
    ],
  }));
  return { waves: [[own]], failed: [], elsewhere } as unknown as FleetInputs;
}

function names({ waves, elsewhere }: FleetInputs): readonly string[] {
  return [...waves.flat().map(({ folder }) => folder), ...elsewhere.map(({ place }) => place.name)];
}

function parts(inputs: FleetInputs, count: number): readonly FleetInputs[] {
  return Array.from({ length: count }, (_, index) => selectShard(inputs, { index, count }));
}

describe('the parts of a fleet', () => {
  it('have each git repository once', () =>
    fc.assert(
      fc.property(fc.nat(40), fc.nat(3), fc.integer({ min: 1, max: 12 }), (repositories, chained, count) => {
        const inputs = inputsOf(repositories, chained);
        assert.deepEqual(parts(inputs, count).flatMap(names).toSorted(), names(inputs).toSorted());
      }),
      { numRuns: propertyRuns(30) },
    ));

  it('stay the same for a repository when others are added', () => {
    const [few, many] = [parts(inputsOf(20), 4).map(names), parts(inputsOf(30), 4).map(names)];
    for (const [index, part] of few.entries())
      assert.deepEqual(
        part.filter((name) => !many[index]?.includes(name)),
        [],
      );
  });

  it('share the work', () => {
    const sizes = parts(inputsOf(200), 4).map((part) => names(part).length);
    assert.ok(
      sizes.every((size) => size > 30 && size < 70),
      String(sizes),
    );
  });

  it('keep variants with the variant of the fleet that they are made of', () => {
    const chosen = parts(inputsOf(10, 10), 4).map((part) => names(part).length);
    assert.deepEqual(
      chosen.toSorted((a, b) => a - b),
      [0, 0, 0, 11],
    );
  });
});
