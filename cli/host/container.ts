import { spawnSync } from 'node:child_process';
import type { ProgramEnd } from '../../src/host/index.ts';
import { formatResult } from '../../src/krm/index.ts';
import type { ContainerOptions, PullPolicy } from '../arguments/host-arguments.ts';
import { REMOVAL_LIMIT } from '../process/end-signals.ts';
import { writeMessages } from '../process/stdio.ts';
import { withCleanup } from './cleanup.ts';
import { findRuntime, type ContainerRuntime } from './container-runtime.ts';
import { withoutPullMessages } from './pull-messages.ts';
import { runProgram } from './run-program.ts';

/** Names of the pull policies in container runtimes. */
const PULLS: Readonly<Record<PullPolicy, string>> = { Always: 'always', IfNotPresent: 'missing', Never: 'never' };

/**
 * Runs the function in an image, as kpt does, without arguments. Removes a container that exceeds the time limit, or that
 * still runs when a signal ends this process. Removes messages about pulling the image from stderr. Throws a `KrmError` if
 * there is no container runtime, and as `runProgram` does.
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
  return `the container could not be removed: ${runtime} rm --force ${name}`;
}
