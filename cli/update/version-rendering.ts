import type { Option } from '../arguments/option.ts';
import type { SortedArguments } from '../arguments/sort-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { parsePipelineArguments, PIPELINE_OPTIONS, type PipelineArguments } from '../render/pipeline-arguments.ts';
import type { RenderSetting } from '../../src/upstream/index.ts';

/** Options for the pipelines of a package whose versions are compared. */
export const VERSION_RENDERING_OPTIONS = [
  {
    name: 'render',
    meaning: 'Run the pipeline of each version first, also with programs and images.',
    group: 'Programs and images',
  },
  {
    name: 'no-render',
    meaning: 'Run no pipeline. Default: run those of a rendered package in this process.',
    group: 'Programs and images',
  },
  ...PIPELINE_OPTIONS,
] as const satisfies readonly Option[];

/** Settings for rendering the versions of a package. */
export interface VersionRendering extends Pick<RenderSetting, 'when'> {
  /** Undefined to call only built-in functions, in this process. */
  readonly pipelines: PipelineArguments | undefined;
}

/** Reads `VERSION_RENDERING_OPTIONS`. Throws a `UsageError`. */
export function parseVersionRendering(
  sorted: SortedArguments<(typeof VERSION_RENDERING_OPTIONS)[number]>,
): VersionRendering {
  const [always, never] = [sorted.has('render'), sorted.has('no-render')];
  if (always && never) throw new UsageError('`--render` and `--no-render` are mutually exclusive');
  const unused = PIPELINE_OPTIONS.find(({ name }) => sorted.names.has(name));
  if (!always && unused !== undefined) throw new UsageError(`\`--${unused.name}\` requires \`--render\``);
  return {
    when: always ? 'always' : never ? 'never' : 'if-rendered',
    pipelines: always ? parsePipelineArguments(sorted) : undefined,
  };
}
