import { FOLDER_OPTIONS, parseFolderArguments, type FolderArguments } from '../arguments/folder-arguments.ts';
import type { Option } from '../arguments/option.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { NODE_MODULES } from '../package/unmatched-exclusions.ts';
import { isStream, STDIN } from '../process/stdio.ts';
import { PACKAGES_WHERE_OPTION, parseCondition } from '../where/value-condition.ts';
import { parsePipelineArguments, PIPELINE_OPTIONS, type PipelineArguments } from './pipeline-arguments.ts';
import type { ValueCondition } from '../../src/where/index.ts';

/** Options of `krm-variants render`. */
export const RENDER_OPTIONS = [
  {
    name: 'all',
    meaning: 'Render each package in DIR on its own. If one fails, render the others.',
    group: 'Input',
  },
  PACKAGES_WHERE_OPTION,
  ...PIPELINE_OPTIONS,
  {
    name: 'record-status',
    meaning: 'Write the outcome to `status` in the Kptfile, as newer kpt versions do.',
    group: 'Output',
  },
  ...FOLDER_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants render`. */
export type SortedRender = SortedArguments<(typeof RENDER_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants render`. */
export interface RenderArguments extends FolderArguments, PipelineArguments {
  /** True to render every package in the folder. */
  readonly isAll: boolean;
  /** Conditions for the values of packages: others are left out. */
  readonly conditions: readonly ValueCondition[];
  /** True to record the outcome of the rendering in the Kptfile. */
  readonly recordsStatus: boolean;
}

/** Reads the arguments of `krm-variants render [DIR]`. DIR is the current folder by default. Throws a `UsageError`. */
export function parseRenderArguments(sorted: SortedRender): RenderArguments {
  const [folder = '.'] = sorted.operands;
  if (folder === STDIN || isStream(folder)) throw new UsageError('the package must be a folder');
  const shared = parseFolderArguments(sorted, [folder]);
  const isAll = sorted.has('all');
  if (isAll && shared.prints) throw new UsageError(`\`--all\` and \`-o ${shared.output}\` are mutually exclusive`);
  const conditions = sorted.values('where').map(parseCondition);
  if (conditions.length > 0 && !isAll) throw new UsageError('`--where` requires `--all`');
  return {
    ...shared,
    ...parsePipelineArguments(sorted),
    conditions,
    namesHidden: true,
    isAll,
    recordsStatus: sorted.has('record-status'),
    exclude: [NODE_MODULES, ...shared.exclude],
  };
}
