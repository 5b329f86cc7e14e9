import { existsSync, lstatSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { dirname, join } from '../../process/host-paths.ts';
import { renameSync } from '../../process/rename.ts';
import { fieldOfSet } from '../../../src/fleet/answers/set-field.ts';
import {
  folderField,
  foldersAround,
  isWithin,
  lockText,
  type OwnPlace,
  packagePath,
  readLock,
  REPOSITORY,
  type Variant,
} from '../../../src/fleet/index.ts';
import { type DecisionKind, readDecisionFiles, readDecisions } from '../../../src/fleet/inputs/decision-files.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { baseFolder, lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { HOLDS } from '../../../src/fleet/inputs/holds.ts';
import { onlyMeantBy, pathsOf } from '../../../src/fleet/inputs/named-variants.ts';
import { RESOLUTIONS } from '../../../src/fleet/inputs/resolutions.ts';
import {
  downstreamMoves,
  downstreamMovesOutside,
  MOVED_IN_CONFLICT,
  MOVED_NOT_CHECKED_OUT,
  MOVED_UNSTAGED,
  NESTED_REPOSITORY,
  NO_LINK_ON_WAY,
  NO_PACKAGE_AROUND,
  NOT_MOVABLE,
  notAround,
  notAroundVariant,
  noVariantToMove,
  repositoryMoves,
  TAKEN_BY_MOVE,
} from '../../../src/fleet/messages/places.ts';
import { notFolderForVariant } from '../../../src/fleet/messages/selection.ts';
import {
  failure,
  fileError,
  KrmError,
  makeResult,
  type Resource,
  Resources,
  type Result,
} from '../../../src/krm/index.ts';
import { editedText, type RootedChange } from '../../../src/package/index.ts';
import type { Path } from '../../../src/yaml/index.ts';
import type { CommandProgram } from '../../arguments/command.ts';
import { callGit, git } from '../../git/git.ts';
import { entryAt } from '../../package/entry-at.ts';
import { withFile } from '../../package/file-error.ts';
import { readPackageFiles } from '../../package/read-folder.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { wordsFrom } from '../store/fleet-place.ts';
import { readAllInputs } from '../store/read-inputs.ts';
import { blobIn } from '../store/lock-commits.ts';
import { refuseHalfWritten } from '../store/settle-journal.ts';
import { isSymbolicLink, lockedFolders } from '../store/disk-files.ts';
import { WorkTree } from '../store/work-tree.ts';
import { type EditArguments, editFiles } from './files-job.ts';
import { type MoveArguments, parseMoveArguments, type SortedMove } from './move-arguments.ts';

export { MOVE_OPTIONS } from './move-arguments.ts';

/**
 * Implements `krm-variants fleet move`: moves a variant to another folder. Prints messages to stderr. Returns the exit
 * code. Throws a `UsageError` if the arguments are invalid.
 */
export async function moveCommand(sorted: SortedMove, program: Pick<CommandProgram, 'functions'>): Promise<number> {
  const asked = parseMoveArguments(sorted);
  return await showCall(asked, () => moveVariant(program, asked));
}

/** Moves the folder of a variant, its lock and its kept bases, and names the field that must change. */
export async function moveVariant(
  { functions }: Pick<CommandProgram, 'functions'>,
  args: MoveArguments & EditArguments,
): Promise<FolderOutcome> {
  const tree = WorkTree.around(args.folder);
  return await editFiles(tree, args, async () => {
    const inputs = await readAllInputs(functions, args.folder, tree);
    const move = moveOf(tree, inputs, args);
    const { from, to } = move;
    checkMove(tree, move);
    const decisions = movedDecisions(tree, move);
    const lock = movedLock(tree.root, move);
    const staged = stagedChanges(tree.root, { lock, decisions }, move);
    return {
      first: () => movePaths(tree.root, partsOf(from, to)),
      changes: [...lock, ...decisions],
      last: () => stagePaths(tree.root, staged),
      results: nextSteps(tree.root, inputs, move),
      conclusion: `moved ${from} to ${to}, with its lock`,
    };
  });
}

/**
 * Returns the folders of a move, relative to the top of the git repository. Where the variant is named from there, so
 * is its new folder; else that is from the current folder. Throws a `KrmError` for a word that names several variants,
 * and for what cannot be a folder of a variant.
 */
function moveOf({ root }: WorkTree, inputs: FleetInputs, args: MoveArguments): Move {
  const wordOf = wordsFrom(root, args.folder);
  const [old, next] = [wordOf(args.from), wordOf(args.to)];
  const isVariant = (path: string): boolean =>
    path !== '' && [path, lockFile(path)].some((each) => isThere(root, each));
  const path = pathsOf(old).find(isVariant);
  const named = path === undefined ? onlyMeantBy(old, inputs.waves.flat()) : undefined;
  const from = path ?? named?.folder ?? packagePath(args.from);
  const isFromTop = from !== old.fromHere && named === undefined;
  return {
    from: checkedFolder(args.from, from),
    to: checkedFolder(args.to, isFromTop ? packagePath(args.to) : pathsOf(next)[0]),
  };
}

/** Returns a folder that a variant can have. Throws a `KrmError` for others. */
function checkedFolder(text: string, folder: string | undefined): string {
  const path = folder === undefined ? '' : packagePath(folder);
  if (path) return path;
  throw failure('invalid-argument', notFolderForVariant(text));
}

/**
 * Returns the changes of the FleetHolds and MergeResolutions that name a folder: they name the new one, so that they
 * still hold for the variant. Throws a `KrmError` if one of them is wrong.
 */
function movedDecisions(tree: WorkTree, args: Move): readonly RootedChange[] {
  return [...changesOf(tree, HOLDS, args), ...changesOf(tree, RESOLUTIONS, args)];
}

function changesOf(
  tree: WorkTree,
  kind: DecisionKind<{ readonly variants: readonly string[] | undefined; readonly repo: string | undefined }>,
  { from, to }: Move,
): readonly RootedChange[] {
  readDecisions(tree, kind);
  return readDecisionFiles(tree, kind).flatMap((file) => {
    for (const resource of new Resources(file.resources)) {
      const { variants = [], repo } = kind.read(resource);
      // Folders of a Repository may be in another git repository.
      for (const [index, folder] of variants.entries())
        if (folder === from && repo === undefined) resource.document.set(['spec', 'variants', index], to);
    }
    const after = editedText(file, new Set());
    return after === file.text ? [] : [{ root: tree.root, path: file.path, before: file.text, after }];
  });
}

/**
 * Returns the change of a lock that adds the folder that its variant is moved from, so that its history can be
 * followed; none for a lock that cannot be read, or if no commit has an earlier folder. The lock is at its new path
 * then.
 */
function movedLock(root: string, { from, to }: Move): readonly RootedChange[] {
  // A killed call has moved it already.
  const place = [from, to].map(lockFile).find((path) => existsSync(join(root, path)));
  if (place === undefined) return [];
  const before = withFile(place, () => readFileSync(join(root, place), 'utf8'));
  const read = readLock(before);
  if (read.kind !== 'valid') return [];
  // The folder between two moves is not part of the history if no commit has it.
  const isCommitted = blobIn(root, 'HEAD', lockFile(from)) !== undefined;
  const { moved = [] } = read.lock;
  if (!isCommitted || moved.at(-1) === from) return [];
  return [
    {
      root,
      path: lockFile(to),
      before,
      after: lockText({ ...read.lock, moved: [...moved.filter((each) => each !== from && each !== to), from] }),
      isRecord: true,
    },
  ];
}

/** Throws a `KrmError` if a variant cannot be moved. One that a killed call moved in part can be moved on. */
function checkMove(tree: WorkTree, { from, to }: Move): void {
  const { root } = tree;
  refuseHalfWritten(tree);
  if (isNested(from, to)) throw fileError(to, 'invalid-argument', notAround(from));
  const parts = partsOf(from, to);
  if (
    ![from, to].some((folder) => existsSync(join(root, lockFile(folder)))) ||
    parts.every((part) => !isThere(root, part.from))
  )
    throw fileError(from, 'lock-missing', NOT_MOVABLE);
  const twice = parts.find((part) => isThere(root, part.from) && isThere(root, part.to) && !isSame(root, part));
  if (twice !== undefined) throw fileError(twice.to, 'file-exists', TAKEN_BY_MOVE);
  const other = lockedFolders(root)
    .map(({ folder }) => folder)
    .find((each) => each !== from && each !== to && isNested(each, to));
  if (other !== undefined) throw fileError(to, 'variant-overlap', notAroundVariant(other));
  for (const folder of foldersAround(to)) checkAround(root, folder, folder === to);
  const found = [...tree.filesBelow(from)].find(([, { state }]) => state === 'sparse' || state === 'unmerged');
  if (found === undefined) return;
  const path = `${from}/${found[0]}`;
  throw found[1].state === 'sparse'
    ? fileError(path, 'file-not-checked-out', MOVED_NOT_CHECKED_OUT)
    : fileError(path, 'git-conflict', MOVED_IN_CONFLICT);
}

/** Reports whether a folder is the other one, in it, or around it. */
function isNested(one: string, other: string): boolean {
  return isWithin(one, new Set([other])) || isWithin(other, new Set([one]));
}

function checkAround(root: string, folder: string, isItself: boolean): void {
  const path = join(root, folder);
  if (isSymbolicLink(path)) throw fileError(folder, 'wrong-file-type', NO_LINK_ON_WAY);
  if (existsSync(join(path, '.git'))) throw fileError(folder, 'wrong-file-type', NESTED_REPOSITORY);
  if (!isItself && existsSync(join(path, 'Kptfile'))) throw fileError(folder, 'inside-package', NO_PACKAGE_AROUND);
}

function isThere(root: string, path: string): boolean {
  return entryAt(join(root, path)) !== undefined;
}

/** Reports whether two paths are one: a system that ignores case takes a folder for its new name. */
function isSame(root: string, { from, to }: Record<'from' | 'to', string>): boolean {
  const [one, other] = [from, to].map((path) => lstatSync(join(root, path), { bigint: true }));
  return one?.ino === other?.ino && one?.dev === other?.dev;
}

/** File or folder with its new path. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/** Returns what a variant consists of: its folder, its lock, and its kept bases. */
function partsOf(from: string, to: string): readonly Move[] {
  const placesOf = (folder: string): readonly string[] => [folder, baseFolder(folder), lockFile(folder)];
  return placesOf(from).map((path, index) => ({ from: path, to: placesOf(to)[index] ?? '' }));
}

/**
 * Moves files and folders of a work tree, with everything in them, and their entries in git's index. What is staged
 * stays staged, and other changes stay in the work tree. Leaves out those that do not exist, such as those that a
 * killed call has moved.
 */
function movePaths(root: string, moves: readonly Move[]): void {
  for (const { from, to } of moves)
    if (existsSync(join(root, from)))
      withFile(to, () => {
        mkdirSync(dirname(join(root, to)), { recursive: true });
        renameSync(join(root, from), join(root, to));
      });
  moveEntries(root, moves);
  for (const { from } of moves) removeEmptied(root, dirname(from));
}

/** Changes that come with a move. */
interface MoveChanges {
  readonly lock: readonly RootedChange[];
  readonly decisions: readonly RootedChange[];
}

/**
 * Returns the changed files to stage with the moved entries, so that a commit has the whole move or nothing of it:
 * those that git tracks, apart from a lock with changes of its own, which a commit leaves behind with its files. Throws
 * a `KrmError` for other files with changes that are not staged.
 */
function stagedChanges(root: string, { lock, decisions }: MoveChanges, { from, to }: Move): readonly string[] {
  const named = decisions.map(({ path }) => path);
  const tracked = listed(root, ['ls-files', '-z', '--', ...named, lockFile(from), lockFile(to)]);
  callGit(['update-index', '-q', '--refresh'], { folder: root });
  const changed = listed(root, ['diff-files', '--name-only', '-z', '--', ...tracked]);
  const errors = named
    .filter((path) => changed.has(path))
    .flatMap((path) => fileError(path, 'changes-uncommitted', MOVED_UNSTAGED).results);
  if (errors.length > 0) throw new KrmError(errors);
  const hasLock = [from, to].map(lockFile).some((path) => tracked.has(path) && !changed.has(path));
  return [...(hasLock ? lock.map(({ path }) => path) : []), ...named.filter((path) => tracked.has(path))];
}

function listed(root: string, args: readonly string[]): ReadonlySet<string> {
  const list = git(args, { folder: root }).toString().split('\0');
  return new Set(list.filter((path) => path !== ''));
}

/** Stages files as they are in the work tree. */
function stagePaths(root: string, paths: readonly string[]): void {
  if (paths.length > 0) git(['add', '--force', '--', ...paths], { folder: root });
}

function moveEntries(root: string, moves: readonly Move[]): void {
  const list = git(['ls-files', '-s', '-z', '--', ...moves.map(({ from }) => from)], { folder: root }).toString();
  const entries = list.split('\0').filter((entry) => entry !== '');
  if (entries.length === 0) return;
  const lines = entries.flatMap((entry) => {
    const [info = '', path = ''] = entry.split('\t');
    const move = moves.find(({ from }) => path === from || path.startsWith(`${from}/`));
    if (move === undefined) return [];
    return [
      `0 ${info.split(' ')[1]?.replaceAll(/./g, '0') ?? ''}\t${path}\0`,
      `${info}\t${move.to}${path.slice(move.from.length)}\0`,
    ];
  });
  git(['update-index', '-z', '--index-info'], { folder: root, input: lines.join('') });
  // It exits with 1 if a file has changes.
  callGit(['update-index', '-q', '--refresh'], { folder: root });
}

/** Removes folders that are empty now, from a folder upwards. */
function removeEmptied(root: string, folder: string): void {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    try {
      rmdirSync(join(root, path));
    } catch {
      // It holds something else, or was removed already.
      return;
    }
  }
}

/**
 * Returns a warning with the field that must name the new folder: of the Repository if it is to hold the same package
 * in another folder, else of the PackageVariant or its set. Returns none if a PackageVariant names it already. If none
 * is found, says also what of the inputs was not read.
 */
function nextSteps(
  root: string,
  { waves, failed, places: repositories, results }: FleetInputs,
  { from, to }: Move,
): readonly Result[] {
  const variants = waves.flat();
  if (variants.some(({ folder }) => folder === to)) return [];
  const variant = variants.find(({ folder }) => folder === from);
  if (variant === undefined)
    return [...results, { severity: 'warning', code: 'variant-moved', message: noVariantToMove(from, failed.length) }];
  const repository = repositoryOf(root, { variant, repositories }, to);
  if (repository !== undefined) return [repositoryStep(repository, { variant, variants }, to)];
  const places = variants
    .flatMap(({ downstream: { place } }) => (place.url === undefined ? [place] : []))
    .filter(({ folder }) => folder !== to && isWithin(to, new Set([folder])));
  const message = downstreamMessage(places, to);
  const { resource, field } = fieldOf(root, variant);
  return [placed('warning', message, resource, field)];
}

function placed(severity: Result['severity'], message: string, resource: Resource, field: Path): Result {
  const position = resource.positionOf(field);
  return {
    ...makeResult(severity, message, { code: 'variant-moved', resource, field }),
    ...(position && { position }),
  };
}

/**
 * Returns the Repository of a variant if it is the one to change: the package stays, and no other Repository has the
 * new folder.
 */
function repositoryOf(
  root: string,
  { variant, repositories }: { readonly variant: Variant; readonly repositories: FleetInputs['places'] },
  to: string,
): Resource | undefined {
  const { place, package: path } = variant.downstream;
  const folder = folderFor(to, path);
  const file = repositories.find((each) => each.folder === place.folder)?.file;
  if (folder === undefined || file === undefined || place.folder === '') return undefined;
  // A PackageVariant can name another Repository; a set may select all of them.
  const others = repositories.map((each) => each.folder).filter((each) => each !== place.folder);
  if (others.includes(folder) || (variant.set === undefined && isWithin(to, new Set(others)))) return undefined;
  return resourcesIn(root, file).find(({ kind, name }) => kind === REPOSITORY.kind && name === place.name);
}

/**
 * Returns the folder that a Repository must have to hold a package in another one; undefined if the package must have
 * another path.
 */
function folderFor(to: string, path: string): string | undefined {
  return to.endsWith(`/${path}`) ? to.slice(0, -path.length - 1) : undefined;
}

function repositoryStep(
  repository: Resource,
  { variant, variants }: { readonly variant: Variant; readonly variants: readonly Variant[] },
  to: string,
): Result {
  const field = folderField(repository);
  const folder = folderFor(to, variant.downstream.package) ?? '';
  const isBeside = (each: Variant): boolean =>
    each !== variant && each.downstream.place.url === undefined && each.downstream.place.name === repository.name;
  const { length: others } = variants.filter(isBeside);
  const message = repositoryMoves(folder, others);
  return placed('warning', message, repository, field);
}

/** Names the downstream package in the deepest Repository that holds a folder. */
function downstreamMessage(places: readonly OwnPlace[], to: string): string {
  const [place] = places.toSorted((a, b) => b.folder.length - a.folder.length);
  if (place === undefined) return downstreamMovesOutside(to);
  const start = place.folder === '' ? 0 : place.folder.length + 1;
  return downstreamMoves({ repository: place.name, package: to.slice(start) });
}

/** Returns the PackageVariant with its `downstream`, or its set with what that is made of, as in the file. */
function fieldOf(root: string, { resource, name, file, set, target }: Variant) {
  const wanted = set === undefined ? { kind: 'PackageVariant', name } : { kind: 'PackageVariantSet', name: set };
  const found = resourcesIn(root, file).find((each) => each.kind === wanted.kind && each.name === wanted.name);
  const field = ['spec', 'downstream'];
  if (found === undefined || set === undefined) return { resource: found ?? resource, field };
  return { resource: found, field: target === undefined ? ['spec', 'targets'] : fieldOfSet(found, target, field) };
}

function resourcesIn(root: string, file: string): readonly Resource[] {
  return readPackageFiles(root, [file]).flatMap(({ resources }) => [...new Resources(resources)]);
}
