import { isWithin } from '../index.ts';
import { ACCEPTANCES } from './acceptances.ts';
import type { DecisionKind } from './decision-files.ts';
import { HOLDS } from './holds.ts';
import { RESOLUTIONS } from './resolutions.ts';

/** All kinds of decisions about a fleet. */
export const DECISIONS: readonly DecisionKind<unknown>[] = [HOLDS, RESOLUTIONS, ACCEPTANCES];

/** Folders of their files. */
export const DECISION_FOLDERS: ReadonlySet<string> = new Set(DECISIONS.map(({ folder }) => folder));

/** Reports whether a path is in a folder of decisions, or is one. */
export function isDecisionPath(path: string): boolean {
  return isWithin(path, DECISION_FOLDERS);
}
