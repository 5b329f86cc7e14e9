import { join } from 'node:path';
import { Resource, type Result } from '../../src/index.ts';
import { verifyDocuments, type SourceDocument, type SourceStream } from '../../src/yaml/index.ts';
import { readEach, readSource, readText } from './source-file.ts';

/** A file of a package, which is edited through its resources. */
export interface PackageFile {
  /** Relative to the package, with slashes. */
  readonly path: string;
  /** As it was read. */
  readonly text: string;
  /** Its text is the file's with all edits. */
  readonly stream: SourceStream;
  /** Those that hold anything. */
  readonly documents: readonly SourceDocument[];
  readonly resources: readonly Resource[];
  /** Names each document that is no resource. */
  readonly passedOver: readonly Result[];
}

/** Reads files of a package. Throws a `KrmError` that names each one that cannot be read, is no UTF-8 or no YAML. */
export function readPackageFiles(root: string, paths: readonly string[]): PackageFile[] {
  return readEach(paths, (path) => readPackageFile(path, readText(join(root, path), path)));
}

function readPackageFile(path: string, text: string): PackageFile {
  const { stream, documents } = readSource(text, path);
  const all = documents.map((document, index) => new Resource(document, { path, index }));
  const resources = all.filter(isKrm);
  const passedOver = all.filter((resource) => !isKrm(resource)).map(describePassedOver);
  return { path, text, stream, documents, resources, passedOver };
}

/** As kpt tells it: the resources of kustomize alone need no name. */
function isKrm({ apiVersion, kind, name, group }: Resource): boolean {
  return apiVersion !== '' && kind !== '' && (name !== '' || group === 'kustomize.config.k8s.io');
}

function describePassedOver({ file }: Resource): Result {
  const message = 'passed over: a KRM resource has `apiVersion`, `kind` and `metadata.name`';
  return { severity: 'info', message, ...(file && { file }) };
}

/** The file's text with all edits, without the resources that are gone; undefined where nothing is left of it. */
export function editedText(
  { path, text, stream, resources, documents }: PackageFile,
  gone: ReadonlySet<Resource>,
): string | undefined {
  const numbers = new Set(resources.filter((item) => gone.has(item)).map(({ location }) => location.index));
  const leftOut = new Set(documents.filter((_, index) => numbers.has(index)));
  if (leftOut.size === documents.length && leftOut.size > 0) return undefined;
  const edited = stream.text(leftOut);
  if (edited !== text) {
    const isKept = (_: SourceDocument, index: number): boolean => !numbers.has(index);
    checkText(path, edited, documents.filter(isKept), readSource(text, path).documents.filter(isKept));
  }
  return edited;
}

/**
 * Reads a text that was made of documents and compares it with what was meant, so that a defect of ours can never reach a
 * file: throws an `Error` where they differ. `read`: the documents as they were read; none for new ones.
 */
export function checkText(
  path: string,
  text: string,
  meant: readonly SourceDocument[],
  read: readonly SourceDocument[] = [],
): void {
  try {
    verifyDocuments(readSource(text, path).documents, meant, read);
  } catch (error) {
    throw new Error(`${path} does not read back as it was edited`, { cause: error });
  }
}
