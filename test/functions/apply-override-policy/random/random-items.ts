import fc from 'fast-check';
import type { Item } from './data.ts';

/** Values of a field that may be missing. */
export function optional<T>(...values: readonly T[]): fc.Arbitrary<T | undefined> {
  return fc.constantFrom(undefined, ...values);
}

/** Removes fields that are undefined. */
export function defined<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}

/** Values of labels and of data. */
export const words = fc.constantFrom('one', 'two', 'v1', '5', 'true');

/** Keys of labels and annotations. */
export const keys = fc.constantFrom('tier', 'app', 'example.com/team');

/** Numbers of entries that come beside others: mostly none, else more than a map or list is searched for one by one. */
export const fillers: fc.Arbitrary<readonly number[]> = fc
  .oneof({ arbitrary: fc.constant(0), weight: 4 }, fc.integer({ min: 14, max: 24 }))
  .map((count) => Array.from({ length: count }, (_, index) => index));

/** A map with fillers, which come first. */
function filled(map: fc.Arbitrary<Record<string, string>>): fc.Arbitrary<Record<string, string>> {
  return fc
    .tuple(map, fillers)
    .map(([entries, all]) => ({ ...Object.fromEntries(all.map((index) => [`filler-${index}`, 'v'])), ...entries }));
}

const maps = fc.option(filled(fc.dictionary(keys, words, { maxKeys: 3 })), { nil: undefined });

/** Namespaces of resources and policies, most of them the default. */
export const namespaces = optional(undefined, 'default', 'default', 'far');

const metadata = (name: string): fc.Arbitrary<Item['metadata']> =>
  fc.record({ namespace: namespaces, labels: maps, annotations: maps }).map((rest) => ({ name, ...defined(rest) }));

/** Images with and without their parts. */
export const images = fc.constantFrom('web', 'web:v1', 'reg.io/team/web:v1', 'localhost:5000/web');
const args = fc
  .tuple(fc.subarray(['serve', '-x', '-v']), fillers)
  .map(([own, all]) => [...own, ...all.map((index) => `-filler=${index}`)]);
const container = (name: string): fc.Arbitrary<object> =>
  fc.record({ image: images, args: fc.option(args, { nil: undefined }) }).map((rest) => ({ name, ...defined(rest) }));

/** A resource of a name. */
export const item = (name: string): fc.Arbitrary<Item> =>
  fc.oneof(
    fc.record({
      apiVersion: fc.constant('v1'),
      kind: fc.constant('ConfigMap'),
      metadata: metadata(name),
      data: filled(fc.dictionary(fc.constantFrom('a', 'b', 'c'), words, { minKeys: 1 })),
    }),
    fc.record({
      apiVersion: fc.constant('apps/v1'),
      kind: fc.constant('Deployment'),
      metadata: metadata(name),
      spec: fc
        .tuple(fc.nat(3), container('web'), container('agent'), fc.boolean(), fillers)
        .map(([replicas, a, b, isOne, all]) => ({
          replicas,
          template: {
            spec: { containers: [a, ...(isOne ? [] : [b]), ...all.map((n) => ({ name: `c${n}`, image: 'c:v1' }))] },
          },
        })),
    }),
  ) as fc.Arbitrary<Item>;
