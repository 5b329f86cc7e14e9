import assert from 'node:assert/strict';
import { readKubeContext } from '../../../cli/cluster/api-client.ts';
import { inFolder } from '../run-support.ts';

const CONFIG = `apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: "https://c.invalid:6443//"}}, {name: p, cluster: {server: "https://p.invalid", proxy-url: "http://q.invalid"}}]
users: [{name: u, user: {token: t}}, {name: f, user: {tokenFile: t}}]
contexts:
  - {name: one, context: {cluster: c, user: u}}
  - {name: token-file, context: {cluster: c, user: f}}
  - {name: proxied, context: {cluster: p, user: u}}
  - {name: no-cluster, context: {cluster: gone, user: u}}
  - {name: no-user, context: {cluster: c, user: gone}}
current-context: one
`;

describe('readContext', () => {
  const contexts: readonly (readonly [title: string, context: string | undefined, server: string, name: string])[] = [
    ['defaults to the current context', undefined, 'https://c.invalid:6443', 'context "one" of FILE'],
    ['finds a context by its name', 'one', 'https://c.invalid:6443', 'context "one" of FILE'],
    ['accepts a user with a token file', 'token-file', 'https://c.invalid:6443', 'context "token-file" of FILE'],
    ['names the proxy of a cluster', 'proxied', 'https://p.invalid', 'context "proxied" of FILE through its proxy'],
  ];
  for (const [title, context, server, name] of contexts) {
    it(title, () =>
      inFolder({ k: CONFIG }, (folder) => {
        const found = readKubeContext({ kubeconfig: `${folder}/k`, ...(context && { context }), timeoutSeconds: 1 });
        assert.deepEqual([found.server, found.name.replace(`${folder}/k`, 'FILE')], [server, name]);
      }),
    );
  }

  const refused: readonly (readonly [name: string, kubeconfig: string, context: string, message: string])[] = [
    ['a context that does not exist', CONFIG, 'two', 'context "two" of FILE does not exist'],
    [
      'a context without an existing cluster',
      CONFIG,
      'no-cluster',
      'context "no-cluster" of FILE must name an existing cluster',
    ],
    ['a context without an existing user', CONFIG, 'no-user', 'context "no-user" of FILE must name an existing user'],
    [
      'a user of a built-in provider',
      CONFIG.replace('{token: t}', '{auth-provider: {name: gcp}}'),
      'one',
      'context "one" of FILE has a user with the unsupported auth-provider "gcp": use a token or `exec`',
    ],
    [
      'a program that is written as part of a built-in provider',
      CONFIG.replace('{token: t}', '{auth-provider: {name: tokenFile, config: {exec: {command: touch}}}}'),
      'one',
      'context "one" of FILE has a user with the unsupported auth-provider "tokenFile": use a token or `exec`',
    ],
    [
      'a provider without a name',
      CONFIG.replace('{token: t}', '{auth-provider: {config: {exec: {command: touch}}}}'),
      'one',
      'context "one" of FILE has a user with the unsupported auth-provider "": use a token or `exec`',
    ],
    [
      'a program of a kubeconfig that a configuration names',
      CONFIG.replace('{token: t}', '{exec: {command: touch}}'),
      'one',
      'context "one" of FILE has a user with `exec`, and programs are run only for your own kubeconfig: name the context with `--context`, or leave out `kubeconfig` and set $KUBECONFIG',
    ],
    [
      'a server without TLS',
      CONFIG.replace('https://c', 'HTTP://c'),
      'one',
      'context "one" of FILE names a server without TLS: `insecure-skip-tls-verify` must be true',
    ],
    [
      'a server that is not a URL, without showing its password',
      CONFIG.replace('https://c.invalid:6443', 'https://me:no@t-for-eyes@c.invalid:x'),
      'one',
      'context "one" of FILE must name a server by an https URL, not "https://c.invalid:x"',
    ],
    [
      'a server of another protocol',
      CONFIG.replace('https://c', 'ftp://c'),
      'one',
      'context "one" of FILE must name a server by an https URL, not "ftp://c.invalid:6443"',
    ],
    [
      'text that is not YAML, without showing it',
      CONFIG.replace('{token: t}', '{token: *not-for-eyes }'),
      'one',
      'FILE cannot be read as a kubeconfig: not valid YAML (4:46)',
    ],
    ['an empty file', '', 'one', 'FILE cannot be read as a kubeconfig: unexpected structure'],
    ['a list', '[]', 'one', 'context "one" of FILE does not exist'],
    [
      'a cluster without a server',
      'clusters: [{name: c}]',
      'one',
      'FILE cannot be read as a kubeconfig: clusters[0].cluster is missing',
    ],
  ];
  for (const [name, kubeconfig, context, message] of refused) {
    it(`refuses ${name}`, () =>
      inFolder({ k: kubeconfig }, (folder) => {
        assert.throws(
          () => readKubeContext({ kubeconfig: `${folder}/k`, context, timeoutSeconds: 1 }),
          (error: Error) => error.name === 'ClusterFailure' && error.message === message.replace('FILE', `${folder}/k`),
        );
      }));
  }

  it('shows nothing of a truncated file that is not YAML', () =>
    inFolder({ k: 'users: [{name: u, user: {token: not-for-eyes\n' }, (folder) => {
      assert.throws(
        () => readKubeContext({ kubeconfig: `${folder}/k`, timeoutSeconds: 1 }),
        (error: Error) => error.message.includes('cannot be read as a kubeconfig') && !error.message.includes('eyes'),
      );
    }));

  it('names a file that does not exist', () => {
    assert.throws(() => readKubeContext({ kubeconfig: '/nowhere/k', timeoutSeconds: 1 }), {
      message: '/nowhere/k cannot be read as a kubeconfig: /nowhere/k: does not exist',
    });
  });
});
