import { join } from 'node:path';
import { formatFieldPath, isKrm, otherElements, Resource, type Result } from '../../src/index.ts';
import {
  verifyDocuments,
  YamlError,
  type Path,
  type ReadOptions,
  type SourceDocument,
  type SourceStream,
} from '../../src/yaml/index.ts';
import { readEach, readSource, readText, withYaml } from './source-file.ts';

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
  /** Resources and lists of resources. */
  readonly resources: readonly Resource[];
  /** Names each document, and each element of a list, that is not a resource. */
  readonly passedOver: readonly Result[];
}

/**
 * Reads files of a package. Throws a `KrmError` that names each one that cannot be read, or is not UTF-8 or YAML. With
 * `lazy`, a file is read as far as its resources can be identified; the rest is parsed on first access. `skip` takes the
 * errors of files that are not UTF-8 or YAML, which are then left out.
 */
export function readPackageFiles(
  root: string,
  paths: readonly string[],
  options?: ReadOptions,
  skip?: (results: readonly Result[]) => void,
): PackageFile[] {
  return readEach(paths, (path) => readPackageFile(path, readText(join(root, path), path), options), skip);
}

/** Fields that identify a resource. A text that is not YAML there must be an error, not a resource without a name. */
const IDENTITY: readonly Path[] = [['apiVersion'], ['kind'], ['metadata', 'name'], ['metadata', 'namespace']];

/** Reads the resources of a file from its text. */
export function readPackageFile(path: string, text: string, options?: ReadOptions): PackageFile {
  const { stream, documents } = readSource(text, path, options);
  withYaml(path, () => documents.forEach(readIdentity));
  const all = documents.map((document, index) => new Resource(document, { path, index }));
  const resources = all.filter(isKrm);
  const others = all.flatMap((resource) => (isKrm(resource) ? otherElements(resource) : resource));
  return { path, text, stream, documents, resources, passedOver: others.map(describePassedOver) };
}

/** Reads the identity of a resource. @throws YamlError if the text is not YAML there */
function readIdentity(document: SourceDocument): void {
  for (const field of IDENTITY) {
    try {
      document.value(field);
    } catch (error) {
      // A value that does not fit its tag is YAML, and no name.
      if (!(error instanceof YamlError && error.code === 'value')) throw error;
    }
  }
}

function describePassedOver({ file, location: { element } }: Resource): Result {
  const what =
    element === undefined ? 'skipped' : `skipped \`${formatFieldPath(element.flatMap((index) => ['items', index]))}\``;
  const message = `${what}: a KRM resource must have \`apiVersion\`, \`kind\` and \`metadata.name\``;
  return { severity: 'info', message, ...(file && { file }) };
}

/**
 * Returns the file's text with all edits, without removed resources; undefined if nothing is left. Throws a `KrmError` if
 * an edited file proves not to be YAML.
 */
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
    const read = readSource(text, path).documents;
    checkText(path, edited, documents.filter(isKept), read.filter(isKept));
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
