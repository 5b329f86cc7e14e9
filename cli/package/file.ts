import { join } from 'node:path';
import { Resource, type Result } from '../../src/index.ts';
import { verifyDocuments, type SourceDocument, type SourceStream } from '../../src/yaml/index.ts';
import { readEach, readSource, readText } from './source-file.ts';

/** File of a package, edited through its resources. */
export interface PackageFile {
  /** Relative to the package, with slashes. */
  readonly path: string;
  /** Text as it was read. */
  readonly text: string;
  /** Stream of its documents, whose text is the file's with all edits. */
  readonly stream: SourceStream;
  /** Documents that are not empty. */
  readonly documents: readonly SourceDocument[];
  readonly resources: readonly Resource[];
  /** Names each document that is not a resource. */
  readonly passedOver: readonly Result[];
}

/** Reads files of a package. Throws a `KrmError` that names each one that cannot be read, or is not UTF-8 or YAML. */
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

/** Reports whether kpt considers an object a resource: only those of kustomize need no name. */
function isKrm({ apiVersion, kind, name, group }: Resource): boolean {
  return apiVersion !== '' && kind !== '' && (name !== '' || group === 'kustomize.config.k8s.io');
}

function describePassedOver({ file }: Resource): Result {
  const message = 'skipped: a KRM resource must have `apiVersion`, `kind` and `metadata.name`';
  return { severity: 'info', message, ...(file && { file }) };
}

/** Returns the file's text with all edits, without removed resources; undefined if nothing is left. */
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
 * Reads the text written for documents and compares it with the expected data, so that our own defects never reach a
 * file. Throws an `Error` on a difference. `read`: the documents as they were read; none for new ones.
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
    throw new Error(`${path} does not read back as edited`, { cause: error });
  }
}
