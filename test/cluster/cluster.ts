import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { apiServerPath } from '../../scripts/api-server.ts';
import { runCommand } from '../../scripts/command.ts';
import { writeFiles } from '../cli/run-support.ts';
import { Authority } from './certificates.ts';
import { freePort, Service } from './service.ts';
import { ServiceAccounts, type ServiceAccount } from './service-accounts.ts';

const ADMIN = 'admin';

/** Users whose token is their name. At first only the first one is allowed to do anything. */
const USERS = [ADMIN, 'reader', 'neighbour', 'stranger'] as const;

/** Audit record of an answered request. */
export interface Audit {
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username: string };
  /** User on whose behalf the request was made. */
  readonly impersonatedUser?: { readonly username: string };
  readonly userAgent: string;
  readonly responseStatus: { readonly code: number };
}

/** Answer of the server. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Additional fields of a kubeconfig for the cluster and the user, in its own format. */
export interface Kubeconfig {
  readonly cluster?: { readonly server?: string; readonly [option: string]: unknown };
  readonly user?: object;
}

/** API server of a cluster without nodes and controllers, with its etcd, in a folder of its own. */
export class Cluster {
  /** Folder that is also available for files of tests. */
  readonly folder = mkdtempSync(join(tmpdir(), 'krm-variants-cluster-'));
  readonly authority = new Authority(this.folder, 'authority');
  readonly accounts = new ServiceAccounts(this.folder);
  /** Certificate of the server, also used by stand-ins. */
  readonly certificate = this.authority.issue('server', '/CN=kube-apiserver');
  #port = 0;
  #etcdPort = 0;
  #marks = 0;
  readonly #services: Service[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32, ca: readFileSync(this.authority.certificate) });

  /** Starts a cluster, and waits until it is ready. */
  static async start(): Promise<Cluster> {
    const cluster = new Cluster();
    try {
      await cluster.#startEtcd();
      await cluster.#startServer();
    } catch (error) {
      await cluster.end();
      throw error;
    }
    return cluster;
  }

  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  get etcdUrl(): string {
    return `http://127.0.0.1:${this.#etcdPort}`;
  }

  /** Ends it, and removes its folder. */
  async end(): Promise<void> {
    this.#agent.destroy();
    for (const service of this.#services.toReversed()) await service.end();
    rmSync(this.folder, { recursive: true });
  }

  /** Runs kubectl as the administrator, and returns its stdout. */
  kubectl(args: readonly string[], input?: string): string {
    const server = [
      `--server=${this.url}`,
      `--certificate-authority=${this.authority.certificate}`,
      `--token=${ADMIN}`,
    ];
    const env = { KUBECONFIG: '/dev/null', HOME: this.folder };
    return runCommand('kubectl', [...server, ...args], { env, ...(input !== undefined && { input }) });
  }

  /** Runs kubectl with kubeconfigs, and returns its stdout. */
  kubectlOf(KUBECONFIG: string, args: readonly string[]): string {
    return runCommand('kubectl', args, { env: { KUBECONFIG, HOME: this.folder } });
  }

  /** Creates or changes objects, as the administrator. */
  apply(objects: string): void {
    this.kubectl(['apply', '--server-side', '--filename=-'], objects);
  }

  /** Writes a kubeconfig with one context, `edge`, and returns its path. */
  kubeconfig({ cluster = {}, user = {} }: Kubeconfig): string {
    const server = { server: this.url, 'certificate-authority': this.authority.certificate };
    const config = JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'edge', cluster: { ...server, ...cluster } }],
      users: [{ name: 'edge', user }],
      contexts: [{ name: 'edge', context: { cluster: 'edge', user: 'edge' } }],
      'current-context': 'edge',
    });
    const name = `kubeconfig-${createHash('sha256').update(config).digest('hex').slice(0, 12)}`;
    writeFiles(this.folder, { [name]: config });
    return join(this.folder, name);
  }

  /** Returns the service account with the permissions of `reader`. */
  account(): ServiceAccount {
    const [namespace, name] = ['infra', 'render'];
    const uid = this.kubectl(['get', 'serviceaccount', name, '-n', namespace, '-o', 'jsonpath={.metadata.uid}']);
    return { namespace, name, uid };
  }

  /** Sends a request as the administrator. */
  async send(method: string, path: string, body = ''): Promise<Answer> {
    const headers = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' };
    const sent = request(`${this.url}${path}`, { method, headers, agent: this.#agent }).end(body);
    const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { readonly statusCode: number }];
    return { status: response.statusCode, text: await text(response) };
  }

  /** Makes etcd drop all but the newest revision, as it does by itself after minutes. */
  async forgetHistory(): Promise<void> {
    const ask = async (path: string, body: object): Promise<{ readonly header: { readonly revision: string } }> => {
      const answer = await fetch(`${this.etcdUrl}/v3/kv/${path}`, { method: 'POST', body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return (await answer.json()) as { readonly header: { readonly revision: string } };
    };
    const { header } = await ask('range', { key: 'AA==' });
    await ask('compaction', { revision: header.revision, physical: true });
  }

  /** Returns our requests answered during a call, in order. */
  async audited(act: () => Promise<unknown>): Promise<Audit[]> {
    const before = (await this.#auditLog()).length;
    await act();
    const lines = (await this.#auditLog()).slice(before).map((line) => JSON.parse(line) as Audit);
    return lines.filter(({ userAgent }) => userAgent === 'krm-variants');
  }

  /** Returns the lines of the log, including all requests answered before this call. */
  async #auditLog(): Promise<string[]> {
    this.#marks += 1;
    const mark = `/version?mark=${this.#marks}`;
    await this.send('GET', mark);
    for (;;) {
      const lines = readFileSync(join(this.folder, 'audit.log'), 'utf8').trim().split('\n');
      if (lines.some((line) => line.includes(`"${mark}"`))) return lines;
      await setTimeout(10);
    }
  }

  async #startEtcd(): Promise<void> {
    const [client, peer] = [await freePort(), await freePort()];
    this.#etcdPort = client;
    const peerUrl = `http://127.0.0.1:${peer}`;
    const etcd = this.#startService('etcd', [
      `--data-dir=${this.folder}/etcd`,
      `--listen-client-urls=${this.etcdUrl}`,
      `--advertise-client-urls=${this.etcdUrl}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=default=${peerUrl}`,
    ]);
    await etcd.until(async () => (await fetch(`${this.etcdUrl}/health`).catch(() => undefined))?.ok === true);
  }

  async #startServer(): Promise<void> {
    const program = apiServerPath();
    if (!existsSync(program)) throw new Error(`${program} is missing: npm run api-server`);
    const { certificate, key } = this.certificate;
    writeFiles(this.folder, {
      tokens: USERS.map((user) => `${user},${user},${user},${user === ADMIN ? 'system:masters' : ''}\n`).join(''),
      'audit.yaml':
        'apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules: [{level: Metadata}]\n',
    });
    this.#port = await freePort();
    const server = this.#startService(program, [
      '--bind-address=127.0.0.1',
      `--secure-port=${this.#port}`,
      `--etcd-servers=${this.etcdUrl}`,
      `--tls-cert-file=${certificate}`,
      `--tls-private-key-file=${key}`,
      `--client-ca-file=${this.authority.certificate}`,
      `--token-auth-file=${this.folder}/tokens`,
      ...this.accounts.options,
      '--authorization-mode=RBAC',
      `--audit-policy-file=${this.folder}/audit.yaml`,
      `--audit-log-path=${this.folder}/audit.log`,
      // There are no controllers to create the objects that these wait for.
      '--endpoint-reconciler-type=none',
      '--disable-admission-plugins=ServiceAccount',
    ]);
    await server.until(async () => (await this.send('GET', '/readyz').catch(() => undefined))?.status === 200);
  }

  #startService(program: string, options: readonly string[]): Service {
    const service = new Service(program, options, join(this.folder, `log-${this.#services.length}`));
    this.#services.push(service);
    return service;
  }
}
