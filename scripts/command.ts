import { spawnSync } from 'node:child_process';

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** True if `env` is the whole environment. By default it is added to that of this process. */
  readonly isAlone?: boolean;
  /** Text for stdin. */
  readonly input?: string;
}

/** Runs a command from the PATH and returns its stdout. Throws on failure. */
export function runCommand(
  command: string,
  args: readonly string[],
  { cwd, env, isAlone = false, input }: Options = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: isAlone ? env : { ...process.env, ...env },
    ...(cwd !== undefined && { cwd }),
    ...(input !== undefined && { input }),
  });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? ''}${stdout}${stderr}`);
  return stdout;
}

/** Returns the commands that are not on the PATH. */
export function missingTools(tools: readonly string[]): string[] {
  return tools.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
}
