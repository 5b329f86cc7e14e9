/** References of a repository. */
export interface Refs {
  /** Commits by the full name of a reference, such as `refs/tags/v1`. */
  readonly commits: ReadonlyMap<string, string>;
  /** Default branch; undefined if HEAD names none. */
  readonly defaultBranch: string | undefined;
}

/** Reference as a repository resolves it. */
export interface ResolvedRef {
  /** Short name: the tag or branch that was found, or a commit. */
  readonly ref: string;
  readonly commit: string;
}

/** Parses the output of `git ls-remote --symref`. Annotated tags stand for their commits. */
export function parseRefs(text: string): Refs {
  const commits = new Map<string, string>();
  let defaultBranch: string | undefined;
  for (const line of text.split('\n')) {
    const [first = '', name = ''] = line.split('\t');
    if (name === 'HEAD') defaultBranch = /^ref: refs\/heads\/(.+)$/.exec(first)?.[1] ?? defaultBranch;
    if (isCommit(first)) commits.set(name.replace(/\^\{\}$/, ''), first);
  }
  return { commits, defaultBranch };
}

/** Reports whether a text is the complete id of a commit. */
function isCommit(text: string): boolean {
  return /^(?:[\da-f]{40}|[\da-f]{64})$/.test(text);
}

/**
 * Finds a reference in kpt's order: for the folder `a/b` and `v1` the tags `a/b/v1`, `a/v1` and `v1`, then the branch
 * `v1`, then the full name or the commit `v1`.
 */
export function findRef({ commits }: Refs, directory: string, name: string): ResolvedRef | undefined {
  const [tag] = tagsNamed({ commits }, directory, name);
  if (tag !== undefined) return tag;
  const commit = commits.get(`refs/heads/${name}`) ?? (name.startsWith('refs/') ? commits.get(name) : undefined);
  if (commit !== undefined) return { ref: name, commit };
  return isCommit(name) ? { ref: name, commit: name } : undefined;
}

/** Returns the tags that a name may stand for in a folder, in kpt's order. */
function tagsNamed({ commits }: Pick<Refs, 'commits'>, directory: string, name: string): readonly ResolvedRef[] {
  return tagPrefixes(directory).flatMap((prefix) => {
    const commit = commits.get(`refs/tags/${prefix}${name}`);
    return commit === undefined ? [] : [{ ref: `${prefix}${name}`, commit }];
  });
}

/** Returns the tags of a folder, by the shorter name that finds them. */
export function tagsOf({ commits }: Refs, directory: string): ReadonlyMap<string, ResolvedRef> {
  const tags = new Map<string, ResolvedRef>();
  for (const prefix of tagPrefixes(directory))
    for (const [ref, commit] of commits) {
      const name = ref.startsWith(`refs/tags/${prefix}`) ? ref.slice(`refs/tags/${prefix}`.length) : '';
      if (name !== '' && !name.includes('/') && !tags.has(name)) tags.set(name, { ref: `${prefix}${name}`, commit });
    }
  return tags;
}

/** Tags that the name of a revision of a package may stand for, in order of preference. */
interface PackageTags {
  /** Name that finds the first tag: the one that was asked for, or a longer one. */
  readonly name: string;
  readonly tags: readonly ResolvedRef[];
}

/**
 * Finds the tags of a package with a name: those that kpt finds for its folder, then those of its last name, as Porch
 * tags a package that was in another folder.
 */
export function packageTagsNamed(refs: Refs, directory: string, name: string): PackageTags {
  const moved = `${lastName(directory)}/${name}`;
  const own = tagsNamed(refs, directory, name);
  const others = tagsNamed(refs, '', moved);
  return { name: own.length === 0 && others.length > 0 ? moved : name, tags: [...own, ...others] };
}

/** Returns all tags that `packageTagsNamed` finds for a package, by the names that find them. */
export function packageTags(refs: Refs, directory: string): ReadonlyMap<string, ResolvedRef> {
  return new Map([...tagsOf(refs, lastName(directory)), ...tagsOf(refs, directory)]);
}

function lastName(directory: string): string {
  return directory.split('/').at(-1) ?? '';
}

/**
 * Returns all tags of a repository, by the name that finds them in a folder: the shorter one for tags of the folder.
 */
export function allTagsOf(refs: Refs, directory: string): ReadonlyMap<string, ResolvedRef> {
  const tags = new Map(tagsOf(refs, directory));
  const full = [...refs.commits].flatMap(([name, commit]) => {
    const [, ref] = /^refs\/tags\/(.+)$/s.exec(name) ?? [];
    return ref === undefined || shortTag(directory, ref) !== ref ? [] : [{ ref, commit }];
  });
  for (const tag of full) if (!tags.has(tag.ref)) tags.set(tag.ref, tag);
  return tags;
}

/** Returns the shorter name that finds a tag of a folder, or of a folder around it; the name itself for other tags. */
export function shortTag(directory: string, tag: string): string {
  const prefix = tagPrefixes(directory).find((each) => tag.startsWith(each)) ?? '';
  const name = tag.slice(prefix.length);
  return name.includes('/') ? tag : name;
}

/** Returns the names of tags and branches that can be asked for in a folder. */
export function revisionNames(refs: Refs, directory: string): readonly string[] {
  const branches = [...refs.commits.keys()].flatMap((name) => /^refs\/heads\/(.+)$/.exec(name)?.[1] ?? []);
  return [...tagsOf(refs, directory).keys(), ...branches];
}

/** Returns the prefixes of the tags of a folder: `a/b/`, `a/` and ''. */
function tagPrefixes(directory: string): readonly string[] {
  const parts = directory.split('/').filter((part) => part !== '');
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/')}/`), ''];
}
