import assert from 'node:assert/strict';
import {
  formatFieldPath,
  isSecretField,
  KrmError,
  makeNotice,
  makeResult,
  Resource,
  type Location,
} from '../../src/krm/index.ts';
import { readDocument, type Path, type SourceDocument, type Value } from '../../src/yaml/index.ts';

const read = (text: string, location?: Location): Resource => new Resource(readDocument(text), location);

describe('Resource', () => {
  it('reads the names of an object', () => {
    const { apiVersion, group, kind, name, namespace, ref, isLocalConfig } = read(
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop, annotations: {config.kubernetes.io/local-config: "true"}}\n',
    );
    assert.deepEqual(
      { apiVersion, group, kind, name, namespace, isLocalConfig },
      { apiVersion: 'apps/v1', group: 'apps', kind: 'Deployment', name: 'web', namespace: 'shop', isLocalConfig: true },
    );
    assert.deepEqual(ref, { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop' });
  });

  const object = 'apiVersion: v1\nkind: A\nmetadata:\n  name: a\n  namespace: n\n  labels: {x: y}\nspec:\n  name: z\n';
  const edits: readonly (readonly [name: string, edit: (document: SourceDocument) => void])[] = [
    ['another field', (d) => d.set(['spec', 'x'], 1)],
    ['a label', (d) => d.set(['metadata', 'labels', 'x'], 'z')],
    ['its name', (d) => d.set(['metadata', 'name'], 'b')],
    ['its name, to a map', (d) => d.set(['metadata', 'name'], { x: 'b' })],
    ['its namespace, which is removed', (d) => d.remove(['metadata', 'namespace'])],
    ['its kind, which is renamed', (d) => d.rename(['kind'], 'sort')],
    ['its API version', (d) => d.set(['apiVersion'], 'v2')],
    ['its metadata', (d) => d.set(['metadata'], { name: 'c' })],
    ['all of it', (d) => d.set([], { kind: 'C' })],
  ];
  for (const [name, edit] of edits) {
    it(`reads the names again after an edit of ${name}`, () => {
      const item = object.trimEnd().replaceAll('\n', '\n  ');
      const list = (): SourceDocument => readDocument(`kind: List\nitems:\n- ${item}\n- ${item}\n`);
      const field = (): SourceDocument => readDocument(`outer:\n  inner:\n    ${item.replaceAll('\n', '\n  ')}\n`);
      for (const document of [readDocument(object), list().view(['items', 1]), field().view(['outer', 'inner'])]) {
        const names = ({ apiVersion, kind, name: own, namespace }: Resource): object => ({
          apiVersion,
          kind,
          own,
          namespace,
        });
        const resource = new Resource(document);
        const sibling = document.whole.document.has(['items', 0])
          ? [new Resource(document.whole.document.view(['items', 0]))]
          : [];
        for (const each of [resource, ...sibling]) names(each);
        edit(document);
        document.whole.document.set(['outer', 'inner'], { kind: 'D' });
        for (let count = 0; count < 3; count++) document.whole.document.set(['status', `x${count}`], count);
        assert.deepEqual(names(resource), names(new Resource(readDocument(document.ownText()))));
        for (const each of sibling) assert.equal(each.name, 'a');
      }
    });
  }

  it('reads the names again after a field is renamed to one of them', () => {
    const resource = new Resource(readDocument('items:\n- sort: A\n').view(['items', 0]));
    assert.equal(resource.kind, '');
    resource.document.rename(['sort'], 'kind');
    assert.equal(resource.kind, 'A');
  });

  for (const text of [
    '3',
    '[a]',
    '{}',
    'apiVersion: v1\nkind: A\n',
    'apiVersion: v1\nkind: A\nmetadata: {name: 3}\n',
    'kind: !!int a\n',
  ]) {
    it(`is not a KRM object: ${JSON.stringify(text)}`, () => {
      const resource = read(text);
      assert.equal(resource.ref, undefined);
      assert.equal(resource.group, '');
      assert.equal(resource.isLocalConfig, false);
    });
  }

  it('reads the strings of a map, and omits other values', () => {
    const resource = read('metadata: {labels: {a: 3, b: true, c: null, d: {}, e: f}}');
    assert.deepEqual(
      [...resource.texts(['metadata', 'labels'])],
      [
        ['a', '3'],
        ['b', 'true'],
        ['e', 'f'],
      ],
    );
    assert.equal(resource.texts(['metadata', 'annotations']).size, 0);
  });

  it('reads an unquoted annotation', () => {
    assert.equal(read('metadata: {annotations: {a: 3, b: true, c: null, d: {}}}').annotation('a'), '3');
    assert.equal(read('metadata: {annotations: {a: 3, b: true, c: null, d: {}}}').annotation('b'), 'true');
    assert.equal(read('metadata: {annotations: {a: 3, b: true, c: null, d: {}}}').annotation('c'), undefined);
    assert.equal(read('metadata: {annotations: {a: 3, b: true, c: null, d: {}}}').annotation('d'), undefined);
  });

  it('reads the result of an edit', () => {
    const resource = read('kind: A\n');
    resource.document.set(['kind'], 'B');
    assert.equal(resource.kind, 'B');
  });

  it('reads each name anew after an edit, also at another location and through a view', () => {
    const resource = read('apiVersion: v1\nkind: A\nmetadata: {name: a, namespace: b}\n');
    const located = resource.located({ path: 'a.yaml' });
    const names = ({ apiVersion, kind, name, namespace }: Resource): string =>
      [apiVersion, kind, name, namespace].join(' ');
    assert.deepEqual([resource, located].map(names), ['v1 A a b', 'v1 A a b']);
    resource.document.set(['kind'], 'B');
    located.document.view(['metadata']).set(['name'], 'c');
    assert.deepEqual([resource, located].map(names), ['v1 B c b', 'v1 B c b']);
    located.document.rename(['apiVersion'], 'api');
    resource.document.remove(['metadata', 'namespace']);
    assert.deepEqual([resource, located].map(names), [' B c ', ' B c ']);
  });

  for (const [name, text, field, lines] of [
    ['name in flow style', 'apiVersion: v1\nkind: A\nmetadata: {name: a, name: b}\n', 'metadata.name', '3 and 3'],
    ['name in block style', 'apiVersion: v1\nkind: A\nmetadata:\n  name: a\n  name: b\n', 'metadata.name', '4 and 5'],
    ['kind', 'apiVersion: v1\nkind: A\nkind: B\nmetadata: {name: a}\n', 'kind', '2 and 3'],
    ['metadata', 'apiVersion: v1\nkind: A\nmetadata: {name: a}\nmetadata: {name: b}\n', 'metadata', '3 and 4'],
  ] as const)
    it(`refuses every edit of a resource with a duplicate ${name}`, () => {
      const all: readonly ((document: SourceDocument) => void)[] = [
        (document) => document.set(['spec'], 1),
        (document) => document.append(['l'], 1),
        (document) => document.insert(['l'], 0, 1),
        (document) => document.remove(['apiVersion']),
        (document) => document.rename(['apiVersion'], 'x'),
        (document) => document.rewrite('a: b\n'),
        (document) => document.view(['apiVersion']).set([], 'x'),
      ];
      for (const edit of all) {
        const resource = read(text, { path: 'a.yaml', index: 0, isFile: true });
        assert.throws(
          () => edit(resource.document),
          (error) => {
            assert.ok(error instanceof KrmError);
            const [found] = error.results;
            assert.equal(found?.message.includes(`in lines ${lines}: a key must be unique`), true, found?.message);
            assert.deepEqual([found.field?.path, found.file?.path], [field, 'a.yaml']);
            return true;
          },
        );
        assert.equal(resource.document.text(), text);
      }
    });

  it('names resource, field and file in errors of the document layer', () => {
    const resource = read('apiVersion: v1\nkind: A\nmetadata: {name: a}\nspec: {x: !!int b}\n', {
      path: 'a.yaml',
      index: 1,
    });
    for (const act of [
      () => resource.document.value(['spec', 'x']),
      () => resource.document.view(['spec']).value(['x']),
    ]) {
      assert.throws(act, (error) => {
        assert.ok(error instanceof KrmError);
        assert.deepEqual(error.results, [
          {
            message: 'the value does not fit its tag tag:yaml.org,2002:int at 4:17',
            severity: 'error',
            code: 'invalid-yaml',
            resourceRef: { apiVersion: 'v1', kind: 'A', name: 'a' },
            field: { path: 'spec.x' },
            file: { path: 'a.yaml', index: 1 },
          },
        ]);
        return true;
      });
    }
  });

  it('quotes no Secret in errors of the document layer', () => {
    const resource = read('apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {x: !!int hush}\n');
    assert.throws(
      () => resource.document.value(['data']),
      (error) => error instanceof KrmError && !error.message.includes('hush'),
    );
  });
});

describe('values of a Secret', () => {
  const secret = read('apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n');
  const rows: readonly (readonly [field: Path, want: boolean])[] = [
    [['data', 'key'], true],
    [['stringData', 'key'], true],
    [['data'], true],
    [[], true],
    [['metadata', 'labels', 'data'], false],
    [['metadata', 'annotations', 'kubectl.kubernetes.io/last-applied-configuration'], true],
    [['metadata', 'annotations', 'note'], false],
    [['type'], false],
  ];
  for (const [field, hidden] of rows) {
    it(`${hidden ? 'are hidden in' : 'do not include'} ${JSON.stringify(field)}`, () => {
      assert.equal(isSecretField(secret, field), hidden);
      const shown = hidden ? '(redacted)' : 'hush';
      const subject = { resource: secret, field, currentValue: 'hush', proposedValue: 'hush' };
      const want = { path: formatFieldPath(field), currentValue: shown, proposedValue: shown };
      assert.deepEqual(makeResult('info', 'm', { code: 'rule-applied', ...subject }).field, want);
      assert.deepEqual(makeNotice('m', subject).field, want);
    });
  }

  const others: readonly (readonly [text: string, field: Path, want: boolean])[] = [
    ['kind: ConfigMap\n', ['data'], false],
    ['apiVersion: example.com/v1\nkind: Secret\n', ['data'], true],
    ['kind: SecretList\nitems: [{data: {}}]\n', ['items', 0, 'data', 'key'], true],
    ['kind: SecretList\nitems: [{data: {}}]\n', ['items'], true],
    ['kind: SecretList\nitems: [{data: {}}]\n', ['items', 0, 'metadata', 'name'], false],
    ['kind: List\nitems: [{kind: Secret}]\n', ['items', 0, 'data', 'key'], true],
    ['kind: List\nitems: [{kind: Secret}]\n', ['items', 0, 'metadata', 'name'], false],
    ['kind: List\nitems: [{kind: ConfigMap}]\n', ['items', 0, 'data', 'key'], false],
  ];
  for (const [text, field, want] of others) {
    it(`${want ? 'are hidden' : 'are not hidden'} in ${JSON.stringify(field)} of ${JSON.stringify(text)}`, () =>
      assert.equal(isSecretField(read(text), field), want));
  }

  const values: readonly (readonly [name: string, value: Value, want: Value])[] = [
    ['a Secret', { kind: 'Secret', data: { a: 'hush' } }, '(redacted)'],
    ['a List with a Secret', { items: [{ kind: 'Secret', stringData: { a: 'hush' } }] }, '(redacted)'],
    ['a text that holds a Secret', '{\\"kind\\":\\"Secret\\",\\"data\\":{}}', '(redacted)'],
    ['a reference to a Secret', { kind: 'Secret', name: 's' }, { kind: 'Secret', name: 's' }],
    ['another text', 'the kind: Secrets', 'the kind: Secrets'],
  ];
  for (const [name, value, want] of values) {
    it(`are hidden in a field whose value is ${name}`, () => {
      const result = makeResult('info', 'm', {
        code: 'x-test',
        resource: read('kind: Work\n'),
        field: ['spec'],
        currentValue: value,
      });
      assert.deepEqual(result.field?.currentValue, want);
    });
  }
});
