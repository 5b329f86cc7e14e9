import type { CommandProgram } from '../arguments/command.ts';
import { showMessages } from '../terminal/messages.ts';
import { showCall, showDiff } from '../work/show-call.ts';
import { workerShare } from '../workers/worker.ts';
import { servePackages } from './package-answer.ts';
import { parseRenderArguments, type SortedRender } from './render-arguments.ts';
import { renderFolder } from './render-folder.ts';

export { RENDER_OPTIONS } from './render-arguments.ts';

/**
 * Implements `krm-variants render`: runs the pipelines of a package and its subpackages as `kpt fn render` does, in this
 * process, and changes only the lines that a function changed. Returns the exit code. Throws a `UsageError` if the arguments
 * are invalid.
 */
export async function renderPackage(sorted: SortedRender, program: CommandProgram): Promise<number> {
  const asked = parseRenderArguments(sorted);
  const jobs = workerShare();
  if (jobs !== undefined) return await servePackages(program, { ...asked, jobs });
  return await showCall(asked, () => renderFolder(program, asked, { diff: showDiff, log: showMessages }));
}
