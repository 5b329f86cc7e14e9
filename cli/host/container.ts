import { spawnSync } from 'node:child_process';
import { endText, type ProgramEnd } from '../../src/host/index.ts';
import { formatResult, KrmError } from '../../src/krm/index.ts';
import {
  containerLeft,
  dockerOutdated,
  noRuntime,
  runtimeFails,
  runtimeHangs,
  unknownRuntime,
} from '../../src/messages/programs.ts';
import type { ContainerOptions, PullPolicy } from '../arguments/host-arguments.ts';
import { REMOVAL_LIMIT } from '../process/end-signals.ts';
import { writeMessages } from '../process/stdio.ts';
import { withCleanup } from './cleanup.ts';
import { runProgram, StartError } from './run-program.ts';

/** Names of the pull policies in container runtimes. */
const PULLS: Readonly<Record<PullPolicy, string>> = { Always: 'always', IfNotPresent: 'missing', Never: 'never' };

/**
 * Runs the function in an image, as kpt does, without arguments. Removes a container that exceeds the time limit, or
 * that still runs when a signal ends this process. Removes messages about pulling the image from stderr. Throws a
 * `KrmError` if there is no container runtime, and as `runProgram` does.
 */
export async function runContainer(image: string, input: string, options: ContainerOptions): Promise<ProgramEnd> {
  const runtime = await findRuntime();
  const name = `krm-variants-${crypto.randomUUID()}`;
  const command = [runtime, 'run', ...runArguments(name, options), image];
  return await withCleanup(
    () => removeAtOnce(runtime, name),
    async () => {
      const end = await runProgram(command, input, options.functionTimeout).catch(async (error: unknown) => {
        await removeContainer(runtime, name);
        throw error;
      });
      const problem = end.isTimedOut ? await removeContainer(runtime, name) : '';
      const lines = [withoutPullMessages(end.stderr, runtime), problem].filter((line) => line !== '');
      return { ...end, stderr: lines.join('\n') };
    },
  );
}

function runArguments(name: string, options: ContainerOptions): readonly string[] {
  const network = options.allowsNetwork ? 'host' : 'none';
  const user = options.asCurrentUser ? `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}` : 'nobody';
  const rights = ['--network', network, '--user', user, '--security-opt=no-new-privileges'];
  const mounts = options.mounts.flatMap((mount) => ['--mount', mount]);
  const variables = options.environment.flatMap((variable) => ['-e', variable]);
  return ['--rm', '-i', '--name', name, ...rights, '--pull', PULLS[options.pullPolicy], ...mounts, ...variables];
}

/** Removes a container, if it exists, since it outlives the runtime's client. Returns the message if that fails. */
async function removeContainer(runtime: ContainerRuntime, name: string): Promise<string> {
  const { exitCode, stderr } = await runProgram([runtime, 'rm', '--force', name], '', REMOVAL_LIMIT);
  return removalProblem(runtime, name, { exitCode, stderr });
}

/** Removes a container while this process ends. Prints the message if that fails. */
function removeAtOnce(runtime: ContainerRuntime, name: string): void {
  const { status, stderr } = spawnSync(runtime, ['rm', '--force', name], { encoding: 'utf8', timeout: REMOVAL_LIMIT });
  const message = removalProblem(runtime, name, { exitCode: status ?? -1, stderr });
  if (message !== '') writeMessages(`${formatResult({ severity: 'error', code: 'function-failed', message })}\n`);
}

function removalProblem(
  runtime: ContainerRuntime,
  name: string,
  { exitCode, stderr }: Pick<ProgramEnd, 'exitCode' | 'stderr'>,
): string {
  if (exitCode === 0 || /no such container/i.test(stderr)) return '';
  return containerLeft(runtime, name);
}

const LAYER_STATES = [
  'Already exists',
  'Download complete',
  'Downloading.*',
  'Extracting.*',
  'Pull complete',
  'Pulling fs layer',
  'Retrying in .*',
  'Verifying Checksum',
  'Waiting',
];

/** Lines that each runtime writes while it pulls an image. */
const MESSAGES: Readonly<Record<ContainerRuntime, readonly RegExp[]>> = {
  docker: [
    /^Unable to find image '.+' locally$/,
    /^\S+: Pulling from \S+$/,
    new RegExp(`^[0-9a-f]{12}: (?:${LAYER_STATES.join('|')})$`),
    /^Digest: sha256:[0-9a-f]{64}$/,
    /^Status: (?:Downloaded newer image|Image is up to date) for \S+$/,
  ],
  podman: [
    /^Resolved "\S+" as an alias \(.*\)$/,
    /^Trying to pull \S+$/,
    /^Getting image source signatures$/,
    /^Copying (?:blob|config) (?:sha256:)?[0-9a-f]{10,64}(?: .*)?$/,
    /^Writing manifest to image destination$/,
    /^Storing signatures$/,
    /^[0-9a-fA-F]{64}$/,
  ],
  nerdctl: [
    /^\S+:\s+(?:resolving|resolved|waiting|downloading|extracting|done|exists)\s+\|[-+]*\|\s*$/,
    /^elapsed: .*$/,
    /^[0-9a-fA-F]{64}$/,
  ],
};

/**
 * Removes the messages about pulling an image from the beginning of the stderr of a runtime. As kpt does, also ends
 * lines with a line feed alone, and leaves out the last one. Unlike kpt, keeps what resembles such a message in the
 * lines of the function, which begin with the first other line.
 */
export function withoutPullMessages(stderr: string, runtime: ContainerRuntime): string {
  const lines = stderr.replace(/\r?\n$/, '').split(/\r?\n/);
  const start = lines.findIndex((line) => !MESSAGES[runtime].some((message) => message.test(line)));
  return start === -1 ? '' : lines.slice(start).join('\n');
}

/** Programs that run containers, the default first. */
const RUNTIMES = ['docker', 'podman', 'nerdctl'] as const;

/** Name of a program that runs containers. */
type ContainerRuntime = (typeof RUNTIMES)[number];

/**
 * Time limit for querying a runtime's version, in milliseconds: it takes less than one second, even on a busy machine.
 */
const VERSION_LIMIT = 30_000;

/** Minimum version of docker that supports `run --pull`. */
const MIN_DOCKER = [20, 10, 0] as const;

/** Completed checks, by runtime and the PATH used to find it. */
const checks = new Map<string, Promise<ContainerRuntime>>();

/**
 * Returns the runtime given by `KRM_FN_RUNTIME` or else `KPT_FN_RUNTIME`, ignoring case. Default: docker or, on a
 * machine without docker, podman. Checks once that it responds, and that docker is at least 20.10.0. Throws a
 * `KrmError`.
 */
async function findRuntime(): Promise<ContainerRuntime> {
  const { PATH = '' } = process.env;
  const named = namedRuntime();
  const key = `${named ?? ''} ${PATH}`;
  const check = checks.get(key) ?? (named === undefined ? defaultRuntime() : checkRuntime(named));
  checks.set(key, check);
  return await check;
}

/** Returns the runtime that the environment names; undefined if it names none. */
function namedRuntime(): ContainerRuntime | undefined {
  const variable = ['KRM_FN_RUNTIME', 'KPT_FN_RUNTIME'].find((name) => (process.env[name] ?? '') !== '');
  const named = variable === undefined ? undefined : process.env[variable];
  if (variable === undefined || named === undefined) return undefined;
  const runtime = RUNTIMES.find((each) => each === named.toLowerCase());
  if (runtime === undefined) throw refusal(unknownRuntime(variable, RUNTIMES, named));
  return runtime;
}

async function defaultRuntime(): Promise<ContainerRuntime> {
  try {
    return await checkRuntime('docker');
  } catch (error) {
    if (!(error instanceof NoRuntime) || !error.isMissing) throw error;
    return await checkRuntime('podman').catch((other: unknown) => {
      throw other instanceof NoRuntime && other.isMissing ? error : other;
    });
  }
}

async function checkRuntime(runtime: ContainerRuntime): Promise<ContainerRuntime> {
  const isDocker = runtime === 'docker';
  const command = [runtime, 'version', ...(isDocker ? ['--format', '{{.Client.Version}}'] : [])];
  const end = await runProgram(command, '', VERSION_LIMIT).catch(withRemedy);
  const { stdout, stderr, exitCode, isTimedOut } = end;
  if (isTimedOut) throw unavailable(runtimeHangs(runtime, VERSION_LIMIT / 1000));
  if (exitCode !== 0) throw unavailable(runtimeFails(runtime, stderr.trim() || endText(end)));
  if (isDocker && !isRecent(stdout)) throw unavailable(dockerOutdated(stdout.trim()));
  return runtime;
}

function isRecent(version: string): boolean {
  const [, ...numbers] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  const difference = MIN_DOCKER.map((least, index) => Number(numbers[index] ?? -1) - least).find((each) => each !== 0);
  return (difference ?? 0) >= 0;
}

function withRemedy(error: unknown): never {
  throw error instanceof KrmError ? unavailable(error.message, error instanceof StartError) : error;
}

function unavailable(reason: string, isMissing = false): KrmError {
  return new NoRuntime(noRuntime(reason, RUNTIMES), isMissing);
}

function refusal(message: string): KrmError {
  return new KrmError([{ severity: 'error', code: 'function-unavailable', message }]);
}

/** No program runs containers: every image of a pipeline has this problem. */
export class NoRuntime extends KrmError {
  /** False if the runtime is there, and does not work. */
  readonly isMissing: boolean;

  constructor(message: string, isMissing: boolean) {
    super([{ severity: 'error', code: 'function-unavailable', message }]);
    this.isMissing = isMissing;
  }
}
