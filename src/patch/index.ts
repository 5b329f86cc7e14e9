export { applyPatch, type PatchOptions, type PatchReport } from './apply-patch.ts';
export { PatchError, type PatchErrorCode } from './error.ts';
export type { Operation, OperationName } from './operation.ts';
export { evaluatePointer } from './locate.ts';
export { formatPointer, parsePointer } from './pointer.ts';
export type { Outcome } from './put.ts';
