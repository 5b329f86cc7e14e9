import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { writeFiles } from '../cli/run-support.ts';
import { Authority, type Certificate } from './certificates.ts';
import type { Cluster, Kubeconfig } from './cluster.ts';
import { injectEverywhere, injectionList, point, type Env } from './injection.ts';
import { freePort } from './service.ts';
import { useCluster } from './shared-cluster.ts';
import { withPort, withStandIn } from './stand-in.ts';

const POINTS = [point('v1', 'ConfigMap', 'target', 'data: {a: b} # stays\n'), point('v1', 'Secret', 'target')];

/** Reads from a `sources.cluster`, expecting an error. The output must equal the input. */
async function refused(cluster: object, env: Env = {}): Promise<string> {
  const list = injectionList(POINTS, { namespace: 'infra', injectors: [{ name: 'north' }], sources: { cluster } });
  const { stdout, stderr, exitCode, results } = await injectEverywhere(list, env);
  assert.equal(exitCode, 1, stderr);
  assert.ok(stdout.startsWith(`${list}results:\n`), stdout);
  const [line = '', ...others] = stderr.trimEnd().split('\n');
  assert.deepEqual(others, []);
  const message = line.replace('[error] krm-variants.dev/v1alpha1/ConfigInjection/i spec.sources.cluster: ', '');
  assert.deepEqual(
    results.map((result) => result.replaceAll('\n', ' ')),
    [`error ${message}`],
  );
  return message;
}

describe('inject-config from a cluster: failures', function () {
  const cluster = useCluster();

  /** Returns the error of an injection with a kubeconfig and options, without the request that it begins with. */
  async function failure(config: Kubeconfig, options: object = {}): Promise<string> {
    const KUBECONFIG = cluster().kubeconfig(config);
    const message = await refused(options, { KUBECONFIG });
    const server = config.cluster?.server ?? cluster().url;
    const asked = `GET ${server}/api/v1, context "edge" of ${KUBECONFIG}: `;
    assert.ok(message.startsWith(asked), message);
    return message.slice(asked.length);
  }

  describe('connection', () => {
    it('reports that nothing listens', async () => {
      const server = `https://127.0.0.1:${await freePort()}`;
      assert.equal(await failure({ cluster: { server } }), 'the connection was refused');
    });

    it('reports an unknown host name', async () => {
      // Too long for a name, so no other host is asked for it.
      const server = `https://${'a'.repeat(64)}.invalid:6443`;
      assert.equal(await failure({ cluster: { server } }), 'no such host');
    });

    it('reports a server that accepts connections but never answers', async () => {
      const sockets = new Set<Socket>();
      const silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
      await withPort(silent, async (port) => {
        const server = `https://127.0.0.1:${port}`;
        assert.equal(await failure({ cluster: { server } }, { timeoutSeconds: 1 }), 'no response within 1 s');
      });
      for (const socket of sockets) socket.destroy();
    });

    const answers: readonly (readonly [name: string, answer: RequestListener, message: string])[] = [
      ['reports a request without an answer', () => {}, 'no response within 1 s'],
      [
        'reports an answer that never ends',
        (_, response) => response.writeHead(200, { 'content-length': 100 }).write('{"kind":'),
        'no response within 1 s',
      ],
      [
        'reports a connection closed before the answer',
        (request) => request.socket.destroy(),
        'the connection was reset',
      ],
      [
        'reports an incomplete answer',
        (_, response) => response.writeHead(200, { 'content-length': 100 }).write('{"kind":', () => response.destroy()),
        'the connection was reset',
      ],
      [
        'reports an incomplete chunked answer',
        (_, response) => response.writeHead(200).write('{"kind":"APIResourceList"}', () => response.destroy()),
        'the connection was reset',
      ],
      [
        'reports an answer that is not JSON',
        (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>'),
        'the response must come from an API server',
      ],
      [
        'reports an answer with unexpected JSON',
        (_, response) => response.writeHead(200).end('{"kind": "APIResourceList"}'),
        'the response must come from an API server',
      ],
      [
        'reports an error with the message of the server',
        (_, response) => response.writeHead(500).end('{"kind": "Status", "message": "etcd is away"}'),
        'unexpected status 500: etcd is away',
      ],
      [
        'reports an error without a message',
        (_, response) => response.writeHead(503).end(),
        'unexpected status 503: status 503',
      ],
      [
        'reports a redirection, and sends it no token',
        (_, response) => response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end(),
        'unexpected status 302: status 302',
      ],
    ];
    for (const [name, answer, message] of answers) {
      it(name, () =>
        withStandIn(cluster().certificate, answer, async (server) => {
          assert.equal(await failure({ cluster: { server } }, { timeoutSeconds: 1 }), message);
        }),
      );
    }

    it('reports an incomplete answer after a complete one', () =>
      withStandIn(
        cluster().certificate,
        async ({ url = '' }, response) => {
          const { text } = await cluster().send('GET', url);
          if (url === '/api/v1') response.end(text);
          else response.writeHead(200).write(text.slice(0, -10), () => response.destroy());
        },
        async (server) => {
          const kubeconfig = cluster().kubeconfig({ cluster: { server } });
          const list = `GET ${server}/api/v1/namespaces/infra/configmaps`;
          assert.equal(
            await refused({ kubeconfig }),
            `${list}, context "edge" of ${kubeconfig}: the connection was reset`,
          );
        },
      ));

    it('reports the URL of a server below a path', () =>
      withStandIn(
        cluster().certificate,
        (request) => request.socket.destroy(),
        async (server) => {
          assert.equal(await failure({ cluster: { server: `${server}/clusters/edge` } }), 'the connection was reset');
        },
      ));
  });

  describe('trust in the server', () => {
    const untrusted = async (config: NonNullable<Kubeconfig['cluster']>): Promise<string> => {
      const message = await failure({ cluster: config, user: { token: 'reader' } });
      return message.replace("the server's certificate is not trusted ", '');
    };

    it('refuses a certificate of another authority', async () => {
      const { certificate } = new Authority(cluster().folder, 'other');
      assert.match(await untrusted({ 'certificate-authority': certificate }), /^\([A-Z_]+\)$/);
    });

    it('refuses a private authority by default', async () => {
      assert.equal(await untrusted({ 'certificate-authority': undefined }), '(UNABLE_TO_VERIFY_LEAF_SIGNATURE)');
    });

    it('refuses a certificate for another name', async () => {
      assert.equal(await untrusted({ 'tls-server-name': 'api.example.com' }), '(ERR_TLS_CERT_ALTNAME_INVALID)');
    });

    it('refuses an expired certificate', async () => {
      const old = cluster().authority.issue('old-server', '/CN=kube-apiserver', -1);
      await withStandIn(
        old,
        () => {},
        async (server) => assert.equal(await untrusted({ server }), '(CERT_HAS_EXPIRED)'),
      );
    });
  });

  describe('credentials', () => {
    const UNKNOWN = 'not authenticated: Unauthorized';
    const rows: readonly (readonly [name: string, user: (cluster: Cluster) => object, message: string])[] = [
      ['reports an unknown token', () => ({ token: 'nobody' }), UNKNOWN],
      ['reports an expired token', (server) => ({ token: server.accounts.token(server.account(), -60) }), UNKNOWN],
      [
        'reports a token of a deleted account',
        (server) => ({ token: server.accounts.token({ ...server.account(), uid: 'other' }, 600) }),
        UNKNOWN,
      ],
      [
        'reports missing credentials',
        () => ({}),
        'not authenticated: forbidden: User "system:anonymous" cannot get path "/api/v1"',
      ],
      [
        'reports an expired client certificate',
        ({ authority }) => certified(authority.issue('old-reader', '/O=readers/CN=anna', -1)),
        UNKNOWN,
      ],
      [
        'reports a client certificate of another authority',
        ({ folder }) => certified(new Authority(folder, 'stranger').issue('strange-reader', '/O=readers/CN=anna')),
        UNKNOWN,
      ],
      [
        'reports an absent token file',
        () => ({ tokenFile: '/nowhere/token' }),
        'cannot get credentials: /nowhere/token: does not exist',
      ],
      [
        'reports an absent certificate file',
        () => ({ 'client-certificate': '/nowhere/crt', 'client-key': '/nowhere/key' }),
        'cannot get credentials: /nowhere/crt: does not exist',
      ],
      [
        'reports an absent program',
        () => exec('no-such-program'),
        'cannot get credentials: no-such-program: does not exist',
      ],
      [
        'reports a program that fails',
        () => exec('sh', '-c', 'echo "ERROR: log in first" >&2; echo again >&2; exit 3'),
        'cannot get credentials: sh exited with 3: ERROR: log in first again',
      ],
      [
        'reports a program with other output',
        () => exec('echo', 'token'),
        'cannot get credentials: echo must print an ExecCredential with a token or a certificate',
      ],
      [
        'reports a program with output of another form',
        () => exec('echo', '{"status": 1}'),
        'cannot get credentials: echo must print an ExecCredential with a token or a certificate',
      ],
      [
        'reports a program that waits for input',
        () => exec('sh', '-c', 'sleep 5; cat'),
        'cannot get credentials: sh did not finish within 1 s',
      ],
      [
        'reports a program that prints an unknown token',
        () => exec('echo', JSON.stringify({ kind: 'ExecCredential', status: { token: 'nobody' } })),
        UNKNOWN,
      ],
    ];
    for (const [name, user, message] of rows) {
      it(name, async () => {
        assert.equal(await failure({ user: user(cluster()) }, { timeoutSeconds: 1 }), message);
      });
    }
  });

  describe('kubeconfig', () => {
    const file = (name: string, content: string): string => {
      writeFiles(cluster().folder, { [`configs/${name}`]: content });
      return join(cluster().folder, 'configs', name);
    };

    it('reports a missing kubeconfig', async () => {
      const home = cluster().folder;
      assert.equal(
        await refused({}, { HOME: home }),
        `no kubeconfig found: $KUBECONFIG is not set, ${home}/.kube/config does not exist, and this is not a pod`,
      );
      const files = `${home}/a:${home}/b`;
      assert.equal(
        await refused({}, { HOME: home, KUBECONFIG: files }),
        `no kubeconfig found: $KUBECONFIG is ${files}, which does not exist`,
      );
      const kubeconfig = `${home}/nowhere`;
      assert.equal(
        await refused({ kubeconfig }),
        `${kubeconfig} cannot be read as a kubeconfig: ${kubeconfig}: does not exist`,
      );
    });

    it('reports an absent context', async () => {
      const kubeconfig = cluster().kubeconfig({});
      assert.equal(await refused({ kubeconfig, context: 'south' }), `context "south" of ${kubeconfig} does not exist`);
    });

    it('reports a folder in place of a kubeconfig', async () => {
      const kubeconfig = cluster().folder;
      assert.match(await refused({ kubeconfig }), /cannot be read as a kubeconfig: .*is a folder$/);
    });

    it('reports invalid YAML without quoting it', async () => {
      const kubeconfig = file('broken', 'users: [{name: u, user: {token: not-for-eyes\n  }: {');
      const message = await refused({ kubeconfig });
      assert.ok(message.startsWith(`${kubeconfig} cannot be read as a kubeconfig: `), message);
      assert.doesNotMatch(message, /not-for-eyes/);
    });

    it('reports an empty file', async () => {
      const kubeconfig = file('empty', '');
      assert.equal(await refused({ kubeconfig }), `${kubeconfig} cannot be read as a kubeconfig: unexpected structure`);
    });

    it('reports a missing current context', async () => {
      const kubeconfig = file('contextless', 'apiVersion: v1\nkind: Config\ncontexts: []\n');
      assert.equal(await refused({ kubeconfig }), `${kubeconfig} must have a current context`);
    });

    it('reports a server that is not a URL', async () => {
      const kubeconfig = cluster().kubeconfig({ cluster: { server: '127.0.0.1:6443' } });
      assert.equal(
        await refused({ kubeconfig }),
        `context "edge" of ${kubeconfig} must name a server by an https URL, not "127.0.0.1:6443"`,
      );
    });
  });
});

function certified({ certificate, key }: Certificate): object {
  return { 'client-certificate': certificate, 'client-key': key };
}

function exec(command: string, ...args: readonly string[]): object {
  return { exec: { apiVersion: 'client.authentication.k8s.io/v1', command, args, interactiveMode: 'Never' } };
}
