import { ignoreMatcher, isKptfilePath } from '../../files/index.ts';
import { fileText } from '../text/file-text.ts';
import type { PackageFiles, Packages } from '../text/packages.ts';

/**
 * Returns the paths that the `.krmignore` of their package hides in any version. As in kpt, each package has its own file,
 * in the deepest folder with a Kptfile.
 */
export function hiddenFiles(packages: Packages, paths: readonly string[]): ReadonlySet<string> {
  const hidden = new Set<string>();
  for (const files of [packages.base, packages.theirs, packages.local]) {
    const rules = rulesOf(files);
    for (const path of paths) if (rules.some((each) => each.hides(path))) hidden.add(path);
  }
  return hidden;
}

/** Ignore rules of one package in a version. */
interface Rules {
  hides(path: string): boolean;
}

function rulesOf(files: PackageFiles): readonly Rules[] {
  const folders = [...files.keys()]
    .filter((path) => isKptfilePath(path))
    .map((path) => path.slice(0, -'Kptfile'.length));
  const prefixes = [...new Set(['', ...folders])];
  return prefixes.flatMap((prefix) => {
    const content = files.get(`${prefix}.krmignore`);
    const text = content === undefined ? undefined : fileText(content)?.lines;
    if (text === undefined) return [];
    const rules = ignoreMatcher(text);
    const isOwn = (path: string): boolean =>
      prefixes.every((other) => other.length <= prefix.length || !path.startsWith(other));
    return [
      { hides: (path) => path.startsWith(prefix) && isOwn(path) && rules.ignores(path.slice(prefix.length) || '.') },
    ];
  });
}
