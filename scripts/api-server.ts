/**
 * `node scripts/api-server.ts` builds the API server for test/cluster/ unless it exists, and prints its path. The build
 * from source takes minutes; the result is kept in the user's cache under a name derived from its version and sources.
 * Nothing is built if a tool is missing without which those tests are skipped; in CI that is an error.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { missingTools, runCommand } from './command.ts';
import { root } from './functions.ts';

/** Commands used by the tests against the API server and by its build. */
export const CLUSTER_TOOLS = ['go', 'etcd', 'kubectl', 'openssl'] as const;

const sources = join(root, 'test/cluster/api-server');
const texts = ['go.mod', 'go.sum', 'main.go'].map((file) => readFileSync(join(sources, file), 'utf8'));
const version = /k8s\.io\/kubernetes (v\S+)/.exec(texts[0] ?? '')?.[1];
// As in upstream's own build; clients read the version.
const flags = [
  '-trimpath',
  '-buildvcs=false',
  '-ldflags',
  `-s -w -X k8s.io/component-base/version.gitVersion=${version}`,
];

/** Returns the path of the API server once it is built. */
export function apiServerPath(): string {
  const hash = createHash('sha256').update(JSON.stringify([texts, flags]));
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return join(cache, 'krm-variants', `kube-apiserver-${version}-${hash.digest('hex').slice(0, 12)}`);
}

function build(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  // The output of a killed build must not be mistaken for the server.
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
