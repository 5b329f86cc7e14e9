import { isYamlPath, type FileContent } from '../../files/index.ts';
import { formatFieldPath, KrmError, type Resource } from '../../krm/index.ts';
import {
  fieldPattern,
  fieldsAt,
  mergePackages,
  type Answer,
  type Conflict,
  type PackageFiles,
  type Packages,
} from '../../merge/index.ts';
import { YamlError, type Path, type Value } from '../../yaml/index.ts';
import { editedText, type PackageFile, readPackageFile } from '../../package/index.ts';

/** Value to set at the place of a conflict, of which a merge took one version. */
interface ValueEdit {
  readonly conflict: Conflict;
  /** The version that was taken, which has the field. */
  readonly side: Answer;
  readonly value: Value;
}

/**
 * Sets values in a merged package, in place of the versions that were taken. The field may be at another index there
 * than in its version: so the version is edited, and the edit is merged. Returns the conflicts whose value could not be
 * set.
 */
export function setValues(
  packages: Packages,
  merged: PackageFiles,
  edits: readonly ValueEdit[],
): { readonly files: PackageFiles; readonly unset: ReadonlySet<Conflict> } {
  const unset = new Set<Conflict>();
  let files = merged;
  for (const edit of edits) {
    const before = packages[edit.side];
    const after = withValue(before, edit);
    const again = after && mergePackages({ base: before, theirs: after, local: files }, { onDelete: 'conflict' });
    if (again === undefined || again.conflicts.length > 0) unset.add(edit.conflict);
    else files = again.files;
  }
  return { files, unset };
}

/** Returns a package with a value; undefined if there is not exactly one such field, or if it cannot be edited. */
function withValue(files: PackageFiles, { conflict, value }: ValueEdit): PackageFiles | undefined {
  try {
    const found = [...files].flatMap(([path, content]) => resourcesIn(path, content, conflict));
    const [only, ...others] = found;
    if (only === undefined || others.length > 0) return undefined;
    const field = fieldOf(only.resource, conflict.field ?? '');
    if (field === undefined) return undefined;
    only.resource.document.set(field, value);
    return new Map([...files, [only.file.path, editedText(only.file, new Set()) ?? '']]);
  } catch (error) {
    if (error instanceof KrmError || error instanceof YamlError) return undefined;
    throw error;
  }
}

function resourcesIn(
  path: string,
  content: FileContent,
  { resource, sharesIdentity, file: { path: own } }: Conflict,
): readonly { readonly file: PackageFile; readonly resource: Resource }[] {
  if (sharesIdentity && path !== own) return [];
  const isCandidate = resource !== undefined && (isYamlPath(path) || path === 'Kptfile');
  if (!isCandidate || typeof content !== 'string' || !content.includes(resource.name)) return [];
  const file = readPackageFile(path, content);
  const wanted = JSON.stringify(resource);
  return file.resources.filter(({ ref }) => JSON.stringify(ref) === wanted).map((each) => ({ file, resource: each }));
}

/** Returns the path of a field that is written as in messages; undefined if the resource does not have it. */
function fieldOf(resource: Resource, text: string): Path | undefined {
  const found = fieldsAt(fieldPattern(text), resource.value()).map(({ path }) => path);
  return found.find((path) => path.length > 0 && formatFieldPath(path) === text);
}
