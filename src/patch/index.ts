export { applyPatch, type PatchOptions, type PatchReport } from './apply-patch.ts';
export { PatchError, type PatchErrorCode } from './error.ts';
export { JsonPathError } from './json-path-error.ts';
export { evaluateJsonPath } from './json-path-evaluate.ts';
export { parseJsonPath, type JsonPath, type JsonPathOptions, type JsonPathSegment } from './json-path.ts';
export type { Operation, OperationName } from './operation.ts';
export { evaluatePointer } from './locate.ts';
export { formatPointer, parsePointer } from './pointer.ts';
export type { Outcome } from './put.ts';
