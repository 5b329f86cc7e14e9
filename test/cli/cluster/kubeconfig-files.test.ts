import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { loadKubeconfig } from '../../../cli/cluster/kubeconfig-files.ts';
import { inFolder, type Files } from '../run-support.ts';

/** Kubeconfig with one user, which also names its context. */
function config(user: string, token: string, current = ''): string {
  return `clusters: [{name: c, cluster: {server: "https://${token}.invalid"}}]
users: [{name: ${user}, user: {token: ${token}}}]
contexts: [{name: ${user}, context: {cluster: c, user: ${user}}}]
${current === '' ? '' : `current-context: ${current}\n`}`;
}

/** Runs a test with other environment variables, and files in a new folder, which FOLDER represents. */
async function withEnv(env: Env, files: Files, act: (folder: string) => void): Promise<void> {
  const { KUBECONFIG, HOME } = process.env;
  await inFolder(files, (folder) => {
    try {
      setEnv({ KUBECONFIG: env.KUBECONFIG?.replaceAll('FOLDER', folder), HOME: env.HOME?.replace('FOLDER', folder) });
      act(folder);
    } finally {
      setEnv({ KUBECONFIG, HOME });
    }
  });
}

interface Env {
  readonly KUBECONFIG?: string | undefined;
  readonly HOME?: string | undefined;
}

function setEnv(env: Env): void {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = String(value);
  }
}

describe('loadKubeconfig', () => {
  it('uses the first of a name in several files, and ignores absent files', () =>
    withEnv(
      { KUBECONFIG: 'FOLDER/none:FOLDER/a::FOLDER/b:FOLDER/c' },
      { a: config('u', 'first'), b: config('u', 'second', 'v'), c: config('v', 'third', 'u') },
      (folder) => {
        const { config: loaded, origin } = loadKubeconfig(undefined);
        assert.equal(origin, `${folder}/none:${folder}/a::${folder}/b:${folder}/c`);
        assert.equal(loaded.getCurrentContext(), 'v');
        assert.equal(loaded.getUser('u')?.token, 'first');
        assert.equal(loaded.getUser('v')?.token, 'third');
        assert.equal(loaded.getCurrentCluster()?.server, 'https://first.invalid');
      },
    ));

  it('uses the kubeconfig of the home folder if none is named', () =>
    withEnv({ HOME: 'FOLDER' }, { '.kube/config': config('u', 'home', 'u') }, (folder) => {
      const { config: loaded, origin } = loadKubeconfig(undefined);
      assert.deepEqual([loaded.getCurrentUser()?.token, origin], ['home', `${folder}/.kube/config`]);
    }));

  it('uses the top folder if the home folder is unknown', () =>
    withEnv({ HOME: '' }, {}, () => {
      assert.throws(() => loadKubeconfig(undefined), /, \/\.kube\/config does not exist,/);
    }));

  it('reads a pipe', () =>
    inFolder({ k: config('u', 'piped', 'u') }, (folder) => {
      const pipe = join(folder, 'pipe');
      const script = 'mkfifo "$1" && (cat "$0" > "$1" &)';
      execFileSync('sh', ['-c', script, join(folder, 'k'), pipe], { stdio: 'ignore' });
      assert.equal(loadKubeconfig(pipe).config.getCurrentUser()?.token, 'piped');
    }));

  it('prefers the requested file to all others', () =>
    withEnv({ KUBECONFIG: 'FOLDER/a' }, { a: config('u', 'named', 'u'), b: config('u', 'asked', 'u') }, (folder) => {
      assert.equal(loadKubeconfig(`${folder}/b`).config.getCurrentUser()?.token, 'asked');
    }));

  it('names the locations that it searched', async () => {
    await withEnv({ HOME: 'FOLDER' }, {}, (folder) => {
      const message = `no kubeconfig found: $KUBECONFIG is not set, ${folder}/.kube/config does not exist, and this is not a pod`;
      assert.throws(() => loadKubeconfig(undefined), { name: 'ClusterFailure', message });
    });
    await withEnv({ KUBECONFIG: '/nowhere/a:/nowhere/b' }, {}, () => {
      const message = 'no kubeconfig found: $KUBECONFIG is /nowhere/a:/nowhere/b, which does not exist';
      assert.throws(() => loadKubeconfig(undefined), { name: 'ClusterFailure', message });
    });
  });

  const users: readonly (readonly [name: string, user: string, want: object])[] = [
    ['a token', '{token: t}', { token: 't' }],
    ['a token file, which precedes a token', '{token: t, tokenFile: a/t}', { authProvider: tokenFile('FOLDER/a/t') }],
    ['a token file with an absolute path', '{tokenFile: /a/t}', { authProvider: tokenFile('/a/t') }],
    ['a certificate in its folder', '{client-certificate: a/c}', { certFile: 'FOLDER/a/c' }],
    ['a program in its folder', '{exec: {command: ./a, args: [b]}}', { exec: { command: 'FOLDER/a', args: ['b'] } }],
    [
      'the token of a provider',
      `{auth-provider: {name: oidc, config: {id-token: t, refresh-token: r}}}`,
      { token: 't' },
    ],
    ['another provider, unchanged', '{auth-provider: {name: gcp}}', { authProvider: { name: 'gcp' } }],
    ['a program on the PATH', '{exec: {command: a}}', { exec: { command: 'a' } }],
  ];
  for (const [name, user, want] of users) {
    it(`loads a user with ${name}`, () =>
      inFolder({ k: `users: [{name: u, user: ${user}}]` }, (folder) => {
        const given = Object.entries(loadKubeconfig(`${folder}/k`).config.getUser('u') ?? {});
        const known = given.filter(([key, value]) => key !== 'name' && Boolean(value));
        const text = JSON.stringify(Object.fromEntries(known)).replaceAll(folder, 'FOLDER');
        assert.deepEqual(JSON.parse(text), want);
      }));
  }
});

function tokenFile(path: string): object {
  return { name: 'tokenFile', config: { tokenFile: path } };
}
