import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Shell that completes a line after it has read a script. */
export interface Shell {
  readonly name: string;
  /** Returns the words offered at the end of a line, in a folder. */
  complete(script: string, line: string, folder: string): string[];
}

const CAPTURE = fileURLToPath(import.meta.resolve('./capture.zsh'));

/** Calls the function of the script, as bash does, which splits words at `=`. */
const BASH = `source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_krm_variants
printf '%s\\n' "\${COMPREPLY[@]}"`;

export const SHELLS: readonly Shell[] = [
  {
    name: 'bash',
    complete: (script, line, folder) =>
      run('bash', ['--norc', '-c', BASH, 'bash', script, ...line.split(/ |(?<==)|(?==)/)], folder),
  },
  { name: 'zsh', complete: (script, line, folder) => run('zsh', ['-f', CAPTURE, script, line], folder) },
  {
    name: 'fish',
    complete: (script, line, folder) =>
      run('fish', ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', script, line], folder),
  },
];

/** Runs a shell, and returns its lines without descriptions, sorted; folders have no slash at the end. */
function run(command: string, args: readonly string[], cwd: string): string[] {
  const { stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (stderr !== '') throw new Error(`${command}: ${stderr}`);
  const words = stdout.split('\n').map((line) => line.replace(/\t.*$/, '').replace(/^--[a-z-]+=(?=.)/, ''));
  const plain = words.map((word) => word.replace(/[/=]$/, '')).filter((word) => word !== '');
  return [...new Set(plain)].toSorted();
}
