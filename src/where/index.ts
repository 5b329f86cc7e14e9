export { fieldQuery, type FieldQuery, type FieldValue } from './field-query.ts';
export { missingResource, nearFieldHint, PackageConditions } from './package-conditions.ts';
export { PackageValues, resourcesIn, type ValueFile } from './package-values.ts';
export type { ValueCondition } from './value-condition.ts';
