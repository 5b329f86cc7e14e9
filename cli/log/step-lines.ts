import { arrangeResults, formatResult } from '../../src/krm/index.ts';
import type { RenderStep } from '../../src/render/index.ts';
import { formatEnd, formatStderr } from '../host/format-stderr.ts';

/** Settings of a log. */
export interface LogSettings {
  /** True to show the log. */
  readonly verbose: boolean;
  /** True to show only the first lines of the stderr of a function. */
  readonly truncatesOutput: boolean;
}

/**
 * Formats the end of a function as `kpt fn render` does (1.0.0-beta.56; a skipped one: 1.0), with its results. `title`:
 * its name.
 */
export function endLines(
  step: RenderStep,
  title: string,
  milliseconds: number,
  { truncatesOutput }: LogSettings,
): string {
  const { fn, isFailed, inProcess, isSkipped, results, end } = step;
  if (isSkipped) return `[SKIPPED] "${title}" (condition not met)\n`;
  const lines = (inProcess ? arrangeResults(results) : results).map((result) => `    ${formatResult(result)}\n`);
  const listed = lines.length === 0 ? '' : `  Results:\n${lines.join('')}`;
  const said = end === undefined ? '' : formatStderr(end.stderr, truncatesOutput);
  const code = end === undefined || end.exitCode === 0 ? '' : formatEnd(end);
  const how = inProcess && fn.by === 'image' ? ', in process' : '';
  const head = `${isFailed ? '[FAIL]' : '[PASS]'} "${title}" in ${formatDuration(milliseconds)}${how}\n`;
  return `${head}${listed}${said}${code}`;
}

/** Formats a time as kpt does, cut to tenths of a second: `0s`, `300ms`, `1.2s`. */
function formatDuration(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  return tenths === 0 || tenths >= 10 ? `${tenths / 10}s` : `${tenths * 100}ms`;
}

/** Returns the stderr of a failed function, formatted for a message; '' if a log has shown it. */
export function failedOutput(steps: readonly RenderStep[], { verbose, truncatesOutput }: LogSettings): string {
  const end = verbose ? undefined : steps.find(({ isFailed }) => isFailed)?.end;
  return end === undefined ? '' : formatStderr(end.stderr.replace(/\n$/, ''), truncatesOutput);
}
