import assert from 'node:assert/strict';
import { mergePackages, type Answer } from '../../src/merge/index.ts';

type Files = Readonly<Record<string, string>>;

function merged(base: Files, theirs: Files, local: Files, answer?: Answer) {
  const of = (files: Files): ReadonlyMap<string, string> => new Map(Object.entries(files));
  const { files, conflicts, results } = mergePackages(
    { base: of(base), theirs: of(theirs), local: of(local) },
    { answer: () => answer },
  );
  return {
    files: Object.fromEntries(files),
    conflicts: conflicts.map(({ kind, file, field }) => [kind, file.path, field]),
    messages: results.map(({ severity, message, file }) => `${severity} ${file?.path ?? ''}: ${message}`),
  };
}

function configMap(name: string, a: number, more = ''): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  a: "${a}"\n${more}`;
}

const KPTFILE = 'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: sub\n';

describe('resources that move between files', () => {
  it('name a conflict by the file that has the resource afterwards', () => {
    const { files, conflicts } = merged(
      { 'a.yaml': configMap('one', 1) },
      { 'b.yaml': configMap('one', 2) },
      { 'a.yaml': configMap('one', 9) },
    );
    assert.deepEqual(conflicts, [['edit/edit', 'b.yaml', 'data.a']]);
    assert.deepEqual(files, { 'b.yaml': configMap('one', 9) });
  });

  it('bring their changes along, whichever side moves them', () => {
    const other = configMap('two', 1);
    const both = `${configMap('one', 1)}---\n${other}`;
    const moved = { 'a.yaml': other, 'b.yaml': configMap('one', 1) };
    const edited = { 'a.yaml': `${configMap('one', 5)}---\n${other}` };
    const want = { 'a.yaml': other, 'b.yaml': configMap('one', 5) };
    assert.deepEqual(merged({ 'a.yaml': both }, moved, edited).files, want);
    assert.deepEqual(merged({ 'a.yaml': both }, edited, moved).files, want);
  });

  for (const [what, edit] of [
    ['a marker', (text: string) => `${text}---\n`],
    ['a byte order mark', (text: string) => `\uFEFF${text}---\n`],
  ] as const)
    it(`leave no file with only ${what} behind`, () => {
      const before = { 'a.yaml': `---\n${configMap('one', 1)}` };
      const edited = { 'a.yaml': edit(configMap('one', 5)) };
      const moved = { 'b.yaml': configMap('one', 1) };
      for (const { files, conflicts } of [merged(before, edited, moved), merged(before, moved, edited)])
        assert.deepEqual([Object.keys(files), conflicts], [['b.yaml'], []]);
    });

  it('take the comments along that the other side added to the file', () => {
    const before = { 'a.yaml': configMap('one', 1) };
    const edited = { 'a.yaml': `${configMap('one', 5)}---\n# Empty.\n` };
    const moved = { 'b.yaml': configMap('one', 1) };
    assert.deepEqual(merged(before, edited, moved).files, { 'b.yaml': `${configMap('one', 5)}---\n# Empty.\n` });
  });

  it('are found in a file of the package that new does not change', () => {
    const [one, two, three] = [configMap('one', 1), configMap('two', 1), configMap('three', 1)];
    const base = { 'a.yaml': `${one}---\n${two}`, 'b.yaml': three };
    const local = { 'a.yaml': two, 'b.yaml': `${three}---\n${one}` };
    const edited = { ...base, 'a.yaml': `${configMap('one', 5)}---\n${two}` };
    assert.deepEqual(merged(base, edited, local).files, { ...local, 'b.yaml': `${three}---\n${configMap('one', 5)}` });
    const deleted = { ...base, 'a.yaml': two };
    assert.deepEqual(merged(base, deleted, local).files, { 'a.yaml': two, 'b.yaml': three });
    const added = { ...base, 'c.yaml': configMap('four', 1) };
    const addedByBoth = { ...base, 'b.yaml': `${three}---\n${configMap('four', 2)}` };
    assert.deepEqual(merged(base, added, addedByBoth).conflicts, [
      ['add/add', 'b.yaml', undefined],
      ['add/add', 'b.yaml', 'data.a'],
    ]);
  });

  it('are a conflict if both sides move one to another file', () => {
    const { conflicts } = merged(
      { 'a.yaml': configMap('one', 1) },
      { 'b.yaml': configMap('one', 1) },
      { 'c.yaml': configMap('one', 1) },
    );
    assert.deepEqual(conflicts, [['identity', 'c.yaml', undefined]]);
  });
});

/** Word that messages have for a side. */
type Word = 'new' | 'local';

describe('a resource that one side moves into a file that is merged by lines', () => {
  const [one, two] = [configMap('one', 1), configMap('two', 1)];
  const template = '{{ if .x }}\n{{ include "t" . }}\n{{ end }}\n';
  const base = { 'a.yaml': `${one}---\n${two}`, 't.yaml': configMap('t', 1) };
  const moved = { 'a.yaml': one, 't.yaml': `${configMap('t', 2)}---\n${configMap('two', 5)}` };
  const left = { 'a.yaml': `${one}---\n${configMap('two', 1, '  b: mine\n')}`, 't.yaml': template };
  const stays = (side: Word, other: Word): string =>
    `warning a.yaml: stays where ${side} has it: ${other} moves it to t.yaml, but the ${side} text of that file is used`;
  const taken = (side: Word): string => `warning t.yaml: both sides changed it: the ${side} version is used`;

  it('stays as local has it where new moves it, and local is the answer', () => {
    const { files, messages } = merged(base, moved, left, 'local');
    assert.deepEqual([files, messages], [left, [taken('local'), stays('local', 'new')]]);
  });

  it('stays as local has it where the conflict is open', () => {
    const { files, conflicts, messages } = merged(base, moved, left);
    assert.deepEqual([files, conflicts, messages], [left, [['lines', 't.yaml', undefined]], [stays('local', 'new')]]);
  });

  it('stays in the file to which local moved it', () => {
    const elsewhere = { 'a.yaml': one, 'c.yaml': two, 't.yaml': template };
    assert.deepEqual(merged(base, moved, elsewhere, 'local').files, elsewhere);
  });

  it('stays as local has it where local deleted the file to which new moves it', () => {
    const deleted = { 'a.yaml': base['a.yaml'] };
    assert.deepEqual(merged({ ...base, 't.yaml': template }, moved, deleted).files, deleted);
  });

  it('stays as new has it where local moves it, and new is the answer', () => {
    const { files, messages } = merged(base, left, moved, 'theirs');
    assert.deepEqual([files, messages], [left, [taken('new'), stays('new', 'local')]]);
    const alone = { 'a.yaml': two, 't.yaml': template };
    assert.deepEqual(merged({ ...base, 'a.yaml': two }, alone, { 't.yaml': moved['t.yaml'] }, 'theirs').files, alone);
  });

  it('moves with the answer of the side that moves it, also into a template', () => {
    assert.deepEqual(merged(base, moved, left, 'theirs').files, moved);
    assert.deepEqual(merged(base, left, moved, 'local').files, moved);
    const intoTemplate = { 'a.yaml': one, 't.yaml': `${template}---\n${two}` };
    const edited = { ...base, 't.yaml': '# mine\n' };
    assert.deepEqual(merged(base, intoTemplate, edited, 'theirs').files, intoTemplate);
    assert.deepEqual(merged(base, intoTemplate, edited, 'local').files, edited);
  });

  it('stays deleted if the other side deleted it', () => {
    const deleted = { 'a.yaml': one, 't.yaml': template };
    assert.deepEqual(merged(base, moved, deleted, 'local').files, deleted);
  });
});

describe('a subpackage that new deletes', () => {
  const base = {
    'sub/Kptfile': KPTFILE,
    'sub/b.yaml': configMap('b', 1),
    'sub/c.yaml': configMap('c', 1),
    'd.txt': 'd\n',
  };
  const theirs = { 'd.txt': 'd\n' };

  it('is deleted if local did not change it', () => {
    assert.deepEqual(merged(base, theirs, base), { files: theirs, conflicts: [], messages: [] });
  });

  const edited = { ...base, 'sub/b.yaml': configMap('b', 2) };

  it('stays whole with the conflict of a changed resource, and with local as the answer', () => {
    assert.deepEqual(merged(base, theirs, edited).conflicts, [['delete/change', 'sub/b.yaml', undefined]]);
    assert.deepEqual(merged(base, theirs, edited).files, edited);
    assert.deepEqual(merged(base, theirs, edited, 'local').files, edited);
  });

  it('is deleted with new as the answer', () => {
    assert.deepEqual(merged(base, theirs, edited, 'theirs').files, theirs);
  });

  it('stays with a warning if local added a file to it', () => {
    const added = { ...base, 'sub/own.yaml': configMap('own', 1) };
    const { files, messages } = merged(base, theirs, added);
    assert.deepEqual(files, added);
    assert.deepEqual(messages, ['warning sub/Kptfile: the subpackage stays, though new deletes it: local changed it']);
  });
});

describe('a value that does not fit its tag', () => {
  it('is an error that names the file', () => {
    const text = (a: string): string => `a: ${a}\nb: !!int x\n`;
    assert.throws(
      () => merged({ 'v.yaml': text('1') }, { 'v.yaml': text('2') }, { 'v.yaml': text('3') }),
      /does not fit its tag/,
    );
  });
});
