import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  clashingResolutions,
  isOfFolder,
  readResolution,
  resolutionText,
  type ConflictClass,
  type Resolution,
} from '../../../src/fleet/index.ts';
import { deletionUndecidable } from '../../../src/fleet/messages/apply.ts';
import { conflictUnknownIn, RESOLUTION_EXISTS, resolutionUseless } from '../../../src/fleet/messages/decisions.ts';
import { KrmError, Resource, type Result, failure, fileError } from '../../../src/krm/index.ts';
import { counted, firstNames } from '../../../src/wording.ts';
import { readDocument } from '../../../src/yaml/index.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { holdDeleted } from '../show/deleted-folder.ts';
import { editFiles, type EditArguments, type FileEdits } from './files-job.ts';
import type { FleetOutcome } from '../show/fleet-outcome.ts';
import { resolutionFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { freeName } from '../../../src/fleet/inputs/free-name.ts';
import { readDecisions } from '../../../src/fleet/inputs/decision-files.ts';
import { allVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import { parseInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { placeOf } from '../store/fleet-place.ts';
import { RESOLUTIONS } from '../../../src/fleet/inputs/resolutions.ts';
import { runFleet } from '../call/run-fleet.ts';
import { shownFolder } from '../show/table.ts';
import { WorkTree } from '../store/work-tree.ts';
import { findClass } from './find-class.ts';
import { membersOf, newResolution, resolutionName } from './new-resolution.ts';
import { parseResolveArguments, type ResolveArguments, type SortedResolve } from './resolve-arguments.ts';
import { readInputTexts } from '../store/input-texts.ts';
import { DiskFiles } from '../store/disk-files.ts';
import type { FunctionProgram } from '../../arguments/command.ts';
import { inputOptions } from '../store/read-inputs.ts';

export { RESOLVE_OPTIONS } from './resolve-arguments.ts';

/** Program that derives variants. */
type Program = FunctionProgram;

/**
 * Implements `krm-variants fleet resolve`: writes a MergeResolution. Prints messages to stderr. Returns the exit code. Throws a `UsageError` if
 * the arguments are invalid.
 */
export async function resolveCommand(sorted: SortedResolve, program: Program): Promise<number> {
  const asked = parseResolveArguments(sorted);
  return await showCall(asked, () => resolveConflicts(program, asked));
}

/** Writes a MergeResolution of a class of conflicts, after a plan has shown that it decides all of them. */
export async function resolveConflicts(
  program: Program,
  args: ResolveArguments & EditArguments,
): Promise<FolderOutcome> {
  const tree = WorkTree.around(args.folder);
  return await editFiles(tree.root, args, () => resolutionEdits(program, args, tree));
}

async function resolutionEdits(program: Program, args: ResolveArguments, tree: WorkTree): Promise<FileEdits> {
  const { root } = tree;
  const all = readDecisions(tree, RESOLUTIONS);
  const planned = await runFleet(program, args);
  const errors = planned.results.filter(({ severity }) => severity === 'error');
  // None is selected.
  if (planned.variants.length === 0 && errors.length > 0) throw new KrmError(errors);
  const found = findClass(args.id, planned);
  if (isOfFolder(found)) throw failure('invalid-argument', ofFolder(found));
  const write = (asked: ResolveArguments): WrittenResolution => {
    const wanted = resolutionName(found, asked);
    // Another selection may have this name: `wave=main` and `wave!=main`.
    const isKnown = all.some(({ resource }) => resource.location.path === resolutionFile(wanted));
    const name = isKnown ? freeName(wanted, (each) => tree.has(resolutionFile(each))) : wanted;
    const path = resolutionFile(name);
    const after = resolutionText(name, newResolution(found, planned.conflicts, asked));
    return { path, after, resolution: readResolution(new Resource(readDocument(after), { path, index: 0 })) };
  };
  const asked = write(args);
  const others = await clashingFiles(program, args, asked.resolution, {
    root,
    all,
    members: membersOf(found, planned.conflicts),
  });
  // Those that are decided keep their decision: only the others are named.
  const open = { ...args, selector: undefined, labels: '', conditions: [], variants: found.folders };
  const { path, after, resolution } = others.length === 0 ? asked : write(open);
  if (existsSync(join(root, path))) throw fileError(path, 'file-exists', RESOLUTION_EXISTS);
  await tryOut(program, args, found, resolution);
  const named =
    others.length === 0
      ? ''
      : `, which ${found.folders.length === 1 ? 'is' : 'are'} named there, since ${firstNames(others, (each) => each)} decides it in others`;
  const conclusion = `conflict ${found.id} decided in ${counted(found.folders.length, 'variant')}: ${path}${named}`;
  return { changes: [{ root, path, before: undefined, after }], results: unknownConflicts(planned), conclusion };
}

/** Returns a warning if some variants cannot be planned: they may have the conflict, too. */
function unknownConflicts({ variants }: FleetOutcome): readonly Result[] {
  const { length: count } = variants.filter(({ action }) => action === 'error');
  if (count === 0) return [];
  return [{ severity: 'warning', code: 'variant-left-out', message: conflictUnknownIn(count) }];
}

function ofFolder({ id, places }: ConflictClass): string {
  const [place = ''] = places;
  return deletionUndecidable(id, places, holdDeleted(place));
}

/** MergeResolution, with its file. */
interface WrittenResolution {
  readonly path: string;
  readonly after: string;
  readonly resolution: Resolution;
}

/** Existing resolutions, and the open conflicts of a class. */
interface Decided {
  readonly root: string;
  readonly all: readonly Resolution[];
  readonly members: ReturnType<typeof membersOf>;
}

/** Returns the files of the resolutions that decide the same conflict in variants that a new one would decide it in, too. */
async function clashingFiles(
  { functions }: Program,
  args: ResolveArguments,
  proposed: Resolution,
  { root, all, members }: Decided,
): Promise<readonly string[]> {
  if (all.length === 0) return [];
  const place = placeOf(args.folder, new DiskFiles(root));
  const variants = allVariants(await parseInputs(functions, inputOptions(args), place, readInputTexts(place)));
  const open = members.map(({ packages = '', ...member }) => ({ ...member, packages: () => packages }));
  const clashing = clashingResolutions(all, proposed, { members: open, variants });
  return [...new Set(clashing.map(({ resource }) => resource.location.path ?? ''))];
}

/** Throws a `KrmError` if a resolution would not decide all conflicts of a class. */
async function tryOut(
  program: Program,
  args: ResolveArguments,
  { id, places }: ConflictClass,
  resolution: Resolution,
): Promise<void> {
  const { variants } = await runFleet(program, { ...args, proposed: [resolution] });
  const { path } = resolution.resource.location;
  const decided = new Set(
    variants
      .filter(({ resolutions = [] }) => resolutions.some((each) => each.conflict === id && each.file === path))
      .map(shownFolder),
  );
  const open = places.filter((each) => !decided.has(each));
  if (open.length === 0) return;
  throw failure('resolution-unused', resolutionUseless(id, open, 'take' in args.decided));
}
