import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { withFile } from './file-error.ts';

/**
 * What a package's `.krmignore` (gitignore syntax) leaves out. As in kpt, each package has its own: in a folder with a
 * Kptfile only that folder's `.krmignore` counts, while one in a folder without a Kptfile is not read at all.
 */
export class PackageIgnore {
  readonly #root: string;
  /** Folder of the package with a slash at its end, '' for the root. */
  readonly #prefix: string;
  readonly #rules: Ignore;

  /** Reads the `.krmignore` of a folder that is a package, given relative to the root and '' for the root itself. */
  constructor(root: string, folder = '') {
    this.#root = root;
    this.#prefix = folder === '' ? '' : `${folder}/`;
    this.#rules = ignore({ ignorecase: false }).add(readRules(root, `${this.#prefix}.krmignore`));
  }

  /** Whether a file of this package is left out, or a folder, whose path then ends in a slash. */
  leavesOut(path: string): boolean {
    return this.#rules.ignores(path.slice(this.#prefix.length));
  }

  /** The rules that count within a folder of this package. */
  within(folder: string): PackageIgnore {
    return existsSync(join(this.#root, folder, 'Kptfile')) ? new PackageIgnore(this.#root, folder) : this;
  }
}

function readRules(root: string, path: string): string {
  const file = join(root, path);
  return existsSync(file) ? new TextDecoder().decode(withFile(path, () => readFileSync(file))) : '';
}
