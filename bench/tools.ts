import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { bundleExecutable, functionSource, type FunctionSource } from '../scripts/bundle.ts';
import { runCommand } from '../scripts/command.ts';
import { buildExecutables } from '../scripts/executables.ts';
import { findFunctions, root } from '../scripts/functions.ts';
import { compileNative } from '../scripts/native.ts';
import annotate from './annotate.ts';
import { workloadInput } from './input.ts';
import { everyResource } from './job.ts';
import { nodeVersions, type NodeVersion } from './node-versions.ts';

/** Folder that keeps the builds for the benchmark. */
const cache = join(root, 'node_modules/.cache/krm-variants-bench');

/** Peers used unmodified, by the path of their Go package. */
const PEERS = {
  yq: { path: 'github.com/mikefarah/yq/v4', version: 'v4.54.1' },
  kustomize: { path: 'sigs.k8s.io/kustomize/kustomize/v5', version: 'v5.8.2' },
} as const;

/** Programs that the benchmark runs. */
export interface Tools {
  readonly nodes: readonly NodeVersion[];
  /** Program that measures the others: `bench/go/runner`. */
  readonly runner: string;
  readonly yq: string;
  readonly kustomize: string;
  /** Native executable with all our functions, compiled with bun. */
  readonly native: string;
  /** Returns the path of a function built on kyaml: a Go program of `bench/go`. */
  kyaml(program?: string): string;
  /** Returns the path of the executable of one function for Node. */
  bundle(functionName: string): string;
  /** Program that copies stdin to stdout. */
  readonly copy: { readonly bundle: string; readonly native: string };
  /** Program that does nothing, compiled with bun. */
  readonly nothing: string;
}

/** Builds what is missing, and always rebuilds our own programs. */
export async function buildTools(): Promise<Tools> {
  mkdirSync(cache, { recursive: true });
  runCommand('go', ['build', '-o', `${cache}/`, './...'], { cwd: join(root, 'bench/go') });
  const { native, bundle } = await buildFunctions();
  const copy = await buildProgram('copy', `import { copy } from './bench/copy.ts'; copy();`);
  const nothing = await buildProgram('nothing', '');
  return {
    nodes: nodeVersions(),
    runner: join(cache, 'runner'),
    kyaml: (program = 'kyaml-function') => join(cache, program),
    yq: installPeer('yq'),
    kustomize: installPeer('kustomize'),
    native,
    bundle,
    copy,
    nothing: nothing.native,
  };
}

/** Returns a description of each peer with its version. */
export function peerVersions(): Readonly<Record<string, string>> {
  return {
    kyaml: moduleVersion('sigs.k8s.io/kustomize/kyaml'),
    'cel-go': moduleVersion('github.com/google/cel-go'),
    yq: PEERS.yq.version,
    kustomize: PEERS.kustomize.version,
  };
}

function moduleVersion(path: string): string {
  const [, version = ''] = runCommand('go', ['list', '-m', path], { cwd: join(root, 'bench/go') }).split(' ');
  return version.trim();
}

function installPeer(name: keyof typeof PEERS): string {
  const { path, version } = PEERS[name];
  const folder = join(cache, `${name}-${version}`);
  const file = join(folder, name);
  if (!existsSync(file)) runCommand('go', ['install', `${path}@${version}`], { env: { GOBIN: folder } });
  return file;
}

async function buildFunctions(): Promise<Pick<Tools, 'native' | 'bundle'>> {
  const input = workloadInput(10);
  const own: FunctionSource = {
    definition: annotate,
    file: join(root, 'bench/annotate.ts'),
    help: annotate.summary,
    reference: annotate.summary,
    sample: input.list(everyResource.functionConfig(input)),
  };
  const functions = [...(await Promise.all(findFunctions().map(functionSource))), own];
  await buildExecutables(functions, cache, { version: packageJson.version });
  return { native: join(cache, 'krm-variants'), bundle: bundleFile };
}

async function buildProgram(name: string, source: string): Promise<Tools['copy']> {
  const program = { bundle: bundleFile(name), native: join(cache, name) };
  await bundleExecutable(source, program.bundle);
  compileNative([program.bundle], [{ file: program.native }]);
  return program;
}

function bundleFile(name: string): string {
  return join(cache, `${name}.cjs`);
}
