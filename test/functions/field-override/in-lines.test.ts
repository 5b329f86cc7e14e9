import assert from 'node:assert/strict';
import fc from 'fast-check';
import fieldOverride from '../../../functions/field-override/index.ts';
import { join } from 'node:path';
import { applyFunction } from '../../../src/function/index.ts';
import { DescribedDocument } from '../../../src/krm/described-document.ts';
import { originsOfEdits } from '../../../src/krm/edit-origins.ts';
import { ResourceList } from '../../../src/krm/resource-list.ts';
import { formatPointer } from '../../../src/patch/index.ts';
import { isList, readStream, type Path, type Value } from '../../../src/yaml/index.ts';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { inFolder } from '../../cli/run-support.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';
import { configs } from '../../yaml/generate-configs.ts';
import { documents } from '../../yaml/generate.ts';
import { layouts } from '../../yaml/generate-layouts.ts';
import { mutated } from '../../yaml/mutate.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(300);
const fn = loaded(fieldOverride);

/** A text in a block: header, indentation, and the lines that follow. */
interface Held {
  readonly text: string;
  readonly header: string;
  readonly width: number;
  readonly below: string;
}

const held: fc.Arbitrary<Held> = fc.record({
  text: fc.oneof(
    { weight: 20, arbitrary: configs() },
    { weight: 2, arbitrary: mutated(configs()) },
    { weight: 1, arbitrary: documents() },
    { weight: 1, arbitrary: layouts() },
  ),
  header: mostly('|', '|-', '|+', '|2', '| # c', '|  ', '>'),
  width: mostly(2, 1, 3, 4, 7),
  below: mostly('', '\n', '\n\n', '      \n', '  # c\n', '    # deep\n', '\t\n', '# far\n', '  #\t\n'),
});

function mostly<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}

const usualValues = [9090, 'x', true, 'a b', 0, -1, 1.5, 'yes', '', 'a: b', 'a #b', '12', '0x1', 'd', 8080, '8080'];
const oddStrings = ['a\nb\n', 'a\tb', '\u0085', '- a', '-', '~', '&a', '{a', 'x'.repeat(300), '\\', ' a ', 'it\'s "x"'];
const oddValues: readonly Value[] = [1e30, -0, 2n ** 70n, { a: 1 }, [1], [], {}];
const values: fc.Arbitrary<Value> = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom<Value>(...usualValues) },
  { weight: 1, arbitrary: fc.constantFrom<Value>(...oddStrings, ...oddValues) },
);

const operations = fc.array(
  fc.record({ operator: mostly('replace', 'add', 'test', 'remove'), place: fc.nat(), value: values }),
  { minLength: 1, maxLength: 2 },
);

const cases = fc.record({
  texts: fc.array(held, { minLength: 1, maxLength: 2 }),
  /** Entries of the configuration, each for one of the texts. */
  entries: fc.array(fc.record({ operations, to: fc.nat(1), ifMissing: mostly(undefined, 'warn') }), {
    minLength: 1,
    maxLength: 2,
  }),
  kind: mostly('ConfigMap', 'Secret'),
  eol: fc.constantFrom('\n', '\n', '\n', '\n', '\n', '\n', '\n', '\r\n'),
  isLast: fc.boolean(),
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

function inputOf({ texts, entries, kind, eol, isLast }: Case): string {
  const field = kind === 'Secret' ? 'stringData' : 'data';
  const rows = texts.map(({ text, header, width, below }, index) => {
    const pad = ' '.repeat(2 + width);
    return `  text-${index}: ${header}\n${text
      .replaceAll('\r', '')
      .replaceAll(/^(?=.)/gm, pad)
      .replace(/\n?$/, '\n')}${below}`;
  });
  const item = resource('v1', kind, 'c', `${field}:\n${rows.join('')}${isLast ? '' : '  z: x\n'}`);
  const fieldOverrider = entries.map((entry) => {
    const to = entry.to % texts.length;
    const paths = pathsIn(texts[to]?.text ?? '');
    const yaml = entry.operations.map(({ operator, place, value }) => {
      const subPath = formatPointer(paths[place % paths.length] ?? []);
      return operator === 'remove' ? { subPath, operator } : { subPath, operator, value };
    });
    return { fieldPath: `/${field}/text-${to}`, yaml, ...(entry.ifMissing && { ifMissing: entry.ifMissing }) };
  });
  const spec = JSON.stringify(
    { resourceSelectors: [{ apiVersion: 'v1', kind }], fieldOverrider },
    (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value),
  );
  const others = ['a', 'z'].map((name) => resource('v1', 'Pod', name, 'data:\n  text-0: |\n    port: 1\n'));
  const items = [others[0] ?? '', item, others[1] ?? ''];
  const config = resource('krm-variants.dev/v1alpha1', 'FieldOverride', 'f', `spec: ${spec}\n`);
  return resourceList(items, config).replaceAll('\n', eol);
}

/** Returns paths of values in a text: most of scalars in maps, and one that it does not have. */
function pathsIn(text: string): readonly Path[] {
  const scalars: Path[] = [];
  const others: Path[] = [];
  const visit = (value: Value, path: Path): void => {
    const isHolder = typeof value === 'object' && value !== null;
    (isHolder || path.some((step) => typeof step === 'number') ? others : scalars).push(path);
    if (isList(value)) value.forEach((element, index) => visit(element, [...path, index]));
    else if (isHolder) for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
  };
  try {
    visit(readStream(text).documents[0]?.value([]) ?? null, []);
  } catch {
    // Nothing to find in a text that is not YAML.
  }
  // Most of them: an edit that fails leaves all texts unchanged.
  return [...Array.from({ length: 12 }, () => scalars).flat(), ...others.slice(0, scalars.length), ['absent']];
}

type Literal = DescribedDocument['literal'];

const PROTOTYPE: { literal: Literal } = DescribedDocument.prototype;

/**
 * Runs with another method of documents in place of `literal`. By default, each text is decoded, read, edited and
 * printed.
 */
async function withLiteral<T>(run: () => Promise<T>, literal: Literal = () => undefined): Promise<T> {
  const own = PROTOTYPE.literal;
  PROTOTYPE.literal = literal;
  try {
    return await run();
  } finally {
    PROTOTYPE.literal = own;
  }
}

/** Everything that the function tells of its edits. */
async function toldOf(input: string): Promise<unknown> {
  const list = new ResourceList(input);
  const { notices } = await applyFunction(fn, list.resources, list.functionConfig);
  const { edits } = list.document;
  const origins = [...originsOfEdits(edits).values()].map((of) => of.map(({ field, title }) => ({ field, title })));
  const data = edits.map((edit) => ({
    ...edit,
    value: edit.kind === 'set' ? edit.value : undefined,
    within: undefined,
  }));
  return { notices: notices.map(({ message, field }) => [message, field]), origins, data };
}

describe('field-override in the lines of a literal block', () => {
  it('does what it does in a decoded text', async () => {
    let written = 0;
    const own = PROTOTYPE.literal;
    const counting: Literal = function counting(this: DescribedDocument, path) {
      const text = own.call(this, path);
      return (
        text && {
          replace: (...edit) => text.replace(...edit),
          get isEdited() {
            return text.isEdited;
          },
          write() {
            written++;
            text.write();
          },
        }
      );
    };
    await fc.assert(
      fc.asyncProperty(cases, async (each) => {
        const input = inputOf(each);
        const inLines = await withLiteral(() => runList(fn, input), counting);
        assert.deepEqual(inLines, await withLiteral(() => runList(fn, input)), input);
        if (inLines.stderr !== '') return;
        assert.deepEqual(await toldOf(input), await withLiteral(() => toldOf(input)), input);
        if (each.eol === '\r\n') return;
        const again = await runList(fn, inLines.list);
        assert.equal(again.list, inLines.list, `${input}a second run`);
      }),
      { numRuns: RUNS },
    );
    assert.ok(written > RUNS / 10, `only ${written} texts were edited in their lines`);
  });

  it('explains each line as it does in a decoded text', async () => {
    const text =
      'data:\n  text-0: |\n    # head\n    server:\n      port: 8080 # kept\n    port: 1\n  text-1: |\n    port: 1\n';
    const entry = (to: number, ...paths: readonly string[]): object => ({
      fieldPath: `/data/text-${to}`,
      yaml: paths.map((subPath) => ({ subPath, operator: 'replace', value: 9090 })),
    });
    const spec = {
      resourceSelectors: [{ apiVersion: 'v1', kind: 'ConfigMap' }],
      fieldOverrider: [entry(0, '/server/port'), entry(0, '/port'), entry(1, '/port')],
    };
    const files = {
      'package/c.yaml': resource('v1', 'ConfigMap', 'c', text),
      'config.yaml': resource('krm-variants.dev/v1alpha1', 'FieldOverride', 'f', `spec: ${JSON.stringify(spec)}\n`),
    };
    await inFolder(files, async (folder) => {
      const options = ['--dry-run', '--diff', '--explain', '--fn-config', join(folder, 'config.yaml')];
      const explain = (): Promise<unknown> => applyToFolder(fn, [join(folder, 'package'), ...options]);
      const explained = await explain();
      assert.match(JSON.stringify(explained), /fieldOverrider\[0\].*fieldOverrider\[1\].*fieldOverrider\[2\]/);
      assert.deepEqual(explained, await withLiteral(explain));
    });
  });
});
