import { existsSync } from 'node:fs';
import { join } from '../../process/host-paths.ts';
import { otherTag } from '../../../src/fleet/messages/publish.ts';
import type { Result } from '../../../src/krm/index.ts';
import { callGit, git } from '../../git/git.ts';
import type { Remote } from '../../git/remote.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';

/** Tag of a version of a variant. */
export interface VersionTag {
  /** Name, such as `clusters/oslo/shop/v2`. */
  readonly name: string;
  readonly folder: string;
  readonly version: number;
}

/** Tag on a commit that HEAD lacks. */
export interface StaleTag extends VersionTag {
  readonly commit: string;
  /** True for a tag with a message or a signature. */
  readonly isAnnotated: boolean;
}

/** Tags of the versions of variants, in a clone and on its remote, as they were when they were first read. */
export class VersionTags {
  readonly #root: string;
  readonly #remote: Remote | undefined;
  #here: ReadonlyMap<string, string> | undefined;
  #there: ReadonlyMap<string, string> | undefined;

  /** `remote`: undefined if its tags do not count. */
  constructor(root: string, remote: Remote | undefined) {
    this.#root = root;
    this.#remote = remote;
  }

  /** Ids of the tags in the clone, by name, without those that this call makes. */
  get here(): ReadonlyMap<string, string> {
    return (this.#here ??= this.#list([]));
  }

  /** Ids of the tags on the remote, by name. Throws a `GitError` if it cannot be reached. */
  get there(): ReadonlyMap<string, string> {
    return (this.#there ??= new Map(
      Array.from(this.#remote?.refs(`${TAGS}*`) ?? [], ([ref, id]) => [ref.slice(TAGS.length), id]),
    ));
  }

  /** Returns the last version of each of these folders that has one, in the clone and on the remote. */
  last(folders: ReadonlySet<string>): ReadonlyMap<string, VersionTag> {
    return lastOf(
      [...this.here.keys(), ...this.there.keys()].flatMap(versionTag).filter((tag) => folders.has(tag.folder)),
    );
  }

  /** Reports whether the clone and the remote both have a tag, and mean different commits. */
  isOther({ name }: VersionTag): boolean {
    const [here, there] = [this.here.get(name), this.there.get(name)];
    return here !== undefined && there !== undefined && here !== there;
  }

  /** Returns a warning about a tag of which the clone and the remote mean different commits. */
  warning({ name, folder }: VersionTag): Result {
    const remote = this.#remote?.name ?? '';
    return { severity: 'warning', code: 'tag-not-pushed', message: otherTag(name, folder, remote) };
  }

  /**
   * Returns the names of the tags that an earlier call made on commits of HEAD, and that came after all versions on the
   * remote. Asks the remote only if there may be some.
   */
  kept(): readonly string[] {
    return this.#unpublished([...this.#list(['--merged=HEAD']).keys()]).map(({ name }) => name);
  }

  /** Returns such tags on commits that HEAD lacks. */
  stale(): readonly StaleTag[] {
    const tags = this.#unpublished([...this.#list(['--no-merged=HEAD']).keys()]);
    return tags.flatMap((tag) => {
      const call = ['rev-parse', '--quiet', '--verify', `${TAGS}${tag.name}^{commit}`];
      const { stdout, status } = callGit(call, { folder: this.#root });
      const commit = stdout.toString().trim();
      return status === 0 ? [{ ...tag, commit, isAnnotated: this.here.get(tag.name) !== commit }] : [];
    });
  }

  /**
   * Returns those of these tags that an earlier call made of variants that exist, and that came after all versions on
   * the remote.
   */
  #unpublished(names: readonly string[]): readonly VersionTag[] {
    const isKnown = ({ folder, name }: VersionTag): boolean =>
      this.here.has(name) && existsSync(join(this.#root, lockFile(folder)));
    const found = names.flatMap(versionTag).filter(isKnown);
    if (found.length === 0) return [];
    const last = lastOf([...this.there.keys()].flatMap(versionTag));
    return found.filter(({ folder, version }) => version > (last.get(folder)?.version ?? 0));
  }

  #list(options: readonly string[]): ReadonlyMap<string, string> {
    const call = ['for-each-ref', '--format=%(objectname) %(refname)', ...options, TAGS];
    const lines = git(call, { folder: this.#root }).toString().split('\n').slice(0, -1);
    return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1 + TAGS.length), line.split(' ', 1)[0] ?? '']));
  }
}

const TAGS = 'refs/tags/';

/** Returns the name of the tag of a version. */
export function versionTagName({ folder, version }: Pick<VersionTag, 'folder' | 'version'>): string {
  return `${folder}/v${version}`;
}

/** Reads the name of a tag. Returns none if it is not the tag of a version. */
function versionTag(name: string): readonly VersionTag[] {
  const [, folder, version] = /^(.+)\/v([1-9]\d{0,8})$/.exec(name) ?? [];
  return folder === undefined ? [] : [{ name, folder, version: Number(version) }];
}

function lastOf(tags: readonly VersionTag[]): ReadonlyMap<string, VersionTag> {
  const last = new Map<string, VersionTag>();
  for (const tag of tags) if (tag.version > (last.get(tag.folder)?.version ?? 0)) last.set(tag.folder, tag);
  return last;
}
