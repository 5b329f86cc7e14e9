/** Messages about the lines whose causes are asked for. Each function returns the text of a result. */
import { didYouMean } from '../nearest-name.ts';

export const IN_PACKAGE = 'must be a file or a folder of a package';

export function notInPackage(path: string, paths: readonly string[]): string {
  return `must be a file of the package${didYouMean(path, paths)}`;
}

export function noLine(line: number): string {
  return `has no line ${line}`;
}

export const NOT_TEXT = 'is not text, and has no lines';
