import { groupBy } from '../../group-by.ts';
import type { Conflict } from '../policy/conflict.ts';
import type { Unit } from '../pairs/unit.ts';
import type { ChangedFiles } from './changed-files.ts';

/** Identities that several resources of a version have. */
export class SharedIdentities {
  readonly #changed: ChangedFiles;
  #known: ReadonlySet<string> | undefined;

  constructor(changed: ChangedFiles) {
    this.#changed = changed;
  }

  /** Returns a conflict, with `sharesIdentity` set if other resources have the identity of its resource. */
  marked(conflict: Conflict): Conflict {
    const { apiVersion = '', kind, namespace, name } = conflict.resource ?? {};
    if (name === undefined) return conflict;
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
    const isShared = (this.#known ??= this.#find()).has([group, kind, namespace ?? '', name].join('|'));
    return isShared ? { ...conflict, sharesIdentity: true } : conflict;
  }

  #find(): ReadonlySet<string> {
    const changed = this.#changed;
    const files = changed.paths.filter((path) => !changed.isByLines(path)).map((path) => changed.at(path));
    const versions = (['base', 'theirs', 'local'] as const).map((side) =>
      files.flatMap(({ [side]: file }) => file?.units ?? []),
    );
    const names = new Set(versions.flat().map(({ resource }) => resource.name));
    names.delete('');
    const others = changed.unchanged.unitsNamed(names);
    return new Set(
      versions.flatMap((units) =>
        [...groupBy([...units, ...others], identityKey)].flatMap(([key, { length }]) => (length > 1 ? key : [])),
      ),
    );
  }
}

function identityKey({ resource: { group, kind, namespace, name } }: Unit): string {
  return [group, kind, namespace, name].join('|');
}
