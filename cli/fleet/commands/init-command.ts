import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { joinPaths } from '../../../src/fleet/index.ts';
import { INIT_EXISTS } from '../../../src/fleet/messages/inputs.ts';
import { KrmError, fileError } from '../../../src/krm/index.ts';
import { counted } from '../../../src/wording.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { editFiles, type EditArguments, type FileEdits } from './files-job.ts';
import { placeOf } from '../store/fleet-place.ts';
import { WorkTree } from '../store/work-tree.ts';
import { parseInitArguments, type InitArguments, type SortedInit } from './init-arguments.ts';
import { layoutFiles } from './layout.ts';
import { readPackageSource } from './package-source.ts';
import type { FleetPlace } from '../../../src/fleet/ports.ts';
import { DiskFiles } from '../store/disk-files.ts';

export { INIT_OPTIONS } from './init-arguments.ts';

/**
 * Implements `krm-variants fleet init`: writes the first files of a fleet. Prints messages to stderr. Returns the exit code. Throws a
 * `UsageError` if the arguments are invalid.
 */
export async function initCommand(sorted: SortedInit): Promise<number> {
  const asked = parseInitArguments(sorted);
  return await showCall(asked, () => initFleet(asked));
}

/** Writes the first files of a fleet to a folder of a git repository: all, or none if one of them exists. */
export async function initFleet(args: InitArguments & EditArguments): Promise<FolderOutcome> {
  const { root } = WorkTree.around(args.folder);
  return await editFiles(root, args, () => newFiles(placeOf(args.folder, new DiskFiles(root)), args));
}

function newFiles(place: FleetPlace, { clusters, from }: InitArguments): FileEdits {
  const { root, folder } = place;
  const source = from === undefined ? undefined : readPackageSource(from, place);
  const files = layoutFiles({ clusters, source, folder });
  const changes = Array.from(files, ([path, after]) => ({
    root,
    path: joinPaths(folder, path),
    before: undefined,
    after,
  }));
  const existing = changes.filter(({ path }) => existsSync(join(root, path)));
  if (existing.length > 0)
    throw new KrmError(existing.flatMap(({ path }) => fileError(path, 'file-exists', INIT_EXISTS).results));
  const fetch = source === undefined || source.repo === '.' ? '' : ' --fetch';
  const apply = `run \`krm-variants fleet apply${fetch}\``;
  const next = source === undefined ? `commit, tag the commit v1, then ${apply}` : `${apply}, then commit`;
  const conclusion = `${counted(changes.length, 'file')} written for ${counted(clusters.length, 'cluster')}: ${next}`;
  return { changes, results: [], conclusion };
}
