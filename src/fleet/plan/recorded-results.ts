import { joinPath } from '../../files/index.ts';
import type { LockedResult, LockedResults, Variant } from '../index.ts';
import { type Result, asShown, distinctResults, fileWarning, isResultCode } from '../../krm/index.ts';
import { lockFile } from '../inputs/fleet-paths.ts';
import { resultsOmitted } from '../messages/apply.ts';

/** Most results of a lock: a person reads no more, and each `plan` of an unchanged fleet reads all locks. */
const MAX_RECORDED = 100;

/** Most characters of a message in a lock. A third-party function may print a message of any length. */
const MAX_MESSAGE = 1000;

/**
 * Returns the errors and warnings of a derivation as a lock records them, errors first. Infos state what each run reaches, and are not recorded.
 * `results`: with paths relative to the package. `file`: that of the PackageVariant.
 */
export function lockedResults(results: readonly Result[], { file }: Pick<Variant, 'file'>): LockedResults {
  const found = distinctResults(results).map(asShown);
  const all = (['error', 'warning'] as const).flatMap((severity) =>
    found.filter((each) => each.severity === severity).map((each) => lockedResult(severity, each, file)),
  );
  return { count: all.length, recorded: all.slice(0, MAX_RECORDED) };
}

/** Leaves out values, which may be long or secret. */
function lockedResult(
  severity: LockedResult['severity'],
  { code, message, resourceRef, field, file }: Result,
  variantFile: string,
): LockedResult {
  const isLong = message.length > MAX_MESSAGE;
  return {
    severity,
    ...(code && { code }),
    message: isLong ? `${message.slice(0, MAX_MESSAGE)}…` : message,
    ...(resourceRef && { resource: resourceRef }),
    ...(field && { field: field.path }),
    ...(file && { file: file.path === variantFile ? 'variant' : file }),
  };
}

/** Returns the results that a lock records, with paths relative to the top of the repository. */
export function recordedResults(
  { count, recorded }: LockedResults,
  variant: Pick<Variant, 'folder' | 'file' | 'resource'>,
): readonly Result[] {
  const rest = count - recorded.length;
  return [...recorded.map((each) => shownResult(each, variant)), ...(rest > 0 ? [restWarning(rest, variant)] : [])];
}

function shownResult(
  { severity, code = '', message, resource, field, file }: LockedResult,
  variant: Pick<Variant, 'folder' | 'file' | 'resource'>,
): Result {
  const place =
    file === 'variant'
      ? { path: variant.file, index: variant.resource.location.index ?? 0 }
      : file && { ...file, path: joinPath(variant.folder, file.path) };
  return {
    severity,
    code: isResultCode(code) ? code : 'recorded-result',
    message,
    ...(resource && { resourceRef: resource }),
    ...(field !== undefined && { field: { path: field } }),
    ...(place && { file: place }),
  };
}

function restWarning(rest: number, { folder }: Pick<Variant, 'folder'>): Result {
  return fileWarning(lockFile(folder), 'results-omitted', resultsOmitted(rest, MAX_RECORDED));
}
