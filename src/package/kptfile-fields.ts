import { isKptfilePath, type FileContent } from '../files/index.ts';
import { KrmError, type Result, type Severity, fileWarning, isKptfile } from '../krm/index.ts';
import { unknownFields } from '../render/index.ts';
import { readPackageFile } from './file.ts';
import { baseFieldsRefused } from '../messages/reading.ts';

/** Files by path. Those without content are removed. */
type Files = Iterable<readonly [path: string, content: FileContent | undefined]>;

/**
 * Returns a result for each field of the Kptfiles of a package that no version of kpt knows. A Kptfile that cannot be
 * read has none.
 */
export function unknownKptfileFields(files: Files, severity: Severity): readonly Result[] {
  return [...files].flatMap(([path, content]) => {
    if (!isKptfilePath(path) || typeof content !== 'string') return [];
    try {
      const [kptfile] = readPackageFile(path, content).resources;
      return kptfile !== undefined && isKptfile(kptfile) ? unknownFields(kptfile, severity) : [];
    } catch (error) {
      if (error instanceof KrmError) return [];
      throw error;
    }
  });
}

/**
 * Returns a warning for each unknown field, as `unknownKptfileFields` does. Throws a `KrmError` with all of them if
 * they are not allowed. `remedy`: ends that error.
 */
export function checkKptfileFields(files: Files, allows: boolean, remedy?: string): readonly Result[] {
  const found = unknownKptfileFields(files, allows ? 'warning' : 'error');
  if (allows || found.length === 0) return found;
  throw new KrmError([
    ...found,
    ...(remedy === undefined ? [] : [{ severity: 'error', code: 'unknown-field', message: remedy } as const]),
  ]);
}

/**
 * Returns a warning if the version that a package came from has unknown fields in its Kptfiles. `path`: the package.
 */
export function unknownBaseFields(files: Files, path: string): readonly Result[] {
  const found = unknownKptfileFields(files, 'warning');
  if (found.length === 0) return [];
  const fields = found.map(({ field, file }) => ({ field: field?.path ?? '', path: file?.path ?? '' }));
  return [fileWarning(path, 'unknown-field', baseFieldsRefused(fields))];
}
