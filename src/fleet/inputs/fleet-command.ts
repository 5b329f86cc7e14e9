import { shellWord } from '../../shell-word.ts';

/** Returns a command of `krm-variants fleet`, with words of a command line as a shell reads them. */
export function fleetCommand(name: string, ...words: readonly string[]): string {
  return ['krm-variants fleet', name, ...words.map(shellWord)].join(' ');
}
