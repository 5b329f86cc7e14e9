import assert from 'node:assert/strict';
import fc from 'fast-check';
import { verifyOutput } from '../../src/krm/output-check.ts';
import { ResourceList } from '../../src/krm/resource-list.ts';
import {
  findDifference,
  isMap,
  readDocument,
  type Path,
  type Scan,
  UNKNOWN,
  type SourceDocument,
  type Value,
} from '../../src/yaml/index.ts';
import { hasMeantLines, hasMeantText } from '../../src/yaml/edit/literal-difference.ts';
import { resource, resourceList } from '../support/resource-list.ts';
import { configs } from '../yaml/generate-configs.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(150);

const FIELD = ['data', 'text'];

/** Returns a list with an item for each text, in a literal block between other fields. */
function listOf(texts: readonly string[]): ResourceList {
  const items = texts.map((text, index) => {
    const lines = text.replaceAll(/^(?=.)/gm, '    ').replace(/\n?$/, '\n');
    return resource('v1', 'ConfigMap', `c${index}`, `data:\n  first: x\n  text: |\n${lines}  last: y\n`);
  });
  return new ResourceList(resourceList(items));
}

const TEXT = '# head\nserver:\n  host: a\n  port: 8080 # kept\nother:\n  port: 8080\n\n  # below\nlast: 1\n';

function edited(...paths: readonly (readonly string[])[]): ResourceList {
  const list = listOf([TEXT]);
  const text = list.resources.items[0]?.document.literal(FIELD);
  for (const path of paths) assert.equal(text?.replace(path, path.length === 1 ? 2 : 9090), true);
  text?.write();
  return list;
}

function scanOfText(list: string): Scan {
  const scan = new ResourceList(list).scans()[0]?.get('data');
  const text = scan === undefined || scan === UNKNOWN ? undefined : scan.get('text');
  assert.ok(text !== undefined && text !== UNKNOWN);
  return text;
}

describe('verifyOutput of edits in the lines of a literal block', () => {
  it('accepts the intended output', () => {
    const list = edited(['server', 'port'], ['last']);
    const want = TEXT.replace('port: 8080 # kept', 'port: 9090 # kept').replace('last: 1', 'last: 2');
    assert.equal(list.resources.items[0]?.document.value(FIELD), want);
    verifyOutput(list.text(), list);
  });

  const mistakes: readonly (readonly [name: string, from: string, to: string])[] = [
    ['another value', 'port: 9090', 'port: 9091'],
    ['the old value', 'port: 9090', 'port: 8080'],
    ['a value of another type', 'port: 9090', 'port: "9090"'],
    [
      'a value on the wrong line',
      'port: 9090 # kept\n      other:\n        port: 8080',
      'port: 8080 # kept\n      other:\n        port: 9090',
    ],
    ['another key', 'port: 9090', 'pore: 9090'],
    ['a comment as part of the value', 'port: 9090 # kept', 'port: 9090# kept'],
    ['a lost line', '        host: a\n', ''],
    ['a lost comment', '        # below\n', ''],
    ['a lost blank line', '\n\n        # below', '\n        # below'],
    ['a lost edited line', '        port: 9090 # kept\n', ''],
    ['a line more', '      last: 2\n', '      last: 2\n      more: 3\n'],
    ['a line twice', '      last: 2\n', '      last: 2\n      last: 2\n'],
    ['another value in an untouched line', 'host: a', 'host: b'],
    ['a deeper line', '        host: a', '         host: a'],
    ['a deeper edited line', '      last: 2', '        last: 2'],
    ['another header', 'text: |\n', 'text: |-\n'],
    ['a header that folds', 'text: |\n', 'text: >\n'],
    ['a shorter block', '      last: 2\n', '    last: 2\n'],
    ['another field', 'first: x', 'first: z'],
  ];
  for (const [name, from, to] of mistakes) {
    it(`refuses ${name}`, () => {
      const list = edited(['server', 'port'], ['last']);
      const text = list.text();
      const indented = text.replace(from, to);
      assert.notEqual(indented, text, text);
      assert.throws(() => verifyOutput(indented, list), /item 0 does not read back|cannot be read/);
    });
  }

  /** Faulty texts of the block, which a splice could write. */
  const splices: readonly (readonly [name: string, written: string])[] = [
    ['on a wrong line', TEXT.replace('  port: 8080\n', '  port: 9090\n')],
    ['on two lines', TEXT.replaceAll('8080', '9090')],
    ['that is another one', TEXT.replace('8080', '9091')],
    ['and loses the line above', TEXT.replace('8080', '9090').replace('  host: a\n', '')],
    ['and loses the comment beside', TEXT.replace('8080 # kept', '9090')],
    ['and loses a comment below', TEXT.replace('8080', '9090').replace('  # below\n', '')],
    ['and loses the first line', TEXT.replace('8080', '9090').replace('# head\n', '')],
    ['and loses all lines below', TEXT.replace(/8080[^]*/, '9090 # kept\n')],
    ['and keeps the old line', TEXT.replace(/( *)port: 8080 # kept\n/, '$1port: 9090 # kept\n$&')],
    ['and changes another line', TEXT.replace('8080', '9090').replace('last: 1', 'last: 2')],
    ['at another column', TEXT.replace('  port: 8080', '   port: 9090')],
    ['so that it is not YAML', TEXT.replace('8080 #', '[#')],
  ];
  for (const [name, written] of splices) {
    it(`refuses a splice of a value ${name}`, () => {
      const list = edited(['server', 'port']);
      const [edit] = list.document.edits;
      const within = edit?.kind === 'set' ? edit.within : undefined;
      assert.ok(within);
      const text = listOf([written]).text();
      const before = scanOfText(list.read);
      assert.equal(hasMeantLines(scanOfText(list.text()), before, within), true);
      assert.equal(hasMeantLines(scanOfText(text), before, within), false);
      assert.equal(hasMeantText(written, TEXT, within), false);
      assert.throws(() => verifyOutput(text, list), /does not read back|cannot be read/, text);
    });
  }

  it('compares the data of the texts if the lines of the list are not certain', () => {
    const list = edited(['server', 'port'], ['last']);
    const [before] = listOf([TEXT]).resources;
    const difference = (written: string): Path | undefined =>
      findDifference({
        written: { scan: undefined, value: (path) => readDocument(written).value(['items', 0, ...path]) },
        original: { scan: undefined, value: (path) => before?.document.value(path) },
        edits: list.document.edits,
        depth: 2,
        hasAliases: false,
      });
    assert.equal(difference(list.text()), undefined);
    for (const [name, from, to] of mistakes)
      if (name !== 'another header') assert.notEqual(difference(list.text().replace(from, to)), undefined, name);
  });

  it('refuses what it refuses after the same edits of decoded texts', () => {
    let [refused, count] = [0, 0];
    fc.assert(
      fc.property(
        fc.array(configs(), { minLength: 1, maxLength: 3 }),
        fc.array(mutation, { minLength: 8 }),
        (texts, mutations) => {
          const inLines = readable(texts);
          const decoded = readable(texts);
          if (inLines === undefined || decoded === undefined) return;
          for (const [index, { document }] of [...inLines.resources].entries()) {
            const content = editOne(document, index);
            if (content !== undefined) decoded.resources.items[index]?.document.set(FIELD, content);
          }
          const text = inLines.text();
          assert.equal(text, decoded.text());
          verifyOutput(text, inLines);
          for (const mutate of mutations) {
            const mutant = mutate(text);
            const isRefused = refuses(mutant, decoded);
            assert.equal(refuses(mutant, inLines), isRefused, `${text}\n=====>\n${mutant}`);
            refused += Number(isRefused);
            count++;
          }
        },
      ),
      { numRuns: RUNS },
    );
    assert.ok(refused > count / 3 && count > RUNS, `${refused} of ${count} refused`);
  });
});

/** Changes a text at a line, selected by a number: few of the lines are outside of the blocks. */
type Mutation = (lines: readonly string[], at: number) => readonly string[];

const MUTATIONS: readonly Mutation[] = [
  (lines, at) => lines.toSpliced(at, 1),
  (lines, at) => lines.toSpliced(at, 0, lines[at] ?? ''),
  (lines, at) => lines.toSpliced(at, 2, lines[at + 1] ?? '', lines[at] ?? ''),
  (lines, at) => lines.with(at, (lines[at] ?? '').replace(/(?<=: *)[^ #]+/, 'z')),
  (lines, at) => lines.with(at, (lines[at] ?? '').replace(/(?<=: *)([^ #"']+)/, '"$1"')),
  (lines, at) => lines.with(at, (lines[at] ?? '').replace(/[a-z]/, 'z')),
  (lines, at) => lines.with(at, (lines[at] ?? '').replace(/ *#.*/, '')),
  (lines, at) => lines.with(at, `${lines[at] ?? ''} # more`),
  (lines, at) => lines.with(at, ` ${lines[at] ?? ''}`),
  (lines, at) => lines.with(at, (lines[at] ?? '').replace(/^ /, '')),
  (lines, at) => lines.toSpliced(at, 0, ''),
  (lines, at) => lines.toSpliced(at, 0, '      # more'),
  (lines, at) => lines.with(at, `${lines[at] ?? ''}\t`),
];

const mutation = fc.tuple(fc.constantFrom(...MUTATIONS), fc.nat()).map(([mutate, place]) => (text: string): string => {
  const lines = text.split('\n');
  return mutate(lines, place % lines.length).join('\n');
});

/** Returns the list of texts; undefined if one is not the text of a block. */
function readable(texts: readonly string[]): ResourceList | undefined {
  try {
    const list = listOf(texts);
    for (const [index, { document }] of [...list.resources].entries())
      if (document.value(FIELD) !== (texts[index] ?? '').replace(/\n*$/, '\n')) return undefined;
    return list;
  } catch {
    return undefined;
  }
}

/** Replaces the first values in a text that can be replaced. Returns the edited text; undefined if there are none. */
function editOne(document: SourceDocument, index: number): string | undefined {
  const lines = document.literal(FIELD);
  const paths = lines === undefined ? [] : pathsIn(readDocument(textOf(document)).value([]) ?? null);
  let left = 1 + (index % 2);
  for (const path of paths) if (left > 0 && lines?.replace(path, `v${index}`) === true) left--;
  if (lines?.isEdited !== true) return undefined;
  lines.write();
  return textOf(document);
}

function textOf(document: SourceDocument): string {
  const text = document.value(FIELD);
  assert.equal(typeof text, 'string');
  return text as string;
}

function pathsIn(value: Value, path: readonly string[] = []): (readonly string[])[] {
  if (!isMap(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]));
}

function refuses(text: string, list: ResourceList): boolean {
  try {
    verifyOutput(text, list);
    return false;
  } catch {
    return true;
  }
}
