import { availableParallelism } from 'node:os';
import type { CommentSource } from '../../src/host/index.ts';
import { COMMENTS_OPTION, parseComments } from '../arguments/comments-argument.ts';
import { FOLDER_OPTIONS, parseFolderArguments, type FolderArguments } from '../arguments/folder-arguments.ts';
import {
  ALLOW_OPTIONS,
  HOST_OPTIONS,
  parseAllowed,
  parseHostArguments,
  type HostArguments,
} from '../arguments/host-arguments.ts';
import type { Option } from '../arguments/option.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { isStream, STDIN } from '../process/stdio.ts';

/** Prefix of the images that `npm run images` builds. */
const IMAGE_PREFIX = 'localhost/';

/** Options of `krm-variants render`. */
export const RENDER_OPTIONS = [
  {
    name: 'all',
    meaning: 'Render every package in DIR separately: if one fails, the others continue.',
    group: 'Input',
  },
  {
    name: 'in-process',
    value: 'own|none',
    meaning: 'Functions to run in this process. Default: own.',
    group: 'Programs and images',
  },
  {
    name: 'in-process-prefix',
    value: 'PREFIX',
    isRepeatable: true,
    meaning: `Prefix of images that are functions of this program. Default: ${IMAGE_PREFIX}`,
    group: 'Programs and images',
  },
  ...ALLOW_OPTIONS,
  ...HOST_OPTIONS,
  COMMENTS_OPTION,
  {
    name: 'jobs',
    value: 'NUMBER',
    meaning: 'Third-party functions to run at once. Default: the number of cores.',
    group: 'Programs and images',
  },
  {
    name: 'allow-delete-all',
    meaning: "Let a function remove all resources of its package, or the root's Kptfile.",
    group: 'Programs and images',
  },
  {
    name: 'record-status',
    meaning: 'Record the outcome in the `status` of the Kptfile, as newer kpt does.',
    group: 'Output',
  },
  ...FOLDER_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants render`. */
export type SortedRender = SortedArguments<(typeof RENDER_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants render`. */
export interface RenderArguments extends FolderArguments, HostArguments {
  /** Comments of third-party functions to apply. */
  readonly comments: CommentSource;
  /** True to run built-in functions in this process. */
  readonly runsOwn: boolean;
  /** Maximum number of third-party functions to run in parallel. */
  readonly jobs: number;
  /** Prefixes of images that are built-in functions. */
  readonly prefixes: readonly string[];
  /** True to render every package in the folder. */
  readonly isAll: boolean;
  /** True to allow a function to remove all resources. */
  readonly allowsDeleteAll: boolean;
  /** True to record the outcome of the rendering in the Kptfile. */
  readonly recordsStatus: boolean;
}

/** Reads the arguments of `krm-variants render [DIR]`. DIR is the current folder by default. Throws a `UsageError`. */
export function parseRenderArguments(sorted: SortedRender): RenderArguments {
  const [folder = '.'] = sorted.operands;
  if (folder === STDIN || isStream(folder)) throw new UsageError('the package must be a folder');
  const inProcess = sorted.value('in-process') ?? 'own';
  if (inProcess !== 'own' && inProcess !== 'none')
    throw new UsageError(`\`--in-process\` must be own or none, not "${inProcess}"`);
  const prefixes = sorted.values('in-process-prefix');
  const shared = parseFolderArguments(sorted, [folder]);
  const isAll = sorted.has('all');
  if (isAll && shared.prints) throw new UsageError(`\`--all\` and \`-o ${shared.output}\` are mutually exclusive`);
  return {
    ...shared,
    ...parseHostArguments(sorted),
    ...parseAllowed(sorted),
    comments: parseComments(sorted),
    jobs: parseJobs(sorted.value('jobs')),
    namesInputs: isAll,
    namesHidden: true,
    isAll,
    allowsDeleteAll: sorted.has('allow-delete-all'),
    recordsStatus: sorted.has('record-status'),
    exclude: ['node_modules/', ...shared.exclude],
    runsOwn: inProcess === 'own',
    prefixes: prefixes.length > 0 ? prefixes : [IMAGE_PREFIX],
  };
}

function parseJobs(text: string | undefined): number {
  if (text === undefined) return availableParallelism();
  const jobs = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (jobs === 0) throw new UsageError(`\`--jobs\` must be a number from 1 to 9999, not "${text}"`);
  return jobs;
}
