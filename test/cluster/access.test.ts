import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { writeFiles } from '../cli/run-support.ts';
import type { Certificate } from './certificates.ts';
import type { Audit, Cluster, Kubeconfig } from './cluster.ts';
import { injectEverywhere, injectionList, point, type Env } from './injection.ts';
import { useCluster } from './shared-cluster.ts';
import { withPort, withStandIn } from './stand-in.ts';

const POINTS = [point('v1', 'ConfigMap', 'target')];
const ACCOUNT = 'system:serviceaccount:infra:render';

describe('inject-config from a cluster: authentication', function () {
  const cluster = useCluster();

  /** Reads from a `sources.cluster`, and checks that this was allowed. Returns the requests of all runtimes. */
  async function injects(source: object, env: Env = {}): Promise<readonly Audit[]> {
    const spec = { namespace: 'infra', injectors: [{ name: 'north' }], sources: { cluster: source } };
    return await cluster().audited(async () => {
      const { stderr, conditions } = await injectEverywhere(injectionList(POINTS, spec), env);
      assert.deepEqual([stderr, ...conditions], ['', 'ConfigMap.target True injected resource "north" from cluster']);
    });
  }

  /** Returns the users of the requests. */
  async function askedBy(source: object, env: Env = {}): Promise<string> {
    const names = new Set((await injects(source, env)).map(caller));
    assert.equal(names.size, 1);
    return [...names].join();
  }

  describe('credentials', () => {
    const rows: readonly (readonly [name: string, config: (cluster: Cluster) => Kubeconfig, user: string])[] = [
      ['sends a token', () => ({ user: { token: 'reader' } }), 'reader'],
      [
        'sends a token of a service account',
        (server) => ({ user: { token: server.accounts.token(server.account(), 600) } }),
        ACCOUNT,
      ],
      [
        'sends a token issued by the server',
        (server) => ({ user: { token: server.kubectl(['create', 'token', 'render', '-n', 'infra']).trim() } }),
        ACCOUNT,
      ],
      [
        'reads a token file beside the kubeconfig',
        ({ folder }) => {
          writeFiles(folder, { token: 'reader\n' });
          return { user: { tokenFile: 'token' } };
        },
        'reader',
      ],
      [
        'prefers a token file to a token',
        ({ folder }) => {
          writeFiles(folder, { token: 'reader\n' });
          return { user: { tokenFile: join(folder, 'token'), token: 'nobody' } };
        },
        'reader',
      ],
      [
        'reads certificate files',
        (server) => {
          const { certificate, key } = anna(server);
          return { user: { 'client-certificate': certificate, 'client-key': key } };
        },
        'anna',
      ],
      [
        'sends a certificate from the kubeconfig',
        (server) => {
          const { certificate, key } = anna(server);
          return { user: { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) } };
        },
        'anna',
      ],
      [
        'runs a program that prints a token',
        () => program(['echo', JSON.stringify({ kind: 'ExecCredential', status: { token: 'reader' } })]),
        'reader',
      ],
      [
        'runs a program that prints a certificate',
        (server) => {
          const { certificate, key } = anna(server);
          const status = { clientCertificateData: text(certificate), clientKeyData: text(key) };
          return program(['echo', JSON.stringify({ kind: 'ExecCredential', status })]);
        },
        'anna',
      ],
      ['impersonates a user', () => ({ user: { token: 'admin', as: 'reader' } }), 'admin for reader'],
    ];
    for (const [name, config, user] of rows) {
      it(name, async () => {
        // Programs are run only for the user's own kubeconfig.
        const KUBECONFIG = cluster().kubeconfig(config(cluster()));
        assert.equal(await askedBy({}, { KUBECONFIG }), user);
      });
    }

    it('runs no program of a kubeconfig that the configuration names', async () => {
      const log = join(cluster().folder, 'named.log');
      const kubeconfig = cluster().kubeconfig(program(['sh', '-c', `echo called > ${log}`]));
      const spec = { namespace: 'infra', injectors: [{ name: 'north' }], sources: { cluster: { kubeconfig } } };
      const asked = await cluster().audited(async () => {
        const { stderr, exitCode } = await injectEverywhere(injectionList(POINTS, spec));
        assert.equal(exitCode, 1);
        assert.match(stderr, /has a user with `exec`, and programs are run only for your own kubeconfig/);
      });
      assert.deepEqual([asked, existsSync(log)], [[], false]);
    });

    it('runs a program beside the kubeconfig once, with all its inputs', async () => {
      const { folder, url } = cluster();
      const log = join(folder, 'exec.log');
      writeFiles(folder, { 'bin/log-in': LOG_IN, 'exec.log': '' });
      chmodSync(join(folder, 'bin/log-in'), 0o755);
      const env = [
        { name: 'LOG', value: log },
        { name: 'SERVER', value: url },
      ];
      const plugin = program(['./bin/log-in', 'reader'], { env, provideClusterInfo: true });
      assert.equal(await askedBy({}, { KUBECONFIG: cluster().kubeconfig(plugin) }), 'reader');
      const runtimes = 3;
      assert.equal(text(log), 'called\n'.repeat(runtimes));
    });
  });

  describe('kubeconfig', () => {
    const reader = { user: { token: 'reader' } };

    it('uses the requested context, or else the current one', async () => {
      const kubeconfig = save('contexts', withContexts('one', ['reader', 'one'], ['neighbour', 'two']));
      assert.equal(await askedBy({ kubeconfig }), 'reader');
      assert.equal(await askedBy({ kubeconfig, context: 'two' }), 'neighbour');
    });

    it('merges several files: the first of two equal names counts, and absent files are skipped', async () => {
      const files = [
        join(cluster().folder, 'nowhere'),
        save('first', withContexts(undefined, ['reader', 'one'])),
        save('second', withContexts('one', ['neighbour', 'two'], ['stranger', 'one'])),
        save('third', withContexts('two')),
      ];
      const KUBECONFIG = files.join(':');
      assert.equal(await askedBy({}, { KUBECONFIG }), 'reader');
      assert.equal(await askedBy({ context: 'two' }, { KUBECONFIG }), 'neighbour');
      assert.match(cluster().kubectlOf(KUBECONFIG, ['auth', 'whoami']), /\breader\b/);
    });

    it('reads the kubeconfig in the home folder', async () => {
      save('.kube/config', withContexts('one', ['reader', 'one']));
      assert.equal(await askedBy({}, { HOME: join(cluster().folder, 'configs') }), 'reader');
    });

    it('prefers the named kubeconfig to all others', async () => {
      const KUBECONFIG = save('other', withContexts('one', ['stranger', 'one']));
      assert.equal(await askedBy({ kubeconfig: cluster().kubeconfig(reader) }, { KUBECONFIG }), 'reader');
    });

    it('trusts a certificate authority in the kubeconfig', async () => {
      const held = {
        'certificate-authority': undefined,
        'certificate-authority-data': base64(cluster().authority.certificate),
      };
      assert.equal(await askedBy({ kubeconfig: cluster().kubeconfig({ ...reader, cluster: held }) }), 'reader');
    });

    it('trusts a certificate authority in a file beside the kubeconfig', async () => {
      const beside = { 'certificate-authority': basename(cluster().authority.certificate) };
      assert.equal(await askedBy({ kubeconfig: cluster().kubeconfig({ ...reader, cluster: beside }) }), 'reader');
    });

    it('accepts a server with verification disabled, or with another name in its certificate', async () => {
      const any = { 'certificate-authority': undefined, 'insecure-skip-tls-verify': true };
      assert.equal(await askedBy({ kubeconfig: cluster().kubeconfig({ ...reader, cluster: any }) }), 'reader');
      const local = { 'tls-server-name': 'localhost' };
      assert.equal(await askedBy({ kubeconfig: cluster().kubeconfig({ ...reader, cluster: local }) }), 'reader');
    });

    it('reaches a server below a path', () =>
      withStandIn(
        cluster().certificate,
        async ({ url = '' }, response) => {
          const { status, text: answer } = await cluster().send('GET', url.replace('/clusters/edge/', '/'));
          response.writeHead(url.startsWith('/clusters/edge/') ? status : 404).end(answer);
        },
        async (url) => {
          const server = { server: `${url}/clusters/edge/` };
          await injects({ kubeconfig: cluster().kubeconfig({ ...reader, cluster: server }) });
        },
      ));

    it('reaches a server behind a proxy', async () => {
      const asked = new Set<string>();
      const proxy = createServer().on('connect', ({ url = '' }, socket) => {
        asked.add(url);
        const { hostname, port } = new URL(`tcp://${url}`);
        const server = connect(Number(port), hostname, () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          server.pipe(socket).pipe(server);
        });
        for (const each of [socket, server]) each.on('error', () => each.destroy());
      });
      await withPort(proxy, async (port) => {
        const behind = { 'proxy-url': `http://127.0.0.1:${port}` };
        assert.equal(await askedBy({ kubeconfig: cluster().kubeconfig({ ...reader, cluster: behind }) }), 'reader');
      });
      assert.deepEqual([...asked], [cluster().url.replace('https://', '')]);
    });
  });

  /** Returns a kubeconfig with contexts of users. */
  function withContexts(
    current: string | undefined,
    ...contexts: readonly (readonly [user: string, name: string])[]
  ): string {
    const { url, authority } = cluster();
    return JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'edge', cluster: { server: url, 'certificate-authority': authority.certificate } }],
      users: contexts.map(([user]) => ({ name: user, user: { token: user } })),
      contexts: contexts.map(([user, name]) => ({ name, context: { cluster: 'edge', user } })),
      ...(current !== undefined && { 'current-context': current }),
    });
  }

  function save(name: string, content: string): string {
    writeFiles(cluster().folder, { [`configs/${name}`]: content });
    return join(cluster().folder, 'configs', name);
  }
});

/** Script that reads its stdin to the end, and prints its argument, a token, if it receives the cluster. */
const LOG_IN = `#!/bin/sh
echo called >> "$LOG"
cat
case "$KUBERNETES_EXEC_INFO" in
  *'"interactive":false,"cluster":{"server":"'"$SERVER"'"'*) echo '{"status": {"token": "'"$1"'"}}' ;;
esac
`;

function caller({ user, impersonatedUser }: Audit): string {
  return impersonatedUser === undefined ? user.username : `${user.username} for ${impersonatedUser.username}`;
}

function anna({ authority }: Cluster): Certificate {
  return authority.issue('anna', '/O=readers/CN=anna');
}

function program([command, ...args]: readonly string[], more: object = {}): Kubeconfig {
  return { user: { exec: { apiVersion: 'client.authentication.k8s.io/v1', command, args, ...more } } };
}

function text(file: string): string {
  return readFileSync(file, 'utf8');
}

function base64(file: string): string {
  return Buffer.from(text(file)).toString('base64');
}
