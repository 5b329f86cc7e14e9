import { configMap, type Files } from '../cli/run-support.ts';
import { COMMENTED, COMPACT, ODD, SUBPACKAGES } from './foreign-packages.ts';
import { capture, foreign, withSteps } from './foreign.ts';
import type { Pipeline, Step } from './generate-pipeline.ts';

/** A package, and what its capturing functions are sent. */
export interface SentRow {
  readonly title: string;
  readonly files: Files;
  /** By default one capturing mutator. */
  readonly pipeline?: Partial<Pipeline>;
  /** Lines of what kpt sends: `[call, text]`. */
  readonly has: readonly (readonly [call: number, text: string])[];
  /** Number of calls. Default: 1. */
  readonly calls?: number;
  /**
   * Default: the bytes are equal. `data`: data, key order and item order are, comments and layout are not. `items`: so
   * are they, without the function config. `config`: the bytes of the function config are equal. `unordered`: data and
   * item order are equal.
   */
  readonly equal?: 'data' | 'items' | 'config' | 'unordered';
}

const one = (yaml: string): Files => ({ 'a.yaml': yaml });
const metadata = (text: string): Files => one(`apiVersion: v1\nkind: ConfigMap\nmetadata:${text}\ndata: {}\n`);
const CFG: Step = { configPath: 'cfg.yaml' };
const DEPLOYMENTS: Step = { selectors: [{ kind: 'Deployment' }] };
const NONE: Step = { selectors: [{ kind: 'Nothing' }] };

/** Values of a configMap, and what they are in the function config. */
const VALUES: readonly (readonly [value: string, sent: string])[] = [
  ['true', '"true"'],
  ['012', '"012"'],
  ['1.5', '"1.5"'],
  ['null', '"null"'],
  ['~', '"~"'],
  ['', '""'],
  ['2001-01-01', '"2001-01-01"'],
  ['1_000', '"1_000"'],
  ['0o7', '"0o7"'],
  ['.inf', '".inf"'],
  ['yes', 'yes'],
  ['on', 'on'],
  ['=', '='],
  ['<<', '<<'],
  ['v1.2.3', 'v1.2.3'],
  ["it's", "it's"],
  ['a\\b', 'a\\b'],
  ['é', 'é'],
  ['1:30', "'1:30'"],
  ['a/b:c', "'a/b:c'"],
  ['a: b', "'a: b'"],
  [' lead', "' lead'"],
  ['{a}', "'{a}'"],
  ['#x', "'#x'"],
  ['-', "'-'"],
  ['*', "'*'"],
  ['a\nb\n', '"a\\nb\\n"'],
  ['a\tb', '"a\\tb"'],
];

/** Rows of packages and configurations. */
export const SENT: readonly SentRow[] = [
  {
    title: 'lists that are not indented, several documents in a file',
    files: COMPACT,
    has: [
      [0, 'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- apiVersion: kpt.dev/v1\n'],
      [0, "      internal.config.kubernetes.io/package-path: '/FOLDER/p'\n"],
      [
        0,
        "      internal.config.kubernetes.io/annotations-migration-resource-id: '2'\n      internal.config.kubernetes.io/id: '3'\n      config.k8s.io/id: '3'\n",
      ],
      [0, '        containers:\n        - name: a\n          image: a:1\n'],
    ],
  },
  {
    title: 'indented lists',
    files: one(
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  ports:\n    - port: 80\n    - port: 81\n',
    ),
    has: [
      [0, "seqindent: 'wide'"],
      [0, '    ports:\n    - port: 80\n'],
    ],
  },
  {
    title: 'subpackages before their package, and files in order of their names',
    files: { ...SUBPACKAGES, 'below/Kptfile': String(withSteps({}, { mutators: [capture()] })['Kptfile']) },
    calls: 2,
    has: [
      [1, "package-path: '/FOLDER/p/below'"],
      [1, "config.kubernetes.io/path: 'plain/extra.yaml'"],
    ],
  },
  {
    title: 'a file of JSON',
    files: ODD,
    equal: 'data',
    has: [
      [
        0,
        '- {"kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": "object", "labels": {"b": "1"}, annotations: {config.kubernetes.io/index: \'0\', ',
      ],
    ],
  },
  {
    title: 'comments above the first key, above keys and elements, and beside values',
    files: one(
      '# head\napiVersion: v1 # version\nkind: Service\n# above\nmetadata: # beside a map\n  name: a # beside\nspec:\n  # ports\n  ports:\n  # the first\n  - port: 80 # http\n',
    ),
    has: [
      [0, '- # head\n  apiVersion: v1 # version\n'],
      [0, '    # ports\n    ports:\n    # the first\n    - port: 80 # http\n'],
    ],
  },
  {
    title: 'comments everywhere, four columns, folded text',
    files: COMMENTED,
    equal: 'data',
    has: [
      [0, '- # The web server.\n'],
      [0, '    z: >-\n      folded text\n'],
    ],
  },
  {
    title: 'blocks of text',
    files: one(
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: |\n    one\n\n    two\n  b: |-\n    no end\n  c: |+\n    all\n\n  d: "é"\n',
    ),
    has: [[0, '    a: |\n      one\n\n      two\n    b: |-\n      no end\n    c: |+\n      all\n\n    d: "é"\n']],
  },
  {
    title: 'no annotations: at the end of the metadata',
    files: metadata('\n  name: a\n  labels:\n    a: b'),
    has: [[0, "    labels:\n      a: b\n    annotations:\n      config.kubernetes.io/index: '0'\n"]],
  },
  {
    title: "annotations of its own: before kpt's",
    files: metadata('\n  name: a\n  annotations:\n    z: "1"\n    a: \'2\'\n    b: three\n  labels:\n    a: b'),
    has: [[0, "      b: three\n      config.kubernetes.io/index: '0'\n"]],
  },
  {
    title: 'empty annotations',
    files: metadata('\n  name: a\n  annotations: {}\n  labels: {a: b}'),
    equal: 'data',
    has: [[0, "    annotations:\n      config.kubernetes.io/index: '0'\n"]],
  },
  {
    title: 'annotations that are null',
    files: metadata('\n  name: a\n  annotations:\n  labels: {a: b}'),
    equal: 'data',
    has: [[0, "    annotations:\n      config.kubernetes.io/index: '0'\n"]],
  },
  {
    title: 'metadata in flow style',
    files: metadata(' {name: a, labels: {a: b}}'),
    has: [
      [
        0,
        "  metadata: {name: a, labels: {a: b}, annotations: {config.kubernetes.io/index: '0', config.kubernetes.io/path: 'a.yaml', ",
      ],
    ],
  },
  {
    title: 'annotations in flow style',
    files: metadata('\n  name: a\n  annotations: {a: b, "c": \'d\'}'),
    has: [[0, "    annotations: {a: b, \"c\": 'd', config.kubernetes.io/index: '0', "]],
  },
  {
    title: "annotations in kpt's names, at their places",
    files: metadata(
      "\n  name: a\n  annotations:\n    config.kubernetes.io/index: '7'\n    internal.config.kubernetes.io/path: 'foo'\n    note: hi\n    internal.config.kubernetes.io/other: 'keep'",
    ),
    has: [
      [
        0,
        "      config.kubernetes.io/index: '0'\n      internal.config.kubernetes.io/path: 'a.yaml'\n      note: hi\n      internal.config.kubernetes.io/other: 'keep'\n      config.kubernetes.io/path: 'a.yaml'\n",
      ],
    ],
  },
  {
    title: 'a Kptfile with comments',
    files: { Kptfile: '# head\napiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p # name\n' },
    has: [[0, 'items:\n- # head\n  apiVersion: kpt.dev/v1\n']],
  },
  {
    title: 'a configMap without data: no function config',
    files: COMPACT,
    pipeline: { mutators: [capture({ configMap: {} })] },
    has: [],
  },
  {
    title: 'a configMap of each kind of value',
    equal: 'config',
    files: {},
    pipeline: { mutators: VALUES.map(([value]) => capture({ configMap: { key: value } })) },
    calls: VALUES.length,
    has: VALUES.map(
      ([, sent], call) =>
        [
          call,
          `functionConfig:\n  apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: function-input\n  data: {key: ${sent}}\n`,
        ] as const,
    ),
  },
  {
    title: 'a configPath: with the annotations of the item',
    files: COMPACT,
    pipeline: { mutators: [capture(CFG)] },
    has: [
      [
        0,
        'functionConfig:\n  apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: cfg\n    annotations:\n      config.kubernetes.io/local-config: "true"\n      config.kubernetes.io/index: \'0\'\n',
      ],
    ],
  },
  {
    title: 'a configPath that is not selected',
    files: COMPACT,
    pipeline: { mutators: [capture({ ...CFG, ...DEPLOYMENTS })] },
    equal: 'items',
    has: [[0, 'functionConfig:\n']],
  },
  {
    title: 'a configPath that begins with ./',
    files: COMPACT,
    pipeline: { mutators: [capture({ configPath: './cfg.yaml' })] },
    equal: 'items',
    has: [[0, '      config.kubernetes.io/local-config: "true"\n  data:\n']],
  },
  {
    title: 'selected items: numbered anew, and with their places in the whole list',
    files: COMPACT,
    pipeline: { mutators: [capture(DEPLOYMENTS), capture({ selectors: [], exclude: [{ kind: 'Kptfile' }] })] },
    calls: 2,
    has: [
      [
        0,
        "seqindent: 'compact'\n      internal.config.k8s.io/kpt-resource-id: '1'\n      internal.config.kubernetes.io/annotations-migration-resource-id: '0'\n",
      ],
    ],
  },
  {
    title: 'an empty selection',
    files: COMPACT,
    pipeline: { mutators: [capture(NONE)] },
    has: [[0, 'kind: ResourceList\nitems: []\n']],
  },
  {
    title: 'an empty selection with a configMap',
    files: COMPACT,
    pipeline: { mutators: [capture({ ...NONE, configMap: { a: 'b' } })] },
    has: [[0, 'items: []\nfunctionConfig:\n']],
  },
  {
    title: 'validators: only with the ids',
    files: COMPACT,
    pipeline: { validators: [capture(), capture(DEPLOYMENTS)] },
    calls: 2,
    has: [[1, "seqindent: 'compact'\n      internal.config.kubernetes.io/id: '1'\n"]],
  },
  {
    title: 'a validator with a configPath',
    files: COMPACT,
    pipeline: { validators: [capture(CFG)] },
    equal: 'items',
    has: [[0, '      config.kubernetes.io/local-config: "true"\n  data:\n']],
  },
  {
    title: 'a function after one that copies',
    files: COMPACT,
    pipeline: { mutators: [capture(), capture(DEPLOYMENTS), capture()] },
    calls: 3,
    has: [[2, "      internal.config.kubernetes.io/id: '1'\n"]],
  },
  {
    title: 'edits of an own function',
    files: {
      ...COMPACT,
      'package-context.yaml': configMap(
        'kptfile.kpt.dev',
        '  annotations:\n    config.kubernetes.io/local-config: "true"\ndata:\n  name: root\n',
      ),
    },
    pipeline: { mutators: [{ exec: 'apply-package-context', configMap: { site: 'oslo' } }, capture()] },
    has: [[0, '    name: root\n    site: oslo\n']],
  },
  {
    title: 'a resource that a function added',
    files: COMPACT,
    pipeline: { mutators: [foreign('add', CFG), capture()] },
    equal: 'data',
    has: [
      [
        0,
        "    name: added\n    annotations:\n      internal.config.kubernetes.io/path: 'configmap_added.yaml'\n      config.kubernetes.io/path: 'configmap_added.yaml'\n      internal.config.kubernetes.io/package-path: '/FOLDER/p'\n      internal.config.kubernetes.io/annotations-migration-resource-id: '4'\n",
      ],
    ],
  },
  {
    title: 'a resource that a function added with its path',
    files: COMPACT,
    pipeline: { mutators: [foreign('add new/x.yaml'), capture()] },
    equal: 'data',
    has: [[0, "      internal.config.kubernetes.io/path: new/x.yaml\n      config.kubernetes.io/path: 'new/x.yaml'\n"]],
  },
  {
    title: 'items in the order of the function before',
    files: SUBPACKAGES,
    pipeline: { mutators: [foreign('reverse'), capture()] },
    equal: 'data',
    has: [[0, 'items:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: extra\n']],
  },
  {
    title: "annotations of the function before: behind kpt's, before the ids",
    files: {
      ...COMPACT,
      'b.yaml':
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n  annotations:\n    c: '1'\n  labels:\n    a: b\n",
    },
    pipeline: { mutators: [foreign('annotate t=g'), foreign('annotate yes=no'), capture(), capture(DEPLOYMENTS)] },
    calls: 2,
    equal: 'data',
    has: [
      [
        0,
        '      c: "1"\n      config.kubernetes.io/index: "0"\n      config.kubernetes.io/path: b.yaml\n      internal.config.kubernetes.io/index: "0"\n',
      ],
      [
        0,
        '      internal.config.kubernetes.io/seqindent: compact\n      t: g\n      "yes": "no"\n      internal.config.kubernetes.io/annotations-migration-resource-id: \'3\'\n',
      ],
    ],
  },
  {
    title: 'labels and annotations of the function before',
    files: COMPACT,
    pipeline: { mutators: [foreign('annotate t=g'), foreign('label t=g'), capture()] },
    equal: 'data',
    has: [
      [
        0,
        "seqindent: compact\n      t: g\n      internal.config.kubernetes.io/annotations-migration-resource-id: '1'\n",
      ],
    ],
  },
  {
    title: 'a resource that a function moved',
    files: COMPACT,
    pipeline: { mutators: [foreign('move web new/w.yaml'), capture()] },
    equal: 'data',
    has: [[0, 'config.kubernetes.io/path: new/w.yaml\n']],
  },
];
