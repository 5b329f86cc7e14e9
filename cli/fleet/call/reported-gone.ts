import { git } from '../../git/git.ts';
import { type DownstreamPlace, repositoryName } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { GoneVariant } from '../../../src/fleet/inputs/gone-variants.ts';

/** Variants that are gone in other git repositories, as far as a call has seen them. */
export class ReportedGone {
  readonly #seen = new Set<string>();

  /**
   * Leaves out variants that another place had: the default branch of a git repository is one place by its name, and
   * another one without. `root`: folder of the clone, with the branch of the place.
   */
  fresh(root: string, { url }: DownstreamPlace, gone: readonly GoneVariant[]): readonly GoneVariant[] {
    if (gone.length === 0) return gone;
    const branch = git(['symbolic-ref', 'HEAD'], { folder: root }).toString().trim();
    const at = JSON.stringify([repositoryName(url, '/'), branch]);
    return gone.filter(({ folder }) => {
      const key = `${at}\n${folder}`;
      const isFresh = !this.#seen.has(key);
      this.#seen.add(key);
      return isFresh;
    });
  }
}
