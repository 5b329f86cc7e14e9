import { type FolderContent, isKptfilePath } from '../../src/files/index.ts';
import { KrmError, type Result } from '../../src/krm/index.ts';
import { converted, convertedLeftOut } from '../../src/messages/git.ts';
import type { Conversion } from './git-attributes.ts';
import { listContents } from '../../src/package/index.ts';

/** A version of a package, with the conversions that git makes of its files in a work tree. */
interface ConvertedVersion extends FolderContent {
  readonly conversions: ReadonlyMap<string, Conversion>;
}

/**
 * Returns a version without the files that git converts and that the `.krmignore` of their package names: a copy would
 * have another form of them than a work tree has.
 */
export function withoutIgnoredConversions(version: ConvertedVersion): ConvertedVersion {
  const ignored = ignoredConversions(version);
  if (ignored.size === 0) return version;
  const isKept = (path: string): boolean => !ignored.has(path);
  return {
    files: new Map([...version.files].filter(([path]) => isKept(path))),
    executables: new Set([...version.executables].filter(isKept)),
    conversions: new Map([...version.conversions].filter(([path]) => isKept(path))),
  };
}

/** Returns a warning about each file that `withoutIgnoredConversions` leaves out. */
export function ignoredConversionWarnings(version: ConvertedVersion): readonly Result[] {
  return Array.from(ignoredConversions(version), ([path, { attribute }]) => {
    const message = convertedLeftOut(attribute);
    return { severity: 'warning', code: 'file-converted', message, file: { path, index: 0 } };
  });
}

/**
 * Returns an error about each file of a version that git converts by more than its line ends: a copy has what git
 * stores, such as encrypted text, or what a work tree has, such as a decrypted Secret. No filter is run to get the
 * other form.
 */
export function conversionErrors({ conversions }: Pick<ConvertedVersion, 'conversions'>): readonly Result[] {
  return Array.from(conversions, ([path, { attribute, off }]): Result => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const message = converted(attribute, `${lineFor(name)} ${off}`);
    return { severity: 'error', code: 'file-converted', message, file: { path, index: 0 } };
  });
}

/**
 * Throws a `KrmError` with these errors if they are about a Kptfile, without which nothing can be said about the other
 * files.
 */
export function refuseConvertedKptfiles(errors: readonly Result[]): void {
  if (errors.some(({ file }) => isKptfilePath(file?.path ?? ''))) throw new KrmError(errors);
}

/** Returns the pattern of a line for one name. */
function lineFor(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : JSON.stringify(name.replaceAll(/[*?[\\!]/g, '\\$&'));
}

function ignoredConversions({ files, conversions }: ConvertedVersion): ReadonlyMap<string, Conversion> {
  if (conversions.size === 0) return conversions;
  const { leavesOut } = listContents(files);
  return new Map([...conversions].filter(([path]) => leavesOut?.(path) === true));
}
