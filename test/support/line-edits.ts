import type { Files } from '../cli/run-support.ts';
import type { NamedPackage } from './corpus.ts';

/** Replacement of lines in the resources of a kind, as the packages of the corpus write them. */
export type LineEdit = readonly [kind: RegExp, lines: RegExp, replacement: string];

/** Returns a package whose .yaml files have these lines replaced, other than in local configuration. */
export function withLines(files: Files, edits: readonly LineEdit[]): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, isYaml(path) ? editText(String(text), edits) : text]),
  );
}

/** Returns the edits whose lines are absent from all packages. */
export function absentFrom(packages: readonly NamedPackage[], edits: readonly LineEdit[]): readonly LineEdit[] {
  return edits.filter((edit) => packages.every(([, files]) => isSame(withLines(files, [edit]), files)));
}

function isSame(some: Files, others: Files): boolean {
  return Object.entries(some).every(([path, text]) => others[path] === text);
}

function isYaml(path: string): boolean {
  return path.endsWith('.yaml');
}

function editText(text: string, edits: readonly LineEdit[]): string {
  return text
    .split(/^(?=---)/m)
    .map((part) => {
      if (part.includes('config.kubernetes.io/local-config')) return part;
      return edits.reduce((left, [kind, lines, by]) => (kind.test(left) ? left.replaceAll(lines, by) : left), part);
    })
    .join('');
}
