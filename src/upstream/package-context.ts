import type { FileContent } from '../files/index.ts';
import { type Result, fileError, isPackageContext, makeResult } from '../krm/index.ts';
import { newDocument } from '../yaml/index.ts';
import { editedText, type PackageFile } from '../package/index.ts';
import { CONTEXT_NEEDED, contextOfOther } from '../messages/upstreams.ts';
import { ownPaths, yamlFileOf } from './package-files.ts';

/** File that kpt writes the context of a package to. */
const CONTEXT_FILE = 'package-context.yaml';

/** Keys of a package context that belong to the copy of a package. */
export interface ContextKeys {
  readonly name: string;
  /** Names of the packages around the package, and its own; undefined if it is in no other. */
  readonly packagePath: string | undefined;
}

/**
 * Sets the keys of the context of the root package, which is created if missing. Everything else of an existing one
 * stays. Throws a `KrmError` if the file for a new one has other resources.
 */
export function withContext(
  files: ReadonlyMap<string, FileContent>,
  { name, packagePath }: ContextKeys,
): ReadonlyMap<string, FileContent> {
  const data = { name, ...(packagePath !== undefined && { 'package-path': packagePath }) };
  const contexts = contextsIn(files);
  const edited = new Map(files);
  for (const file of contexts) {
    for (const resource of file.resources.filter(isPackageContext))
      for (const [key, value] of Object.entries(data)) resource.document.set(['data', key], value);
    edited.set(file.path, editedText(file, new Set()) ?? file.text);
  }
  if (contexts.length > 0) return edited;
  if (files.has(CONTEXT_FILE)) throw fileError(CONTEXT_FILE, 'invalid-value', CONTEXT_NEEDED);
  return edited.set(CONTEXT_FILE, newDocument(contextOf(data)).text());
}

function contextOf(data: Readonly<Record<string, string>>) {
  const annotations = { 'config.kubernetes.io/local-config': 'true' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kptfile.kpt.dev', annotations }, data };
}

/**
 * Returns the keys in the context of the root package that belong to the copy; undefined without a context that has a
 * name.
 */
export function contextKeys(files: ReadonlyMap<string, FileContent>): ContextKeys | undefined {
  const [context] = contextsIn(files).flatMap((file) => file.resources.filter(isPackageContext));
  const name = context?.text(['data', 'name']) ?? '';
  const packagePath = context?.text(['data', 'package-path']) ?? '';
  return name === '' ? undefined : { name, packagePath: packagePath === '' ? undefined : packagePath };
}

/** Returns a warning for each context of the root package that has the name of another package. */
export function foreignContexts(files: ReadonlyMap<string, FileContent>, name: string): readonly Result[] {
  const resources = contextsIn(files).flatMap((file) => file.resources.filter(isPackageContext));
  const field = ['data', 'name'];
  return resources
    .filter((resource) => ![undefined, name].includes(resource.document.value(field) as string | undefined))
    .map((resource) => makeResult('warning', contextOfOther(name), { code: 'package-mismatch', resource, field }));
}

function contextsIn(files: ReadonlyMap<string, FileContent>): readonly PackageFile[] {
  return ownPaths(files).flatMap((path) => {
    const content = files.get(path);
    if (typeof content !== 'string' || !content.includes('kptfile.kpt.dev')) return [];
    const file = yamlFileOf(path, content);
    return file?.resources.some(isPackageContext) === true ? file : [];
  });
}
