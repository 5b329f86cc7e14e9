import { writeSync } from 'node:fs';

/** Stages of a call, of which a watchdog is sent the first letter. A call starts by computing. */
export type Stage = 'computing' | 'writing' | 'printing';

/**
 * Environment variable of a call that a watchdog started: the file descriptor that takes the stages. It is removed at
 * once, so that programs which the call starts do not have it.
 */
export const STAGES_VARIABLE = 'KRM_VARIANTS_STAGES';

const descriptor = takeDescriptor();

function takeDescriptor(): number | undefined {
  const { [STAGES_VARIABLE]: text } = process.env;
  delete process.env[STAGES_VARIABLE];
  return text === undefined ? undefined : Number(text);
}

/** Reports whether a watchdog bounds this process. */
export function isWatched(): boolean {
  return descriptor !== undefined;
}

/** Reports to the watchdog, if there is one, what the call is about to do. */
export function enterStage(stage: Stage): void {
  if (descriptor === undefined) return;
  try {
    writeSync(descriptor, stage.charAt(0));
  } catch {
    // The watchdog was killed: nobody bounds the call, which goes on.
  }
}
