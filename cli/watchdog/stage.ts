import { writeSync } from 'node:fs';
import { takeNumber } from '../process/taken-variable.ts';

/** Stages of a call, reported to a watchdog by their first letter. A call starts with computing. */
export type Stage = 'computing' | 'writing' | 'printing';

/** Environment variable of a call under a watchdog: the file descriptor to report stages to. */
export const STAGES_VARIABLE = 'KRM_VARIANTS_STAGES';

const descriptor = takeNumber(STAGES_VARIABLE);

/** Reports whether a watchdog limits this process. */
export function isWatched(): boolean {
  return descriptor !== undefined;
}

/** Reports the next stage of the call to the watchdog, if there is one. */
export function enterStage(stage: Stage): void {
  if (descriptor === undefined) return;
  try {
    writeSync(descriptor, stage.charAt(0));
  } catch {
    // The watchdog was killed: the call continues without a limit.
  }
}
