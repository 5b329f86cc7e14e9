import { arrangeResults, formatResult } from '../../src/krm/index.ts';
import { isSelective, type PipelineFunction, type RenderStep } from '../../src/render/index.ts';
import { formatEnd, formatStderr } from '../host/format-stderr.ts';
import { RenderLog } from './render-log.ts';

/** Shows a rendering in the lines of `kpt fn render` (1.0.0-beta.56), with the results of each function. */
export class KptLog extends RenderLog {
  package(folder: string): void {
    this.show(folder, `Package "${this.nameOf(folder)}": \n`);
  }

  protected showStart(folder: string, fn: PipelineFunction, count: number): void {
    this.show(folder, `[RUNNING] "${this.titleOf(fn)}"${isSelective(fn) ? ` on ${count} resource(s)` : ''}\n`);
  }

  protected showEnd(step: RenderStep, milliseconds: number): void {
    const { fn, isFailed, results, end } = step;
    const time = formatDuration(milliseconds);
    const lines = (step.inProcess ? arrangeResults(results) : results).map((result) => `    ${formatResult(result)}\n`);
    const listed = lines.length === 0 ? '' : `  Results:\n${lines.join('')}`;
    const said = end === undefined ? '' : formatStderr(end.stderr, this.truncates);
    const code = end === undefined || end.exitCode === 0 ? '' : formatEnd(end);
    this.show(
      step.folder,
      `${isFailed ? '[FAIL]' : '[PASS]'} "${this.titleOf(fn)}" in ${time}\n${listed}${said}${code}`,
    );
  }
}

/** Formats a time as kpt does, cut to tenths of a second: `0s`, `300ms`, `1.2s`. */
function formatDuration(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  return tenths === 0 || tenths >= 10 ? `${tenths / 10}s` : `${tenths * 100}ms`;
}
