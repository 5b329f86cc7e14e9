import type { Rounds } from './measure.ts';
import type { Tools } from './tools.ts';

/** Settings shared by all measurements. */
export interface Setting {
  readonly tools: Tools;
  readonly rounds: Rounds;
  /** Folder for inputs and outputs. */
  readonly scratch: string;
}
