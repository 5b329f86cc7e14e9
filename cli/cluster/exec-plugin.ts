import { execFile } from 'node:child_process';
import type { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import { ClusterFailure, reasonOf } from './cluster-failure.ts';

/** Credential program of a user in a kubeconfig (client.authentication.k8s.io). */
interface ExecPlugin {
  readonly apiVersion?: string;
  readonly command?: string;
  readonly args?: readonly string[] | null;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
  readonly provideClusterInfo?: boolean;
}

/** Output of such a program. */
interface ExecCredential {
  readonly status?: {
    readonly token?: string;
    readonly clientCertificateData?: string;
    readonly clientKeyData?: string;
  };
}

/**
 * Replaces the program of the current user, if any, by the credentials that it prints. The client would run it for each
 * request, wait without a limit, and omit information that it may need. Throws a `ClusterFailure` that names the
 * problem.
 */
export async function runExecPlugin(config: KubeConfig, seconds: number): Promise<void> {
  const user = config.getCurrentUser();
  const plugin = user?.exec as ExecPlugin | null | undefined;
  if (user === null || !plugin?.command) return;
  const printed = await run(plugin, plugin.command, infoFor(plugin, config), seconds);
  config.users = [{ ...user, exec: null, ...credentialsOf(printed, plugin.command) }];
}

/** Returns the program's input: not interactive, and the cluster if it asks for it. */
function infoFor({ apiVersion, provideClusterInfo = false }: ExecPlugin, config: KubeConfig): string {
  const cluster = config.getCurrentCluster();
  const described = {
    server: cluster?.server,
    'tls-server-name': cluster?.tlsServerName,
    'insecure-skip-tls-verify': cluster?.skipTLSVerify,
    'certificate-authority-data': cluster?.caData,
    'proxy-url': cluster?.proxyUrl,
  };
  const spec = { interactive: false, ...(provideClusterInfo && { cluster: described }) };
  return JSON.stringify({ apiVersion, kind: 'ExecCredential', spec });
}

async function run({ args, env }: ExecPlugin, command: string, info: string, seconds: number): Promise<string> {
  const variables = (env ?? []).map(({ name, value }) => [name, value] as const);
  const options = {
    env: { ...process.env, ...Object.fromEntries(variables), KUBERNETES_EXEC_INFO: info },
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  } as const;
  return await new Promise((resolve, reject) => {
    const child = execFile(command, args ?? [], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else if (error.killed) reject(new ClusterFailure(`${command} did not finish within ${seconds} s`));
      else if (typeof error.code === 'string') reject(new ClusterFailure(reasonOf(error)));
      else reject(new ClusterFailure(`${command} exited with ${error.code ?? error.signal}: ${shown(stderr)}`));
    });
    child.stdin?.end();
  });
}

/** Returns the error output of a program without possible tokens. */
function shown(stderr: string): string {
  return stderr
    .replaceAll(/[\w+=-]{40,}/g, '...')
    .slice(0, LONGEST_SAID)
    .trim();
}

/** Maximum length in characters: some programs log every step. */
const LONGEST_SAID = 1000;

function credentialsOf(printed: string, command: string): object {
  const { token, clientCertificateData, clientKeyData } = parse(printed)?.status ?? {};
  if (token === undefined && clientCertificateData === undefined)
    throw new ClusterFailure(`${command} must print an ExecCredential with a token or a certificate`);
  return {
    ...(token !== undefined && { token }),
    ...(clientCertificateData !== undefined && { certData: toBase64(clientCertificateData) }),
    ...(clientKeyData !== undefined && { keyData: toBase64(clientKeyData) }),
  };
}

function parse(text: string): ExecCredential | null {
  try {
    return JSON.parse(text) as ExecCredential | null;
  } catch {
    return null;
  }
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}
