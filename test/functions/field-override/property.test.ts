import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parse } from 'yaml';
import fieldOverride from '../../../functions/field-override/index.ts';
import type { Operation } from '../../../src/patch/index.ts';
import { readStream, type Value } from '../../../src/yaml/index.ts';
import { oracle } from '../../patch/oracle.ts';
import { plain } from '../../patch/plain.ts';
import { jsonTexts, operationAims, operationAt, type OperationAim } from '../../patch/random-operations.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList, type Ran } from '../../support/run-list.ts';
import { anchoredDocuments } from '../../yaml/generate-anchors.ts';
import { documents } from '../../yaml/generate.ts';
import { expectedData } from './expected-data.ts';
import { aroundText, FIELD_HOLDERS, holderResource, type FieldHolder } from './field-holder.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(300);
const fn = loaded(fieldOverride);

type Format = 'json' | 'yaml';

/** Documents of one text, and the one that the operations edit. */
interface Text {
  readonly documents: readonly string[];
  readonly document: number;
  readonly format: Format;
}

interface Case extends Text {
  readonly holder: FieldHolder;
  readonly operations: readonly Operation[];
  /** Number of operations in the first of two entries. */
  readonly cut: number;
}

const jsonText = fc
  .record({
    text: fc.constantFrom(0, 1, 2, 4).chain(jsonTexts),
    format: fc.constantFrom<Format>('json', 'yaml'),
    end: fc.constantFrom('', '\n', '\r\n'),
  })
  .map(({ text, format, end }): Text => ({ documents: [text + end], document: 0, format }));

const yamlText = fc
  .record({
    texts: fc.array(fc.oneof({ weight: 3, arbitrary: documents() }, { weight: 1, arbitrary: anchoredDocuments() }), {
      minLength: 1,
      maxLength: 3,
    }),
    pick: fc.nat(),
    eol: fc.constantFrom('\n', '\n', '\n', '\r\n'),
  })
  .map(({ texts, pick, eol }): Text => {
    const all = texts.map((text, index) => asPart(text, index, texts.length).replaceAll(/\r?\n/g, eol));
    return { documents: all, document: pick % all.length, format: 'yaml' };
  });

/** Returns a document that can be one of several. */
function asPart(text: string, index: number, count: number): string {
  const head = index === 0 || text.startsWith('---') ? '' : '---\n';
  const end = index === count - 1 || text.endsWith('\n') ? '' : '\n';
  return head + text + end;
}

/** Any operators, or only Karmada's. Few operations fail if `keep` is false. */
const patch = fc.record({
  aims: operationAims(),
  isKarmada: fc.boolean(),
  keep: fc.constantFrom(false, false, false, true),
  holder: fc.constantFrom(...FIELD_HOLDERS),
  cut: fc.nat(6),
});

const cases = fc
  .tuple(fc.oneof({ weight: 2, arbitrary: yamlText }, { weight: 1, arbitrary: jsonText }), patch)
  .map(([text, { aims, isKarmada, keep, holder, cut }]): Case => {
    const data = dataOf(text.documents[text.document] ?? '');
    const operations = operationsOn(data, aims, keep).filter(({ op }) => !isKarmada || !OWN.has(op));
    return { ...text, holder, operations, cut };
  })
  .filter(({ operations }) => operations.length > 0);

/** Operators that Karmada's policies lack. */
const OWN: ReadonlySet<string> = new Set(['move', 'copy', 'test']);

function operationsOn(data: Value, aims: readonly OperationAim[], keep: boolean): readonly Operation[] {
  const operations: Operation[] = [];
  let now = data;
  for (const aim of aims) {
    const operation = operationAt(now, aim);
    if (operation === undefined || !isValid(operation)) continue;
    const next = oracle(now, operation);
    if (next === undefined && !keep) continue;
    operations.push(operation);
    now = next ?? now;
  }
  return operations;
}

/** Reports whether a configuration may have an operation. */
function isValid({ op, path, value }: Operation): boolean {
  return op === 'remove' ? path !== '' : op === 'move' || op === 'copy' || value !== null;
}

describe('field-override, by property', () => {
  it('edits a text as fast-json-patch edits its data, or not at all', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (each) => {
        const input = listOf(each);
        const ran = await runList(fn, input);
        const about = `${input}\n${ran.results.join('\n')}\n`;
        checkOutcome(each, ran, about);
        const { before, after } = aroundText(input);
        assert.ok(ran.list.startsWith(before) && ran.list.endsWith(after), `${about}around the text:\n${ran.list}`);
        if (ran.stderr !== '') assert.equal(ran.list, input, about);
        const again = await runList(fn, ran.list);
        assert.deepEqual([again.list, again.report], [ran.list, ran.report], `${about}a second run`);
        assert.equal(again.stderr, ran.stderr, `${about}a second run`);
      }),
      { numRuns: RUNS },
    );
  });

  it('shows nothing of a Secret', async () => {
    const secrets = FIELD_HOLDERS.filter(({ kind }) => kind === 'Secret');
    await fc.assert(
      fc.asyncProperty(cases, fc.constantFrom(...secrets), damages, async (each, holder, damage) => {
        const texts = each.documents.map((text) => damage(text.replaceAll(SHOWN, HIDDEN)));
        const input = listOf({ ...each, documents: texts, holder }).replaceAll('plain', HIDDEN);
        const { report, stderr } = await runList(fn, input);
        assert.notEqual(report, '');
        assert.doesNotMatch(report + stderr, /hidden|12345678901|2001-\d|defect/, `${input}\n${report}`);
      }),
      { numRuns: RUNS },
    );
  });
});

const HIDDEN = 'hidden';
/** Words that generated texts have in values, comments and names of anchors, but in no key. */
const SHOWN = /\b(?:text|one|two|deeper|above|beside|far|head|comment|y1)\b/g;

/** Edits that break most texts. */
const damages = fc
  .record({
    at: fc.nat(),
    wedge: fc.constantFrom(
      '',
      '',
      '[',
      '"',
      '\t',
      ': ',
      '&hidden ',
      '*hidden',
      '!!int ',
      '%',
      '\nhidden',
      '\0',
      '!hidden ',
    ),
  })
  .map(({ at, wedge }) => (text: string): string => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + wedge + text.slice(place);
  });

/** Checks that the text has the expected data, or that there is a reason for leaving it unchanged. */
function checkOutcome(each: Case, { list, results, stderr }: Ran, about: string): void {
  const data = dataOf(each.documents[each.document] ?? '');
  const once = expectedData(data, each.operations);
  const isRefused = 'failed' in once;
  const isTest = isRefused && each.operations[once.failed]?.op === 'test';
  const isError = isRefused ? !isTest : !isSettled(once.data, each.operations);
  assert.equal(stderr !== '', isError, about);
  // A test that fails because of the edit itself has the same result.
  if (isTest) assert.match(results.join('\n'), /^info \S+: nothing to do, since a `test` does not hold: /m, about);
  assert.doesNotMatch(results.join('\n'), /^warning/m, about);
  if (stderr !== '' || isTest) assert.equal(list, listOf(each), about);
  else checkText(each, heldText(list, each.holder), isRefused ? data : once.data, about);
}

/** Reports whether operations that are done once more change nothing. */
function isSettled(data: Value, operations: readonly Operation[]): boolean {
  const twice = expectedData(data, operations);
  return 'failed' in twice ? operations[twice.failed]?.op === 'test' : isDeepStrictEqual(twice.data, data);
}

function checkText(
  { documents: all, document, format, operations }: Case,
  text: string,
  want: Value,
  about: string,
): void {
  const [before, after] = [all.slice(0, document).join(''), all.slice(document + 1).join('')];
  const isEnded = all.join('').endsWith('\n');
  // The first of two entries may need a newline that the second does not.
  const isChained = !isEnded && operations.length > 1;
  assert.ok(text.endsWith('\n') === isEnded || isChained || needsNewline(text), `${about}the end of\n${text}`);
  assert.ok(text.startsWith(before) && text.endsWith(after), `${about}other documents:\n${text}`);
  const read = readStream(text).documents.map((each) => plain(each.value([]) ?? null));
  assert.deepEqual(read, [...all.slice(0, document).map(dataOf), want, ...all.slice(document + 1).map(dataOf)], about);
  if (format === 'json') assert.doesNotThrow(() => JSON.parse(text) as unknown, about);
}

/** Reports whether a block scalar at the end would lose the newline of its value without that of the text. */
function needsNewline(text: string): boolean {
  const dataOfAll = (of: string): Value[] => readStream(of).documents.map((each) => plain(each.value([]) ?? null));
  return !isDeepStrictEqual(dataOfAll(text.replace(/\n$/, '')), dataOfAll(text));
}

function dataOf(text: string): Value {
  return plain(readStream(text).documents[0]?.value([]) ?? null);
}

function heldText(list: string, { field, isBase64 }: FieldHolder): string {
  const { items } = parse(list) as { items: Record<string, Record<string, string>>[] };
  const text = items[1]?.[field]?.['held-text'] ?? '';
  return isBase64 ? Buffer.from(text, 'base64').toString() : text;
}

function listOf({ holder, ...each }: Case): string {
  const others = ['a', 'z'].map((name) => resource('v1', 'ConfigMap', name, 'data:\n  held-text: "a: 1"\n'));
  const items = [others[0] ?? '', holderResource(holder, each.documents.join('')), others[1] ?? ''];
  return resourceList(items, configOf({ holder, ...each }));
}

/** Returns a policy of Karmada if it can express the edits, otherwise a FieldOverride. */
function configOf({ holder: { kind, field }, operations, cut, document, format }: Case): string {
  const entries = [operations.slice(0, cut), operations.slice(cut)]
    .filter((some) => some.length > 0)
    .map((some) => ({
      fieldPath: `/${field}/held-text`,
      ...(document > 0 && { document }),
      [format]: some.map(writeOperation),
    }));
  const resourceSelectors = [{ apiVersion: 'v1', kind, name: 'c' }];
  if (document > 0 || operations.some(({ op }) => OWN.has(op))) {
    const spec = asFlow({ resourceSelectors, fieldOverrider: entries });
    return resource('krm-variants.dev/v1alpha1', 'FieldOverride', 'f', `spec: ${spec}\n`);
  }
  const spec = asFlow({ resourceSelectors, overrideRules: [{ overriders: { fieldOverrider: entries } }] });
  return resource('policy.karmada.io/v1alpha1', 'OverridePolicy', 'f', `spec: ${spec}\n`);
}

function writeOperation({ op, path, from, value }: Operation): object {
  const operation = { subPath: path, operator: op };
  if (op === 'remove') return operation;
  return op === 'move' || op === 'copy' ? { ...operation, from } : { ...operation, value };
}

/** Returns JSON that YAML reads as the same value, with all digits of large integers. */
function asFlow(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `bigint ${item}` : item))
    .replaceAll(/"bigint (-?\d+)"/g, '$1')
    .replaceAll(
      /[\u007F-\u009F\u2028\u2029\uFEFF]/g,
      (special) => `\\u${special.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
