import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { inFolder } from '../run-support.ts';

/** Stand-in for a container runtime: logs its arguments, and runs `run` for an image. */
function script(version: string, run: string, remove: string): string {
  return `#!/bin/sh
printf '%s\\n' "$*" >>"\${0%/*}/log"
case $1 in
  version) ${version} ;;
  run) ${run} ;;
  rm) ${remove} ;;
esac
`;
}

/** A stand-in for a container runtime. */
export interface StandIn {
  readonly name: string;
  /** Shell commands that print the version. Default: that of a recent docker. */
  readonly version?: string;
  /** Shell commands of the function in any image. Default: `cat`. */
  readonly run?: string;
  /** Shell commands that remove a container. Default: none. */
  readonly remove?: string;
  /** True for a PATH without other programs. Default: false. */
  readonly isAlone?: boolean;
  /** Variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Calls a test with stand-ins first on the PATH. `log` returns the command lines so far, with `NAME` for names of
 * containers.
 */
export async function withRuntime(
  { name, version = 'echo 24.0.1', run = '/bin/cat', remove = ':', isAlone = false, env = {} }: StandIn,
  act: (log: () => readonly string[]) => Promise<void>,
): Promise<void> {
  await inFolder({ [name]: script(version, run, remove) }, async (folder) => {
    chmodSync(`${folder}/${name}`, 0o755);
    const log = `${folder}/log`;
    const PATH = isAlone ? folder : [folder, process.env['PATH']].join(delimiter);
    await withEnvironment({ KRM_FN_RUNTIME: '', KPT_FN_RUNTIME: '', ...env, PATH }, () =>
      act(() => (existsSync(log) ? linesOf(readFileSync(log, 'utf8')) : [])),
    );
  });
}

function linesOf(log: string): readonly string[] {
  return log
    .replaceAll(/krm-variants-[\da-f-]{36}/g, 'NAME')
    .trimEnd()
    .split('\n');
}

/** Calls a test with other variables in the environment of this process. */
export async function withEnvironment<T>(env: Readonly<Record<string, string>>, act: () => T | Promise<T>): Promise<T> {
  const before = Object.keys(env).map((key) => [key, process.env[key]] as const);
  Object.assign(process.env, env);
  try {
    return await act();
  } finally {
    for (const [key, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, key);
      else process.env[key] = value;
    }
  }
}
