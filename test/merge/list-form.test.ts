import assert from 'node:assert/strict';
import { mergePackages, type Answer } from '../../src/merge/index.ts';
import { configMap } from '../cli/run-support.ts';

const PATH = 'f.yaml';

function documents(...texts: readonly string[]): string {
  return texts.join('---\n');
}

/** Returns a `List` as kubectl prints it, with its kind below the items. */
function list(...texts: readonly string[]): string {
  const elements = texts.map((text) => text.replaceAll(/^(?=.)/gm, '    ').replace(/^ {4}(?=[^ #])/m, '  - '));
  return `apiVersion: v1\nitems:\n${elements.join('')}kind: List\n`;
}

type Texts = Readonly<Record<string, string>>;

function mergeFiles(base: Texts, theirs: Texts, local: Texts, answer?: Answer) {
  const of = (texts: Texts): ReadonlyMap<string, string> => new Map(Object.entries(texts));
  return mergePackages({ base: of(base), theirs: of(theirs), local: of(local) }, { answer: () => answer });
}

function merged(base: string, theirs: string, local: string | undefined, answer?: Answer) {
  const of = (text: string | undefined): Texts => (text === undefined ? {} : { [PATH]: text });
  const { files, conflicts, results } = mergeFiles(of(base), of(theirs), of(local), answer);
  return {
    text: files.get(PATH)?.toString(),
    conflicts: conflicts.map(({ kind, field }) => [kind, field]),
    messages: results.map(({ message }) => message),
  };
}

const [a, b, c] = ['a', 'b', 'c'].map((name) => configMap(name)) as [string, string, string];
const changed = (text: string, by: string, value = 1): string => `${text}data:\n  # of ${by}\n  ${by}: "${value}"\n`;
const clean = (text: string | undefined) => ({ text, conflicts: [], messages: [] });

/** Texts of base, and of its resources in the other form. */
const FORMS = [
  { title: 'documents that one side puts into a List', from: documents, to: list },
  { title: 'items of a List that one side makes documents', from: list, to: documents },
];

for (const { title, from, to } of FORMS)
  describe(title, () => {
    for (const [side, merge] of [
      ['theirs', (base: string, form: string, other: string) => merged(base, form, other)],
      ['local', (base: string, form: string, other: string) => merged(base, other, form)],
    ] as const) {
      const base = from(a, b, c);

      it(`stay deleted if the other side deletes some: ${side}`, () => {
        assert.deepEqual(merge(base, to(a, b, c), from(a, c)), clean(to(a, c)));
      });

      it(`keep what the other side changes and adds, with comments: ${side}`, () => {
        const wanted = to(changed(a, 'form'), changed(b, 'other'), c);
        assert.deepEqual(merge(base, to(changed(a, 'form'), b, c), from(a, changed(b, 'other'), c)), clean(wanted));
      });

      it(`are a conflict at the field that both sides change: ${side}`, () => {
        const { conflicts } = merge(from(changed(a, 'x')), to(changed(a, 'x', 2)), from(changed(a, 'x', 3)));
        assert.deepEqual(conflicts, [['edit/edit', to === list ? 'items[0].data.x' : 'data.x']]);
      });

      it(`are taken byte for byte if the other side changes nothing: ${side}`, () => {
        const form = `# of the file\n${to(a, changed(b, 'form'), c)}`;
        assert.deepEqual(merge(base, form, base), clean(form));
      });
    }

    it('stay deleted if local deletes the file', () => {
      assert.deepEqual(merged(from(a), to(a), undefined), clean(undefined));
    });

    it('merge again without a change', () => {
      const theirs = to(changed(a, 'theirs'), b, c);
      const { text = '' } = merged(from(a, b, c), theirs, from(a, c));
      assert.deepEqual(merged(theirs, theirs, text), clean(text));
    });
  });

describe('a resource that new moves into the List of another file, or out of one', () => {
  const wrapped = { 'all.yaml': list(a, b) };
  const plain = { 'f.yaml': a, 'g.yaml': b };

  for (const [title, base, theirs, deleted, edited] of [
    ['into', plain, wrapped, { 'f.yaml': a }, { ...plain, 'g.yaml': changed(b, 'local') }],
    ['out of', wrapped, plain, { 'all.yaml': list(a) }, { 'all.yaml': list(a, changed(b, 'local')) }],
  ] as const) {
    it(`is a conflict if local deletes it: ${title}`, () => {
      const { conflicts } = mergeFiles(base, theirs, deleted);
      assert.ok(conflicts.some(({ kind, resource }) => kind === 'identity' && resource?.name === 'b'));
      const { results } = mergeFiles(base, theirs, deleted, 'theirs');
      assert.ok(
        results.some(({ message }) => /^ConfigMap b is in \S.* in new and deleted in local: it stays/.test(message)),
      );
    });

    it(`is a conflict if local changes it: ${title}`, () => {
      const { conflicts } = mergeFiles(base, theirs, edited);
      assert.ok(conflicts.some(({ kind, resource }) => kind === 'identity' && resource?.name === 'b'));
    });

    it(`is decided by a rule that names it: ${title}`, () => {
      const of = (texts: Texts): ReadonlyMap<string, string> => new Map(Object.entries(texts));
      const rules = [{ resource: { kind: 'ConfigMap', name: 'b' }, path: '', take: 'local' as const }];
      const packages = { base: of(base), theirs: of(theirs), local: of(edited) };
      const { conflicts } = mergePackages(packages, { rules });
      assert.ok(!conflicts.some(({ kind }) => kind === 'identity'), JSON.stringify(conflicts));
    });

    it(`follows new if local leaves it: ${title}`, () => {
      const { files, conflicts, results } = mergeFiles(base, theirs, { ...base, 'c.yaml': c });
      assert.deepEqual([Object.fromEntries(files), conflicts, results], [{ ...theirs, 'c.yaml': c }, [], []]);
    });
  }
});

describe('documents that one side puts into a List', () => {
  it('keep the others beside it', () => {
    assert.deepEqual(
      merged(documents(a, b, c), documents(a, list(b, c)), documents(a, c)),
      clean(documents(a, list(c))),
    );
  });

  it('are changed by the other side wherever the List stands in the file', () => {
    const [theirs, local] = [documents(a, changed(b, 'theirs')), list(changed(b, 'theirs', 2), c)];
    const { conflicts } = merged(documents(a, b), theirs, local);
    assert.deepEqual(conflicts, [['add/add', 'items[0].data.theirs']]);
    const { text } = merged(documents(a, b), documents(a, changed(b, 'theirs')), list(b, c));
    assert.equal(text, list(changed(b, 'theirs'), c));
  });

  it('are a conflict if the other side has none of them any more', () => {
    for (const [theirs, local] of [
      [list(b, c), documents(a)],
      [documents(a), list(b, c)],
    ] as const)
      assert.deepEqual(merged(documents(a, b), theirs, local).conflicts, [['lines', undefined]]);
  });

  it('are merged by lines if the List has none for its items', () => {
    const flow =
      '{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}]}\n';
    assert.deepEqual(merged(documents(a, b), documents(flow, b), documents(changed(a, 'local'), b)).conflicts, [
      ['lines', undefined],
    ]);
    assert.deepEqual(merged(flow, a, flow.replace('"a"}', '"a", "namespace": "x"}')).conflicts, [['lines', undefined]]);
  });
});
