export { Acceptances, isAcceptance, readAcceptance } from './acceptance.ts';
export type { Acceptance } from './acceptance-form.ts';
export { isNearest, MAKING_STEPS, stepEvidence, takeover, type MakingStep } from './adoption.ts';
export { foldersOf, pendingCount, placesText, type ChangeClass, type ChangePlace } from './change-class.ts';
export { ACTIONS, actionOf, type Action, type VariantState } from './action.ts';
export { checkResolutions, type ResolvedRun } from './check-resolutions.ts';
export {
  classOf,
  conflictClasses,
  isHidden,
  matchedValues,
  placeText,
  type ConflictClass,
  isOfFolder,
  type VariantConflicts,
} from './conflict-class.ts';
export { editedFiles, type EditedFile } from './lock-changes.ts';
export { fieldDifferences, type FieldAt } from './field-differences.ts';
export { goneFolders } from './gone-folders.ts';
export { groupByValues, type ValueGroup, type ValueRow } from './field-differences.ts';
export type { Hold } from './hold-form.ts';
export {
  askedRevision,
  checkHolds,
  holdOf,
  isElsewhere,
  isEnded,
  isHold,
  matchesHold,
  neverEnds,
  readHold,
} from './hold.ts';
export { holdName, holdText, isSameSelector, MAX_NAME, selectorText, type NewHold } from './hold-text.ts';
export { caseless, checkIdentity, orderVariants, upstreamFolder, type VariantErrors } from './identity.ts';
export { joinLocks } from './join-locks.ts';
export { lockChanges, lockedEdits, type LockChanges } from './lock-changes.ts';
export {
  locksIn,
  lockText,
  readLock,
  type JoinedLocks,
  type LockTree,
  type LockedContent,
  type LockedFleet,
  type LockedFile,
  type LockedUpstream,
  type ObjectSource,
  type ReadLock,
  type VariantLock,
} from './lock.ts';
export { lockedResultText, parseLockedResults, type LockedResult, type LockedResults } from './locked-results.ts';
export { foldersAround, isWithin, joinPaths, packagePath } from './place.ts';
export { folderField, readPlace, REPOSITORY } from './place.ts';
export { unknownFields } from './place.ts';
export { neededConsent, neededFor, pruning } from './prune.ts';
export { readVariant } from './read-variant.ts';
export { isSecretKind, VALUE_KINDS, type Decided, type Resolution } from './resolution-form.ts';
export { resolutionText, type NewResolution } from './resolution-text.ts';
export { clashingResolutions, isResolution, readResolution, resolutionOf, selects } from './resolution.ts';
export { parseSelector } from './selector.ts';
export type { OwnPlace, Place, RemotePlace, Variant, VariantPlace } from './variant.ts';
export type { VariantRow } from './variant-row.ts';
