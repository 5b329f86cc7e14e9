import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { readLiveCluster } from '../../../cli/cluster/read-cluster.ts';
import type { ClusterAnswer } from '../../../src/krm/index.ts';
import { withPort } from '../../cluster/stand-in.ts';
import { inFolder } from '../run-support.ts';

const TYPES = {
  resources: [
    { name: 'configmaps/part', kind: 'ConfigMap', namespaced: true, verbs: ['list'] },
    { name: 'configmaps', kind: 'ConfigMap', namespaced: true, verbs: ['get', 'list'] },
    { name: 'nodes', kind: 'Node', namespaced: false, verbs: ['list'] },
    { name: 'reviews', kind: 'Review', namespaced: false, verbs: ['create'] },
  ],
};

/** Answer to a path: a status, and JSON, text, bytes or a stream. */
type Answers = Readonly<Record<string, readonly [status: number, body: unknown]>>;

interface Asked {
  readonly answer: ClusterAnswer;
  readonly paths: readonly string[];
}

interface Question {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly cluster?: object;
  readonly user?: object;
  readonly origin?: string;
  readonly timeoutSeconds?: number;
  /** Body of paths without an answer of their own. */
  readonly otherwise?: () => Readable;
}

/**
 * Asks for objects `a` and `b` of a kind. The server answers 404 to paths that are not among the answers; messages show
 * it as SERVER.
 */
async function ask(answers: Answers, question: Question = {}): Promise<Asked> {
  const {
    apiVersion = 'v1',
    kind = 'ConfigMap',
    namespace = 'infra',
    origin = 'http://',
    timeoutSeconds = 30,
    otherwise,
  } = question;
  const paths: string[] = [];
  const server = createHttpServer(({ url = '' }, response) => {
    paths.push(url);
    const known: Answers = { '/api/v1': [200, TYPES], ...answers };
    const [status, body] = known[url] ?? (otherwise ? [200, otherwise()] : [404, 'not found']);
    response.writeHead(status);
    if (body instanceof Readable) body.pipe(response);
    else response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
  });
  return await withPort(server, async (port) => {
    const url = `${origin}127.0.0.1:${port}`;
    const cluster = { server: url, 'insecure-skip-tls-verify': true, ...question.cluster };
    return await inFolder({ k: kubeconfig(cluster, question.user) }, async (folder) => {
      const access = { kubeconfig: `${folder}/k`, timeoutSeconds };
      const names = new Set(['a', 'b']);
      const answer = await readLiveCluster(access, { kinds: [{ apiVersion, kind }], namespace, names });
      const text = JSON.stringify(answer).replaceAll(url, 'SERVER').replaceAll(`${folder}/k`, 'FILE');
      return { answer: JSON.parse(text.replaceAll(String(port), 'PORT')) as ClusterAnswer, paths };
    });
  });
}

function kubeconfig(cluster: object, user: object = { token: 'not-for-eyes' }): string {
  return JSON.stringify({
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });
}

const LIST = '/api/v1/namespaces/infra/configmaps';
const FIRST = `${LIST}?limit=500`;
const failed = (path: string, reason: string): ClusterAnswer => ({
  failure: `GET SERVER${path}, context "x" of FILE: ${reason}`,
});
const named = (...names: readonly string[]): object[] => names.map((name) => ({ metadata: { name } }));
const page = (next: string, ...names: readonly string[]): readonly [number, object] => [
  200,
  { metadata: { continue: next }, items: named(...names) },
];
const objectNamed = (name: string): string => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"}}`;
const found = (names: readonly string[], hasOthers = false): ClusterAnswer => ({
  kinds: [{ objects: names.map(objectNamed), hasOthers }],
});

/** Yields a page of a list with a next page, in pieces. */
async function* nextPage(next: string, padding: number, delay: number): AsyncGenerator<Buffer> {
  await setTimeout(delay);
  for (let length = 0; length < padding; length += BLANKS.length) yield BLANKS;
  yield Buffer.from(JSON.stringify(page(next)[1]));
}

const BLANKS = Buffer.alloc(1e6, ' ');

describe('readCluster', function () {
  const rows: readonly (readonly [name: string, answers: Answers, want: ClusterAnswer])[] = [
    ['the named objects', { [FIRST]: page('', 'b', 'a') }, found(['b', 'a'])],
    ['the named objects, and that others exist', { [FIRST]: page('', 'b', 'c', 'a') }, found(['b', 'a'], true)],
    ['only that others exist', { [FIRST]: page('', 'c', 'd') }, found([], true)],
    ['no objects', { [FIRST]: page('') }, found([])],
    [
      'the objects of all pages',
      { [FIRST]: page('n/1', 'c', 'a'), [`${FIRST}&continue=n%2F1`]: page('', 'b', 'd') },
      found(['a', 'b'], true),
    ],
    [
      'the current objects after a list expires',
      { [FIRST]: page('n', 'a', 'c'), [`${FIRST}&continue=n`]: [410, ''], [LIST]: page('', 'b') },
      found(['b']),
    ],
  ];
  for (const [name, answers, want] of rows) {
    it(`finds ${name}`, async () => assert.deepEqual((await ask(answers)).answer, want));
  }

  const places: readonly (readonly [name: string, question: Question, paths: readonly string[]])[] = [
    ['a kind in a namespace', {}, ['/api/v1', FIRST]],
    ['a kind in no namespace, in default', { namespace: '' }, ['/api/v1', FIRST.replace('infra', 'default')]],
    ['a kind without namespaces', { kind: 'Node' }, ['/api/v1', '/api/v1/nodes?limit=500']],
    ['a kind of a group', { apiVersion: 'apps.example.com/v1beta1' }, ['/apis/apps.example.com/v1beta1', '/apis']],
    ['a kind that the version lacks, only by its version', { kind: 'Nodes' }, ['/api/v1']],
    ['a kind that is never stored, only by its version', { kind: 'Review' }, ['/api/v1']],
    ['no version that leads to another path', { apiVersion: '../v1' }, []],
    ['no version that leads to another path in its middle', { apiVersion: 'a/../v1' }, []],
    ['no empty version', { apiVersion: '' }, []],
  ];
  for (const [name, question, paths] of places) {
    it(`asks for ${name}`, async () => assert.deepEqual((await ask({}, question)).paths, paths));
  }

  const refusals: readonly (readonly [name: string, answers: Answers, kind: string, refusal: string])[] = [
    [
      'a version that does not exist',
      { '/api/v1': [404, ''], '/apis': [403, {}] },
      'Node',
      'the cluster has no kind Node of v1',
    ],
    ['a kind that does not exist', {}, 'Lamp', 'the cluster has no kind Lamp of v1'],
    ['a kind that was removed meanwhile', {}, 'Node', 'the cluster has no kind Node of v1'],
    ['a kind that is never stored', {}, 'Review', 'the cluster does not store objects of kind Review of v1'],
    [
      'a version to which access is denied',
      { '/api/v1': [403, { message: 'no' }] },
      'Node',
      'not allowed to read Node of v1: no',
    ],
    [
      'a kind to which access is denied without a message',
      { '/api/v1/nodes?limit=500': [403, { message: '' }] },
      'Node',
      'not allowed to read Node of v1: status 403',
    ],
  ];
  for (const [name, answers, kind, refusal] of refusals) {
    it(`refuses ${name}`, async () => {
      assert.deepEqual((await ask(answers, { kind })).answer, { kinds: [{ refusal }] });
    });
  }

  const NO_LIST = 'the response must come from an API server';
  const failures: readonly (readonly [name: string, body: unknown, reason: string])[] = [
    ['always has a next page', page('n', 'a')[1], 'the pages of the list must not form a cycle'],
    ['has no items', {}, NO_LIST],
    ['has another array', { columns: named('a'), items: named('b') }, NO_LIST],
    ['has two lists of items', '{"items":[{"metadata":{"name":"a"}}],"items":[{"metadata":{"name":"b"}}]}', NO_LIST],
    ['has items that are not objects', { items: [[1]] }, NO_LIST],
    ['has items of another kind', { items: [{ apiVersion: 'v1', kind: 'Node' }] }, NO_LIST],
    ['has items of another version', { items: [{ apiVersion: 'v2', kind: 'ConfigMap' }] }, NO_LIST],
    ['has items with only half of a kind', { items: [{ kind: 'ConfigMap' }] }, NO_LIST],
    ['is in Latin-1', Buffer.from('{"items":[{"a":"\u00e9"}]}', 'latin1'), 'the response must be UTF-8'],
    ['is too long', Readable.from(Array.from({ length: 257 }, () => BLANKS)), 'the response must have at most 256 MB'],
  ];
  for (const [name, body, reason] of failures) {
    it(`fails if a list ${name}`, async () => {
      const { answer } = await ask({ [FIRST]: [200, body], [`${FIRST}&continue=n`]: [200, body] });
      assert.deepEqual(answer, failed(LIST, reason));
    });
  }

  const limits: readonly (readonly [
    name: string,
    padding: number,
    delay: number,
    timeoutSeconds: number,
    limit: string,
  ])[] = [
    ['too many requests', 0, 0, 30, '1000 requests'],
    ['too many bytes', 180e6, 0, 30, '512 MB'],
    ['too much time', 0, 50, 0.2, '2 s'],
  ];
  for (const [name, padding, delay, timeoutSeconds, limit] of limits) {
    it(`fails if endless lists take ${name}`, async () => {
      let count = 0;
      const body = (): Readable => Readable.from(nextPage(`${count++}`, padding, delay));
      const { answer } = await ask({}, { timeoutSeconds, otherwise: body });
      const reason = `reading the cluster must take at most ${limit}: check the server, or read a folder with \`krm-variants run --objects\``;
      assert.deepEqual(answer, failed(LIST, reason));
    });
  }

  it('fails if a list is answered with another status', async () => {
    const [, body] = page('', 'a');
    assert.deepEqual((await ask({ [FIRST]: [203, body] })).answer, failed(LIST, 'unexpected status 203: status 203'));
  });

  it('fails if even the first page has expired', async () => {
    const { answer } = await ask({ [FIRST]: [410, { message: 'gone' }] });
    assert.deepEqual(answer, failed(LIST, 'unexpected status 410: gone'));
  });

  it('fails if no answer is that of an API server', async () => {
    assert.deepEqual((await ask({ '/api/v1': [404, '<html>'] })).answer, failed('/apis', NO_LIST));
  });

  const unknown: readonly (readonly [name: string, status: number, message: string, want: ClusterAnswer])[] = [
    ['an unauthenticated user', 401, 'Unauthorized', failed('/api/v1', 'not authenticated: Unauthorized')],
    [
      'an anonymous user',
      403,
      'User "system:anonymous" no',
      failed('/api/v1', 'not authenticated: User "system:anonymous" no'),
    ],
    [
      'an anonymous user, after another error,',
      500,
      '"system:anonymous"',
      failed('/api/v1', 'unexpected status 500: "system:anonymous"'),
    ],
  ];
  for (const [name, status, message, want] of unknown) {
    it(`fails if ${name} sends the request`, async () => {
      assert.deepEqual((await ask({ '/api/v1': [status, { message }] })).answer, want);
    });
  }

  it('reads UTF-8, also after a byte order mark', async () => {
    const { answer } = await ask({ [FIRST]: [200, '\uFEFF{"items":[{"metadata":{"name":"a"},"data":{"a":"é"}}]}'] });
    const text = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"é"}}';
    assert.deepEqual(answer, { kinds: [{ objects: [text], hasOthers: false }] });
  });

  it('accepts a token that ends with a line break', async () => {
    assert.deepEqual((await ask({ [FIRST]: page('', 'a') }, { user: { token: 't\n' } })).answer, found(['a']));
  });

  it('shows no password of a URL', async () => {
    const { answer } = await ask({}, { cluster: { server: 'http://me:not-for-eyes@127.0.0.1:1' } });
    assert.deepEqual(answer, {
      failure: 'GET http://127.0.0.1:1/api/v1, context "x" of FILE: the connection was refused',
    });
  });

  it('reports missing TLS in the same words on every runtime', async () => {
    const { answer } = await ask({}, { origin: 'https://' });
    assert.deepEqual(answer, failed('/api/v1', 'the TLS handshake failed'));
  });

  const users: readonly (readonly [name: string, user: object, reason: string])[] = [
    [
      'a token file that does not exist',
      { tokenFile: '/nowhere/t' },
      'cannot get credentials: /nowhere/t: does not exist',
    ],
    [
      'a token that is invalid in a header',
      { token: 'a\nb' },
      'a token or a name contains a character that is not allowed in an HTTP header',
    ],
    [
      'an invalid certificate',
      { 'client-certificate-data': 'YQ==', 'client-key-data': 'YQ==' },
      'a certificate or a key of the kubeconfig cannot be read',
    ],
  ];
  for (const [name, user, reason] of users) {
    it(`reports ${name}`, async () => {
      const { answer } = await ask({}, { user, origin: 'https://' });
      assert.deepEqual(answer, failed('/api/v1', reason));
    });
  }

  it('reports the answer of a proxy', async () => {
    const proxy = createHttpServer().on('connect', (_, socket) => socket.end('HTTP/1.1 407 No\r\n\r\n'));
    await withPort(proxy, async (port) => {
      const { answer } = await ask({}, { origin: 'https://', cluster: { 'proxy-url': `http://127.0.0.1:${port}` } });
      const want = 'GET SERVER/api/v1, context "x" of FILE through its proxy: the proxy responded with status 407';
      assert.deepEqual(answer, { failure: want });
    });
  });

  it('limits the wait for the end of an answer', async () => {
    const endless = new PassThrough();
    endless.write('{');
    const { answer } = await ask({ '/api/v1': [200, endless] }, { timeoutSeconds: 1 });
    assert.deepEqual(answer, failed('/api/v1', 'no response within 1 s'));
  });

  for (const protocol of ['http', 'socks5']) {
    it(`limits the wait for a proxy (${protocol}), and shows no password of it`, async () => {
      const sockets = new Set<Socket>();
      const silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
      await withPort(silent, async (port) => {
        const proxy = `${protocol}://me:not-for-eyes@127.0.0.1:${port}`;
        const { answer } = await ask({}, { origin: 'https://', cluster: { 'proxy-url': proxy }, timeoutSeconds: 1 });
        const want = 'GET SERVER/api/v1, context "x" of FILE through its proxy: no response within 1 s';
        assert.deepEqual(answer, { failure: want });
      });
      for (const socket of sockets) socket.destroy();
    });
  }
});
