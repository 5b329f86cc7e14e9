import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import stripTransform from '../../../functions/strip-transform/index.ts';
import { isMap, readDocument, type Path, type SourceDocument, type Value } from '../../../src/yaml/index.ts';
import { plain } from '../../patch/plain.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';
import { anchoredDocuments } from '../../yaml/generate-anchors.ts';
import { documents } from '../../yaml/generate.ts';
import { places } from '../../yaml/edit/random-edits.ts';
import { placesAt, withoutPlaces, writePath, type Steps } from './expected.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(300);
const fn = loaded(stripTransform);

interface Case {
  readonly item: string;
  readonly hasAnchors: boolean;
  readonly paths: readonly Steps[];
  readonly isQuoted: boolean;
  readonly builtIn: boolean;
}

/** Names of annotations and labels. */
const NAMES = ['a', 'example.com/b', 'kubectl.kubernetes.io/last-applied-configuration'];
const KPT = 'internal.config.kubernetes.io/path';

const metadata = fc
  .record({
    labels: fc.subarray(NAMES),
    annotations: fc.subarray([...NAMES, KPT]),
    hasUid: fc.boolean(),
  })
  .map(({ labels, annotations, hasUid }) => {
    const map = (name: string, keys: readonly string[]): string =>
      keys.length === 0 ? '' : `  ${name}:\n${keys.map((key) => `    # of ${key}\n    ${key}: x\n`).join('')}`;
    return `${map('labels', labels)}${hasUid ? '  uid: x # of the cluster\n' : ''}${map('annotations', annotations)}`;
  });

const METADATA_PATHS: Steps[] = [
  ['metadata', 'labels'],
  ['metadata', 'annotations'],
  ...NAMES.flatMap((name): Steps[] => [
    ['metadata', 'labels', name],
    ['metadata', 'annotations', name],
  ]),
];

/** Numbers that pick a place in the data, and the form of each of its indexes. */
const aim = fc.record({
  place: fc.nat(),
  forms: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  more: fc.option(fc.constantFrom('a', 'name', 'none'), { freq: 5 }),
});

const cases = fc
  .record({
    text: fc.oneof(
      { weight: 2, arbitrary: documents().map((text) => ({ text, hasAnchors: false })) },
      { weight: 1, arbitrary: anchoredDocuments().map((text) => ({ text, hasAnchors: true })) },
    ),
    top: metadata,
    aims: fc.array(aim, { minLength: 1, maxLength: 4 }),
    others: fc.subarray(METADATA_PATHS, { maxLength: 2 }),
    isQuoted: fc.boolean(),
    builtIn: fc.boolean(),
  })
  .map(({ text: { text, hasAnchors }, top, aims, others, isQuoted, builtIn }): Case => {
    const body = text.replace(/^---\r?\n/, '').replaceAll(/^(?=[^\r\n])/gm, '  ');
    const rest = `spec:\n${body}${body.endsWith('\n') ? '' : '\n'}status: {}\n`;
    const item = resource('example.com/v1', 'Lamp', 'l', rest, top);
    const data = dataOf(readDocument(item));
    return { item, hasAnchors, isQuoted, builtIn, paths: [...aims.map((each) => pathAt(data, each)), ...others] };
  });

function pathAt(
  data: Value,
  { place, forms, more }: { place: number; forms: readonly number[]; more: string | null },
): Steps {
  const spec = (data as { readonly spec: Value }).spec;
  const all = places(spec, ['spec']);
  const { path } = all[place % all.length] as { readonly path: Path };
  let at: Value | undefined = data;
  const steps = path.map((step, index) => {
    const holder = at;
    at = (at as Readonly<Record<string | number, Value>>)[step];
    return typeof step === 'string' ? step : elementStep(step, holder as readonly Value[], forms[index % 8] ?? 0);
  });
  return more === null ? steps : [...steps, more];
}

function elementStep(index: number, list: readonly Value[], form: number): Steps[number] {
  const element = list[index];
  const strings = Object.entries(isMap(element) ? element : {}).flatMap(([key, equals]) =>
    typeof equals === 'string' ? { key, equals } : [],
  );
  const choices: readonly Steps[number][] = [
    { all: true },
    index,
    index - list.length,
    ...(typeof element === 'string' ? [{ equals: element }] : []),
    ...strings.slice(0, 1),
  ];
  return choices[form % choices.length] ?? index;
}

function dataOf(document: SourceDocument): Value {
  return plain(document.value([]) ?? null);
}

/** Built-in paths for a kind that Kubernetes does not know. */
const BUILT_IN: readonly Steps[] = [['status'], ['metadata', 'uid'], ['metadata', 'annotations', NAMES[2] ?? '']];

function removedPlaces(data: Value, { paths, builtIn }: Case): readonly Path[] {
  const isKpt = (value: Value | undefined): boolean => isMap(value) && isDeepStrictEqual(Object.keys(value), [KPT]);
  const found = [...paths, ...(builtIn ? BUILT_IN : [])].flatMap((steps) => placesAt(data, steps));
  const annotations = (data as { metadata: { annotations?: Value } }).metadata.annotations;
  return found.filter((path) => !(isDeepStrictEqual(path, ['metadata', 'annotations']) && isKpt(annotations)));
}

function expected(data: Value, each: Case): Value {
  return plain(withoutPlaces(data, new Set(removedPlaces(data, each).map((path) => JSON.stringify(path)))));
}

function listOf({ item, paths, isQuoted, builtIn }: Case): string {
  const remove = JSON.stringify(paths.map((path) => writePath(path, isQuoted)));
  const transform = `{apiGroup: example.com, resource: lamps, remove: ${remove}}`;
  const isCustom = builtIn && paths.every((path) => path.every((step) => typeof step === 'string'));
  const config = isCustom
    ? resource('control.kubestellar.io/v1alpha1', 'CustomTransform', 'f', `spec: ${transform}\n`)
    : resource(
        'krm-variants.dev/v1alpha1',
        'StripTransform',
        'f',
        `spec: {builtIn: ${builtIn}, transforms: [${transform}]}\n`,
      );
  const other = resource('example.com/v1', 'Other', 'o', 'spec: {a: 1} # kept\n');
  return resourceList([other, item, other], config);
}

function itemOf(list: string): SourceDocument {
  return readDocument(list).view(['items', 1]);
}

describe('strip-transform, by property', () => {
  it('leaves the same as a model on plain data, or the whole resource', async () => {
    let errors = 0;
    await fc.assert(
      fc.asyncProperty(cases, async (each) => {
        const input = listOf(each);
        const data = dataOf(itemOf(input));
        const want = expected(data, each);
        const isSettled = removedPlaces(want, each).length === 0;
        const { list, results, stderr, report } = await runList(fn, input);
        const about = `${input}\n${results.join('\n')}\n`;
        assert.equal(stderr === '', isSettled, about);
        if (!isSettled) {
          errors++;
          assert.equal(list, input, about);
          return;
        }
        assert.deepEqual(dataOf(itemOf(list)), want, `${about}${list}`);
        const [before = '', after = ''] = input.split(each.item.replaceAll(/^(?=.)/gm, '  ').slice(2));
        assert.ok(list.startsWith(before) && list.endsWith(after), `${about}around the item:\n${list}`);
        if (!each.hasAnchors) checkUntouched(input, list, each, about);
        const again = await runList(fn, list);
        assert.deepEqual([again.list, again.report], [list, report], `${about}a second run`);
      }),
      { numRuns: RUNS },
    );
    assert.ok(errors > 0, 'some cases are of elements that a second run would lose, too');
  });
});

/**
 * Checks that parts of `spec` in which nothing is removed keep their text, except for block scalars that would absorb
 * the text that now follows them: these are written in another style.
 */
function checkUntouched(before: string, after: string, each: Case, about: string): void {
  const [old, now] = [itemOf(before), itemOf(after)];
  const removed = removedPlaces(dataOf(old), each);
  for (const key of old.keys(['spec']) ?? []) {
    if (removed.some(([top, part]) => top === 'spec' && (part === undefined || part === key))) continue;
    const text = textAt(before, old, key);
    if (!/[|>]/.test(text)) assert.equal(textAt(after, now, key), text, `${about}${key}:\n${after}`);
  }
}

function textAt(list: string, item: SourceDocument, key: string): string {
  const node = item.get(['spec', key]);
  return node === undefined ? '' : list.slice(node.start, node.end);
}
