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
import { fileError } from './file-error.ts';
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
 * Returns the file's text with all edits, without removed resources, and with new ones after the others; undefined if nothing
 * is left. Throws a `KrmError` if an edited file proves not to be YAML, or cannot take the new resources.
 */
export function editedText(
  { path, text, stream, resources, documents }: PackageFile,
  gone: ReadonlySet<Resource>,
  added: readonly Resource[] = [],
): string | undefined {
  const numbers = new Set(resources.filter((item) => gone.has(item)).map(({ location }) => location.index));
  const leftOut = new Set(documents.filter((_, index) => numbers.has(index)));
  if (leftOut.size === documents.length && leftOut.size > 0)
    return added.length === 0 ? undefined : newFileText(path, added);
  const edited = withDocuments(stream.text(leftOut), added);
  if (edited !== text) {
    if (added.length > 0) checkPlace(path, documents, added);
    const isKept = (_: SourceDocument, index: number): boolean => !numbers.has(index);
    const meant = [...documents.filter(isKept), ...added.map(({ document }) => document)];
    try {
      checkText(path, edited, meant, readSource(text, path, { lazy: true }).documents.filter(isKept));
    } catch (error) {
      // What nobody had read may never have been YAML, and then the user has to mend it.
      readSource(text, path);
      throw error;
    }
  }
  return edited;
}

/** Returns the text of a new file. Throws an `Error` if it does not read back as its resources. */
export function newFileText(path: string, items: readonly Resource[]): string {
  const documents = items.map(({ document }) => document);
  const text = documents.map((document) => document.text()).join(MARKER);
  checkText(path, text, documents);
  return text;
}

const MARKER = '---\n';

/** Appends resources to the text of a file, with its line breaks. */
function withDocuments(text: string, added: readonly Resource[]): string {
  if (added.length === 0) return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const documents = added.map(({ document }) => `${MARKER}${document.text()}`.replaceAll('\n', eol));
  return [text, text.endsWith('\n') ? '' : eol, ...documents].join('');
}

/** Throws a `KrmError` if new resources cannot come after the documents of a file. */
function checkPlace(path: string, { length }: readonly SourceDocument[], added: readonly Resource[]): void {
  if (path.endsWith('.json')) throw fileError(path, 'a new resource cannot be added to a JSON file, which holds one');
  if (added.some(({ location: { index = 0 } }) => index < length))
    throw fileError(path, 'a new resource must come after those in the file: it must have a file of its own');
}

/**
 * Reads the text written for documents and compares it with the expected data, so that our own defects never reach a
 * file. Throws an `Error` on a difference. `read`: the documents as they were read; none for new ones.
 */
function checkText(
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
