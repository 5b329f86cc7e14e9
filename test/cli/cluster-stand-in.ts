import { createServer } from 'node:http';
import { join } from 'node:path';
import { withPort } from '../cluster/stand-in.ts';
import { inFolder, type Files } from './run-support.ts';

/** JSON by path, with a query or without. Other paths are answered with 404. */
export type Answers = Readonly<Record<string, object>>;

/** Cluster of a test. */
export interface StandIn {
  /** Folder with the files of the test, and `kubeconfig`. */
  readonly folder: string;
  /** Requested paths with their queries, in order. */
  readonly asked: readonly string[];
}

/**
 * Passes a new folder with these files to a test, while a server on loopback answers like a cluster. $KUBECONFIG names
 * a kubeconfig in the folder whose context `edge` is the cluster; its current context is another, which is never
 * reached.
 */
export async function withCluster<T>(
  answers: Answers,
  files: Files,
  act: (standIn: StandIn) => Promise<T>,
  user: object = { token: 't' },
): Promise<T> {
  const asked: string[] = [];
  const known: Answers = { '/apis': { groups: [] }, ...answers };
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const answer = known[url] ?? known[url.replace(/\?.*/, '')];
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
  });
  return await withPort(server, (port) =>
    inFolder({ ...files, kubeconfig: kubeconfigOf(port, user) }, (folder) =>
      withKubeconfig(join(folder, 'kubeconfig'), () => act({ folder, asked })),
    ),
  );
}

/** Returns the kinds of an API version: `configmaps ConfigMap`. One that begins with `*` has no namespaces. */
export function kinds(...texts: readonly string[]): object {
  const resources = texts.map((text) => {
    const [name = '', kind = ''] = text.replace('*', '').split(' ');
    return { name, kind, namespaced: !text.startsWith('*'), verbs: ['list'] };
  });
  return { resources };
}

/** Returns a list of objects, each as the server of the tests writes it. */
export function listOf(...items: readonly object[]): object {
  return { metadata: {}, items };
}

function kubeconfigOf(port: number, user: object): string {
  return JSON.stringify({
    clusters: [
      { name: 'c', cluster: { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } },
      { name: 'none', cluster: { server: 'http://127.0.0.1:1', 'insecure-skip-tls-verify': true } },
    ],
    users: [{ name: 'u', user }],
    contexts: [
      { name: 'other', context: { cluster: 'none', user: 'u' } },
      { name: 'edge', context: { cluster: 'c', user: 'u' } },
    ],
    'current-context': 'other',
  });
}

async function withKubeconfig<T>(file: string, act: () => Promise<T>): Promise<T> {
  const { KUBECONFIG } = process.env;
  try {
    process.env['KUBECONFIG'] = file;
    return await act();
  } finally {
    if (KUBECONFIG === undefined) delete process.env['KUBECONFIG'];
    else process.env['KUBECONFIG'] = KUBECONFIG;
  }
}
