import { isAcceptance, readAcceptance, type Acceptance } from '../index.ts';
import { ACCEPTANCE_FOLDER } from './fleet-paths.ts';
import type { DecisionKind } from './decision-files.ts';

/** WarningAcceptances as decisions about a fleet. */
export const ACCEPTANCES: DecisionKind<Acceptance> = {
  folder: ACCEPTANCE_FOLDER,
  kind: 'WarningAcceptance',
  purpose: 'accepts warnings',
  isOne: isAcceptance,
  read: readAcceptance,
};
