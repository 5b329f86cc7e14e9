import assert from 'node:assert/strict';
import fc from 'fast-check';
import editPipeline from '../../../functions/edit-pipeline/index.ts';
import { isMap, readDocument, type Value } from '../../../src/yaml/index.ts';
import { plain } from '../../patch/plain.ts';
import { loaded } from '../../support/probe.ts';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(400);
const fn = loaded(editPipeline);

type List = 'mutators' | 'validators';
const LISTS: readonly List[] = ['mutators', 'validators'];

/** An element of a pipeline: its lines, the first of which begins with the dash, and comment lines above it. */
interface Step {
  readonly lines: readonly string[];
  readonly above: readonly string[];
}

/** Steps by list; undefined for an absent list. */
type Pipeline = Readonly<Record<List, readonly Step[] | undefined>> & { readonly more: boolean };

const OWNERS = ['a', 'a.b', 'a.b.c'];
const names = fc.oneof(
  fc
    .tuple(fc.constantFrom(...OWNERS), fc.constantFrom('', 'f', 'g'), fc.nat(3))
    .map(([owner, name, index]) => `PackageVariant.${owner}.${name}.${index}`),
  fc.constantFrom('plain', 'PackageVariant.a', 'PackageVariant.a.f.+1', '"quoted # name"'),
);
const comment = fc.constantFrom('', '', ' # beside', '   # further');
const fields = fc.record({
  image: fc.constantFrom('image: i', "image: 'i'", 'image: "i"'),
  config: fc.constantFrom<readonly string[]>(
    [],
    ['configMap:', '  k: "1"'],
    ['configMap: {k: "01"}'],
    ['# inner', 'odd: 1.50'],
  ),
  beside: comment,
});

function steps(name: fc.Arbitrary<string | undefined>): fc.Arbitrary<Step> {
  return fc
    .record({
      fields,
      name,
      isFirst: fc.boolean(),
      isFlow: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
      above: fc.constantFrom<readonly string[]>([], [], ['# above'], ['# one', '# two'], ['# apart', '']),
    })
    .map(({ fields: { image, config, beside }, name: given, isFirst, isFlow, above }) => {
      const named = given === undefined ? [] : [`name: ${given}`];
      if (isFlow) return { lines: [`- {${[image, ...named].join(', ')}}${beside}`], above };
      const own = [`${image}${beside}`, ...config];
      const all = isFirst ? [...named, ...own] : [...own, ...named];
      return { lines: all.map((line, index) => `${index === 0 ? '- ' : '  '}${line}`), above };
    });
}

const others = steps(fc.option(names, { nil: undefined }));
const kptLists = fc.option(fc.array(others, { maxLength: 6 }), { nil: undefined });
const wantedLists = fc.option(fc.array(steps(fc.constantFrom(undefined, 'f', 'g', '""')), { maxLength: 4 }), {
  nil: undefined,
});

const cases = fc.record({
  pipeline: fc.option(fc.record({ mutators: kptLists, validators: kptLists, more: fc.boolean() }), { nil: undefined }),
  wanted: fc.record({ mutators: wantedLists, validators: wantedLists, more: fc.constant(false) }),
  owner: fc.constantFrom(...OWNERS),
  isWide: fc.boolean(),
  tail: fc.constantFrom('', 'info: {a: b} # kept\n', '# about\nstatus:\n  x: 1.0\n'),
});

function linesOf(pipeline: Pipeline, pad: string, isWide: boolean): string {
  const inner = isWide ? `${pad}  ` : pad;
  const lists = LISTS.flatMap((list) => {
    const all = pipeline[list];
    if (all === undefined) return [];
    if (all.length === 0) return [`${pad}${list}: []\n`];
    const lines = all.flatMap(({ above, lines: own }) => [...above, ...own]);
    return [`${pad}${list}:\n${lines.map((line) => (line === '' ? '\n' : `${inner}${line}\n`)).join('')}`];
  });
  return `${lists.join('')}${pipeline.more ? `${pad}more: 1.0 # kept\n` : ''}`;
}

function blockOf(head: string, lines: string): string {
  return lines === '' ? `${head} {}\n` : `${head}\n${lines}`;
}

/** Returns the expected pipeline as plain data; undefined for none. */
function expected(pipeline: Value | undefined, wanted: Value, owner: string): Value | undefined {
  const before = isMap(pipeline) ? pipeline : {};
  const after = new Map<string, Value>(Object.entries(before));
  for (const list of LISTS) {
    const old = (before[list] ?? []) as readonly Value[];
    const kept = old.filter((step) => !isOwn(step, owner));
    const come = ((isMap(wanted) ? wanted[list] : undefined) ?? []) as readonly Readonly<Record<string, Value>>[];
    const named = come.map((step, index) => ({
      ...step,
      name: `PackageVariant.${owner}.${nameOf(step)}.${index}`,
    }));
    if (named.length + kept.length > 0) after.set(list, [...named, ...kept]);
    else if (old.length > 0) after.delete(list);
  }
  const isGone = after.size === 0 && (pipeline === undefined || Object.keys(before).length > 0);
  return isGone ? undefined : Object.fromEntries(after);
}

function nameOf(step: Value): string {
  return isMap(step) && typeof step['name'] === 'string' ? step['name'] : '';
}

/** Reports whether a step belongs to the owner, by the parts of its name from the right. */
function isOwn(step: Value, owner: string): boolean {
  const [first, ...rest] = nameOf(step).split('.');
  return (
    first === 'PackageVariant' &&
    rest.length > 2 &&
    /^\d+$/.test(rest.at(-1) ?? '') &&
    rest.slice(0, -2).join('.') === owner
  );
}

function pipelineOf(list: string): Value | undefined {
  return readDocument(list).value(['items', 0, 'pipeline']);
}

describe('edit-pipeline, by property', () => {
  it('returns the same as an edit of plain data, keeps functions of others byte for byte, and is idempotent', async () => {
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(cases, async ({ pipeline, wanted, owner, isWide, tail }) => {
        const block = pipeline === undefined ? '' : blockOf('pipeline:', linesOf(pipeline, '  ', isWide));
        const item = resource('kpt.dev/v1', 'Kptfile', 'k', `${block}${tail}`, keptAt('Kptfile'));
        const spec = `  owner: ${owner}\n  allowUnknownFields: true\n${linesOf(wanted, '  ', isWide)}`;
        const config = resource('krm-variants.dev/v1alpha1', 'PipelineEdit', 'e', `spec:\n${spec}`);
        const input = resourceList([item], config);
        const { list, results, stderr, report } = await runList(fn, input);
        const about = `${input}\n${results.join('\n')}\n${list}`;
        assert.equal(stderr, '', about);
        const asked = readDocument(input).value(['functionConfig', 'spec']) ?? null;
        const want = expected(pipelineOf(input), asked, owner);
        assert.deepEqual(plain(pipelineOf(list) ?? null), plain(want ?? null), about);
        for (const step of LISTS.flatMap((name) => pipeline?.[name] ?? [])) checkKept(list, step, owner, isWide, about);
        const indented = tail.replaceAll(/^(?=.)/gm, '  ');
        assert.ok(list.includes(indented), `what follows the pipeline stays: ${about}`);
        const again = await runList(fn, list);
        assert.deepEqual([again.list, again.report], [list, report], `a second run: ${about}`);
        if (list !== input) changed++;
      }),
      { numRuns: RUNS },
    );
    assert.ok(changed > RUNS / 2, 'most cases change something');
  });
});

/** Asserts that a function of others keeps its lines and the comments directly above it. */
function checkKept(list: string, { lines, above }: Step, owner: string, isWide: boolean, about: string): void {
  const [value] = (readDocument(`${lines.join('\n')}\n`).value([]) ?? []) as readonly Value[];
  if (isOwn(value ?? null, owner)) return;
  const all = [...above.filter((line) => line !== ''), ...lines];
  const pad = isWide ? '      ' : '    ';
  // A blank line separates a comment from the lines below it.
  const text = (above.includes('') ? lines : all).map((line) => `${pad}${line}\n`).join('');
  assert.ok(list.includes(text), `${text}is in\n${about}`);
}
