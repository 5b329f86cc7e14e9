import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { hostOnFiles, HOSTING_KPTFILE, type HostedProgram } from '../support/hosted-files.ts';
import { hostOnList } from '../support/hosted-list.ts';

const LIST = `# of the list
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
# above
- # head
  apiVersion: v1 # one
  kind: ConfigMap
  metadata:
    name: a
    annotations:
      config.kubernetes.io/path: 'a.yaml'
  data: # of data
    k:  v
    m: |
      text
        deeper

  # within
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: web}   # flow
  spec:
      containers:
        - name: c # the first
          image: 'c:1'
        - name: d # the second
functionConfig:
  # of it
  apiVersion: v1
  kind: ConfigMap
  metadata:
    name: cfg
  data: {k: v}
results:
- message: earlier
  severity: info
`;

const JSON_LIST = `${JSON.stringify(parse(LIST), undefined, 2)}\n`;

const SPEC = /^ {2}spec:\n(?: {4}.*\n)*/m;

/** Returns a program that replaces texts of its input, all of which must be there. */
function edits(...pairs: readonly (readonly [from: string | RegExp, to: string])[]): HostedProgram {
  return (input) =>
    pairs.reduce((text, [from, to]) => {
      assert.notEqual(text.search(from), -1, `${from} is not in ${text}`);
      return text.replace(from, to);
    }, input);
}

type Row = readonly [
  program: HostedProgram,
  want: readonly (readonly [from: string | RegExp, to: string])[],
  list?: string,
];

const ROWS: Readonly<Record<string, Row>> = {
  'changes nothing': [(input) => input, []],
  'changes values': [
    edits([/k: {2}v/, 'k: w'], [/c:1/, 'c:2']),
    [
      ['k:  v', 'k:  w'],
      ['c:1', 'c:2'],
    ],
  ],
  'adds comments to several items': [
    edits([/k: {2}v/, 'k:  v # new'], [/image: 'c:1'/, "image: 'c:1' # pinned"]),
    [
      ['k:  v', 'k:  v # new'],
      ["image: 'c:1'", "image: 'c:1' # pinned"],
    ],
  ],
  'reverses a list with comments': [
    edits([
      /( +)- name: c # the first\n +image: 'c:1'\n +- name: d # the second\n/,
      "$1- name: d # the second\n$1- name: c # the first\n$1  image: 'c:1'\n",
    ]),
    [
      [
        "        - name: c # the first\n          image: 'c:1'\n        - name: d # the second\n",
        "        - name: d # the second\n        - name: c # the first\n          image: 'c:1'\n",
      ],
    ],
  ],
  'removes an item': [
    edits([SPEC, ''], [/- apiVersion: apps.*\n(?: .*\n)*/, '']),
    [[/- apiVersion: apps.*\n(?: .*\n)*/, '']],
  ],
  'adds an item': [
    edits([/^functionConfig/m, '- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: new\nfunctionConfig']),
    [
      [
        /^functionConfig/m,
        '- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: new\n    annotations:\n      internal.config.kubernetes.io/path: configmap_new.yaml\n      internal.config.kubernetes.io/index: "0"\nfunctionConfig',
      ],
    ],
  ],
  'edits a list with CRLF': [edits([/k: {2}v/, 'k: w']), [['k:  v', 'k:  w']], LIST.replaceAll('\n', '\r\n')],
  'keeps strings in which other readers see line breaks': [
    edits([/k: {2}v/, 'k: w']),
    [['k:  v', 'k:  w']],
    LIST.replace("'c:1'", '"a\u2028b\u0085\u2029c"'),
  ],
  'edits a list in JSON': [edits([/"k": "v"/, '"k": "w"']), [['"k": "v"', '"k": "w"']], JSON_LIST],
  'edits a list with an anchor of another item': [
    edits([/k: {2}v/, 'k: w']),
    [['k:  v', 'k:  w']],
    LIST.replace('{name: web}', '&m {name: web}').replace('- message', '- tags: {x: y}\n  message'),
  ],
};

describe('a function of another program on a ResourceList', () => {
  for (const [title, [program, want, list = LIST]] of Object.entries(ROWS))
    it(title, async () => {
      const text = want.reduce((before, [from, to]) => before.replace(from, to), list);
      assert.deepEqual(await hostOnList(list, program), { text, errors: [] });
    });

  it('takes an item to another path with its comments', async () => {
    const { text } = await hostOnList(
      LIST,
      edits([/config.kubernetes.io\/path: 'a.yaml'/, "config.kubernetes.io/path: 'b.yaml'"]),
    );
    assert.match(
      text,
      /^- # above\n {2}# head\n {2}apiVersion: v1 # one\n(?:.*\n)*? {6}internal.config.kubernetes.io\/path: b.yaml$/m,
    );
    for (const comment of ['# of data', '# within', '# the first']) assert.ok(text.includes(comment), comment);
  });

  it('is sent its function config, with the comments in it', async () => {
    let sent = '';
    await hostOnList(LIST, (input) => (sent = input));
    assert.match(sent, /^functionConfig:\n {2}# of it\n {2}apiVersion: v1\n {2}kind: ConfigMap\n/m);
  });
});

const ELEMENTS = `# of the list
apiVersion: v1
kind: List
items:
  # above
  - # head
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: a # it
    data: {k: v}
  - not: a resource
  - apiVersion: v1
    kind: ConfigMap
    metadata:
      name: b # b
# end
`;

const TYPED = `apiVersion: v1
kind: ConfigMapList
items:
- metadata: {name: t} # typed
  data:
    k: v # value
`;

const FILES = { Kptfile: HOSTING_KPTFILE, 'list.yaml': ELEMENTS, 'typed.yaml': TYPED };

describe('a list of resources without a name, in a package', () => {
  it('is sent to a function of another program as its elements', async () => {
    let sent = '';
    const { files, errors } = await hostOnFiles(FILES, (input) => (sent = input));
    assert.deepEqual([files, errors], [FILES, []]);
    const { items } = parse(sent) as { items: { kind: string; metadata: { name: string } }[] };
    assert.deepEqual(
      items.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
      ['Kptfile shop', 'ConfigMap a', 'ConfigMap b', 'ConfigMap t'],
    );
  });

  it('is sent whole if it has a name, as by kpt', async () => {
    let sent = '';
    const named = ELEMENTS.replace('items:', 'metadata: {name: l}\nitems:');
    await hostOnFiles({ ...FILES, 'list.yaml': named }, (input) => (sent = input));
    assert.match(sent, /kind: List\n/);
  });

  const edited: Readonly<Record<string, readonly [program: HostedProgram, want: Readonly<Record<string, string>>]>> = {
    'edits an element': [edits([/k: v/, 'k: w']), { 'list.yaml': ELEMENTS.replace('k: v', 'k: w') }],
    'edits an element of a typed list, and adds comments': [
      edits([/k: v # value/, 'k: w # new'], [/name: b # b/, 'name: c # c']),
      {
        'typed.yaml': TYPED.replace('v # value', 'w # new'),
        'list.yaml': ELEMENTS.replace('name: b # b', 'name: c # c'),
      },
    ],
    'removes an element': [
      edits([/^- # head\n(?: .*\n)*/m, '']),
      { 'list.yaml': ELEMENTS.replace(/ {2}# above\n(?:.*\n)*?(?= {2}- not)/, '') },
    ],
    'moves elements to files of their own': [
      edits(
        [/'list.yaml'/, "'a.yaml'"],
        [/'list.yaml'/, "'a.yaml'"],
        [/'typed.yaml'/, "'t.yaml'"],
        [/'typed.yaml'/, "'t.yaml'"],
      ),
      {
        'list.yaml': ELEMENTS.replace(/ {2}# above\n(?:.*\n)*?(?= {2}- not)/, ''),
        'typed.yaml': 'apiVersion: v1\nkind: ConfigMapList\nitems: []\n',
        'a.yaml': '# above\n# head\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a # it\ndata: {k: v}\n',
        't.yaml': 'metadata: {name: t} # typed\ndata:\n  k: v # value\napiVersion: v1\nkind: ConfigMap\n',
      },
    ],
  };
  for (const [title, [program, want]] of Object.entries(edited))
    it(`is written where it is by a function that ${title}`, async () => {
      assert.deepEqual(await hostOnFiles(FILES, program), { files: { ...FILES, ...want }, errors: [], results: [] });
    });
});
