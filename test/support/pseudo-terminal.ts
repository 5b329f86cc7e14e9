import { runProgram } from './child.ts';

/** Needed by `onTerminal`: of the Debian package bsdutils. */
export const TERMINAL_TOOL = 'script';

/**
 * Runs a command of the shell on a terminal, and returns what the terminal is sent. Variables of the environment that
 * decide about colors are unset; `env` sets some.
 */
export async function onTerminal(command: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const unset = ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR', 'CLICOLOR_FORCE', 'CI'].flatMap((name) => ['-u', name]);
  const set = Object.entries({ TERM: 'xterm', ...env }).map(([name, value]) => `${name}=${value}`);
  const { stdout } = await runProgram('env', [...unset, ...set, TERMINAL_TOOL, '-qec', command, '/dev/null'], '');
  return stdout.replaceAll('\r\n', '\n');
}
