import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { GoProgram } from '../support/go-program.ts';
import { hostOnFiles, HOSTING_KPTFILE, type HostedProgram } from '../support/hosted-files.ts';
import { hostOnList, listOf } from '../support/hosted-list.ts';
import { editItem, itemEdits, largeItems, type Item, type ItemEdit } from '../support/large-items.ts';
import { propertyRuns } from '../support/property-runs.ts';

const CASES = propertyRuns(150);

const OPTIONS = {
  schema: 'core',
  compat: 'yaml-1.1',
  intAsBigInt: true,
  uniqueKeys: false,
  aliasDuplicateObjects: false,
  lineWidth: 0,
} as const;

/** Forms in which a package has resources. */
const FORMS = ['files', 'list', 'ResourceList'] as const;

/** A package, an edit of each of its resources, and the form in which it is printed. */
interface Case {
  readonly items: readonly Item[];
  readonly edits: readonly ItemEdit[];
  readonly form: (typeof FORMS)[number];
  readonly isJson: boolean;
  readonly indentSeq: boolean;
}

const cases = fc.record({
  items: largeItems(),
  edits: itemEdits(),
  form: fc.constantFrom(...FORMS),
  isJson: fc.boolean(),
  indentSeq: fc.boolean(),
});

/** Texts of files, and of a list of the resources that they are to have. */
interface Outcome {
  readonly got: readonly string[];
  readonly want: string;
}

describe('resources that third-party functions edited, read by sigs.k8s.io/yaml', function () {
  const go = new GoProgram('go-yaml');

  it(`${CASES} generated packages have the data that the function printed`, async () => {
    const outcomes: Outcome[] = [];
    for (const each of fc.sample(cases, CASES)) outcomes.push(...(await edited(each)));
    assert.ok(outcomes.length > CASES * 0.9, `only ${outcomes.length} of ${CASES} were not refused`);
    const answers = go.ask(outcomes.flatMap(({ got, want }) => [want, ...got]));
    let at = 0;
    for (const { got, want } of outcomes) {
      const own = answers.slice(at, (at += 1 + got.length));
      own.forEach((line, index) => assert.doesNotMatch(line, /^error/, [want, ...got][index]));
      const [meant = [], ...texts] = own.map((line) => itemsOf(JSON.parse(line) as Read));
      assert.deepEqual(texts.flat(), meant, got.join('---\n'));
    }
  });
});

/** A resource, or a list of them, as Go reads it. */
interface Read {
  readonly items?: readonly Item[];
  readonly metadata?: Item['metadata'];
}

function itemsOf(read: Read): readonly unknown[] {
  return (read.items ?? [read as Item]).map(withoutAnnotations);
}

/** Returns a resource without its annotations, all of which are kpt's here. */
function withoutAnnotations({ metadata, ...item }: Item): object {
  const own = Object.entries(metadata).filter(([field]) => field !== 'annotations');
  return { ...item, metadata: Object.fromEntries(own) };
}

/** Lets a function edit a package. Returns nothing if its output was refused. */
async function edited({ items, edits, form, isJson, indentSeq }: Case): Promise<readonly Outcome[]> {
  const texts = items.map((item) => stringify(item, { ...OPTIONS, indentSeq }));
  let want = '';
  const program: HostedProgram = (input) => {
    const list = parse(input, OPTIONS) as { items: Item[] };
    const own = list.items.filter(({ kind }) => kind !== 'Kptfile');
    edits.forEach((edit, index) => editItem(own[index % own.length] as Item, edit));
    want = json({ items: own });
    return isJson ? json(list) : stringify(list, OPTIONS);
  };
  const files = Object.fromEntries(texts.map((text, index) => [`${String(index).padStart(2, '0')}.yaml`, text]));
  if (form === 'ResourceList') {
    const { text, errors } = await hostOnList(listOf(files), program);
    return outcomeOf([text], want, errors);
  }
  const own =
    form === 'files' ? files : { 'l.yaml': `apiVersion: v1\nkind: List\nitems:\n${texts.map(element).join('')}` };
  const after = await hostOnFiles({ Kptfile: HOSTING_KPTFILE, ...own }, program);
  return outcomeOf(
    Object.keys(own).map((path) => after.files[path] ?? ''),
    want,
    after.errors,
  );
}

/** Prints data as JSON that Go's reader of YAML takes: raw control characters are not among it. */
function json(data: unknown): string {
  const text = JSON.stringify(data, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each));
  return text.replaceAll(
    /[\x7F-\x9F\u2028\u2029\uFEFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function outcomeOf(got: readonly string[], want: string, errors: readonly string[]): readonly Outcome[] {
  if (errors.length === 0) return [{ got, want }];
  assert.match(errors.join('\n'), REFUSED);
  return [];
}

/** Errors of characters that a program prints as they are. */
const REFUSED = /must not have the character U|U\+\w+ must be in quotes/;

function element(text: string): string {
  return `- ${text.replaceAll(/(?<=^|\n)(?=[^\n])/g, '  ').slice(2)}`;
}
