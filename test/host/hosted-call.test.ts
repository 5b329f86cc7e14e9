import assert from 'node:assert/strict';
import { parse, parseDocument, stringify } from 'yaml';
import { callHosted, type CommentSource, type ProgramEnd } from '../../src/host/index.ts';
import { FunctionFailure } from '../../src/host/program.ts';
import { Resource } from '../../src/krm/resource.ts';
import { Resources } from '../../src/krm/resources.ts';
import { KrmError, type Result } from '../../src/krm/result.ts';
import { newDocument, readDocument } from '../../src/yaml/index.ts';

/** Plain data of an item. */
interface Item {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; annotations?: Record<string, string>; labels?: Record<string, string> };
  [field: string]: unknown;
}

interface List {
  items: Item[];
  results?: unknown;
}

const DONE = { stderr: '', exitCode: 0, isTimedOut: false };

const DEPLOYMENT = `# the shop
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web # main
spec:
  # two are enough
  replicas: 2
  template:
    spec:
      containers:
        # the server
        - name: web
          image: 'web:1' # pinned
        - name: log # beside
          image: "log:1"
`;

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {x: "1"}}   # flow\ndata: {k: v}\n';

/** Calls a function with resources, one in a file. Returns their texts afterwards, and how the call ended. */
async function call(
  texts: Readonly<Record<string, string>>,
  program: (input: string) => string | ProgramEnd,
  {
    positions,
    comments = 'added',
    isMutator = true,
  }: { positions?: readonly number[]; comments?: CommentSource; isMutator?: boolean } = {},
): Promise<{
  readonly files: Readonly<Record<string, string>>;
  readonly errors: readonly string[];
  readonly printed: readonly string[];
}> {
  const read = Object.entries(texts).map(
    ([path, text]) => new Resource(readDocument(text), { path, index: 0, packagePath: '/shop' }),
  );
  const stored = [...read];
  const resources = new Resources(read, {
    add(content, location) {
      const added = new Resource(newDocument(content), location);
      stored.push(added);
      return added;
    },
    remove: (index) => void stored.splice(index, 1),
  });
  const run = async (input: string): Promise<ProgramEnd> => {
    const end = program(input);
    return typeof end === 'string' ? { ...DONE, stdout: end } : end;
  };
  const fn = { name: 'fn', limit: '1s', allowsNoOutput: false, isEval: false, isMutator, call: run, comments };
  const ended = await callHosted(fn, resources, { config: undefined, positions }).catch((error: unknown) => error);
  const failure = ended instanceof KrmError ? ended : undefined;
  if (ended instanceof Error && failure === undefined) throw ended;
  const { results: printed = [], notices = [] } = ended as Partial<Record<'results' | 'notices', readonly Result[]>>;
  return {
    files: Object.fromEntries(stored.map(({ location, document }) => [location.path ?? 'none', document.text()])),
    errors: (failure?.results ?? []).map(({ message }) => message),
    printed: failure === undefined ? [...printed, ...notices].map(({ message }) => message) : [],
  };
}

/** Returns a program that edits plain data and prints them without comments. */
function plain(edit: (list: List) => void): (input: string) => string {
  return (input) => {
    const list = parse(input) as List;
    edit(list);
    return stringify(list);
  };
}

const web = (
  list: List,
): { spec: Record<string, unknown> & { template: { spec: { containers: Record<string, unknown>[] } } } } =>
  list.items[0] as never;

describe('a function of another program', () => {
  const files = { 'web.yaml': DEPLOYMENT, 'a.yaml': CONFIG };
  const edits: Readonly<Record<string, readonly [edit: (list: List) => void, want: Readonly<Record<string, string>>]>> =
    {
      'that changes nothing leaves each byte': [() => {}, files],
      'that changes a value changes its line': [
        (list) => (web(list).spec['replicas'] = 3),
        { ...files, 'web.yaml': DEPLOYMENT.replace('replicas: 2', 'replicas: 3') },
      ],
      'that adds a label adds a line': [
        (list) => list.items.forEach(({ metadata }) => (metadata.labels = { ...metadata.labels, app: 'shop' })),
        {
          'web.yaml': DEPLOYMENT.replace('# main\n', '# main\n  labels:\n    app: shop\n'),
          'a.yaml': CONFIG.replace('"1"}', '"1", app: shop}'),
        },
      ],
      'that inserts a container keeps the comments of the others': [
        (list) => web(list).spec.template.spec.containers.unshift({ name: 'proxy' }),
        {
          ...files,
          'web.yaml': DEPLOYMENT.replace('        # the server', '        - name: proxy\n        # the server'),
        },
      ],
      'that swaps containers moves their comments': [
        ({ items: [first] }) => {
          const pod = web({ items: [first as Item] }).spec.template.spec;
          pod.containers = pod.containers.toReversed();
        },
        {
          ...files,
          'web.yaml': `${DEPLOYMENT.slice(0, DEPLOYMENT.indexOf('        # the server'))}        - name: log # beside
          image: "log:1"
        # the server
        - name: web
          image: 'web:1' # pinned
`,
        },
      ],
      'that drops the ids and reverses the items is understood': [
        (list) => {
          list.items.reverse();
          for (const { metadata } of list.items)
            metadata.annotations = {
              'config.kubernetes.io/path': metadata.annotations?.['config.kubernetes.io/path'] ?? '',
              x: 'y',
            };
        },
        {
          'web.yaml': DEPLOYMENT.replace('# main\n', '# main\n  annotations:\n    x: "y"\n'),
          'a.yaml': CONFIG.replace('{x: "1"}', '{x: "1"}, annotations: {x: "y"}'),
        },
      ],
      'that drops all annotations leaves them out of the package, too': [
        (list) => list.items.forEach(({ metadata }) => delete metadata.annotations),
        files,
      ],
      'that removes an item removes its resource': [(list) => list.items.splice(0, 1), { 'a.yaml': CONFIG }],
      'that renames an item edits its name': [
        (list) => list.items.forEach(({ metadata }) => (metadata.name += '-b')),
        {
          'web.yaml': DEPLOYMENT.replace('name: web # main', 'name: web-b # main'),
          'a.yaml': CONFIG.replace('name: a', 'name: a-b'),
        },
      ],
      'that moves an item takes its text along': [
        (list) =>
          list.items.forEach(
            ({ metadata }) =>
              (metadata.annotations = {
                ...metadata.annotations,
                'config.kubernetes.io/path': `x/${metadata.name}.yaml`,
              }),
          ),
        { 'x/web.yaml': DEPLOYMENT, 'x/a.yaml': CONFIG },
      ],
      'that adds an item adds its text without the annotations of kpt': [
        (list) =>
          list.items.push({
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: {
              name: 'new',
              annotations: { 'config.kubernetes.io/path': 'new.yaml', 'internal.config.kubernetes.io/index': '0' },
            },
          }),
        { ...files, 'new.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: new\n' },
      ],
    };
  for (const [title, [edit, want]] of Object.entries(edits))
    it(title, async () => assert.deepEqual(await call(files, plain(edit)), { files: want, errors: [], printed: [] }));

  it('takes the comments at the end of an item along to another file', async () => {
    const text =
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  m: |\n    # text\n\n# end\n\n# of all\n';
    const program = (input: string): string => input.replaceAll(/path: 'a.yaml'/g, "path: 'b.yaml'");
    assert.deepEqual((await call({ 'a.yaml': text }, program)).files, {
      'b.yaml': text.replace('\n\n# end', '\n# end'),
    });
  });

  it('leaves a word that only some readers take for a boolean', async () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: yes\n  b: "on"\n  c: true\n';
    const program = (input: string): string =>
      input.replace('a: yes', 'a: true').replace('"on"', 'on').replace('c: true', 'c: no');
    const want = text.replace('c: true', 'c: "no"');
    assert.deepEqual((await call({ 'a.yaml': text }, program)).files, { 'a.yaml': want });
  });

  it('has its own quotes and numbers in new values, in the layout of the file', async () => {
    const text = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n    list:\n        - a: 1\n';
    const added = ['new:', "- v: 'one'", '  w: [1.10, 0x1F, "2", y]', '- {}'];
    const program = (input: string): string =>
      input.replace(/^( *)list:\n.*\n/m, (list, pad) => `${list}${added.map((line) => `${pad}${line}\n`).join('')}`);
    const want = `    new:
        - v: 'one'
          w:
              - 1.10
              - 0x1F
              - "2"
              - "y"
        - {}
`;
    assert.deepEqual((await call({ 'a.yaml': text }, program)).files, { 'a.yaml': text + want });
  });

  const NUMBERS: Readonly<Record<string, readonly [from: string, to: string, want: string]>> = {
    'under a new key that must be quoted': ['l: [1, 2]', 'n: 12345678901234567890123', '"n": 12345678901234567890123'],
    'in maps and lists under such keys': ['l: [1, 2]', 'no: {y: 1.10, off: [1e3]}', '"no": {"y": 1.10, "off": [1e3]}'],
    'in place of another': ['k: 1 # c', 'k: 1.10', 'k: 1.10 # c'],
    'in place of one of a key in quotes': ['"y": 3', '"y": 12345678901234567890123', '"y": 12345678901234567890123'],
    'in a list': ['l: [1, 2]', 'l: [1.10, 2]', 'l: [1.10, 2]'],
    'in a map in place of a string': ['s: v', 's: {a: 1.10}', 's: {a: 1.10}'],
  };
  for (const [title, [from, to, want]] of Object.entries(NUMBERS))
    it(`has its own text of a number ${title}`, async () => {
      const text = 'apiVersion: v1\nkind: X\nmetadata: {name: a}\ndata: {s: v, l: [1, 2], "y": 3,\n  k: 1 # c\n}\n';
      const { files: after, errors } = await call({ 'a.yaml': text }, (input) => {
        assert.ok(input.includes(from), input);
        return input.replace(from, to);
      });
      assert.deepEqual(errors, []);
      assert.ok(after['a.yaml']?.includes(want), after['a.yaml']);
    });

  it('brings the comment that it adds beside a value', async () => {
    const program = (input: string): string =>
      input
        .replace("image: 'web:1' # pinned", "image: 'web:1' # kpt-set: ${image}")
        .replace('replicas: 2', 'replicas: 2 # n');
    const { files: changed } = await call(files, program);
    assert.equal(
      changed['web.yaml'],
      DEPLOYMENT.replace('# pinned', '# kpt-set: ${image}').replace('replicas: 2', 'replicas: 2 # n'),
    );
  });

  it('brings the comment above a key that it adds, in a document without others', async () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: v\n';
    const program = (input: string): string => {
      const list = parseDocument(input);
      const data = list.getIn(['items', 0, 'data']) as { items: { key: { commentBefore?: string } }[] };
      for (const { key } of data.items) key.commentBefore = ' new';
      return list.toString();
    };
    assert.deepEqual((await call({ 'a.yaml': text }, program)).files, {
      'a.yaml': text.replace('  k: v', '  # new\n  k: v'),
    });
  });

  it('says which comment has no place, in a map in flow style', async () => {
    const program = (input: string): string =>
      input
        .replace('labels: {x: "1"}', 'labels: {x: "1" # new\n      }')
        .replace('data: {k: v}', 'data: {k: v}\n  text: |\n    # no comment');
    const { files: after, printed } = await call({ 'a.yaml': CONFIG }, program);
    assert.deepEqual(after, { 'a.yaml': `${CONFIG}text: |\n  # no comment\n` });
    assert.deepEqual(printed, ['the comment "# new" of the function was dropped: there is no place for it']);
  });

  it('has its comments as they are with `--comments function`', async () => {
    const { files: changed } = await call(
      files,
      plain(() => {}),
      { comments: 'function' },
    );
    assert.equal(
      changed['web.yaml'],
      DEPLOYMENT.replaceAll(/ *#.*\n/g, (comment) => (comment.startsWith('#') || comment.startsWith('  ') ? '' : '\n')),
    );
  });

  const failures: Readonly<
    Record<
      string,
      readonly [program: (input: string) => string | ProgramEnd, message: RegExp, positions?: readonly number[]]
    >
  > = {
    'prints no YAML': [
      () => 'kind: ResourceList\nitems:\n- a: [\n',
      /^"fn" must print a ResourceList, but printed a ResourceList that cannot be read/,
    ],
    'prints nothing': [() => '', /but printed nothing; with/],
    'prints another kind': [() => 'kind: ConfigMap\n', /something other than one ResourceList$/],
    'ends with an exit code': [(input) => ({ ...DONE, stdout: input, exitCode: 3 }), /^"fn" ended with exit code 3$/],
    'is ended by a signal': [
      () => ({ ...DONE, stdout: '', exitCode: -1, signal: 'SIGSEGV' }),
      /^"fn" ended with signal SIGSEGV and/,
    ],
    'is stopped': [() => ({ ...DONE, stdout: '', exitCode: -1, isTimedOut: true }), /took longer than 1s/],
    'has results that are none': [(input) => `${input}results: yes\n`, /`results` must be a list$/],
    'removes a name': [
      plain((list) => list.items.forEach((item) => Object.assign(item, { metadata: {} }))),
      /^item 0 of the output of "fn" must be a resource/,
    ],
    'adds an item without a kind': [
      plain((list) => list.items.push({} as Item)),
      /^item 2 of the output of "fn" must be a resource/,
    ],
    'gives different paths': [
      plain((list) =>
        list.items.forEach(({ metadata }) =>
          Object.assign(metadata.annotations ?? {}, {
            'config.kubernetes.io/path': 'x',
            'internal.config.kubernetes.io/path': 'y',
          }),
        ),
      ),
      /must be equal/,
    ],
    'gives an index that is no number': [
      plain((list) =>
        list.items.forEach(({ metadata }) =>
          Object.assign(metadata.annotations ?? {}, { 'config.kubernetes.io/index': 'x' }),
        ),
      ),
      /must be a number/,
    ],
    'returns an id that it was not sent': [
      plain((list) =>
        list.items.push({
          ...list.items[0],
          metadata: { name: 'z', annotations: { 'config.k8s.io/id': '9' } },
        } as Item),
      ),
      /must not have the id of a resource/,
      [0, 1],
    ],
  };
  for (const [title, [program, message, positions]] of Object.entries(failures))
    it(`fails if it ${title}`, async () => {
      const { files: after, errors } = await call(files, program, { ...(positions && { positions }) });
      assert.match(errors[0] ?? '', message);
      assert.deepEqual(after, files);
    });

  it('redacts values of the Secrets that it sent, but no name of a resource that it sent', async () => {
    const secret = `apiVersion: v1\nkind: Secret\nmetadata: {name: default}\ndata: {a: ${btoa('default')}, b: ${btoa('hunter2')}}\n`;
    const results = [
      { message: 'bad hunter2', resourceRef: { apiVersion: 'v1', kind: 'Secret', name: 'default' } },
      {
        message: btoa('hunter2'),
        resourceRef: { apiVersion: 'v1', kind: 'Secret', name: 'hunter2' },
        tags: { hunter2: 'hunter2' },
      },
    ];
    const failure = await callHosted(
      {
        name: 'fn',
        limit: '1s',
        allowsNoOutput: false,
        isEval: false,
        isMutator: true,
        call: (input) =>
          Promise.resolve({
            ...DONE,
            stdout: `${input}results: ${JSON.stringify(results)}\n`,
            stderr: 'hunter2',
            exitCode: 1,
          }),
        comments: 'added',
      },
      new Resources([new Resource(readDocument(secret), { path: 'a.yaml', index: 0 })]),
      { config: undefined, positions: undefined },
    ).catch((error: unknown) => error);
    assert.ok(failure instanceof FunctionFailure);
    assert.equal(failure.end?.stderr, '(redacted)');
    assert.doesNotMatch(JSON.stringify(failure.printed), /hunter2/);
    assert.deepEqual(
      failure.printed.map(({ resourceRef }) => resourceRef?.name),
      ['default', '(redacted)'],
    );
  });

  it('keeps the results of a function that fails', async () => {
    const program = (input: string): ProgramEnd => ({
      ...DONE,
      stdout: `${input}results:\n- message: m\n`,
      exitCode: 1,
    });
    await assert.rejects(
      callHosted(
        {
          name: 'fn',
          limit: '1s',
          allowsNoOutput: false,
          isEval: false,
          isMutator: true,
          call: (input) => Promise.resolve(program(input)),
          comments: 'added',
        },
        new Resources([]),
        { config: undefined, positions: undefined },
      ),
      (error: { readonly printed?: unknown }) => {
        assert.deepEqual(error.printed, [{ message: 'm', severity: 'info', code: 'function-result' }]);
        return true;
      },
    );
  });

  it('as a validator changes nothing, and may print nothing', async () => {
    const remove = plain((list) => list.items.splice(0));
    assert.deepEqual(await call(files, remove, { isMutator: false }), { files, errors: [], printed: [] });
    assert.deepEqual(await call(files, () => '', { isMutator: false }), { files, errors: [], printed: [] });
  });
});
