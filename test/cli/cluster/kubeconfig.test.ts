import assert from 'node:assert/strict';
import { readContext } from '../../../cli/cluster/kubeconfig.ts';
import { inFolder } from '../run-support.ts';

const CONFIG = `apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: "https://c.invalid:6443//"}}, {name: p, cluster: {server: "https://p.invalid", proxy-url: "http://q.invalid"}}]
users: [{name: u, user: {token: t}}, {name: f, user: {tokenFile: t}}]
contexts:
  - {name: one, context: {cluster: c, user: u}}
  - {name: filed, context: {cluster: c, user: f}}
  - {name: proxied, context: {cluster: p, user: u}}
  - {name: homeless, context: {cluster: gone, user: u}}
  - {name: nobody, context: {cluster: c, user: gone}}
current-context: one
`;

describe('readContext', () => {
  const contexts: readonly (readonly [context: string | undefined, server: string, name: string])[] = [
    [undefined, 'https://c.invalid:6443', 'context "one" of FILE'],
    ['one', 'https://c.invalid:6443', 'context "one" of FILE'],
    ['filed', 'https://c.invalid:6443', 'context "filed" of FILE'],
    ['proxied', 'https://p.invalid', 'context "proxied" of FILE through its proxy'],
  ];
  for (const [context, server, name] of contexts) {
    it(`finds ${context ?? 'the current context'}`, () =>
      inFolder({ k: CONFIG }, (folder) => {
        const found = readContext({ kubeconfig: `${folder}/k`, ...(context && { context }), timeoutSeconds: 1 });
        assert.deepEqual([found.server, found.name.replace(`${folder}/k`, 'FILE')], [server, name]);
      }));
  }

  const refused: readonly (readonly [name: string, kubeconfig: string, context: string, message: string])[] = [
    ['a context that does not exist', CONFIG, 'two', 'there is no context "two" of FILE'],
    [
      'a context without an existing cluster',
      CONFIG,
      'homeless',
      'context "homeless" of FILE names no cluster that is there',
    ],
    ['a context without an existing user', CONFIG, 'nobody', 'context "nobody" of FILE names no user that is there'],
    [
      'a user of a built-in provider',
      CONFIG.replace('{token: t}', '{auth-provider: {name: gcp}}'),
      'one',
      'context "one" of FILE has a user of the auth-provider "gcp": it must have a token, or exec',
    ],
    [
      'a server without TLS',
      CONFIG.replace('https://c', 'HTTP://c'),
      'one',
      'context "one" of FILE names a server without TLS: it must have insecure-skip-tls-verify, too',
    ],
    [
      'a server that is not a URL, without showing its password',
      CONFIG.replace('https://c.invalid:6443', 'https://me:no@t-for-eyes@c.invalid:x'),
      'one',
      'context "one" of FILE names a server by what is no URL of https: https://c.invalid:x',
    ],
    [
      'a server of another protocol',
      CONFIG.replace('https://c', 'ftp://c'),
      'one',
      'context "one" of FILE names a server by what is no URL of https: ftp://c.invalid:6443',
    ],
    [
      'text that is not YAML, without showing it',
      CONFIG.replace('{token: t}', '{token: *not-for-eyes }'),
      'one',
      'FILE cannot be read as a kubeconfig: it is no YAML (4:46)',
    ],
    ['an empty file', '', 'one', 'FILE cannot be read as a kubeconfig: it has another form'],
    ['a list', '[]', 'one', 'there is no context "one" of FILE'],
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
          () => readContext({ kubeconfig: `${folder}/k`, context, timeoutSeconds: 1 }),
          (error: Error) => error.name === 'ClusterFailure' && error.message === message.replace('FILE', `${folder}/k`),
        );
      }));
  }

  it('shows nothing of a truncated file that is not YAML', () =>
    inFolder({ k: 'users: [{name: u, user: {token: not-for-eyes\n' }, (folder) => {
      assert.throws(
        () => readContext({ kubeconfig: `${folder}/k`, timeoutSeconds: 1 }),
        (error: Error) => error.message.includes('cannot be read as a kubeconfig') && !error.message.includes('eyes'),
      );
    }));

  it('names a file that does not exist', () => {
    assert.throws(() => readContext({ kubeconfig: '/nowhere/k', timeoutSeconds: 1 }), {
      message: '/nowhere/k cannot be read as a kubeconfig: /nowhere/k: it is not there',
    });
  });
});
