import assert from 'node:assert/strict';
import { redactedLines } from '../../../src/package/diff-redaction.ts';
import { formatDiff } from '../../../src/package/diff.ts';

const secret = `apiVersion: v1
kind: Secret
metadata:
  name: s
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {"apiVersion":"v1","data":{"user":"b25lCg=="},"kind":"Secret"}
    note: shown
# was hush
data: # hush
  # hush
  user: b25lCg== # one
  key: |
    aaa
    bbb
# last: hush

  # hush
stringData:
  "note": >-
      hidden
      text
  last: hush
type: Opaque # hush
---
apiVersion: v1
kind: ConfigMap
data:
  shown: yes # shown
`;

const redacted = `apiVersion: v1
kind: Secret
metadata:
  name: s
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: (redacted)
      (redacted)
    note: shown
# (redacted)
data: # (redacted)
  # (redacted)
  user: (redacted)
  key: (redacted)
    (redacted)
    (redacted)
# (redacted)

  # (redacted)
stringData:
  "note": (redacted)
      (redacted)
      (redacted)
  last: (redacted)
type: Opaque # (redacted)
---
apiVersion: v1
kind: ConfigMap
data:
  shown: yes # shown
`;

const rows: readonly (readonly [name: string, text: string, want: string])[] = [
  ['block maps', secret, redacted],
  ['lines that end in CRLF', secret.replaceAll('\n', '\r\n'), redacted.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\uFEFF${secret}`, `\uFEFF${redacted}`],
  ['a second document', `a: b # c\n---\n${secret}`, `a: b # c\n---\n${redacted}`],
  ['a kind in another case', secret.replace('Secret', 'secret'), redacted.replace('Secret', 'secret')],
  ['another group', secret.replace('v1', 'core/v1'), redacted.replace('v1', 'core/v1')],
  ['no apiVersion', secret.replace('apiVersion: v1\n', ''), redacted.replace('apiVersion: v1\n', '')],
  [
    'a flow map',
    'apiVersion: v1\nkind: Secret\ndata: {a: x,\n  b: y } # z\ntype: t\n',
    'apiVersion: v1\nkind: Secret\ndata: (redacted)\n  (redacted)\ntype: t\n',
  ],
  [
    'JSON on one line',
    '{"apiVersion":"v1","kind":"Secret","stringData":{"a":"x"},"data":{"b":"y"}}',
    '{"apiVersion":"v1","kind":"Secret","stringData":(redacted)',
  ],
  [
    'JSON on one line after a byte order mark',
    '\uFEFF{"kind":"Secret","data":{"b":"y"}}',
    '\uFEFF{"kind":"Secret","data":(redacted)',
  ],
  [
    'an alias of all data',
    'metadata: {annotations: &a {k: v}}\nkind: Secret\ndata: *a\n',
    'metadata: {annotations: &a (redacted)\nkind: Secret\ndata: *a\n',
  ],
  [
    'an alias of one value',
    'metadata: {labels: {k: &a hush}}\nkind: Secret\ndata:\n  a: *a\n',
    'metadata: {labels: {k: &a (redacted)\nkind: Secret\ndata:\n  a: (redacted)\n',
  ],
  [
    'the items of a List, and of a List in it',
    'kind: List\nitems:\n- kind: List\n  items:\n  - kind: Secret\n    data:\n      a: x # y\n- kind: Role # z\n',
    'kind: List\nitems:\n- kind: List\n  items:\n  - kind: Secret\n    data:\n      a: (redacted)\n- kind: Role # z\n',
  ],
  [
    'the items of a SecretList without a kind of their own',
    'kind: SecretList\nitems:\n- data:\n    a: x\n- stringData: {a: x}\n',
    'kind: SecretList\nitems:\n- data:\n    a: (redacted)\n- stringData: (redacted)\n',
  ],
  [
    'an object embedded in another one',
    'kind: Work\nspec:\n  manifests:\n  - kind: Secret\n    data: {a: x}\n',
    'kind: Work\nspec:\n  manifests:\n  - kind: Secret\n    data: (redacted)\n',
  ],
  [
    'a text that holds a Secret',
    'kind: ConfigMap\ndata:\n  s.yaml: |\n    kind: Secret\n    data: {a: x}\n  other: shown\n',
    'kind: ConfigMap\ndata:\n  s.yaml: (redacted)\n    (redacted)\n    (redacted)\n  other: shown\n',
  ],
  [
    'duplicate fields',
    'kind: Secret\ndata:\n  a: x\ntype: t\ndata:\n  b: y\n',
    'kind: (redacted)\ndata:\n  (redacted)\ntype: (redacted)\ndata:\n  (redacted)\n',
  ],
  [
    'a document that cannot be read as data',
    'kind: Secret\nx: !!int y\ndata:\n  a: x\n',
    'kind: (redacted)\nx: (redacted)\ndata:\n  (redacted)\n',
  ],
];

const shown: readonly (readonly [name: string, text: string])[] = [
  ['a reference to a Secret', 'valuesFrom:\n- kind: Secret # shown\n  name: s # shown\n'],
  ['a kind that only starts with Secret', 'kind: SecretStore\ndata:\n  a: b # shown\n'],
  ['no document', '\n\n# shown\n'],
];

/** Edits that replace aliases and merge keys by copies of what they lead to. */
const copies: readonly (readonly [name: string, before: string, after: string])[] = [
  [
    'an alias of a value',
    'kind: Secret\nstringData: {a: &a hush}\nx: *a\n',
    'kind: Secret\nstringData: {a: &a hush}\nx: hush\n',
  ],
  [
    'an alias of a value of three characters, in another element',
    'items:\n- kind: Secret\n  data:\n    a: &a key\n- x: *a\n',
    'items:\n- kind: Secret\n  data:\n    a: &a key\n- x: key\n'
      .replaceAll('key', '"key"')
      .replace('&a "key"', '&a key'),
  ],
  [
    'an alias of lines',
    'kind: Secret\nstringData:\n  a: &a |\n    hush\n    key\nx: *a\n',
    'kind: Secret\nstringData:\n  a: |\n    hush\n    key\nx: |\n  hush\n  key\n',
  ],
  [
    'a merge key, whose map is then a copy',
    'x: &a\n  a: hush\nkind: Secret\nstringData:\n  <<: *a\n',
    'x:\n  a: hush\n  b: c\nkind: Secret\nstringData:\n  a: hush\n',
  ],
  [
    'a merge key with a value that another overrides',
    'kind: Secret\nstringData: &a {a: hush}\nx: {<<: *a}\n',
    'kind: Secret\nstringData: {}\nx:\n  <<: {a: hush}\n  a: b\n',
  ],
];

describe('lines of a diff', () => {
  for (const [name, before, after] of copies) {
    it(`hold no copy of a value of a Secret: ${name}`, () => {
      const lines = redactedLines([before, after]).flat().join('\n');
      assert.doesNotMatch(lines, /hush|[^<]key$/m);
      assert.match(lines, /^kind: Secret$|^- kind: Secret$/m);
    });
  }

  for (const [name, before, want] of rows) {
    it(`hold no value of a Secret: ${name}`, () => assert.deepEqual(redactedLines([before]), [want.split('\n')]));
  }

  for (const [name, text] of shown) {
    it(`show ${name}`, () => assert.deepEqual(redactedLines([text]), [text.split('\n')]));
  }

  it('show that a value of a Secret changed', () => {
    const after = secret.replace('  last: hush', '  last: other');
    const diff = formatDiff([{ path: 'a.yaml', before: secret, after }]);
    assert.match(diff, /^-  last: \(redacted\)\n\+  last: \(redacted\)$/m);
    assert.doesNotMatch(diff, /hush|other|hidden/);
  });

  for (const [before, after] of [
    ['Secret', 'ConfigMap'],
    ['ConfigMap', 'Secret'],
  ] as const) {
    it(`hold no value of a ${before} that becomes a ${after}`, () => {
      const text = (kind: string, value: string): string => `kind: ${kind}\ndata:\n  a: ${value}\n`;
      const diff = formatDiff([{ path: 'a', before: text(before, 'hush'), after: text(after, 'hushed') }]);
      assert.match(diff, /^-  a: \(redacted\)\n\+  a: \(redacted\)$/m);
    });
  }

  it('hold no value of 2,000 Secrets in one file', () => {
    const many = `${secret}---\n`.repeat(2000);
    assert.equal(redactedLines([many])[0]?.join('\n').includes('hush'), false);
  });
});

describe('a diff of a secretGenerator of a kustomization', () => {
  it('shows the keys of literals, and no value', () => {
    const text = (value: string): string => `secretGenerator:
- name: db
  type: Opaque
  literals:
  - user=me
  - "password=${value}"
  - many=${value}
      ${value}
  - ${value}
  files: [a.txt]
configMapGenerator:
- name: c
  literals:
  - shown=1
`;
    const [before] = redactedLines([text('hunter1'), text('hunter2')]);
    assert.equal(
      before?.join('\n'),
      `secretGenerator:
- name: db
  type: Opaque
  literals:
  - user=(redacted)
  - "password=(redacted)
  - many=(redacted)
      (redacted)
  - (redacted)
  files: [a.txt]
configMapGenerator:
- name: c
  literals:
  - shown=1
`,
    );
  });
});
