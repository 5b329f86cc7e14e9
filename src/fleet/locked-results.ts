import type { FileRef, ResourceRef } from '../krm/result.ts';

/** Error or warning of the derivation of a variant, without values of fields. */
export interface LockedResult {
  readonly severity: 'error' | 'warning';
  /** Code, which another version may not know; undefined if the version that wrote the lock recorded none. */
  readonly code?: string;
  readonly message: string;
  readonly resource?: ResourceRef;
  /** Path of the field. */
  readonly field?: string;
  /** File, relative to the package; `variant` for that of the PackageVariant, which may be moved without a new lock. */
  readonly file?: FileRef | 'variant';
}

/** Errors and warnings of the derivation of a variant, as far as its lock records them. */
export interface LockedResults {
  /** Number of all results, also of those that are not recorded. */
  readonly count: number;
  readonly recorded: readonly LockedResult[];
}

/** Returns the text of a result for a line of a lock. */
export function lockedResultText({ severity, code, message, resource, field, file }: LockedResult): string {
  const place = file === 'variant' ? { of: file } : file && { file: file.path, index: String(file.index) };
  return JSON.stringify({ severity, code, ...place, ...resource, field, message });
}

/** Reads the texts of results; undefined if a version of the program wrote them that this one does not know. */
export function parseLockedResults(count: string, texts: readonly string[]): LockedResults | undefined {
  const recorded = texts.flatMap((text) => parseLockedResult(text) ?? []);
  const isKnown = /^\d+$/.test(count) && recorded.length === texts.length && Number(count) >= texts.length;
  return isKnown ? { count: Number(count), recorded } : undefined;
}

function parseLockedResult(text: string): LockedResult | undefined {
  const fields = parseTexts(text);
  const [severity, message] = [fields.get('severity'), fields.get('message')];
  if ((severity !== 'error' && severity !== 'warning') || message === undefined) return undefined;
  const [code, field] = [fields.get('code'), fields.get('field')];
  const [path, index = '0'] = [fields.get('file'), fields.get('index')];
  const file =
    fields.get('of') === 'variant' ? 'variant' : path === undefined ? undefined : { path, index: Number(index) };
  const resource = resourceOf(fields);
  return {
    severity,
    ...(code !== undefined && { code }),
    message,
    ...(resource && { resource }),
    ...(field !== undefined && { field }),
    ...(file && { file }),
  };
}

function resourceOf(fields: ReadonlyMap<string, string>): ResourceRef | undefined {
  const [apiVersion, kind, name] = ['apiVersion', 'kind', 'name'].map((key) => fields.get(key));
  if (apiVersion === undefined || kind === undefined || name === undefined) return undefined;
  const namespace = fields.get('namespace');
  return { apiVersion, kind, name, ...(namespace !== undefined && { namespace }) };
}

/** Parses a map whose values are strings; returns none of the others. */
function parseTexts(json: string): ReadonlyMap<string, string> {
  try {
    const data: unknown = JSON.parse(json);
    if (typeof data !== 'object' || data === null) return new Map();
    return new Map(Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return new Map();
  }
}
