import { decodeUtf8, KrmError, Resource, type Resources, type Result } from '../../src/krm/index.ts';
import { streamEmpty } from '../../src/messages/inputs.ts';
import { readStream } from '../../src/yaml/index.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import {
  type EditedFile,
  type FileChange,
  type FileOptions,
  type PackageFile,
  PackageFolder,
  readPackageFile,
} from '../../src/package/index.ts';
import type { Input } from '../package/input.ts';
import { readText } from '../package/source-file.ts';
import { StdinList } from '../package/stdin-list.ts';
import { tuneFor } from '../process/jit.ts';
import { readAll, STDIN } from '../process/stdio.ts';
import { readFolder } from '../package/read-folder.ts';
import { WATCH } from '../terminal/progress.ts';

/** The resources of an input, edited in place. */
export interface OpenInput {
  readonly resources: Resources;
  /** Results about skipped files and documents. */
  readonly passedOver: readonly Result[];
  /** Function config of a ResourceList. */
  readonly functionConfig?: Resource | undefined;
  /** Returns the texts of all files, changed or not. */
  texts(): FileChange[];
  edits(): EditedFile[];
  /** Returns the text of each resource of a ResourceList, as a document; absent for any other input. */
  readonly documents?: () => readonly string[];
  /** Returns the text of a ResourceList, original or edited, with results; absent for any other input. */
  readonly list?: (results: readonly Result[], isDone: boolean) => string;
}

/** Reads an input. Throws a `KrmError` that names each file that cannot be read. */
export function openInput(
  { name, root, files }: Input,
  {
    verify,
    skipInvalid,
    stream,
    refusesArrays = false,
  }: Pick<FolderArguments, 'verify' | 'skipInvalid' | 'stream'> & Pick<FileOptions, 'refusesArrays'>,
): OpenInput {
  if (name !== STDIN)
    return readFolder(root, files, { lazy: !verify && !skipInvalid, skipInvalid, verify, refusesArrays });
  const text = stream === undefined ? decodeUtf8(readAll(0)) : readText(stream, stream);
  tuneFor(text.length);
  if (text.trim() === '') throw emptyError(stream);
  return isList(text)
    ? new StdinList(text, { verify })
    : new PackageFolder([withoutPath(readPackageFile('stdin', text, { verify, refusesArrays }))], [], undefined, WATCH);
}

function emptyError(stream = 'standard input'): KrmError {
  return new KrmError([{ severity: 'error', code: 'empty-input', message: streamEmpty(stream) }]);
}

/** Returns a file whose resources have no path, for an input that is not a file. */
function withoutPath(file: PackageFile): PackageFile {
  const resources = file.resources.map(({ document, location: { index = 0 } }) => new Resource(document, { index }));
  return { ...file, resources };
}

/** Reports whether a text consists of a ResourceList. */
function isList(text: string): boolean {
  return readStream(text, { lazy: true }).documents.some((document) => document.value(['kind']) === 'ResourceList');
}
