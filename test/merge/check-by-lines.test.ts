import assert from 'node:assert/strict';
import { mergePackages, type Answer } from '../../src/merge/index.ts';

type Texts = Readonly<Record<string, string>>;

const resource = (name: string, value = 0): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  v: "${value}"\n`;

/** A file that is no YAML. */
const template = (...resources: readonly string[]): string => `{{ if .x }}\n${resources.join('---\n')}{{ end }}\n`;

function merged(base: Texts, theirs: Texts, local: Texts, answer?: Answer) {
  const of = (texts: Texts): ReadonlyMap<string, string> => new Map(Object.entries(texts));
  const { files, conflicts, results } = mergePackages(
    { base: of(base), theirs: of(theirs), local: of(local) },
    { answer: () => answer },
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
    const message = 'ConfigMap a is there 2 times now, in b.yaml and c.yaml';
    assert.deepEqual(merged(base, theirs, local).conflicts, [['invalid', 'b.yaml', message]]);
    assert.deepEqual(merged(base, theirs, local, 'theirs').messages, [`b.yaml: ${message}`]);
  });

  it('are named if they are lost with a file that local deletes', () => {
    const base = { 'a.yaml': template(resource('a'), resource('b')), 'c.yaml': template(resource('c')) };
    const theirs = { 'a.yaml': template(resource('b')), 'c.yaml': template(resource('a'), resource('c')) };
    const local = { 'a.yaml': base['a.yaml'] };
    const { files, messages } = merged(base, theirs, local);
    assert.deepEqual(files, { 'a.yaml': theirs['a.yaml'] });
    assert.deepEqual(messages, [
      'c.yaml: stays deleted, though new changes it',
      'c.yaml: ConfigMap a is lost: new has it in c.yaml, local in a.yaml, and the text taken in neither',
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
});
