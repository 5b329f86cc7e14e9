import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import injectConfig from '../../../functions/inject-config/index.ts';
import { readDocument } from '../../../src/yaml/index.ts';
import { plain } from '../../patch/plain.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';
import { documents } from '../../yaml/generate.ts';
import { expectedItems, type Data, type Selector } from './expected.ts';
import { kptfile, locate, textOf, type Item } from './items.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(100);
const fn = loaded(injectConfig);

const KINDS = [
  { apiVersion: 'v1', kind: 'ConfigMap' },
  { apiVersion: 'v1', kind: 'Secret' },
  { apiVersion: 'a.example.com/v1', kind: 'Lamp' },
  { apiVersion: 'a.example.com/v2', kind: 'Lamp' },
  { apiVersion: 'b.example.com/v1', kind: 'Lamp' },
] as const;

/** An item whose fields are indexes of texts. */
interface Draft extends Omit<Item, 'rest'> {
  readonly fields: readonly (readonly [name: string, text: number])[];
}

const fields = fc
  .record({
    names: fc.oneof(
      { weight: 4, arbitrary: fc.constant<readonly string[]>(['spec', 'data']) },
      { weight: 1, arbitrary: fc.subarray<string>(['spec', 'data', 'stringData', 'other']) },
    ),
    texts: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
  })
  .map(({ names, texts }) => texts.slice(0, names.length).map((text, index) => [names[index] ?? '', text] as const));

/** Returns the item with the texts in its fields; null for an empty field. */
function written({ fields: all, ...item }: Draft, texts: readonly (string | null)[]): Item {
  return { ...item, rest: all.map(([name, number]) => fieldText(name, texts[number % texts.length] ?? null)).join('') };
}

function fieldText(name: string, text: string | null): string {
  if (text === null) return `${name}:\n`;
  const body = text.replace(/^---\r?\n/, '').replaceAll(/^(?=[^\r\n])/gm, '  ');
  return `${name}:\n${body}${body.endsWith('\n') ? '' : '\n'}`;
}

const item = fc.record({
  kind: fc.constantFrom(...KINDS),
  fields,
  injected: fc.option(fc.constantFrom('a', 'old'), { nil: undefined }),
});

const point = fc
  .record({
    item,
    name: fc.constantFrom('p', 'q', 'r', 's', 't', 'u', 'v'),
    mode: fc.oneof(
      { weight: 40, arbitrary: fc.constantFrom('required', 'optional', undefined) },
      { weight: 1, arbitrary: fc.constantFrom('Required', 'no') },
    ),
  })
  .map(({ item: { kind, fields: all, injected }, name, mode }): Draft => {
    return { ...kind, name, fields: all, mode, ...(injected !== undefined && { injected }) };
  });

const object = fc
  .record({
    item,
    name: fc.constantFrom('a', 'b', 'c'),
    namespace: fc.constantFrom('', 'default', 'lab'),
    mode: fc.constantFrom('required', undefined),
  })
  .map(({ item: { kind, fields: all }, name, namespace, mode }): Draft => {
    return { ...kind, name, namespace, mode, fields: all, isObject: true };
  });

const selector = fc
  .record({
    constraints: fc.record(
      {
        group: fc.constantFrom('', 'a.example.com', 'b.example.com'),
        version: fc.constantFrom('v1', 'v1', 'v2'),
        kind: fc.constantFrom('Lamp', 'ConfigMap', 'Secret'),
      },
      { requiredKeys: [] },
    ),
    isConstrained: fc.boolean(),
    name: fc.constantFrom('a', 'a', 'b', 'c', 'none'),
  })
  .map(({ constraints, isConstrained, name }): Selector => ({ ...(isConstrained && constraints), name }));

/** Existing conditions, some of this function, some of others. */
const before = fc.uniqueArray(
  fc.record({
    type: fc.constantFrom(
      'config.injection.Lamp.p',
      'config.injection.Lamp.gone',
      'config.injection.Secret.q',
      'x.example.com',
    ),
    reason: fc.constantFrom('ConfigInjected', 'NoResourceSelected', 'Other'),
    isGate: fc.boolean(),
  }),
  { selector: ({ type }) => type },
);

interface Case {
  readonly root: string;
  readonly items: readonly Item[];
  readonly selectors: readonly Selector[];
  readonly namespace: string;
}

const cases = fc
  .record({
    texts: fc.array(fc.option(documents(), { freq: 6 }), { minLength: 2, maxLength: 4 }),
    points: fc.array(point, { maxLength: 5 }),
    objects: fc.uniqueArray(object, {
      minLength: 2,
      maxLength: 14,
      selector: ({ apiVersion, kind, name, namespace = '' }) =>
        [apiVersion, kind, name, namespace || 'default'].join(' '),
    }),
    selectors: fc.array(selector, { maxLength: 4 }),
    namespace: fc.constantFrom('default', 'default', 'lab'),
    before,
  })
  .map(({ texts, points, objects, selectors, namespace, before: conditions }): Case => {
    const gates = conditions.filter(({ isGate }) => isGate).map(({ type }) => `  - conditionType: ${type} # gate\n`);
    const rows = conditions.map(
      ({ type, reason }) => `  - type: ${type} # why\n    status: "True"\n    reason: ${reason}\n    note: 012\n`,
    );
    const info = gates.length === 0 ? '' : `info:\n  readinessGates:\n${gates.join('')}`;
    const status = rows.length === 0 ? '' : `status:\n  conditions:\n${rows.join('')}`;
    const items = [...points, ...objects].map((draft) => written(draft, texts)).map(locate);
    return { root: `${kptfile()}${info}${status}`, items, selectors, namespace };
  });

function listOf({ root, items, selectors, namespace }: Case): string {
  return resourceList([root, ...items.map(textOf)], variant(selectors, namespace));
}

function variant(selectors: readonly Selector[], namespace: string): string {
  return resource(
    'config.porch.kpt.dev/v1alpha1',
    'PackageVariant',
    'v',
    `spec: {injectors: ${JSON.stringify(selectors)}}\n`,
    `  namespace: ${namespace}\n`,
  );
}

function itemsOf(list: string): readonly Data[] {
  return readDocument(list).value(['items']) as readonly Data[];
}

describe('inject-config, by property', () => {
  it('returns the same as an injection into plain data, leaves other items unchanged, and is idempotent', async () => {
    const seen = { errors: 0, injected: 0 };
    await fc.assert(
      fc.asyncProperty(cases, async (each) => {
        const input = listOf(each);
        const want = expectedItems(itemsOf(input), each.selectors, each.namespace);
        const { list, results, stderr, report } = await runList(fn, input);
        const about = `${input}\n${results.join('\n')}\n`;
        assert.equal(stderr === '', want !== undefined, about);
        if (want === undefined) {
          seen.errors++;
          assert.equal(list, input, about);
          return;
        }
        assert.deepEqual(plain(itemsOf(list)), want, `${about}${list}`);
        seen.injected += results.filter((line) => line.includes(': injected into ')).length;
        for (const text of untouched(each, want, input))
          assert.ok(list.includes(text), `${about}lost: ${text}\n${list}`);
        const again = await runList(fn, list);
        assert.deepEqual([again.list, again.report], [list, report], `${about}a second run`);
      }),
      { numRuns: RUNS },
    );
    assert.ok(seen.errors > 0 && seen.injected > 0, JSON.stringify(seen));
  });

  it('writes any JSON as YAML, and is idempotent', async () => {
    const selectors = [{ name: 'a' }];
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue(), async (spec, old) => {
        const lamp = { apiVersion: 'a.example.com/v1', kind: 'Lamp' };
        const annotations = { 'krm-variants.dev/cluster-object': 'true' };
        const json = JSON.stringify({ ...lamp, metadata: { name: 'a', annotations }, spec });
        const rest = `spec: # beside\n  # above\n  old: ${JSON.stringify(old)} # in\n  list:\n    - 1 # one\n`;
        const asking = textOf(locate({ ...lamp, name: 'p', mode: 'required', rest }, 0));
        const input = resourceList([kptfile(), asking, `${json}\n`], variant(selectors, 'default'));
        const { list, report } = await runList(fn, input);
        const want = expectedItems(itemsOf(input), selectors, 'default');
        assert.deepEqual(plain(itemsOf(list)), want, `${input}\n${list}`);
        const again = await runList(fn, list);
        assert.deepEqual([again.list, again.report], [list, report], `${list}a second run`);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Returns the texts of the items whose data must not change. */
function untouched({ items }: Case, want: readonly unknown[], input: string): string[] {
  const data = itemsOf(input);
  return items.flatMap((each, index) => {
    const isSame = isDeepStrictEqual(plain(data[index + 1]), want[index + 1]);
    return isSame
      ? [
          `- ${textOf(each)
            .replaceAll(/^(?=.)/gm, '  ')
            .slice(2)}`,
        ]
      : [];
  });
}
