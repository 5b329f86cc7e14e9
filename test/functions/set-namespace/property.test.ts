import assert from 'node:assert/strict';
import fc from 'fast-check';
import setNamespace from '../../../functions/set-namespace/index.ts';
import { runFunction } from '../../../src/function/index.ts';
import { loaded } from '../../support/probe.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { expectedItems, type Change } from './expected-items.ts';
import { generatedInput, type GeneratedInput } from './generated-input.ts';
import { messagesOf, ourOutcome, withoutAdditions, withoutResults } from './outcome.ts';

const fn = loaded(setNamespace);
const seeds = fc.integer({ min: 0, max: 2 ** 31 });

describe('set-namespace on generated packages', () => {
  it('sets what a reference on plain data sets', () =>
    fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const input = generatedInput(seed);
        const change = changeOf(input);
        const want = change === undefined ? undefined : expectedItems(input.items, change);
        const ours = await ourOutcome(input.list);
        assert.equal(ours.exitCode === 0, want !== undefined, messagesOf(ours).join('\n'));
        if (want !== undefined) assert.deepEqual(withoutAdditions(ours.after), withoutAdditions(want));
      }),
      { numRuns: propertyRuns(400) },
    ));

  for (const inPlaceOf of [undefined, 'v0.4.1'])
    it(`writes and reports the same in a second run, ${inPlaceOf === undefined ? 'by its name' : 'in place of the image'}`, () =>
      fc.assert(
        fc.asyncProperty(seeds, async (seed) => {
          const once = await textOf(generatedInput(seed).list, inPlaceOf);
          assert.equal(await textOf(withoutResults(once), inPlaceOf), once);
        }),
        { numRuns: propertyRuns(200) },
      ));

  it('changes only lines of a namespace, a name or an annotation', () =>
    fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { list } = generatedInput(seed);
        const rest = new Map<string, number>();
        for (const line of (await textOf(list)).split('\n')) rest.set(line, (rest.get(line) ?? 0) + 1);
        for (const line of list.split('\n')) {
          const count = rest.get(line) ?? 0;
          assert.ok(
            count > 0 || /^- \{|["']?(?:name|namespace|metadata|config\.kubernetes\.io\/depends-on)["']?:/.test(line),
            line,
          );
          rest.set(line, count - 1);
        }
      }),
      { numRuns: propertyRuns(200) },
    ));
});

async function textOf(list: string, inPlaceOf?: string): Promise<string> {
  return (await runFunction(fn, new TextEncoder().encode(list), { inPlaceOf })).stdout;
}

/** Returns what a generated config asks for; undefined if it has no namespace. */
function changeOf({ config }: GeneratedInput): Change | undefined {
  const { metadata, data = config } = config as {
    metadata?: { name?: string };
    data?: Readonly<Record<string, string>>;
  };
  const { namespace, name, namespaceMatcher: matcher } = data as Readonly<Record<string, string | undefined>>;
  const chosen = namespace ?? (metadata?.name === 'kptfile.kpt.dev' ? name : undefined);
  return chosen === undefined ? undefined : { namespace: chosen, matcher };
}
