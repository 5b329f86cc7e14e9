import assert from 'node:assert/strict';
import { noticesOf } from '../../support/run-list.ts';
import { context, installation, overwrites } from './overwrite-contexts.ts';
import {
  at,
  componentVersion,
  dataOf,
  listed,
  mapOf,
  ORIGINALS,
  originalsOf,
  overwriteAgain,
  overwriteFunction,
  overwriteIn,
  reference,
  type Overwritten,
} from './overwritten-components.ts';

const A_TO_B = '[{source: {componentName: a}, substitution: {componentName: b}}]';
const DIGEST = ', digest: {hashAlgorithm: SHA-256, value: abc}';

/** Indexes of the items in every run here. */
const [CONTEXT, LIST, HOLDER, DESCRIPTOR] = [0, 1, 2, 3];

const holder = installation(
  'i',
  '{componentDescriptor: {ref: {componentName: a, version: v1}}, blueprint: {ref: {resourceName: r}}}',
);
const descriptor = componentVersion('b', 'v1', [reference('one', 'a', 'v1', DIGEST), reference('two', 'c', 'v1')]);
const items = [...listed(A_TO_B, 'repositoryContext: {type: near}\n'), holder, descriptor];

function first(): Promise<Overwritten> {
  return overwriteIn(items);
}

/** Returns the reference of the Installation, and the references of the descriptor. */
function referencesIn({ items: all }: Overwritten): readonly string[] {
  const refs = [
    at(all[HOLDER], 'spec', 'componentDescriptor', 'ref'),
    ...(at(all[DESCRIPTOR], 'spec', 'references') as readonly unknown[]),
  ];
  return refs.map((ref) => {
    const { componentName, version } = mapOf(ref);
    return `${String(componentName)}:${String(version)}`;
  });
}

/** Replaces a text that must exist. */
function edited(text: string | undefined, from: string | RegExp, to: string): string {
  const result = text?.replace(from, to) ?? '';
  assert.notEqual(result, text, `${from} in ${text}`);
  return result;
}

const RESTORED = /: no overwrite matches any more; original reference restored$/;

describe('overwrite-components: earlier runs', () => {
  it('keep original and written references', async () => {
    const ran = await first();
    assert.deepEqual(referencesIn(ran), ['b:v1', 'b:v1', 'c:v1']);
    assert.deepEqual(originalsOf(ran.items[HOLDER]), {
      'spec.componentDescriptor.ref': {
        original: { componentName: 'a', version: 'v1' },
        written: { componentName: 'b', version: 'v1' },
      },
    });
    assert.equal(at(ran.items[DESCRIPTOR], 'spec', 'references', 0, 'digest'), undefined);
    const [kept] = Object.values(mapOf(originalsOf(ran.items[DESCRIPTOR])));
    assert.deepEqual(kept, {
      original: { componentName: 'a', version: 'v1', digest: { hashAlgorithm: 'SHA-256', value: 'abc' } },
      written: { componentName: 'b', version: 'v1' },
    });
  });

  it('are settled: a second run has the same bytes and results', async () => {
    const ran = await first();
    const again = await overwriteAgain(ran);
    assert.deepEqual([again.list, again.report], [ran.list, ran.report]);
  });

  const others: readonly (readonly [name: string, list: string, want: readonly string[]])[] = [
    [
      'that set another name',
      '[{source: {componentName: a}, substitution: {componentName: d}}]',
      ['d:v1', 'a:v1', 'c:v1'],
    ],
    [
      'that match only the rewritten reference',
      '[{source: {componentName: b}, substitution: {componentName: d}}]',
      ['a:v1', 'a:v1', 'c:v1'],
    ],
    [
      'with one more at the start',
      `[{source: {componentName: c}, substitution: {version: v2}}, ${A_TO_B.slice(1)}`,
      ['b:v1', 'b:v1', 'c:v2'],
    ],
    ['of an empty list', '[]', ['a:v1', 'a:v1', 'c:v1']],
  ];
  for (const [name, list, want] of others)
    it(`do not change the effect of other overwrites: ${name}`, async () => {
      const changed = await overwriteAgain(await first(), { [LIST]: overwrites('o', list) });
      assert.deepEqual(referencesIn(changed), want);
      const scratch = await overwriteIn([items[CONTEXT] ?? '', overwrites('o', list), holder, descriptor]);
      assert.deepEqual(changed.items.map(dataOf), scratch.items.map(dataOf));
    });

  const gone: readonly (readonly [name: string, replaced: Readonly<Record<number, string>>])[] = [
    ['overwrites are gone from the list', { [LIST]: overwrites('o') }],
    ['the Context names no list', { [CONTEXT]: context('default') }],
    ['there is no such Context', { [CONTEXT]: context('other', 'componentVersionOverwrites: o\n') }],
    ['the Context is in another namespace', { [CONTEXT]: context('default', '', 'far') }],
  ];
  for (const [name, replaced] of gone)
    it(`are undone, to the byte, if ${name}`, async () => {
      const restored = await overwriteAgain(await first(), replaced);
      assert.equal(restored.stderr, '');
      assert.equal(restored.items[HOLDER], holder);
      assert.deepEqual(dataOf(restored.items[DESCRIPTOR]), dataOf(descriptor));
      const notices = await noticesOf(overwriteFunction, restored.input);
      assert.equal(notices.filter((notice) => RESTORED.test(notice)).length, 2);
      const again = await overwriteAgain(restored);
      assert.equal(again.report, restored.report);
      assert.deepEqual(await noticesOf(overwriteFunction, again.input), []);
    });

  it('are undone without a Context and a list', async () => {
    const { items: all } = await first();
    const restored = await overwriteIn(all.slice(HOLDER));
    assert.deepEqual(restored.items.map(dataOf), [holder, descriptor].map(dataOf));
  });

  it('are undone if overwrites in the function config are gone, or for another namespace', async () => {
    const ran = await overwriteIn([holder], overwrites('o', A_TO_B));
    assert.match(ran.items[0] ?? '', /componentName: b/);
    for (const config of [undefined, overwrites('o', A_TO_B, 'far')])
      assert.equal((await overwriteAgain(ran, {}, config)).items[0], holder);
  });

  it('do not hide a change of the Context', async () => {
    const list = '[{source: {repositoryContext: {type: near}, componentName: a}, substitution: {componentName: b}}]';
    const start = [
      context('default', 'repositoryContext: {type: near}\ncomponentVersionOverwrites: o\n'),
      overwrites('o', list),
      holder,
    ];
    const ran = await overwriteIn(start);
    assert.match(ran.items[HOLDER] ?? '', /componentName: b/);
    const far = context('default', 'repositoryContext: {type: far}\ncomponentVersionOverwrites: o\n');
    assert.equal((await overwriteAgain(ran, { [CONTEXT]: far })).items[HOLDER], holder);
  });

  it('are undone in a descriptor that is no longer referred to', async () => {
    const ran = await first();
    const other = edited(ran.items[HOLDER], 'componentName: b', 'componentName: other');
    const again = await overwriteAgain(ran, { [HOLDER]: other });
    assert.deepEqual(dataOf(again.items[DESCRIPTOR]), dataOf(descriptor));
    assert.equal(originalsOf(again.items[HOLDER]), undefined);
  });

  it('leave other annotations unchanged', async () => {
    const own = holder.replace('spec:', '  annotations:\n    kept: "1" # kept\nspec:');
    const ran = await overwriteIn([...listed(A_TO_B), own]);
    assert.ok(originalsOf(ran.items[HOLDER]) !== undefined);
    assert.equal((await overwriteAgain(ran, { [LIST]: overwrites('o') })).items[HOLDER], own);
  });
});

describe('overwrite-components: edits after a run', () => {
  it('treats an edited reference as a new original', async () => {
    const ran = await first();
    const text = edited(ran.items[HOLDER], 'componentName: b, version: v1', 'componentName: b, version: v7');
    const again = await overwriteAgain(ran, { [HOLDER]: text });
    assert.deepEqual(referencesIn(again), ['b:v7', 'a:v1', 'c:v1']);
    assert.equal(originalsOf(again.items[HOLDER]), undefined);

    const back = edited(ran.items[HOLDER], 'componentName: b, version: v1', 'componentName: a, version: v7');
    const overwritten = await overwriteAgain(ran, { [HOLDER]: back });
    assert.equal(at(overwritten.items[HOLDER], 'spec', 'componentDescriptor', 'ref', 'componentName'), 'b');
    const restored = await overwriteAgain(overwritten, { [LIST]: overwrites('o') });
    assert.deepEqual(referencesIn(restored), ['a:v7', 'a:v1', 'c:v1']);
  });

  it('treats a reference with an added repository context as a new original', async () => {
    const ran = await first();
    const text = edited(ran.items[HOLDER], 'componentName: b,', 'repositoryContext: {type: t}, componentName: b,');
    const { items: all } = await overwriteAgain(ran, { [HOLDER]: text });
    assert.deepEqual(at(all[HOLDER], 'spec', 'componentDescriptor', 'ref'), {
      repositoryContext: { type: 't' },
      componentName: 'b',
      version: 'v1',
    });
    assert.equal(originalsOf(all[HOLDER]), undefined);
  });

  it('keeps fields added beside the reference', async () => {
    const ran = await first();
    const text = edited(ran.items[HOLDER], 'resourceName: r', 'resourceName: other');
    const restored = await overwriteAgain(ran, { [HOLDER]: text, [LIST]: overwrites('o') });
    assert.equal(restored.items[HOLDER], edited(holder, 'resourceName: r', 'resourceName: other'));
  });

  it('recognizes a reference that moves in its list', async () => {
    const ran = await first();
    const rows = /^( {4}- \{name: one.*\n)( {4}- \{name: two.*\n)/m;
    const restored = await overwriteAgain(ran, {
      [LIST]: overwrites('o'),
      [DESCRIPTOR]: edited(ran.items[DESCRIPTOR], rows, '$2$1'),
    });
    assert.deepEqual(dataOf(restored.items[DESCRIPTOR]), dataOf(edited(descriptor, rows, '$2$1')));
  });

  it('drops the original of a removed reference', async () => {
    const ran = await first();
    const removed = ['spec: {}\n', 'spec: {componentDescriptor: null}\n', 'spec: {componentDescriptor: {}}\n'];
    for (const spec of removed) {
      const text = edited(ran.items[HOLDER], /^spec: .*\n/m, spec);
      const again = await overwriteAgain(ran, { [HOLDER]: text });
      assert.equal(again.items[HOLDER], edited(holder, /^spec: .*\n/m, spec));
    }
  });

  it('drops the originals of removed references of a descriptor', async () => {
    const ran = await first();
    const all = /^ {2}references:\n(?: {4}-.*\n)*/m;
    const again = await overwriteAgain(ran, { [DESCRIPTOR]: edited(ran.items[DESCRIPTOR], all, '  references: []\n') });
    assert.equal(again.items[DESCRIPTOR], edited(descriptor, all, '  references: []\n'));
  });

  it('keeps the originals of resources that are left unchanged', async () => {
    const ran = await first();
    const wrong = edited(ran.items[HOLDER], 'spec: {', 'spec: {context: 3, ');
    const again = await overwriteAgain(ran, { [HOLDER]: wrong });
    assert.equal(again.items[HOLDER], wrong);
    const mended = edited(again.items[HOLDER], 'context: 3, ', '');
    assert.equal((await overwriteAgain(ran, { [LIST]: overwrites('o'), [HOLDER]: mended })).items[HOLDER], holder);
  });

  it('keeps local configuration unchanged', async () => {
    const ran = await first();
    const local = edited(
      ran.items[HOLDER],
      'annotations:',
      'annotations:\n    config.kubernetes.io/local-config: "true"',
    );
    assert.equal((await overwriteAgain(ran, { [HOLDER]: local, [LIST]: overwrites('o') })).items[HOLDER], local);
  });

  it('drops the original of a reference that becomes an inline descriptor', async () => {
    const ran = await first();
    const spec =
      'spec: {componentDescriptor: {inline: {meta: {schemaVersion: v2}, component: {name: z, version: v1}}}}\n';
    const again = await overwriteAgain(ran, { [HOLDER]: edited(ran.items[HOLDER], /^spec: .*\n/m, spec) });
    assert.equal(again.items[HOLDER], edited(holder, /^spec: .*\n/m, spec));
  });

  const damaged = [
    'text',
    '',
    '{}',
    '[]',
    '1',
    'null',
    '{"spec.componentDescriptor.ref":1}',
    '{"spec.componentDescriptor.ref":{"original":{"componentName":"a","version":"v1"}}}',
    '{"spec.componentDescriptor.ref":{"original":[],"written":{}}}',
    '{"other":null,"spec.componentDescriptor.ref":{"original":{},"written":{}}}',
  ];
  for (const text of damaged)
    it(`rejects a damaged annotation, and changes nothing: '${text}'`, async () => {
      const ran = await first();
      const item = edited(
        ran.items[HOLDER],
        /original-component-references: .*/,
        `original-component-references: '${text}'`,
      );
      const again = await overwriteAgain(ran, { [HOLDER]: item });
      assert.equal(again.list, again.input);
      assert.deepEqual(
        again.results.filter((result) => result.startsWith('error')),
        [
          `error metadata.annotations["${ORIGINALS}"]: must be the text that this function wrote: if it is removed, rewritten references count as original`,
        ],
      );
    });

  it('treats the current reference as the original without the annotation', async () => {
    const ran = await first();
    const bare = edited(ran.items[HOLDER], / {2}annotations:\n.*\n/, '');
    const again = await overwriteAgain(ran, { [HOLDER]: bare });
    assert.equal(again.items[HOLDER], bare);
  });
});
