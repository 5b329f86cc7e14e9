/**
 * `node scripts/api-server.ts` makes sure that there is the API server that test/cluster/ runs against, and prints its
 * path. It is built from source, which takes minutes, and kept in the user's cache under a name that its version and
 * sources give. Where a tool is missing without which those tests are skipped, nothing is built; in CI that is an error.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { missingTools, runCommand } from './command.ts';
import { root } from './functions.ts';

/** What the tests against the API server call, and what builds it. */
export const CLUSTER_TOOLS = ['go', 'etcd', 'kubectl', 'openssl'] as const;

const sources = join(root, 'test/cluster/api-server');
const texts = ['go.mod', 'go.sum', 'main.go'].map((file) => readFileSync(join(sources, file), 'utf8'));
const version = /k8s\.io\/kubernetes (v\S+)/.exec(texts[0] ?? '')?.[1];
// Its own build says so, too, and clients read it.
const flags = [
  '-trimpath',
  '-buildvcs=false',
  '-ldflags',
  `-s -w -X k8s.io/component-base/version.gitVersion=${version}`,
];

/** Where the API server is kept, if it is built. */
export function apiServerPath(): string {
  const hash = createHash('sha256').update(JSON.stringify([texts, flags]));
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return join(cache, 'krm-variants', `kube-apiserver-${version}-${hash.digest('hex').slice(0, 12)}`);
}

function build(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  // What a build that was killed leaves is not taken for the server.
  const unfinished = `${path}.${process.pid}`;
  runCommand('go', ['build', ...flags, '-o', unfinished, '.'], { cwd: sources, env: { GOWORK: 'off' } });
  renameSync(unfinished, path);
}

if (import.meta.main) {
  const path = apiServerPath();
  const missing = missingTools(CLUSTER_TOOLS);
  if (missing.length > 0) {
    console.log(`No API server is built; not on the PATH: ${missing.join(', ')}`);
    process.exitCode = process.env['CI'] === undefined ? 0 : 1;
  } else {
    if (!existsSync(path)) {
      console.log('Building the API server, which takes minutes ...');
      build(path);
    }
    console.log(path);
  }
}
