import { shellWord } from '../../shell-word.ts';

/** Returns the words that name the folder of a fleet in a command; none for the current one. `folder`: as given. */
export function inDirectory(folder: string): readonly string[] {
  return folder === '.' ? [] : ['-C', folder];
}

/** Returns a command of `krm-variants fleet`, with words of a command line as a shell reads them. */
export function fleetCommand(name: string, ...words: readonly string[]): string {
  return ['krm-variants fleet', name, ...words.map(shellWord)].join(' ');
}
