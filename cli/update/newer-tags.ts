import { byteOrder } from '../../src/byte-order.ts';
import { compareTagVersions, tagVersion, type TagVersion } from '../../src/tag-version.ts';
import { allTagsOf, findRef, shortTag, type Refs } from '../git/refs.ts';
import type { GitPlace } from '../../src/upstream/index.ts';
import { repositoryFolder } from '../upstream/package-address.ts';

/** Version that a package came from: `commit` is undefined if only its name is known. */
export interface CurrentVersion extends GitPlace {
  readonly commit?: string | undefined;
}

/** Newer tags of an upstream, and the tags that may be newer. */
export interface NewerTags {
  /** Newest first. */
  readonly newer: readonly Tag[];
  /** Names of tags of other commits that have another form than the version in use, or no version. */
  readonly others: readonly string[];
  /** Name of the tag in use; undefined if it has no version, as a branch. */
  readonly current: string | undefined;
}

interface Tag {
  /** Name that `update` finds it by. */
  readonly name: string;
  readonly commit: string;
  readonly version: TagVersion;
}

/**
 * Returns the newest tag that is newer than a version: a release if there is one. Undefined if the version is no tag,
 * or none is newer.
 */
export function newestTag(refs: Refs, version: CurrentVersion): string | undefined {
  const { newer, current } = newerTags(refs, version);
  if (current === undefined) return undefined;
  return (newer.find((tag) => !tag.version.isPrerelease) ?? newer[0])?.name;
}

/** Compares the tags of an upstream with a version: all of its form or, for a branch or a commit, all of one form. */
export function newerTags(refs: Refs, { directory: folder, ref, commit }: CurrentVersion): NewerTags {
  const directory = repositoryFolder(folder, 'Kptfile');
  const found = findRef(refs, directory, ref);
  const isBranch = found !== undefined && !refs.commits.has(`refs/tags/${found.ref}`);
  const name = shortTag(directory, found?.ref ?? ref);
  const version = isBranch ? undefined : tagVersion(name);
  const inUse = commit ?? found?.commit;
  const all = [...allTagsOf(refs, directory)].filter(([, tag]) => tag.commit !== inUse);
  const tags = all.flatMap(([each, tag]): readonly Tag[] => {
    const read = tagVersion(each);
    return read === undefined ? [] : [{ name: each, commit: tag.commit, version: read }];
  });
  const form = version?.form ?? commonForm(tags);
  const ofForm = tags.filter((tag) => form === undefined || tag.version.form === form);
  const compared = new Set(ofForm.map((tag) => tag.name));
  const order = (tag: Tag): number => (version === undefined ? 1 : compareTagVersions(tag.version, version));
  // Build metadata says nothing about the order of two commits.
  const equal = ofForm.filter((tag) => order(tag) === 0 && tag.name !== name).map((tag) => tag.name);
  return {
    newer: ofForm.filter((tag) => order(tag) > 0).toSorted(newestFirst),
    others: [...all.map(([each]) => each).filter((each) => !compared.has(each)), ...equal].toSorted(byteOrder),
    current: version === undefined ? undefined : name,
  };
}

/** Returns the form of a version without text around it, if a tag has it; undefined for all forms. */
function commonForm(tags: readonly Tag[]): string | undefined {
  const form = tagVersion('1')?.form;
  return tags.some(({ version }) => version.form === form) ? form : undefined;
}

function newestFirst(a: Tag, b: Tag): number {
  return byteOrder(a.version.form, b.version.form) || compareTagVersions(b.version, a.version);
}
