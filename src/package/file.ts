import {
  duplicateOn,
  fileError,
  formatFieldPath,
  inputHint,
  isFunctionInput,
  isKrm,
  KrmError,
  makeResult,
  misspelledKey,
  otherElements,
  refuseDuplicateKeys,
  Resource,
  type Result,
  yamlCode,
} from '../krm/index.ts';
import {
  duplicateMessage,
  equalValues,
  type Path,
  type ReadOptions,
  readStream,
  type SourceDocument,
  type SourceStream,
  type Value,
  verifyDocuments,
  YamlError,
} from '../yaml/index.ts';
import { readSource, withYaml } from './source.ts';
import {
  JSON_HOLDS_ONE,
  LINE_BREAK_NEEDED,
  NEW_INDEX_TAKEN,
  NOT_BEFORE_DIRECTIVE,
  notEditable,
} from '../messages/writing.ts';
import { ARRAY_OF_RESOURCES, addName, joinedDocuments, notAResource, quoteField } from '../messages/reading.ts';

/** File of a package, edited through its resources. */
export interface PackageFile {
  /** Relative to the package, with slashes. */
  readonly path: string;
  /** Text as it was read. */
  readonly text: string;
  /** Stream of the file's documents, whose text includes all edits. */
  readonly stream: SourceStream;
  /** Non-empty documents. */
  readonly documents: readonly SourceDocument[];
  /** Resources and lists of resources. */
  readonly resources: readonly Resource[];
  /** Names each document, and each element of a list, that is not a resource, and each document that hides one. */
  readonly passedOver: readonly Result[];
}

/** Options of reading a file. */
export interface FileOptions extends ReadOptions {
  /** Refuses duplicate keys. Default: false. */
  readonly verify?: boolean;
  /** Refuses arrays of resources, which are no `List`. Default: false, a warning. */
  readonly refusesArrays?: boolean;
}

/** Fields that identify a resource. A text that is not YAML there must be an error, not a resource without a name. */
const IDENTITY: readonly Path[] = [['apiVersion'], ['kind'], ['metadata', 'name'], ['metadata', 'namespace']];

/** Reads the resources of a file from its text. Throws a `KrmError` with `verify` if a key is a duplicate. */
export function readPackageFile(path: string, text: string, options: FileOptions = {}): PackageFile {
  const { stream, documents } = readSource(text, path, options);
  withYaml(path, () => documents.forEach(readIdentity));
  const all = documents.map((document, index) => new Resource(document, { path, index, isFile: true }));
  if (options.verify === true) refuseDuplicateKeys(all);
  const resources = all.filter(isKrm);
  const others = all.flatMap((resource) => (isKrm(resource) ? otherElements(resource) : resource));
  const isRefused = options.refusesArrays === true;
  const describe = (other: Resource): Result => describeArray(other, { isRefused }) ?? describePassedOver(other);
  const passedOver = [...warnOfJoined(text, all), ...others.map(describe)];
  return { path, text, stream, documents, resources, passedOver };
}

/** Reads the identity of a resource. @throws YamlError if the text is not YAML there */
function readIdentity(document: SourceDocument): void {
  for (const field of IDENTITY) {
    try {
      document.value(field);
    } catch (error) {
      // A value that does not match its tag is valid YAML, but not a name.
      if (!(error instanceof YamlError && error.code === 'value')) throw error;
    }
  }
}

/** Document of an edited file: the index of one that was read, or a new resource. */
type PlacedDocument = number | Resource;

/** Returns the documents that a file has, and new ones, in the order of their indexes. */
export function placedDocuments(
  { documents }: Pick<PackageFile, 'documents'>,
  added: readonly Resource[],
): readonly PlacedDocument[] {
  const indexOf = (each: PlacedDocument): number =>
    typeof each === 'number' ? each : (each.location.index ?? documents.length);
  return [...documents.keys(), ...added].toSorted((one, other) => indexOf(one) - indexOf(other));
}

/**
 * Returns the file's text with all edits, without removed resources, and with new ones in the order of the indexes;
 * undefined if nothing remains. Throws a `KrmError` if an edited file proves not to be YAML, or cannot take the new
 * resources.
 */
export function editedText(
  file: PackageFile,
  gone: ReadonlySet<Resource>,
  added: readonly Resource[] = [],
): string | undefined {
  const { path, text, stream, resources, documents } = file;
  const numbers = new Set(resources.filter((item) => gone.has(item)).map(({ location }) => location.index));
  const leftOut = new Set(documents.filter((_, index) => numbers.has(index)));
  if (leftOut.size === documents.length && leftOut.size > 0)
    return added.length === 0 ? undefined : newFileText(path, added);
  const isKept = (index: number): boolean => !numbers.has(index);
  const placed = placedDocuments(file, added).filter((each) => typeof each !== 'number' || isKept(each));
  const edited = added.length === 0 ? stream.text(leftOut) : withDocuments(file, leftOut, placed);
  if (edited !== text) {
    const meant = placed.flatMap((each) => (typeof each === 'number' ? (documents[each] ?? []) : each.document));
    let read: readonly SourceDocument[] | undefined;
    // Most checks need only the original lines.
    const originals = placed.map((each) => {
      if (typeof each !== 'number') return undefined;
      const value = (field: Path): Value | undefined =>
        (read ??= readSource(text, path, { lazy: true }).documents)[each]?.value(field);
      return { scan: documents[each]?.scan, value };
    });
    try {
      checkText(path, edited, meant, originals);
    } catch (error) {
      // Parts that were never parsed may be invalid YAML, which only the user can fix.
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

/**
 * Returns the text of a file with new documents, in its line breaks. Throws a `KrmError` if they cannot be inserted.
 */
function withDocuments(
  { path, text, stream, documents }: PackageFile,
  leftOut: ReadonlySet<SourceDocument>,
  placed: readonly PlacedDocument[],
): string {
  if (path.endsWith('.json')) throw fileError(path, 'place-taken', JSON_HOLDS_ONE);
  const kept = new Set(placed);
  if (placed.some((each) => typeof each !== 'number' && kept.has(each.location.index ?? documents.length)))
    throw fileError(path, 'place-taken', NEW_INDEX_TAKEN);
  if (typeof placed[0] !== 'number' && /^(?:\uFEFF|%)/m.test(text.split(/^---/m, 1)[0] ?? ''))
    throw fileError(path, 'edit-failed', NOT_BEFORE_DIRECTIVE);
  const numbers = numbered(stream.documents, documents);
  const textOf = (from: number, to: number): string => {
    const isOutside = (index: number): boolean => (numbers[index] ?? 0) < from || (numbers[index] ?? 0) >= to;
    return stream.text(new Set(stream.documents.filter((each, index) => leftOut.has(each) || isOutside(index))));
  };
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const pieces: string[] = [];
  let [from, to] = [0, 0];
  for (const each of placed) {
    if (typeof each === 'number') to = each + 1;
    else {
      if (to > from) pieces.push(textOf(from, to));
      from = to;
      pieces.push(each.document.text().replaceAll('\n', eol));
    }
  }
  const all = [...pieces, textOf(from, Infinity)].filter((each) => each !== '');
  return all
    .map((each, index) => {
      const marker = index === 0 || each.startsWith('---') ? '' : `${MARKER.trim()}${eol}`;
      return `${marker}${index === all.length - 1 ? each : endedText(path, each, eol)}`;
    })
    .join('');
}

/** Returns documents with a final line break. Throws a `KrmError` if it would become part of the last string. */
function endedText(path: string, text: string, eol: string): string {
  if (text.endsWith('\n')) return text;
  const ended = `${text}${eol}`;
  const [before, after] = [text, ended].map((each) => readStream(each).documents.at(-1)?.value([]) ?? null);
  if (equalValues(before ?? null, after ?? null)) return ended;
  throw fileError(path, 'edit-failed', LINE_BREAK_NEEDED);
}

/**
 * Returns, for each document of a stream, its index among the non-empty ones. An empty document gets the index of the
 * one before it.
 */
function numbered(all: readonly SourceDocument[], documents: readonly SourceDocument[]): readonly number[] {
  const indexes = new Map(documents.map((document, index) => [document, index]));
  let last = 0;
  return all.map((document) => (last = indexes.get(document) ?? last));
}

/**
 * Reads the text written for documents and compares it with the expected data, so that our own defects never reach a
 * file. Throws an `Error` on a difference, and a `KrmError` if the data could not be read before the edits, either.
 * `read`: the documents as they were read; none for new ones.
 */
function checkText(
  path: string,
  text: string,
  meant: readonly SourceDocument[],
  read: readonly (Pick<SourceDocument, 'value' | 'scan'> | undefined)[] = [],
): void {
  try {
    verifyDocuments(readSource(text, path).documents, meant, read);
  } catch (error) {
    for (const document of read) checkReadable(path, document);
    throw new Error(`${path} does not read back as edited`, { cause: error });
  }
}

/** Throws a `KrmError` if the data of a document cannot be read, such as aliases that expand to too many values. */
function checkReadable(path: string, document: Pick<SourceDocument, 'value'> | undefined): void {
  try {
    document?.value([]);
  } catch (error) {
    throw error instanceof YamlError ? fileError(path, yamlCode(error), notEditable(error.message)) : error;
  }
}

/** Fields that a resource must have, each a nonempty string. */
const REQUIRED: readonly Path[] = [['apiVersion'], ['kind'], ['metadata', 'name']];

/**
 * Returns the result about a list of resources that is no `List`, which neither kubectl nor a function reads: an error
 * if `isRefused`, or else a warning. Undefined for any other document.
 */
function describeArray(
  { document, file }: Resource,
  { isRefused }: { readonly isRefused: boolean },
): Result | undefined {
  const holdsResource = (): boolean => {
    const length = document.length([]) ?? 0;
    return Array.from({ length }, (_, index) => index).some((index) => isKrm(new Resource(document.view([index]))));
  };
  if (ifYaml(holdsResource) !== true) return undefined;
  return {
    severity: isRefused ? 'error' : 'warning',
    code: 'file-skipped',
    message: ARRAY_OF_RESOURCES,
    ...(file && { file }),
  };
}

/**
 * Returns the result about a document, or an element of a list, that is not a resource: an info or, if it lacks one
 * field only and was probably meant to be one, a warning with the remedy.
 */
function describePassedOver(resource: Resource): Result {
  const { file, location } = resource;
  const place = location.element?.flatMap((index) => ['items', index]);
  const [missing, ...others] = REQUIRED.filter((path) => resource.text(path) === '');
  const remedy = missing === undefined || others.length > 0 ? undefined : remedyFor(resource, missing);
  const message = notAResource(place && formatFieldPath(place), remedy ?? '');
  return {
    severity: remedy === undefined ? 'info' : 'warning',
    code: 'resource-skipped',
    message,
    ...(file && { file }),
  };
}

/** Returns the end of the message about a resource that lacks only one field; undefined if it may be meant so. */
function remedyFor(resource: Resource, missing: Path): string | undefined {
  for (const find of [wrongType, misspelling, duplicate, halfInput]) {
    const found = ifYaml(() => find(resource, missing));
    if (found !== undefined) return found;
  }
  const isInput = isFunctionInput(resource);
  const mayBeMeant = !isInput && (missing.length === 1 || isToolConfiguration(resource));
  return mayBeMeant ? undefined : addName(resource.kind, isInput);
}

/** Groups of configuration files that tools read, which have no names, beside those that end in `config.k8s.io`. */
const TOOL_GROUPS: readonly string[] = ['audit.k8s.io', 'kind.x-k8s.io', 'kubeadm.k8s.io'];

/**
 * Reports whether a document without a name is probably a configuration file of a tool, such as a kubeconfig, a
 * KubeletConfiguration or an AdmissionConfiguration, which has no metadata at all.
 */
function isToolConfiguration(resource: Resource): boolean {
  const { group, kind } = resource;
  if (resource.document.has(['metadata'])) return false;
  return /(?:^|\.)config\.k8s\.io$/.test(group) || TOOL_GROUPS.includes(group) || /Config(?:uration)?$/.test(kind);
}

/**
 * Returns what `read` returns; undefined for a part that is not YAML, which is an error only if a function reads it.
 */
function ifYaml<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof KrmError) return undefined;
    throw error;
  }
}

function wrongType({ document }: Resource, missing: Path): string | undefined {
  const value = document.value(missing) ?? null;
  if (value === null || typeof value === 'object' || value === '') return undefined;
  return quoteField(formatFieldPath(missing));
}

function misspelling(resource: Resource, missing: Path): string | undefined {
  return misspelledKey(resource, missing) || undefined;
}

/** Returns the suggestion if the object is an input of functions without its `apiVersion` or its `kind`. */
function halfInput(resource: Resource): string | undefined {
  return inputHint(resource) || undefined;
}

function duplicate(resource: Resource, missing: Path): string | undefined {
  const found = duplicateOn(resource.document, missing);
  return found && `: ${duplicateMessage(found)}`;
}

/**
 * Returns a warning for each document with two kinds: two resources without a `---` between them, as of joined files,
 * of which readers see one. `text`: that of the documents.
 */
function warnOfJoined(text: string, documents: readonly Resource[]): readonly Result[] {
  // Few files need a look at all of their keys.
  if ((text.match(/^kind:/gm) ?? []).length <= documents.length) return [];
  return documents.flatMap((resource) => {
    const found = ifYaml(() => duplicateOn(resource.document, ['kind']));
    const message = found && joinedDocuments(duplicateMessage(found));
    return message === undefined ? [] : [makeResult('warning', message, { code: 'duplicate-key', resource })];
  });
}
