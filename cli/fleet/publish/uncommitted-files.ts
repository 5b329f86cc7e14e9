import { isManifestPath } from '../../../src/files/index.ts';
import { foldersAround, isWithin } from '../../../src/fleet/index.ts';
import { dependsOnUncommitted, removalsUncommitted } from '../../../src/fleet/messages/publish.ts';
import { KrmError, Resources, type Resource, type Result } from '../../../src/krm/index.ts';
import type { FleetTask } from '../../../src/fleet/plan/fleet-run.ts';
import type { FleetArguments } from '../request.ts';
import { lockedFolder, lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { allVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import { isFleetInput } from '../../../src/fleet/inputs/fleet-kinds.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { HOLDS } from '../../../src/fleet/inputs/holds.ts';
import { EXCLUDED, parseInput, type InputTexts } from '../../../src/fleet/inputs/input-files.ts';
import { listOverlaid } from '../store/overlay-files.ts';
import { RESOLUTIONS } from '../../../src/fleet/inputs/resolutions.ts';
import { NO_OVERLAY } from '../../../src/fleet/overlay.ts';
import type { FleetPlace, Tree } from '../../../src/fleet/ports.ts';
import { isUncommitted } from '../../../src/fleet/ports.ts';
import { readInputTexts } from '../store/read-inputs.ts';

/** Call that may commit. */
export interface CommittingCall {
  readonly tree: Tree;
  readonly args: Pick<FleetArguments, 'commits' | 'writes' | 'objects' | 'context'> & { readonly task: FleetTask };
  /** Selected inputs. */
  readonly inputs: FleetInputs;
  readonly place: FleetPlace;
}

/**
 * Returns a warning that names the files that a call with `--commit` depends on, and that its commit lacks: other
 * clones would undo what it does. Upstream packages have a warning of their own. A rollback has none: it writes its
 * hold itself.
 */
export function uncommittedWarnings(call: CommittingCall): readonly Result[] {
  const { task, commits, writes } = call.args;
  if (!commits || !writes || task.goesBack === true) return [];
  const inputs = uncommittedInputs(call);
  const others = task.prunes !== undefined ? [] : [...uncommittedDecisions(call.tree), ...adoptedFiles(call)];
  const paths = [...inputs, ...others];
  if (paths.length === 0) return [];
  const message = dependsOnUncommitted(paths, inputs.length > 0);
  return [{ severity: 'warning', code: 'changes-uncommitted', message }];
}

/**
 * Returns a warning that names the variants that an earlier run or a person removed without a commit, and that a call
 * with `--commit` leaves so. `asked`: folders of all variants.
 */
export function removalWarnings(
  { tree, args: { commits, writes } }: Pick<CommittingCall, 'tree' | 'args'>,
  asked: ReadonlySet<string | undefined>,
): readonly Result[] {
  if (!commits || !writes) return [];
  const folders = [...tree.removed.keys()].flatMap((path) => lockedFolder(path) ?? []);
  const removed = folders.filter((folder) => !asked.has(folder));
  if (removed.length === 0) return [];
  const message = removalsUncommitted(removed);
  return [{ severity: 'warning', code: 'changes-uncommitted', message }];
}

/** Returns the paths of the input files that are not as in the last commit, also of removed ones. */
export function uncommittedInputs({ tree, args, inputs, place }: CommittingCall): readonly string[] {
  const contents = inputs.sources?.contents ?? readInputTexts(place).contents;
  const held = new Set(inputs.places.map(({ folder }) => folder));
  const asked = new Set(allVariants(inputs).map(({ file }) => file));
  const hasOtherObjects = args.objects !== undefined || args.context !== undefined;
  const isUsed = (path: string, texts: InputTexts['contents']): boolean =>
    resourcesIn(path, texts).some((resource) => {
      if (!isFleetInput(resource)) return !hasOtherObjects;
      return resource.kind !== 'PackageVariant' || args.task.prunes !== undefined || asked.has(path);
    });
  const isLacking = (path: string): boolean => isNotCommitted(tree, path) && !isWithin(path, held);
  const changed = [...contents.keys()].filter((path) => isLacking(path) && isUsed(path, contents));
  const gone = [...tree.removed].filter(([path]) => !contents.has(path) && !isWithin(path, held));
  const candidates = gone.filter(([path]) => isInputPath(path, place.folder) && !isInPackage(path, tree));
  const texts = tree.objects.read(candidates.map(([, id]) => id));
  const removed = candidates.filter(([path, id]) => isUsed(path, new Map([[path, Buffer.from(texts.get(id) ?? '')]])));
  return [...changed, ...removed.map(([path]) => path)];
}

/** Returns the resources of a file; none if it is wrong: then there is an error about it. */
function resourcesIn(path: string, contents: InputTexts['contents']): readonly Resource[] {
  try {
    return [...new Resources(parseInput(path, contents).resources)];
  } catch (error) {
    if (error instanceof KrmError) return [];
    throw error;
  }
}

/**
 * Reports whether a file on the disk is not as in the last commit. Git does not know one that it ignores, and of a
 * submodule only the folder.
 */
function isNotCommitted(tree: Tree, path: string): boolean {
  const [file] = foldersAround(path).flatMap((each) => tree.file(each) ?? []);
  return file === undefined || isUncommitted(file);
}

function isInputPath(path: string, folder: string): boolean {
  if (!isManifestPath(path) || EXCLUDED.some((each) => `/${path}`.includes(`/${each}`))) return false;
  return folder === '' || isWithin(path, new Set([folder]));
}

/** Reports whether a removed file was in a package. */
function isInPackage(path: string, tree: Tree): boolean {
  const kptfiles = foldersAround(path).map((folder) => `${folder}/Kptfile`);
  return kptfiles.some((each) => tree.removed.has(each) || tree.file(each) !== undefined);
}

function uncommittedDecisions(tree: Tree): readonly string[] {
  return [HOLDS, RESOLUTIONS].flatMap(({ folder }) => {
    const { paths } = listOverlaid(tree.root, folder, NO_OVERLAY);
    const removed = [...tree.removed.keys()].filter((path) => isWithin(path, new Set([folder])));
    return [...paths.filter((path) => isNotCommitted(tree, path)), ...removed.filter((path) => !paths.includes(path))];
  });
}

/** Returns the files of folders that get their first lock: only the lock is committed. */
function adoptedFiles({ tree, inputs }: CommittingCall): readonly string[] {
  const folders = inputs.waves.flat().map(({ folder }) => folder);
  return folders
    .filter((folder) => tree.file(lockFile(folder)) === undefined)
    .flatMap((folder) => [...tree.filesBelow(folder).values()].filter(isUncommitted).map(({ path }) => path));
}
