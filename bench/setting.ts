import type { Rounds } from './measure.ts';
import type { Tools } from './tools.ts';

/** What all measuring goes by. */
export interface Setting {
  readonly tools: Tools;
  readonly rounds: Rounds;
  /** A folder for inputs and outputs. */
  readonly scratch: string;
}
