import { isSelective, type PipelineFunction, type RenderStep } from '../../src/render/index.ts';
import { counted } from '../../src/wording.ts';
import { formatStderr } from '../host/format-stderr.ts';
import { progress } from '../terminal/progress.ts';
import { hasColors, styled } from '../terminal/terminal.ts';
import { RenderLog } from './render-log.ts';

/** Shows a rendering on a terminal: a line for each package and function, with its time. */
export class TerminalLog extends RenderLog {
  protected showStart(_folder: string, fn: PipelineFunction): void {
    progress.report(() => `applying ${this.titleOf(fn)} to ${this.root}`);
  }

  protected showEnd({ folder, fn, count, isFailed, end }: RenderStep, milliseconds: number): void {
    const on = isSelective(fn) ? ` on ${counted(count, 'resource')}` : '';
    const [mark, style] = isFailed ? (['FAIL', 'red'] as const) : (['PASS', 'green'] as const);
    const shownMark = hasColors(2) ? styled(style, `[${mark}]`) : `[${mark}]`;
    this.show(
      folder,
      `${shownMark} ${this.nameOf(folder)}: ${this.titleOf(fn)}${on} in ${formatTime(milliseconds)}\n${formatStderr(end?.stderr ?? '', this.truncates)}`,
    );
  }
}

/** Formats a time: `3ms`, `1.2s`. */
function formatTime(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)}ms` : `${(milliseconds / 1000).toFixed(1)}s`;
}
