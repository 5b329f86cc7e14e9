import { basename } from 'node:path';
import {
  arrangeResults,
  counted,
  formatResult,
  type PipelineFunction,
  type RenderObserver,
  type RenderStep,
} from '../../src/index.ts';

/** Shows the progress of a rendering in the lines of `kpt fn render`. `show` receives one or more lines at a time. */
export class RenderLog implements RenderObserver {
  readonly #name: string;
  readonly #show: (lines: string) => void;
  #start = 0;

  /** `root`: absolute folder of the package. */
  constructor(root: string, show: (lines: string) => void) {
    this.#name = basename(root);
    this.#show = show;
  }

  package(folder: string): void {
    this.#show(`Package "${[this.#name, folder].filter(Boolean).join('/')}": \n`);
  }

  running({ called, selectors, exclude }: PipelineFunction, count: number): void {
    const isSelective = selectors.length + exclude.length > 0;
    this.#show(`[RUNNING] "${called}"${isSelective ? ` on ${count} resource(s)` : ''}\n`);
    this.#start = performance.now();
  }

  done({ fn, isFailed, results }: RenderStep): void {
    const time = formatDuration(performance.now() - this.#start);
    const lines = arrangeResults(results).map((result) => `    ${formatResult(result)}\n`);
    const listed = lines.length === 0 ? '' : `  Results:\n${lines.join('')}`;
    this.#show(`${isFailed ? '[FAIL]' : '[PASS]'} "${fn.called}" in ${time}\n${listed}`);
  }
}

/** Formats a time as kpt does, cut to tenths of a second: `0s`, `300ms`, `1.2s`. */
function formatDuration(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  return tenths === 0 || tenths >= 10 ? `${tenths / 10}s` : `${tenths * 100}ms`;
}

/** Returns the last line of a rendering that succeeded. */
export function successLine(functions: number, packages: number): string {
  return `Successfully executed ${functions} function(s) in ${packages} package(s).\n`;
}

/** Returns the message about a function that failed. */
export function failureOf({ folder, fn }: RenderStep, packages: number): string {
  const of = folder === '' ? 'the root package' : `package "${folder}"`;
  const among = packages === 1 ? '' : ` (one of ${counted(packages, 'package')})`;
  return `"${fn.called}" of ${of}${among} failed: nothing was written`;
}
