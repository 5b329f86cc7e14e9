import assert from 'node:assert/strict';
import { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import { runExecPlugin } from '../../../cli/cluster/api-client.ts';

function configOf(exec: object | undefined): KubeConfig {
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    { name: 'c', server: 'https://c.invalid', skipTLSVerify: false },
    { name: 'u', ...(exec && { exec: { apiVersion: 'client.authentication.k8s.io/v1', ...exec } }) },
  );
  return config;
}

function prints(status: unknown): object {
  return { command: 'echo', args: [JSON.stringify({ kind: 'ExecCredential', status })] };
}

describe('runExecPlugin', () => {
  const rows: readonly (readonly [name: string, exec: object | undefined, want: object])[] = [
    ['an unchanged user without a program', undefined, { name: 'u' }],
    ['a user with a token', prints({ token: 't' }), { name: 'u', exec: null, token: 't' }],
    [
      'a user with a certificate, encoded as in a kubeconfig',
      prints({ clientCertificateData: 'crt', clientKeyData: 'key' }),
      { name: 'u', exec: null, certData: 'Y3J0', keyData: 'a2V5' },
    ],
  ];
  for (const [name, exec, want] of rows) {
    it(`returns ${name}`, async () => {
      const config = configOf(exec);
      await runExecPlugin(config, 10);
      assert.deepEqual(config.getCurrentUser(), want);
    });
  }

  it('passes the cluster to a program that asks for it, and that it is not interactive', async () => {
    const script =
      'printf \'{"status": {"token": "\'; printf %s "$KUBERNETES_EXEC_INFO$A" | base64 -w0; printf \'"}}\'';
    const run = async (more: object): Promise<string> => {
      const config = configOf({ command: 'sh', args: ['-c', script], env: [{ name: 'A', value: ' a' }], ...more });
      await runExecPlugin(config, 10);
      return Buffer.from(config.getCurrentUser()?.token ?? '', 'base64').toString();
    };
    const [start, end] = ['{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","spec":', '} a'];
    assert.equal(await run({}), `${start}{"interactive":false}${end}`);
    const cluster = '{"server":"https://c.invalid","insecure-skip-tls-verify":false}';
    assert.equal(await run({ provideClusterInfo: true }), `${start}{"interactive":false,"cluster":${cluster}}${end}`);
  });

  it('runs the program in the environment of this one, but with its own input', async () => {
    const script = `cat; printf '{"status": {"token": "%s"}}' "$HOME"`;
    const config = configOf({ command: 'sh', args: ['-c', script] });
    await runExecPlugin(config, 10);
    assert.equal(config.getCurrentUser()?.token, process.env['HOME']);
  });

  const refused: readonly (readonly [name: string, exec: object, message: string])[] = [
    ['does not exist', { command: 'no-such-program' }, 'no-such-program: does not exist'],
    ['fails', { command: 'sh', args: ['-c', 'echo ERROR why >&2; exit 3'] }, 'sh exited with 3: ERROR why'],
    ['is terminated', { command: 'sh', args: ['-c', 'kill -TERM $$'] }, 'sh exited with SIGTERM: '],
    [
      'prints a token to stderr, without showing it',
      { command: 'sh', args: ['-c', `echo no: Bearer a.${'t0-_'.repeat(10)}= >&2; exit 1`] },
      'sh exited with 1: no: Bearer a....',
    ],
    [
      'prints too much to stderr, showing only the beginning',
      { command: 'sh', args: ['-c', 'yes no | head -n 2000 >&2; exit 1'] },
      `sh exited with 1: ${'no\n'.repeat(334).slice(0, 1000)}`,
    ],
    ['prints too much', { command: 'yes' }, 'the program printed too much'],
    ['does not end', { command: 'sleep', args: ['60'] }, 'sleep did not finish within 0.2 s'],
    [
      'ignores signals to terminate',
      { command: 'sh', args: ['-c', 'trap "" TERM; sleep 5; :'] },
      'sh did not finish within 0.2 s',
    ],
    [
      'prints text that is not JSON',
      { command: 'echo' },
      'echo must print an ExecCredential with a token or a certificate',
    ],
    [
      'prints null',
      { command: 'echo', args: ['null'] },
      'echo must print an ExecCredential with a token or a certificate',
    ],
    ['prints no token', prints({}), 'echo must print an ExecCredential with a token or a certificate'],
  ];
  for (const [name, exec, message] of refused) {
    it(`refuses a program that ${name}`, async () => {
      await assert.rejects(runExecPlugin(configOf(exec), 0.2), { name: 'ClusterFailure', message });
    });
  }
});
