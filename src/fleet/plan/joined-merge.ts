import type { JoinedLocks, LockTree, VariantLock } from '../index.ts';
import { type FolderContent, isSameContent } from '../../files/index.ts';
import { TOO_MANY_BASES, WITHOUT_OTHER_EDITS } from '../messages/merge.ts';
import { distinctResults } from '../../krm/index.ts';
import { mergePackages, type Answer, type Conflict, type PackageFiles } from '../../merge/index.ts';
import { agreementOf, isSameFiles } from '../../upstream/index.ts';
import type { DerivedVariant } from './derive-variant.ts';
import type { BasedMerge } from './merge-variant.ts';
import {
  type Side,
  type WholeFiles,
  joinFiles,
  joinPackages,
  NO_FILES,
  STRICT,
  type Join,
  identityErrors,
  isIdentity,
} from './whole-files.ts';
import type { LocalPackage } from '../ports.ts';

/** Package that a branch derived. */
interface Branch {
  readonly content: FolderContent;
  /** Ids of the files that the folder had. */
  readonly left: ReadonlyMap<string, string>;
  /** Returns the package before its pipeline ran; undefined if it cannot be derived again. */
  readonly mutated: () => Promise<PackageFiles | undefined>;
}

/** Packages that the branches of joined locks derived. */
type Branches = Branch | { readonly base: Branches; readonly ours: Branches; readonly theirs: Branches };

/** Merges into a folder with the new text at each uncertain place, and with the text of the folder there. */
interface Uncertain {
  readonly theirs: PackageFiles;
  readonly local: PackageFiles;
}

/** Parts of the merge of a variant. */
export interface MergeParts {
  /** Reads what was derived when a lock was written. */
  readonly branch: (lock: VariantLock) => Promise<Branch>;
  readonly whole: WholeFiles;
  /** Reports an info about a file of the folder. */
  readonly inform: (path: string, message: string) => void;
  /** Reports a warning about the folder. */
  readonly warn: (message: string) => void;
  /**
   * Returns bases of files that make the version win which the command line takes for the file. Each file without an
   * answer is a conflict.
   */
  readonly chooseFiles: (paths: readonly string[], versions: Uncertain) => PackageFiles;
  /** Throws a `KrmError` if the folder is another package than the base. */
  readonly checkIdentity: (base: FolderContent) => void;
  readonly mergeOnto: (
    base: FolderContent,
    mutatedBase: () => Promise<PackageFiles | undefined>,
    derived: Pick<DerivedVariant, 'rendered' | 'mutated'>,
    local: Pick<LocalPackage, 'files'>,
    /** Options in place of those of the call. */
    strictness?: typeof STRICT,
  ) => Promise<BasedMerge['merged']>;
}

/**
 * Merges into a folder that git merged from branches which both applied. The base is the merge of what they derived, as
 * git has merged the folder. Where that conflicts, the text of each branch may be the base: a place at which this makes
 * a difference is a conflict.
 */
export async function mergeJoined(
  locks: JoinedLocks,
  derived: DerivedVariant,
  local: LocalPackage,
  parts: MergeParts,
): Promise<BasedMerge> {
  const branches = await branchesOf({ kind: 'joined', ...locks }, parts.branch);
  const { whole } = parts;
  const bases = joinedBases(branches, local, whole);
  const [{ base }] = bases;
  parts.checkIdentity(base);
  if (bases.length >= MAX_BASES) parts.warn(TOO_MANY_BASES);
  for (const path of withoutEdits(branches, local, whole)) parts.inform(path, WITHOUT_OTHER_EDITS);
  const merges: BasedMerge['merged'][] = [];
  for (const each of bases)
    merges.push(await parts.mergeOnto(each.base, () => joinedMutated(branches, each, whole), derived, local));
  const all = merges.map(({ files }) => files);
  const [files = NO_FILES.files] = all;
  if (all.every((each) => isSameFiles(each, files))) return { base, merged: { ...together(merges), files } };
  const before = joined('base' in branches ? branches.base : branches, contentOf, {
    whole,
    join: joinPackages,
    decide: () => 'local',
  });
  const last = await mergeUncertain(extremes(local.files, all), before, parts);
  return { base, merged: { ...together([last, ...merges]), files: last.files } };
}

/**
 * Merges the new text of uncertain places and that of the folder, so that each place is a conflict. `before`: the
 * package before the branches.
 */
async function mergeUncertain(
  uncertain: Uncertain,
  before: FolderContent,
  { chooseFiles, mergeOnto }: MergeParts,
): Promise<BasedMerge['merged']> {
  const hidden = hiddenFiles(before.files, uncertain);
  const kept = [...before.files].filter(([path]) => !hidden.includes(path));
  const base = { ...before, files: new Map([...kept, ...chooseFiles(hidden, uncertain)]) };
  const rendered = { ...before, files: uncertain.theirs };
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  return await mergeOnto(base, nothing, { rendered, mutated: rendered }, { files: uncertain.local }, STRICT);
}

/** Reads what the branches of joined locks derived. */
async function branchesOf(tree: LockTree, read: MergeParts['branch']): Promise<Branches> {
  if (tree === undefined) return { content: NO_FILES, left: new Map(), mutated: () => Promise.resolve(NO_FILES.files) };
  if (tree.kind === 'valid') return await read(tree.lock);
  const base = await branchesOf(tree.base, read);
  const ours = await branchesOf(tree.ours, read);
  return { base, ours, theirs: await branchesOf(tree.theirs, read) };
}

/** Versions that are taken where merges of branches conflict. */
type Choices = ReadonlyMap<JoinedBranches, Answer>;

/** Merge of what branches derived. */
interface PossibleBase {
  readonly base: FolderContent;
  readonly choices: Choices;
  readonly join: Join;
}

/** Number of merges from which on no further one is tried, since each conflict of branches doubles them. */
const MAX_BASES = 64;

type PossibleBases = readonly [PossibleBase, ...PossibleBase[]];

/**
 * Returns the merges of what branches derived, as the folder shows that git has merged it: a server may have followed
 * renames, which `git-setup` turns off. Where the folder does not show that, each may be the base.
 */
function joinedBases(branches: Branches, local: FolderContent, whole: WholeFiles): PossibleBases {
  const by = (join: Join): PossibleBases => basesBy(join, branches, { local, whole });
  const [inFiles, inPackages] = [by(joinFiles), by(joinPackages)];
  const [before, after] = [inFiles[0].base.files, inPackages[0].base.files];
  if (isSameFiles(before, after)) return inPackages;
  const agreement = agreementOf({ before, after, local: local.files });
  if (agreement === 'before') return inFiles;
  return agreement === 'after' ? inPackages : [...inPackages, ...inFiles];
}

/**
 * Returns the merges by one way: where branches conflict, with the text of either. The first one has our text
 * everywhere. Which package the folder is, and of which version of its upstream, is not for people to edit: there, the
 * branch counts whose Kptfile the folder has.
 */
function basesBy(
  join: Join,
  branches: Branches,
  { local, whole }: { readonly local: FolderContent; readonly whole: WholeFiles },
): PossibleBases {
  let count = 0;
  const withChoices = (choices: Choices): PossibleBases => {
    const open = new Set<JoinedBranches>();
    const base = joined(branches, contentOf, {
      whole,
      join,
      decide: (conflict, { theirs, node }) => {
        if (isIdentity(conflict)) return identityErrors(theirs, local, '').length === 0 ? 'theirs' : 'local';
        if (!choices.has(node)) open.add(node);
        return choices.get(node) ?? 'local';
      },
    });
    const [node] = open;
    if (node === undefined) {
      count++;
      return [{ base, choices, join }];
    }
    const [first, ...others] = withChoices(new Map(choices).set(node, 'local'));
    if (count >= MAX_BASES) return [first, ...others];
    return [first, ...others, ...withChoices(new Map(choices).set(node, 'theirs'))];
  };
  return withChoices(new Map());
}

/** Returns the branches of all sides. */
function leavesOf(branches: Branches): readonly [Branch, ...Branch[]] {
  if (!('base' in branches)) return [branches];
  return [...leavesOf(branches.ours), ...leavesOf(branches.theirs)];
}

/** Merges what branches derived before their pipelines ran; undefined if one of them cannot be derived again. */
async function joinedMutated(
  branches: Branches,
  { choices, join }: PossibleBase,
  whole: WholeFiles,
): Promise<PackageFiles | undefined> {
  const all = new Map<Branch, FolderContent>();
  for (const each of allBranches(branches)) {
    const files = await each.mutated();
    if (files === undefined) return undefined;
    all.set(each, { ...NO_FILES, files });
  }
  return joined(branches, (each) => all.get(each) ?? NO_FILES, {
    whole,
    join,
    decide: (_, { node }) => choices.get(node) ?? 'local',
  }).files;
}

function allBranches(branches: Branches): readonly Branch[] {
  if (!('base' in branches)) return [branches];
  return [branches.base, branches.ours, branches.theirs].flatMap(allBranches);
}

type JoinedBranches = Exclude<Branches, Branch>;

/** Decisions of people in the merges of git. */
interface Merged {
  readonly whole: WholeFiles;
  readonly join: Join;
  /** Returns the version to take for a conflict. */
  readonly decide: (
    conflict: Conflict,
    merge: { readonly node: JoinedBranches; readonly theirs: FolderContent },
  ) => Answer;
}

/** Merges packages as git has merged their folder. */
function joined(branches: Branches, packageOf: (branch: Branch) => FolderContent, merged: Merged): FolderContent {
  if (!('base' in branches)) return packageOf(branches);
  const part = (each: Branches): FolderContent => joined(each, packageOf, merged);
  const sides = { base: part(branches.base), theirs: part(branches.theirs), local: part(branches.ours) };
  const both = merged.join(sides, (conflict) => merged.decide(conflict, { node: branches, theirs: sides.theirs }));
  return withWholeFiles(both, sides, (path) => merged.whole.sideOf(branches, path));
}

/** Returns a merged package with the version of one side of each file that people took from it as a whole. */
function withWholeFiles(
  merged: FolderContent,
  { theirs, local }: Readonly<Record<'theirs' | 'local', FolderContent>>,
  sideOf: (path: string) => Side | undefined,
): FolderContent {
  const files = new Map(merged.files);
  const executables = new Set(merged.executables);
  for (const path of new Set([...theirs.files.keys(), ...local.files.keys()])) {
    const side = sideOf(path);
    if (side === undefined) continue;
    const from = side === 'ours' ? local : theirs;
    const content = from.files.get(path);
    if (content === undefined) files.delete(path);
    else files.set(path, content);
    if (from.executables.has(path)) executables.add(path);
    else executables.delete(path);
  }
  return { files, executables };
}

/** Returns the files of one side as a whole that lack edits of the other one. */
function withoutEdits(branches: Branches, local: FolderContent, whole: WholeFiles): readonly string[] {
  if (!('base' in branches)) return [];
  return [...local.files.keys()].filter((path) => {
    const side = whole.sideOf(branches, path);
    if (side === undefined) return false;
    const others = leavesOf(side === 'ours' ? branches.theirs : branches.ours);
    return others.some((each) => whole.lacksEdits(each, path, each.content.files.get(path)));
  });
}

/**
 * Returns merges into a folder with the new text at each place where they differ, and with the text of the folder
 * there.
 */
function extremes(local: PackageFiles, [first = local, ...others]: readonly PackageFiles[]): Uncertain {
  const towards = (base: PackageFiles, answer: Answer): PackageFiles =>
    others.reduce(
      (to, theirs) => mergePackages({ base, theirs, local: to }, { ...STRICT, answer: () => answer }).files,
      first,
    );
  const theirs = towards(local, 'theirs');
  return { theirs, local: towards(theirs, 'local') };
}

/**
 * Returns the files with an uncertain place that is no conflict, since the package before the branches has one of both
 * texts.
 */
function hiddenFiles(base: PackageFiles, versions: Uncertain): readonly string[] {
  const isAll = (answer: Answer) => {
    const { files } = mergePackages({ base, ...versions }, { ...STRICT, answer: () => answer });
    return (path: string): boolean => isSameContent(files.get(path), versions[answer].get(path));
  };
  const [isNew, isLocal] = [isAll('theirs'), isAll('local')];
  const paths = new Set([...versions.theirs.keys(), ...versions.local.keys()]);
  return [...paths].filter((path) => !isNew(path) || !isLocal(path));
}

/** Returns what merges into one folder found: each conflict of a place once, as the first of them has it. */
function together(merges: readonly BasedMerge['merged'][]): Omit<BasedMerge['merged'], 'files'> {
  const conflicts = merges.flatMap((merge) => merge.conflicts);
  const decided = merges.flatMap(({ resolved }) => resolved?.decided ?? []);
  const [packages] = merges.flatMap(({ resolved }) => resolved?.packages ?? []);
  return {
    conflicts: oncePerPlace(conflicts, (conflict) => conflict),
    results: distinctResults(merges.flatMap(({ results }) => results)),
    resolved: { decided: oncePerPlace(decided, ({ conflict }) => conflict), packages },
  };
}

function oncePerPlace<T>(items: readonly T[], conflictOf: (item: T) => Conflict): readonly T[] {
  const keyOf = (item: T): string => {
    const { file, resource, field } = conflictOf(item);
    return JSON.stringify([file.path, file.index, resource, field]);
  };
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}

function contentOf({ content }: Branch): FolderContent {
  return content;
}
