import { ignoreMatcher, type FileContent, type PathMatcher } from '../files/index.ts';

/** Files of a package, on a disk or in memory, by paths relative to it. */
export interface FileTree {
  has(path: string): boolean;
  /** Returns the content of an existing file. Throws a `KrmError`. */
  read(path: string): FileContent;
}

/**
 * Rules of a package's `.krmignore` (gitignore syntax). As in kpt, each package has its own: in a folder with a Kptfile
 * only that folder's `.krmignore` counts, while one in a folder without a Kptfile is never read.
 */
export class PackageIgnore {
  readonly #tree: FileTree;
  /** Folder of the package with a slash at its end, '' for the root. */
  readonly #prefix: string;
  readonly #rules: PathMatcher | undefined;
  /** Rules of the command line, for paths from the root. */
  readonly #exclude: readonly string[];
  readonly #excluded: PathMatcher | undefined;

  /**
   * Reads the `.krmignore` of a folder that is a package. The folder is relative to the root, '' for the root itself.
   * `exclude`: rules for paths from the root, which are added to those of each package.
   */
  constructor(tree: FileTree, exclude: readonly string[] = [], folder = '') {
    this.#tree = tree;
    this.#prefix = folder === '' ? '' : `${folder}/`;
    this.#exclude = exclude;
    this.#excluded = matcherOf(exclude);
    this.#rules = matcherOf(readRules(tree, `${this.#prefix}.krmignore`));
  }

  /** Reports whether a file of this package is left out, or a folder, whose path then ends in a slash. */
  leavesOut(path: string): boolean {
    return this.hides(path) || this.#excluded?.ignores(path) === true;
  }

  /** Reports whether the `.krmignore` leaves out a file or a folder, whatever the command line says. */
  hides(path: string): boolean {
    return this.#rules?.ignores(path.slice(this.#prefix.length)) === true;
  }

  /** Returns the rules that apply within a folder of this package. */
  within(folder: string): PackageIgnore {
    return this.#tree.has(`${folder}/Kptfile`) ? new PackageIgnore(this.#tree, this.#exclude, folder) : this;
  }
}

/** A rule that matches the folders of one name, wherever they are, and all that is in them. */
const FOLDER_RULE = /^\w+\/$/;

/**
 * Returns what matches paths by rules in gitignore syntax, undefined for no rules. Names of folders are compared here:
 * most packages have no other rules, and asking costs more than listing a file.
 */
export function matcherOf(rules: string | readonly string[]): PathMatcher | undefined {
  if (rules.length === 0) return undefined;
  const isSimple = typeof rules !== 'string' && rules.every((rule) => FOLDER_RULE.test(rule));
  return isSimple ? { ignores: (path) => rules.some((rule) => `/${path}`.includes(`/${rule}`)) } : ignoreMatcher(rules);
}

function readRules(tree: FileTree, path: string): string {
  const content = tree.has(path) ? tree.read(path) : '';
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}
