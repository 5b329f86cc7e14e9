import { endText } from '../../src/host/index.ts';
import { KrmError } from '../../src/krm/index.ts';
import { oneOf } from '../../src/wording.ts';
import { runProgram } from './run-program.ts';

/** Programs that run containers, the default first. */
const RUNTIMES = ['docker', 'podman', 'nerdctl'] as const;

/** Name of a program that runs containers. */
export type ContainerRuntime = (typeof RUNTIMES)[number];

/** Time limit for querying a runtime's version, in milliseconds: it takes less than one second, even on a busy machine. */
const VERSION_LIMIT = 30_000;

/** Minimum version of docker that supports `run --pull`. */
const MIN_DOCKER = [20, 10, 0] as const;

/** Completed checks, by runtime and the PATH used to find it. */
const checks = new Map<string, Promise<void>>();

/**
 * Returns the runtime given by `KRM_FN_RUNTIME` or else `KPT_FN_RUNTIME`, ignoring case. Default: docker. Checks once that
 * it responds, and that docker is at least 20.10.0. Throws a `KrmError`.
 */
export async function findRuntime(): Promise<ContainerRuntime> {
  const { PATH = '' } = process.env;
  const runtime = namedRuntime();
  const key = `${runtime} ${PATH}`;
  const check = checks.get(key) ?? checkRuntime(runtime);
  checks.set(key, check);
  await check;
  return runtime;
}

function namedRuntime(): ContainerRuntime {
  const variable = ['KRM_FN_RUNTIME', 'KPT_FN_RUNTIME'].find((name) => (process.env[name] ?? '') !== '') ?? '';
  const named = process.env[variable] ?? RUNTIMES[0];
  const runtime = RUNTIMES.find((each) => each === named.toLowerCase());
  if (runtime === undefined) throw refusal(`\`${variable}\` must be ${oneOf(RUNTIMES)}, not ${JSON.stringify(named)}`);
  return runtime;
}

async function checkRuntime(runtime: ContainerRuntime): Promise<void> {
  const isDocker = runtime === 'docker';
  const command = [runtime, 'version', ...(isDocker ? ['--format', '{{.Client.Version}}'] : [])];
  const end = await runProgram(command, '', VERSION_LIMIT).catch(withRemedy);
  const { stdout, stderr, exitCode, isTimedOut } = end;
  if (isTimedOut) throw unavailable(`\`${runtime} version\` did not finish within ${VERSION_LIMIT / 1000} s`);
  if (exitCode !== 0) throw unavailable(`\`${runtime} version\` failed: ${stderr.trim() || endText(end)}`);
  if (isDocker && !isRecent(stdout)) throw unavailable(`docker must be at least 20.10.0, not ${shown(stdout)}`);
}

function isRecent(version: string): boolean {
  const [, ...numbers] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  const difference = MIN_DOCKER.map((least, index) => Number(numbers[index] ?? -1) - least).find((each) => each !== 0);
  return (difference ?? 0) >= 0;
}

function shown(version: string): string {
  return JSON.stringify(version.trim());
}

function withRemedy(error: unknown): never {
  throw error instanceof KrmError ? unavailable(error.message) : error;
}

function unavailable(reason: string): KrmError {
  return refusal(
    `${reason}; functions in images require ${oneOf(RUNTIMES)}: start or install one, and name it in \`KRM_FN_RUNTIME\``,
  );
}

function refusal(message: string): KrmError {
  return new KrmError([{ severity: 'error', code: 'function-unavailable', message }]);
}
