import { statSync } from 'node:fs';
import { compareWith, GivenPolicies } from '../../src/function/index.ts';
import { type FolderFile, KrmError, type Resource, fileError, isKptfile, objectsOf } from '../../src/krm/index.ts';
import { noPolicy, POLICY_NEEDED } from '../../src/messages/inputs.ts';
import { withFile } from '../package/file-error.ts';
import { readObjectFiles } from '../package/folder-files.ts';
import { namedPath } from '../package/named-path.ts';
import { splitName } from './function-config.ts';

/**
 * Reads the policies that the command line names, in its order: `FILE`, `FILE#NAME` for those of a name, or a folder. A
 * policy that is named twice counts once. Throws a `KrmError` that names each file that cannot be read, each document
 * that is not a resource, and each resource with the identity of an earlier one and other data.
 */
export function readPolicies(named: readonly string[]): GivenPolicies {
  const all: Resource[] = [];
  for (const resource of named.flatMap(readNamed)) {
    const { others, conflicts } = compareWith(all, [resource]);
    if (conflicts.length > 0) throw new KrmError(conflicts);
    all.push(...others);
  }
  return new GivenPolicies(all);
}

function readNamed(text: string): readonly Resource[] {
  const [file, name] = splitName(text);
  const isFolder = withFile(file, () => statSync(file)).isDirectory();
  const all = objectsOf(readObjectFiles(file).map(withNamedPath));
  // These configure tools for the folder that they are in.
  const objects = isFolder ? all.filter((object) => !isKptfile(object) && object.kind !== 'Kustomization') : all;
  if (objects.length === 0) throw fileError(file, 'empty-input', POLICY_NEEDED);
  const chosen = name === undefined || isFolder ? objects : objects.filter((object) => object.name === name);
  if (chosen.length > 0 || name === undefined) return chosen;
  const names = objects.map((object) => object.name);
  throw fileError(file, 'unresolved-reference', noPolicy(name, names));
}

function withNamedPath({ path, documents }: FolderFile): FolderFile {
  return { path: namedPath(path), documents };
}
