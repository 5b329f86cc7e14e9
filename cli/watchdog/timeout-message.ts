import { formatResult } from '../../src/krm/index.ts';
import { writeMessages } from '../process/stdio.ts';
import { styledMessages } from '../terminal/messages.ts';
import { ERASE_LINE, hasColors, isTerminal } from '../terminal/terminal.ts';
import type { Stage } from './stage.ts';

/** State in which each stage leaves files and output when it is interrupted. */
const STATES: Readonly<Record<Stage, string>> = {
  computing: 'no file was written; raise the limit, run it on fewer files, or check the servers that it reads from',
  writing: 'it was writing files, so that each is either old or new: run it again with a higher limit',
  printing: 'it was printing, so that reports and output are incomplete: run it again with a higher limit',
};

/**
 * Shows on stderr that a call was stopped, and the state that it left. `stages`: first letters of the stages that it
 * entered.
 */
export function showTimeout(limit: string, stages: string): void {
  const message = `the call took longer than ${limit} (\`--timeout\`) and was stopped: ${STATES[lastStage(stages)]}`;
  const line = `${formatResult({ severity: 'error', code: 'timeout', message })}\n`;
  // The call may have left a progress line.
  writeMessages(`${isTerminal(2) ? ERASE_LINE : ''}${hasColors(2) ? styledMessages(line) : line}`);
}

function lastStage(stages: string): Stage {
  if (stages.endsWith('p')) return 'printing';
  return stages.endsWith('w') ? 'writing' : 'computing';
}
