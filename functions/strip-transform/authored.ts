import type { Resource } from '../../src/krm/index.ts';
import { isList, isMap, type Value } from '../../src/yaml/index.ts';

/** Reports whether the author of a resource chose a value, as far as the resource shows it. */
export type IsAuthored = (value: Value, resource: Resource) => boolean;

/** Returns the test of a field with this default in every API server. */
export function differsFrom(standard: Value): IsAuthored {
  return (value) => !isEmpty(value) && value !== standard;
}

/** Tests a field to which an API server assigns a value. Authored only in a resource that no cluster has held. */
export const isFixed: IsAuthored = (value, resource) => !isEmpty(value) && !isFromCluster(resource);

/** Tests the selector of a Job. An API server generates it, except with `manualSelector`. */
export const isFixedSelector: IsAuthored = (value, resource) =>
  isFixed(value, resource) || (!isEmpty(value) && resource.document.value(['spec', 'manualSelector']) === true);

function isEmpty(value: Value): boolean {
  if (isList(value)) return value.length === 0;
  if (isMap(value)) return Object.keys(value).length === 0;
  return value === null || value === '' || value === 0;
}

/** Metadata that API servers set. */
const SERVER_SET = ['uid', 'resourceVersion', 'generation'];

function isFromCluster({ document }: Resource): boolean {
  return SERVER_SET.some((key) => document.has(['metadata', key]));
}
