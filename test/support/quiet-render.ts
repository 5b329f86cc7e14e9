import type { FolderOutcome } from '../../cli/work/report-jobs.ts';
import { parseRenderArguments, RENDER_OPTIONS } from '../../cli/render/render-arguments.ts';
import { sortArguments } from '../../cli/arguments/sort-arguments.ts';
import { renderFolder } from '../../cli/render/render-command.ts';
import type { Functions } from '../../src/function/index.ts';

/** Renders as `krm-variants render` with these arguments does, but shows nothing. */
export function quietRender(functions: Functions, args: readonly string[]): Promise<FolderOutcome> {
  const asked = parseRenderArguments(sortArguments(args, RENDER_OPTIONS));
  return renderFolder({ functions, version: '0.1.0' }, asked, { log: () => {} });
}
