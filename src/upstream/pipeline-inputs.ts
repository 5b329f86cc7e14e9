import { isKptfilePath, isSameContent, isYamlPath, joinPath, type FileContent } from '../files/index.ts';
import { isProtectedResource, KrmError } from '../krm/index.ts';
import type { PackageFiles } from '../merge/index.ts';
import { equalValues, isList, isMap, type Value } from '../yaml/index.ts';
import { matchesSelector, type ResourceReference } from '../render/index.ts';
import { type PackageFile, readPackageFile } from '../package/index.ts';

/**
 * Returns the files that only configure pipelines, and that were edited: they differ from all versions of a package
 * before the edit. Such files are Kptfiles, configurations of functions, policies, and local configuration.
 */
export function editedInputs(local: PackageFiles, earlier: readonly PackageFiles[]): readonly string[] {
  const paths = [...new Set([...local.keys(), ...earlier.flatMap((files) => [...files.keys()])])].filter(isYamlPath);
  const isEdited = (path: string): boolean =>
    earlier.every((files) => !isSameContent(files.get(path), local.get(path)));
  const edited = paths.filter(isEdited);
  if (edited.length === 0) return [];
  const versions = [local, ...earlier];
  const configurations = new Set(versions.flatMap((files) => configurationPaths(files, edited)));
  return edited.filter((path) => versions.every((files) => isInput(path, files.get(path), configurations.has(path))));
}

/** Reports whether a file has only inputs of pipelines. An absent file has no other resource. */
function isInput(path: string, content: FileContent | undefined, isConfiguration: boolean): boolean {
  if (content === undefined) return true;
  const file = read(path, content);
  if (file === undefined || file.resources.length < file.documents.length) return false;
  return isConfiguration || file.resources.every(isProtectedResource);
}

/**
 * Returns the paths of the files that the Kptfiles of a package name as configurations of functions. `edited`: files to
 * search for resources that they name.
 */
function configurationPaths(files: PackageFiles, edited: readonly string[]): readonly string[] {
  return [...files].flatMap(([path, content]) => {
    if (!isKptfilePath(path)) return [];
    const pipeline = pipelineOf(path, content);
    const lists: readonly Value[] = isMap(pipeline) ? Object.values(pipeline) : [];
    const functions = lists.flatMap((each) => (isList(each) ? each : []));
    const folder = path.slice(0, -'/Kptfile'.length);
    return functions.flatMap((fn) => {
      if (!isMap(fn)) return [];
      const { configPath, configRef = null } = fn;
      if (typeof configPath === 'string') return joinPath(folder, configPath.replace(/^\.\//, ''));
      return isMap(configRef) ? edited.filter((each) => hasOnly(configRef, each, files.get(each))) : [];
    });
  });
}

/** Reports whether each resource of a file has the names of a reference. */
function hasOnly(reference: ResourceReference, path: string, content: FileContent | undefined): boolean {
  const { resources = [] } = (content === undefined ? undefined : read(path, content)) ?? {};
  return resources.length > 0 && resources.every((resource) => matchesSelector(resource, reference));
}

/** Reports whether two versions of a package have the same files, and Kptfiles with the same pipelines. */
export function isSamePackage(a: PackageFiles, b: PackageFiles): boolean {
  const isSame = ([path, one]: readonly [string, FileContent]): boolean => {
    const other = b.get(path);
    if (isSameContent(one, other)) return true;
    if (other === undefined || !isKptfilePath(path)) return false;
    return equalValues(pipelineOf(path, one) ?? null, pipelineOf(path, other) ?? null);
  };
  return a.size === b.size && [...a].every(isSame);
}

function pipelineOf(path: string, kptfile: FileContent): Value | undefined {
  return read(path, kptfile)?.resources[0]?.document.value(['pipeline'], 'kpt');
}

/** Reads a file; undefined if it is not YAML. */
function read(path: string, content: FileContent): PackageFile | undefined {
  if (typeof content !== 'string') return undefined;
  try {
    return readPackageFile(path, content);
  } catch (error) {
    if (error instanceof KrmError) return undefined;
    throw error;
  }
}
