import assert from 'node:assert/strict';
import { expand } from './expanded-variants.ts';
import { variantSet } from './variant-set-items.ts';

interface Row {
  readonly name: string;
  /** In flow style. The target is package `foo` in repository `r`. */
  readonly template: string;
  /** Fields of the PackageVariant other than upstream and downstream, in the order of its keys. */
  readonly want: Readonly<Record<string, unknown>>;
}

const rows: readonly Row[] = [
  { name: 'adds nothing for an empty template', template: '{}', want: {} },
  {
    name: 'adds nothing for empty maps and lists except the package context',
    template:
      '{labels: {}, labelExprs: [], annotations: {}, packageContext: {data: {}, removeKeys: []}, pipeline: {mutators: [], validators: []}, injectors: []}',
    want: { packageContext: {} },
  },
  {
    name: 'adds nothing for null',
    template:
      '{downstream: ~, labels: ~, labelExprs: ~, packageContext: ~, pipeline: ~, injectors: ~, adoptionPolicy: ~}',
    want: {},
  },
  {
    name: 'copies every plain field, in the order of the type of PackageVariant',
    template:
      '{injectors: [{name: i, kind: K, version: v1, group: g}], pipeline: {validators: [{image: v}], mutators: [{image: m}]}, packageContext: {removeKeys: [k], data: {d: e}}, annotations: {c: d}, labels: {a: b}, deletionPolicy: orphan, adoptionPolicy: adoptExisting}',
    want: {
      adoptionPolicy: 'adoptExisting',
      deletionPolicy: 'orphan',
      labels: { a: 'b' },
      annotations: { c: 'd' },
      packageContext: { data: { d: 'e' }, removeKeys: ['k'] },
      pipeline: { mutators: [{ image: 'm' }], validators: [{ image: 'v' }] },
      injectors: [{ group: 'g', version: 'v1', kind: 'K', name: 'i' }],
    },
  },
  {
    name: 'copies the other policies',
    template: '{adoptionPolicy: adoptNone, deletionPolicy: delete}',
    want: { adoptionPolicy: 'adoptNone', deletionPolicy: 'delete' },
  },
  ...(
    [
      ['labels', 'labelExprs'],
      ['annotations', 'annotationExprs'],
    ] as const
  ).map(([plain, exprs]): Row => ({
    name: `lets later ${exprs} override ${plain} and earlier ones, and sorts by key`,
    template: `{${plain}: {z: plain, a: plain, b: plain}, ${exprs}: [{key: b, value: first}, {key: r, valueExpr: repoDefault}, {keyExpr: "'r'", value: second}, {keyExpr: packageDefault, valueExpr: "repoDefault + '/' + packageDefault"}, {key: a}]}`,
    want: { [plain]: { a: '', b: 'first', foo: 'r/foo', r: 'second', z: 'plain' } },
  })),
  {
    name: 'renders expressions without plain entries',
    template: '{labelExprs: [{key: a, valueExpr: repoDefault}]}',
    want: { labels: { a: 'r' } },
  },
  {
    name: 'sorts the keys to remove in the package context and drops duplicates',
    template:
      '{packageContext: {data: {a: plain, b: plain}, dataExprs: [{key: a, valueExpr: repoDefault}], removeKeys: [z, k, z], removeKeyExprs: [packageDefault, "\'k\'", "\'B\'"]}}',
    want: { packageContext: { data: { a: 'r', b: 'plain' }, removeKeys: ['B', 'foo', 'k', 'z'] } },
  },
  {
    name: 'renders functions with their config, fields in the order of the type',
    template:
      '{pipeline: {mutators: [{name: f, configMapExprs: [{key: b, valueExpr: repoDefault}, {key: a, value: c}], configMap: {b: plain, d: e}, image: m, selectors: [{name: s, kind: K}]}, {exec: e, configPath: p}, {configMapExprs: [], configMap: {}, image: m}], validators: [{image: v, configMapExprs: [{keyExpr: repoDefault}]}]}}',
    want: {
      pipeline: {
        mutators: [
          {
            image: 'm',
            configMap: { a: 'c', b: 'r', d: 'e' },
            name: 'f',
            selectors: [{ kind: 'K', name: 's' }],
          },
          { exec: 'e', configPath: 'p' },
          { image: 'm' },
        ],
        validators: [{ image: 'v', configMap: { r: '' } }],
      },
    },
  },
  {
    name: 'keeps an empty function name, and treats a null list as absent',
    template: '{pipeline: {mutators: [{image: m, name: ""}], validators: ~}}',
    want: { pipeline: { mutators: [{ image: 'm', name: '' }] } },
  },
  { name: 'omits a pipeline without functions', template: '{pipeline: {mutators: ~, validators: []}}', want: {} },
  { name: 'omits an empty pipeline', template: '{pipeline: {}}', want: {} },
  {
    name: 'keeps the order of injectors, and an empty group as the core group',
    template: "{injectors: [{nameExpr: \"repoDefault + '-b'\", kind: K}, {name: a, group: '', version: v1}]}",
    want: {
      injectors: [
        { kind: 'K', name: 'r-b' },
        { group: '', version: 'v1', name: 'a' },
      ],
    },
  },
  {
    name: 'keeps keys that have a meaning in JavaScript',
    template: `{labels: {constructor: b, __proto__: a}, labelExprs: [{keyExpr: "'toString'", valueExpr: repoDefault}]}`,
    want: {
      labels: Object.fromEntries([
        ['__proto__', 'a'],
        ['constructor', 'b'],
        ['toString', 'r'],
      ]),
    },
  },
];

describe('expand-package-variant-set: templates', () => {
  for (const { name, template, want } of rows) {
    it(name, async () => {
      const set = variantSet({ targets: `[{repositories: [{name: r}], template: ${template}}]` });
      const { variants, stderr } = await expand([set]);
      const spec = {
        upstream: { repo: 'example-repo', package: 'foo', revision: 1 },
        downstream: { repo: 'r', package: 'foo' },
        ...want,
      };
      assert.equal(stderr, '');
      // Compared as text, since the order of keys counts.
      assert.deepEqual(
        variants.map((variant) => JSON.stringify(variant.spec)),
        [JSON.stringify(spec)],
      );
    });
  }
});

describe('expand-package-variant-set: the downstream of templates', () => {
  const downstreams: readonly (readonly [downstream: string, want: string])[] = [
    ['{}', 'r/foo'],
    ['{repo: s}', 's/foo'],
    ['{package: bar}', 'r/bar'],
    ['{repo: s, package: bar}', 's/bar'],
    [`{repoExpr: "repoDefault + '-x'", packageExpr: "packageDefault + '-x'"}`, 'r-x/foo-x'],
    [`{repo: s, packageExpr: "repoDefault + '-' + packageDefault"}`, 's/r-foo'],
    ["{repoExpr: target.repo, packageExpr: target.package + 'x'}", 'r/foox'],
    ["{repo: '', package: '', repoExpr: '', packageExpr: ''}", 'r/foo'],
  ];
  for (const [downstream, want] of downstreams)
    it(`renders the downstream ${downstream}`, async () => {
      const targets = `[{repositories: [{name: r}], template: {downstream: ${downstream}}}]`;
      assert.deepEqual((await expand([variantSet({ targets })])).pairs, [want]);
    });
});
