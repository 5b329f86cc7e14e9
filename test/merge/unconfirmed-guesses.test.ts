import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergePackages, type Answer, type MergedPackage, type MergeOptions } from '../../src/merge/index.ts';
import { conflictResults } from '../../cli/report/conflict-results.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(500);

type Files = string | Readonly<Record<string, string>>;

/** Base, new and local: the files, or the text of the only one. */
type Three = readonly [base: Files, theirs: Files, local: Files];

function merged([base, theirs, local]: Three, options: MergeOptions = {}): MergedPackage {
  const of = (files: Files): ReadonlyMap<string, string> =>
    new Map(Object.entries(typeof files === 'string' ? { 'a.yaml': files } : files));
  return mergePackages({ base: of(base), theirs: of(theirs), local: of(local) }, { kptfile: 'plain', ...options });
}

const placesOf = ({ conflicts }: MergedPackage): readonly string[] =>
  conflicts.map(
    ({ kind, resource, keyedField, field = '', candidate }) =>
      `${kind} ${resource?.name}:${keyedField ?? field} ${candidate ?? ''}`,
  );

const textOf = ({ files }: MergedPackage): string => [...files.values()].map(String).join('---\n');

const messagesOf = ({ results }: MergedPackage): readonly string[] =>
  results.filter(({ severity }) => severity === 'warning').map(({ message }) => message);

const answering = (answer: Answer): MergeOptions => ({ answer: () => answer });

const LABELS = ['instance: default', 'part-of: tekton', 'component: resolvers', 'managed-by: kustomize', 'version: v1'];

function configMap(name: string, data: string): string {
  const labels = LABELS.map((label) => `    app.kubernetes.io/${label}\n`).join('');
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  labels:\n${labels}data:\n  ${data}\n`;
}

const REPLACED: Three = [
  configMap('artifact-pvc', 'size: 5Gi'),
  configMap('bundle-resolver', 'default-kind: task'),
  configMap('artifact-pvc', 'size: 50Gi'),
];

function crd(plural: string, kind: string, ...versions: readonly string[]): string {
  const names = `  names:\n    kind: ${kind}\n    plural: ${plural}\n`;
  const spec = `spec:\n  group: example.com\n${names}  scope: Namespaced\n  versions:\n${versions.join('')}`;
  return `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: ${plural}.example.com\n${spec}`;
}

function version(name: string, type: string, ...more: readonly string[]): string {
  const lines = ['served: true', 'storage: true', `type: ${type}`, 'deprecated: false', ...more];
  return `  - name: ${name}\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

const CRD: Three = [
  crd('foos', 'Foo', version('v1alpha2', 'string')),
  crd('foos', 'Foo', version('v1', 'integer', 'more: x')),
  crd('foos', 'Foo', version('v1alpha2', 'string', 'mine: x')),
];

function settings(key: string, a: number): string {
  return `apiVersion: example.com/v1\nkind: Example\nmetadata:\n  name: e\nspec:\n  ${key}:\n    x: 1\n    w: 2\n    z: 3\n    a: ${a}\n`;
}

function service(name: string, port: number, type = 'ClusterIP'): string {
  return `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  type: ${type}\n  sessionAffinity: None\n  internalTrafficPolicy: Local\n  publishNotReadyAddresses: true\n  ports:\n  - port: ${port}\n`;
}

describe('a resource that one side may have renamed', () => {
  it('is a conflict that names the other resource, if the lines do not confirm it', () => {
    const found = merged(REPLACED);
    assert.deepEqual(placesOf(found), [
      'delete/change artifact-pvc: ConfigMap bundle-resolver in new, under another name',
    ]);
    const [result] = conflictResults(found.conflicts);
    assert.match(
      result?.message ?? '',
      /, or it may be ConfigMap bundle-resolver in new, under another name; local changes data\.size /,
    );
  });

  for (const [title, options] of [
    ['an answer', answering('local')],
    ['a rule', { rules: [{ resource: { kind: 'ConfigMap' }, take: 'local' }] }],
  ] as const)
    it(`stays beside what new added, with ${title} for local`, () => {
      const found = merged(REPLACED, options);
      assert.equal(textOf(found), `${REPLACED[1] as string}---\n${REPLACED[2] as string}`);
      assert.ok(found.results.some(({ message }) => message.includes('ConfigMap bundle-resolver in new')));
    });

  it('is replaced by what new added, with an answer for new', () => {
    assert.equal(textOf(merged(REPLACED, answering('theirs'))), REPLACED[1]);
  });

  it('stays beside the one of new if both sides gave it another name', () => {
    const three: Three = [service('one', 80), service('two', 81), service('three', 82)];
    const found = merged(three, answering('local'));
    assert.deepEqual(
      textOf(found)
        .match(/(?<=name: ).*/g)
        ?.toSorted(),
      ['three', 'two'],
    );
  });

  it('leaves what local renamed and new changed to the answer', () => {
    const three: Three = [service('one', 80), service('one', 81), service('two', 82)];
    assert.deepEqual(placesOf(merged(three)), ['delete/change one: Service two in local, under another name']);
    assert.equal(textOf(merged(three, answering('local'))), service('two', 82));
    assert.deepEqual(textOf(merged(three, answering('theirs'))).match(/(?<=name: ).*/g), ['one', 'two']);
  });

  it('is added with a warning if local deleted the resource', () => {
    const other = service('other', 1);
    const file = (text: string): string => `${other}---\n${text}`;
    const found = merged([file(service('one', 80)), file(service('two', 81)), other], answering('local'));
    assert.equal(textOf(found), file(service('two', 81)));
    assert.deepEqual(messagesOf(found), [
      'is added by new, but may be Service one under another name, which local removed: remove it, too, if it is the same',
    ]);
  });

  it('is certain if the lines confirm it, also around a conflict', () => {
    const three: Three = [service('one', 80), service('two', 80, 'NodePort'), service('one', 80, 'LoadBalancer')];
    assert.deepEqual(placesOf(merged(three)), ['edit/edit one:spec.type ']);
    assert.equal(textOf(merged(three, answering('local'))), service('two', 80, 'LoadBalancer'));
    assert.equal(textOf(merged(three, answering('theirs'))), service('two', 80, 'NodePort'));
  });

  it('is another one if only comments and lines that many resources share are alike', () => {
    const comments = '# Generated.\n# Do not edit.\n# Ask the owners.\n# See the handbook.\n# And the wiki.\n';
    const others = ['a', 'b', 'c', 'd'].map((name) => configMap(name, `own: ${name}`));
    const file = (...maps: readonly string[]): string => [...others, ...maps].join('---\n');
    const [one, two, edited] = REPLACED.map((text) => `${comments}${text as string}`) as [string, string, string];
    const found = merged([file(one), file(two), file(edited)]);
    assert.deepEqual(placesOf(found), ['delete/change artifact-pvc: ']);
    assert.equal(textOf(merged([file(one), file(two), file(edited)], answering('local'))), file(two, edited));
  });

  it('is another CustomResourceDefinition if it defines another type', () => {
    const versions = [version('v1', 'string'), version('v2', 'string')];
    const [one, two] = [crd('foos', 'Foo', ...versions), crd('bars', 'Bar', ...versions)];
    const edited = one.replace('Namespaced', 'Cluster');
    const found = merged([one, two, edited]);
    assert.deepEqual(placesOf(found), ['delete/change foos.example.com: ']);
    assert.equal(textOf(merged([one, two, edited], answering('local'))), `${two}---\n${edited}`);
  });
});

describe('an element or entry that one side may have renamed', () => {
  const NAMED =
    'delete/change foos.example.com:spec.versions[name=v1alpha2] the element with `name` "v1" in new, under another name';

  it('is a conflict about the element of base, by its key', () => {
    assert.deepEqual(placesOf(merged(CRD)), [NAMED]);
    assert.deepEqual(placesOf(merged([settings('k', 1), settings('new', 3), settings('k', 2)])), [
      'delete/change e:spec.k `new` in new, under another name',
    ]);
  });

  it('stays beside what new added, with local as the answer', () => {
    const versions = [version('v1', 'integer', 'more: x'), version('v1alpha2', 'string', 'mine: x')];
    assert.equal(textOf(merged(CRD, answering('local'))), crd('foos', 'Foo', ...versions));
    const found = textOf(merged([settings('k', 1), settings('new', 3), settings('k', 2)], answering('local')));
    assert.equal(found, `${settings('new', 3)}${settings('k', 2).slice(settings('k', 2).indexOf('  k:'))}`);
  });

  it('is replaced by what new added, with new as the answer', () => {
    assert.equal(textOf(merged(CRD, answering('theirs'))), CRD[1]);
  });

  it('stays beside all that a side added, with local as the answer, whatever the sides renamed and changed', () => {
    const edit = fc.record({ at: fc.nat(3), what: fc.constantFrom('rename', 'type', 'more', 'remove', 'add') });
    const base = ['v1', 'v2', 'v3'].map((name) => ({ name, type: 'string', more: ['same: x'] }));
    type Versions = typeof base;
    const edited = (edits: readonly { readonly at: number; readonly what: string }[], side: string): Versions =>
      edits.reduce<Versions>((list, { at, what }, n) => {
        const one = list[at];
        if (what === 'add') return list.toSpliced(at, 0, { name: `${side}${n}`, type: 'string', more: [] });
        if (one === undefined) return list;
        if (what === 'remove') return list.toSpliced(at, 1);
        if (what === 'rename') return list.with(at, { ...one, name: `${side}${n}` });
        return list.with(
          at,
          what === 'type' ? { ...one, type: side } : { ...one, more: [...one.more, `${side}${n}: x`] },
        );
      }, base);
    const file = (list: Versions): string =>
      crd('foos', 'Foo', ...list.map(({ name, type, more }) => version(name, type, ...more)));
    const edits = fc.array(edit, { minLength: 1, maxLength: 3 });
    const property = fc.property(edits, edits, (ofNew, ofLocal) => {
      const [theirs, local] = [edited(ofNew, 'n'), edited(ofLocal, 'l')];
      fc.pre(theirs.length > 0 && local.length > 0);
      const text = textOf(merged([file(base), file(theirs), file(local)], answering('local')));
      const found = new Set(text.match(/(?<=^ {2}- name: ).*/gm));
      const added = [...theirs, ...local].filter(({ name }) => !base.some((each) => each.name === name));
      for (const { name } of added) assert.ok(found.has(name), `${name} is lost\n${text}`);
    });
    fc.assert(property, { numRuns: RUNS });
  });

  it('has a warning if the lines confirm it, so that an edit moves with the name', () => {
    const [before, renamed] = [version('v1alpha2', 'string'), version('v1', 'string')];
    const edited = before.replace('deprecated: false', 'deprecated: true');
    const found = merged([crd('foos', 'Foo', before), crd('foos', 'Foo', renamed), crd('foos', 'Foo', edited)]);
    assert.equal(textOf(found), crd('foos', 'Foo', renamed.replace('deprecated: false', 'deprecated: true')));
    assert.deepEqual(messagesOf(found), [
      'becomes the element with `name` "v1", as in new: was the element with `name` "v1alpha2"',
    ]);
    assert.deepEqual(messagesOf(merged([settings('k', 1), settings('new', 1), settings('k', 2)])), [
      'becomes `new`, as in new: was `k`',
    ]);
  });
});
