import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { readCluster } from '../../../cli/cluster/read-cluster.ts';
import type { ClusterAnswer } from '../../../src/index.ts';
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

/** What is answered to a path: a status, and JSON, text, bytes or a stream. */
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
  /** Body of what has no answer of its own. */
  readonly otherwise?: () => Readable;
}

/** Asks for objects `a` and `b` of a kind. Of what is not among the answers, the server says 404; in messages it is SERVER. */
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
      const answer = await readCluster(access, { kinds: [{ apiVersion, kind }], namespace, names });
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

/** A page of a list that has another one after it, in pieces. */
async function* nextPage(next: string, padding: number, delay: number): AsyncGenerator<Buffer> {
  await setTimeout(delay);
  for (let length = 0; length < padding; length += BLANKS.length) yield BLANKS;
  yield Buffer.from(JSON.stringify(page(next)[1]));
}

const BLANKS = Buffer.alloc(1e6, ' ');

describe('readCluster', function () {
  this.timeout(30_000);

  const rows: readonly (readonly [name: string, answers: Answers, want: ClusterAnswer])[] = [
    ['those of the names', { [FIRST]: page('', 'b', 'a') }, found(['b', 'a'])],
    ['those of the names, and that there are others', { [FIRST]: page('', 'b', 'c', 'a') }, found(['b', 'a'], true)],
    ['that there are others alone', { [FIRST]: page('', 'c', 'd') }, found([], true)],
    ['none', { [FIRST]: page('') }, found([])],
    [
      'those of all pages',
      { [FIRST]: page('n/1', 'c', 'a'), [`${FIRST}&continue=n%2F1`]: page('', 'b', 'd') },
      found(['a', 'b'], true),
    ],
    [
      'what is there now where a list has become too old to go on with',
      { [FIRST]: page('n', 'a', 'c'), [`${FIRST}&continue=n`]: [410, ''], [LIST]: page('', 'b') },
      found(['b']),
    ],
  ];
  for (const [name, answers, want] of rows) {
    it(`finds ${name}`, async () => assert.deepEqual((await ask(answers)).answer, want));
  }

  const places: readonly (readonly [name: string, question: Question, paths: readonly string[]])[] = [
    ['a kind in a namespace', {}, ['/api/v1', FIRST]],
    ['a kind in no namespace', { namespace: '' }, ['/api/v1', FIRST.replace('infra', 'default')]],
    ['a kind that has no namespaces', { kind: 'Node' }, ['/api/v1', '/api/v1/nodes?limit=500']],
    ['a kind of a group', { apiVersion: 'apps.example.com/v1beta1' }, ['/apis/apps.example.com/v1beta1', '/apis']],
    ['a kind that the version does not have', { kind: 'Nodes' }, ['/api/v1']],
    ['a kind that is only asked', { kind: 'Review' }, ['/api/v1']],
    ['a version that leads elsewhere', { apiVersion: '../v1' }, []],
    ['a version that leads elsewhere in its middle', { apiVersion: 'a/../v1' }, []],
    ['no version', { apiVersion: '' }, []],
  ];
  for (const [name, question, paths] of places) {
    it(`asks for ${name}`, async () => assert.deepEqual((await ask({}, question)).paths, paths));
  }

  const refusals: readonly (readonly [name: string, answers: Answers, kind: string, refusal: string])[] = [
    [
      'a version that is not there',
      { '/api/v1': [404, ''], '/apis': [403, {}] },
      'Node',
      'the cluster has no kind Node of v1',
    ],
    ['a kind that is not there', {}, 'Lamp', 'the cluster has no kind Lamp of v1'],
    ['a kind that is gone meanwhile', {}, 'Node', 'the cluster has no kind Node of v1'],
    ['a kind that is only asked', {}, 'Review', 'the cluster keeps no objects of kind Review of v1'],
    [
      'a version that may not be read',
      { '/api/v1': [403, { message: 'no' }] },
      'Node',
      'not allowed to read Node of v1: no',
    ],
    [
      'a kind that may not be read, without a word',
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

  const NO_LIST = 'the answer is not one of an API server';
  const failures: readonly (readonly [name: string, body: unknown, reason: string])[] = [
    ['is another page for ever', page('n', 'a')[1], 'the answers lead to one another for ever'],
    ['has no items', {}, NO_LIST],
    ['has another array, too', { columns: named('a'), items: named('b') }, NO_LIST],
    ['has its items twice', '{"items":[{"metadata":{"name":"a"}}],"items":[{"metadata":{"name":"b"}}]}', NO_LIST],
    ['has items that are no objects', { items: [[1]] }, NO_LIST],
    ['has items of another kind', { items: [{ apiVersion: 'v1', kind: 'Node' }] }, NO_LIST],
    ['has items of another version', { items: [{ apiVersion: 'v2', kind: 'ConfigMap' }] }, NO_LIST],
    ['has items with half of a kind', { items: [{ kind: 'ConfigMap' }] }, NO_LIST],
    ['is in Latin-1', Buffer.from('{"items":[{"a":"\u00e9"}]}', 'latin1'), 'the answer is not in UTF-8'],
    ['is too long', Readable.from(Array.from({ length: 257 }, () => BLANKS)), 'the answer is longer than 256 MB'],
  ];
  for (const [name, body, reason] of failures) {
    it(`fails where a list ${name}`, async () => {
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
    it(`fails where lists that continue for ever take ${name}`, async () => {
      let count = 0;
      const body = (): Readable => Readable.from(nextPage(`${count++}`, padding, delay));
      const { answer } = await ask({}, { timeoutSeconds, otherwise: body });
      const reason = `reading the cluster must take at most ${limit}: look at the server, or use \`sources.path\``;
      assert.deepEqual(answer, failed(LIST, reason));
    });
  }

  it('fails where a list is answered with another status', async () => {
    const [, body] = page('', 'a');
    assert.deepEqual((await ask({ [FIRST]: [203, body] })).answer, failed(LIST, 'the answer is 203: status 203'));
  });

  it('fails where even the first page is too old', async () => {
    const { answer } = await ask({ [FIRST]: [410, { message: 'gone' }] });
    assert.deepEqual(answer, failed(LIST, 'the answer is 410: gone'));
  });

  it('fails where nothing is what an API server has', async () => {
    assert.deepEqual((await ask({ '/api/v1': [404, '<html>'] })).answer, failed('/apis', NO_LIST));
  });

  const unknown: readonly (readonly [name: string, status: number, message: string, want: ClusterAnswer])[] = [
    ['who is not known', 401, 'Unauthorized', failed('/api/v1', 'not authenticated: Unauthorized')],
    ['nobody', 403, 'User "system:anonymous" no', failed('/api/v1', 'not authenticated: User "system:anonymous" no')],
    ['after an error', 500, '"system:anonymous"', failed('/api/v1', 'the answer is 500: "system:anonymous"')],
  ];
  for (const [name, status, message, want] of unknown) {
    it(`fails where ${name} asks`, async () => {
      assert.deepEqual((await ask({ '/api/v1': [status, { message }] })).answer, want);
    });
  }

  it('reads text in UTF-8, after a byte order mark, too', async () => {
    const { answer } = await ask({ [FIRST]: [200, '\uFEFF{"items":[{"metadata":{"name":"a"},"data":{"a":"é"}}]}'] });
    const text = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"é"}}';
    assert.deepEqual(answer, { kinds: [{ objects: [text], hasOthers: false }] });
  });

  it('asks with a token that ends with a line break', async () => {
    assert.deepEqual((await ask({ [FIRST]: page('', 'a') }, { user: { token: 't\n' } })).answer, found(['a']));
  });

  it('shows no password of a URL', async () => {
    const { answer } = await ask({}, { cluster: { server: 'http://me:not-for-eyes@127.0.0.1:1' } });
    assert.deepEqual(answer, {
      failure: 'GET http://127.0.0.1:1/api/v1, context "x" of FILE: the connection was refused',
    });
  });

  it('says that there is no TLS, in the same words everywhere', async () => {
    const { answer } = await ask({}, { origin: 'https://' });
    assert.deepEqual(answer, failed('/api/v1', 'it comes to no TLS connection'));
  });

  const users: readonly (readonly [name: string, user: object, reason: string])[] = [
    [
      'a file of a token that is not there',
      { tokenFile: '/nowhere/t' },
      'the credentials cannot be had: /nowhere/t: it is not there',
    ],
    ['a token that no header can have', { token: 'a\nb' }, 'a token or a name has what no header may have'],
    [
      'a certificate that is none',
      { 'client-certificate-data': 'YQ==', 'client-key-data': 'YQ==' },
      'a certificate or a key of the kubeconfig cannot be read',
    ],
  ];
  for (const [name, user, reason] of users) {
    it(`says what is wrong with ${name}`, async () => {
      const { answer } = await ask({}, { user, origin: 'https://' });
      assert.deepEqual(answer, failed('/api/v1', reason));
    });
  }

  it('says what a proxy answers', async () => {
    const proxy = createHttpServer().on('connect', (_, socket) => socket.end('HTTP/1.1 407 No\r\n\r\n'));
    await withPort(proxy, async (port) => {
      const { answer } = await ask({}, { origin: 'https://', cluster: { 'proxy-url': `http://127.0.0.1:${port}` } });
      const want = 'GET SERVER/api/v1, context "x" of FILE through its proxy: the answer of the proxy is 407';
      assert.deepEqual(answer, { failure: want });
    });
  });

  it('does not wait for the end of an answer for ever', async () => {
    const endless = new PassThrough();
    endless.write('{');
    const { answer } = await ask({ '/api/v1': [200, endless] }, { timeoutSeconds: 1 });
    assert.deepEqual(answer, failed('/api/v1', 'no answer within 1 s'));
  });

  for (const protocol of ['http', 'socks5']) {
    it(`does not wait for ever for a proxy (${protocol}), of which it shows no password`, async () => {
      const sockets = new Set<Socket>();
      const silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
      await withPort(silent, async (port) => {
        const proxy = `${protocol}://me:not-for-eyes@127.0.0.1:${port}`;
        const { answer } = await ask({}, { origin: 'https://', cluster: { 'proxy-url': proxy }, timeoutSeconds: 1 });
        const want = 'GET SERVER/api/v1, context "x" of FILE through its proxy: no answer within 1 s';
        assert.deepEqual(answer, { failure: want });
      });
      for (const socket of sockets) socket.destroy();
    });
  }
});
