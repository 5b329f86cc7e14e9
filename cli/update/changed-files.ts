import { byteOrder } from '../../src/byte-order.ts';
import { isSameContent, isYamlPath, type FileContent } from '../../src/files/index.ts';
import type { PackageFiles } from '../../src/merge/index.ts';
import { equalValues, readStream, YamlError, type Value } from '../../src/yaml/index.ts';

/**
 * Returns the files that differ in meaning between a version and a local package. Layout, comments, and what kpt adds to the resources of a
 * package do not count, nor what belongs to the local Kptfile.
 */
export function changedFiles(version: PackageFiles, local: PackageFiles): readonly string[] {
  const paths = [...new Set([...version.keys(), ...local.keys()])].toSorted(byteOrder);
  return paths.filter((path) => !isSame(path, version.get(path), local.get(path)));
}

function isSame(path: string, a: FileContent | undefined, b: FileContent | undefined): boolean {
  if (isSameContent(a, b)) return true;
  if (typeof a !== 'string' || typeof b !== 'string' || !isYamlPath(path)) return false;
  try {
    return equalValues(meaningOf(path, a), meaningOf(path, b));
  } catch (error) {
    if (error instanceof YamlError) return false;
    throw error;
  }
}

/** Returns the data of all documents. */
function meaningOf(path: string, text: string): Value {
  const { documents } = readStream(text);
  for (const document of documents) {
    const annotations = ['metadata', 'annotations'];
    document.remove([...annotations, 'internal.kpt.dev/upstream-identifier']);
    if (document.keys(annotations)?.length === 0) document.remove(annotations);
    if (path === 'Kptfile') for (const field of OWN_FIELDS) document.remove(field);
  }
  return documents.flatMap((document) => document.value([]) ?? []);
}

/** Fields of a Kptfile that no upstream has. */
const OWN_FIELDS = [['status'], ['inventory'], ['metadata', 'namespace']];
