import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergePackages, type MergeOptions } from '../../src/merge/index.ts';
import { VersionFile } from '../../src/merge/pairs/package-file.ts';
import { traps } from '../yaml/generate-traps.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(300);

type Texts = Readonly<Record<string, string>>;

const resource = (name: string, value = 0): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  v: "${value}"\n`;

/** A file that is no YAML. */
const template = (...resources: readonly string[]): string => `{{ if .x }}\n${resources.join('---\n')}{{ end }}\n`;

const CONFIG = resource('own').slice('apiVersion: v1\n'.length);

function merged(base: Texts, theirs: Texts, local: Texts, options?: MergeOptions) {
  const of = (texts: Texts): ReadonlyMap<string, string> => new Map(Object.entries(texts));
  const { files, conflicts, results } = mergePackages(
    { base: of(base), theirs: of(theirs), local: of(local) },
    options,
  );
  return {
    files: Object.fromEntries(files),
    conflicts: conflicts.map(({ kind, file, values }) => [kind, file.path, values.theirs]),
    messages: results.map(({ file, message }) => `${file?.path}: ${message}`),
  };
}

describe('resources in files that are merged by lines', () => {
  it('are a conflict if each side moves one to another file', () => {
    const base = { 'a.yaml': resource('a'), 'b.yaml': template(resource('b')), 'c.yaml': template(resource('c')) };
    const theirs = { 'b.yaml': template(resource('a'), resource('b')), 'c.yaml': base['c.yaml'] };
    const local = { 'b.yaml': base['b.yaml'], 'c.yaml': template(resource('a'), resource('c')) };
    const message = 'ConfigMap a occurs 2 times now, in b.yaml and c.yaml';
    assert.deepEqual(merged(base, theirs, local).conflicts, [['invalid', 'b.yaml', message]]);
    assert.deepEqual(merged(base, theirs, local, { answer: () => 'theirs' }).messages, [`b.yaml: ${message}`]);
  });

  it('are named if they are lost with a file that local deletes', () => {
    const base = { 'a.yaml': template(resource('a'), resource('b')), 'c.yaml': template(resource('c')) };
    const theirs = { 'a.yaml': template(resource('b')), 'c.yaml': template(resource('a'), resource('c')) };
    const local = { 'a.yaml': base['a.yaml'] };
    const { files, messages } = merged(base, theirs, local);
    assert.deepEqual(files, { 'a.yaml': theirs['a.yaml'] });
    assert.deepEqual(messages, [
      'c.yaml: stays deleted, though new changes it',
      'c.yaml: ConfigMap a is lost: new has it in c.yaml, local in a.yaml, and the merged text has it in neither',
    ]);
  });

  it('are named if new moves one that local deletes', () => {
    const base = { 'a.yaml': template(resource('a')), 'c.yaml': resource('c') };
    const theirs = { 'c.yaml': `${resource('c')}---\n${resource('a')}` };
    const { files, messages } = merged(base, theirs, { 'c.yaml': resource('c') });
    assert.deepEqual(files, theirs);
    assert.deepEqual(messages, ['a.yaml: ConfigMap a is in c.yaml, though local deleted it']);
  });

  it('are known by the lines of a template with other syntax in them', () => {
    const text = resource('"{{ .name }}-x"')
      .replace('v1\n', 'apps/v1 # beta\n')
      .replace('\ndata:', '\n  namespace: north\ndata:');
    const base = { 'a.yaml': template(text), 'c.yaml': resource('c') };
    const theirs = { 'c.yaml': `${resource('c')}---\n${text}` };
    const { messages } = merged(base, theirs, { 'c.yaml': resource('c') });
    assert.deepEqual(messages, ['a.yaml: ConfigMap {{ .name }}-x is in c.yaml, though local deleted it']);
  });

  /** Texts that are no YAML, or are with the lines of a template, with their resource; undefined if it is uncertain. */
  const shown: readonly (readonly [name: string, text: string, resource: string | undefined])[] = [
    ['a quoted text', `note: "\nkind: Trap"\n${CONFIG}`, undefined],
    ['a text in single quotes', `note: '\nkind: Trap'\n${CONFIG}`, undefined],
    ['a flow map', `note: {\nkind: Trap }\n${CONFIG}`, undefined],
    ['a quoted text that never ends', `note: "\n${CONFIG}`, undefined],
    ['a quoted text that ends in other text', `note: "\nkind: Trap" x\n${CONFIG}`, undefined],
    ['a quoted annotation', CONFIG.replace('  name', '  note: "\n  name: trap"\n  name'), undefined],
    ['labels in flow style', CONFIG.replace('  name', '  labels: {\n  name: trap }\n  name'), undefined],
    ['a block scalar', `note: |\n  kind: Trap\n${CONFIG}`, 'ConfigMap own'],
    [
      'labels below a deeper comment',
      CONFIG.replace('  name', '    # x\n  labels:\n    name: trap\n  name'),
      'ConfigMap own',
    ],
    ['a comment of a template', `{{/*\nkind: Trap\n*/}}\n${CONFIG}`, 'ConfigMap own'],
    ['another branch of a template', `{{ if .x }}\nkind: Trap\n{{ else }}\n${CONFIG}`, undefined],
    ['an equal branch of a template', `{{ if .x }}\nkind: ConfigMap\n{{ else }}\n${CONFIG}`, 'ConfigMap own'],
    ['a name in a block scalar', CONFIG.replace('own', '>\n    own'), undefined],
    ['an anchored kind', CONFIG.replace('ConfigMap', '&kind ConfigMap'), undefined],
    ['a name from a template', CONFIG.replace('own', '{{ .name }}-x # own'), 'ConfigMap {{ .name }}-x'],
    [
      'a name in quotes from a template',
      CONFIG.replace('own', '"{{ default "a" .b }}"'),
      'ConfigMap {{ default "a" .b }}',
    ],
  ];
  for (const [name, text, subject] of shown) {
    it(`are named by certain lines only: ${name}`, () => {
      const { messages } = merged({ 'a.yaml': `${text}{{ end }}\n` }, { 'b.yaml': `${text}{{ end }}\n` }, {});
      const ofFile =
        'b.yaml: is added by new, but may be a.yaml, which local removed: remove it, too, if it is the same';
      const warning = `b.yaml: ${subject} is in b.yaml, though local deleted it`;
      assert.deepEqual(messages, [subject === undefined ? ofFile : warning]);
    });
  }

  it('are named in a file with conflict markers', () => {
    const file = (value: number) => ({ 'a.yaml': template(resource('a', value)) });
    const markers = { size: 7, names: { local: 'local', theirs: 'new' } };
    const { conflicts, messages } = merged(file(0), file(1), file(2), { markers });
    assert.equal(conflicts.length, 1);
    assert.deepEqual(messages, []);
  });

  it('have no other identity than the complete reader gives them', () => {
    let told = 0;
    fc.assert(
      fc.property(traps(), (text) => {
        const [want] = new VersionFile('a.yaml', text).identities;
        const [identity] = new VersionFile('a.yaml', `${text}\n{{ end }}\n`).identities;
        if (want === undefined || identity === undefined) return;
        assert.equal(identity, want);
        told++;
      }),
      { numRuns: RUNS },
    );
    assert.ok(told > RUNS / 100);
  });
});
