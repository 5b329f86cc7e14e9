import type { Problems } from '../function/problems.ts';
import { inSchemaOrder } from '../function/schema.ts';
import type { ResultCode } from '../krm/result-codes.ts';
import {
  duplicateMessage,
  editText,
  equalValues,
  isMap,
  YamlError,
  type Path,
  type SourceDocument,
  type Value,
} from '../yaml/index.ts';

/** A map to merge, and the text it was read from, so that added parts keep their comments. */
export interface MergePatch {
  readonly value: Value;
  readonly source?: SourceDocument | undefined;
}

interface WrittenMerge {
  readonly format: 'json' | 'yaml';
  readonly mergeValue?: unknown;
  readonly mergeRawValue?: string;
}

/** Reads the maps that an overrider merges: `mergeValue`, then `mergeRawValue`, which is a text in its format. */
export function readMerges(
  { format, mergeValue, mergeRawValue }: WrittenMerge,
  field: Path,
  problems: Problems,
): readonly MergePatch[] {
  const merges: MergePatch[] = mergeValue === undefined ? [] : [{ value: inSchemaOrder(mergeValue) }];
  if (mergeRawValue === undefined) return merges;
  const fail = (code: ResultCode, message: string): void =>
    problems.add({ code, field: [...field, 'mergeRawValue'], message });
  try {
    editText(mergeRawValue, { format, encoding: 'text' }, (documents) => {
      const [source] = documents;
      const value = documents.length === 1 ? source?.value([]) : undefined;
      for (const each of source?.findDuplicateKeys() ?? []) fail('duplicate-key', duplicateMessage(each));
      if (isMap(value)) merges.push({ value, source });
      else fail('invalid-value', 'must be one map');
    });
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    fail('invalid-yaml', error.message);
  }
  return merges;
}

/**
 * Merges a map into a document as JSON Merge Patch does (RFC 7396): maps key by key, null removes a key, anything else
 * replaces the existing value. Reports whether anything changed.
 */
export function mergeInto(document: SourceDocument, { value, source }: MergePatch, path: Path = []): boolean {
  if (!isMap(value) || isNewWithoutNull(document, value, path)) {
    if (equalValues(document.value(path) ?? null, value)) return false;
    document.set(path, source?.get(path) ?? value);
    return true;
  }
  const isNew = document.keys(path) === undefined;
  if (isNew) document.set(path, {});
  const changes = Object.entries(value).map(([key, item]) => {
    const at = [...path, key];
    return item === null ? document.remove(at) : mergeInto(document, { value: item, source }, at);
  });
  return isNew || changes.includes(true);
}

/** Reports whether a map can be inserted unchanged: there is no map at the path, and the new map has no null. */
function isNewWithoutNull(document: SourceDocument, value: Value, path: Path): boolean {
  return document.keys(path) === undefined && !hasNull(value);
}

function hasNull(value: Value): boolean {
  return isMap(value) && Object.values(value).some((item) => item === null || hasNull(item));
}
