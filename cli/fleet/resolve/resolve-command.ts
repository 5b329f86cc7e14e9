import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readResolution, resolutionText, type ConflictClass, type Resolution } from '../../../src/fleet/index.ts';
import { Resource } from '../../../src/krm/index.ts';
import { counted, firstNames } from '../../../src/wording.ts';
import { readDocument } from '../../../src/yaml/index.ts';
import type { CommandProgram } from '../../arguments/command.ts';
import { fileError } from '../../package/file-error.ts';
import { failure } from '../../process/failure.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { editFiles, type EditArguments, type FileEdits } from '../files-job.ts';
import { resolutionFile } from '../fleet-paths.ts';
import { readDecisions } from '../inputs/decision-files.ts';
import { RESOLUTIONS } from '../inputs/resolutions.ts';
import { runFleet } from '../run-fleet.ts';
import { shownFolder } from '../table.ts';
import { WorkTree } from '../tree/work-tree.ts';
import { findClass } from './find-class.ts';
import { newResolution, resolutionName } from './new-resolution.ts';
import { parseResolveArguments, type ResolveArguments, type SortedResolve } from './resolve-arguments.ts';

export { RESOLVE_OPTIONS } from './resolve-arguments.ts';

/** Program that derives variants. */
type Program = Pick<CommandProgram, 'functions' | 'version'>;

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
  readDecisions(tree, RESOLUTIONS);
  const planned = await runFleet(program, args);
  const found = findClass(args.id, planned);
  const name = resolutionName(found, args);
  const path = resolutionFile(name);
  const after = resolutionText(name, newResolution(found, planned.conflicts, args));
  if (existsSync(join(root, path))) throw fileError(path, EXISTS);
  await tryOut(program, args, found, readResolution(new Resource(readDocument(after), { path, index: 0 })));
  const conclusion = `conflict ${found.id} decided in ${counted(found.folders.length, 'variant')}: ${path}`;
  return { changes: [{ root, path, before: undefined, after }], results: [], conclusion };
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
  const where = firstNames(open, (each) => each);
  const what = 'take' in args.decided ? 'decide' : 'set this value for';
  throw failure(
    `a MergeResolution cannot ${what} conflict ${id} in ${where}: ${'take' in args.decided ? '' : 'use `--take new` or `local`, '}pass \`--take\` to \`krm-variants fleet apply\`, as its message says, or edit the files`,
  );
}

const EXISTS = 'exists already: edit it, or remove it and run this again';
