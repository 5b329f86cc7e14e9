import { readStream, YamlError, type SourceDocument } from '../../yaml/index.ts';
import { isEncrypted, isManifestPath, isSameContent, type FileContent } from '../../files/index.ts';
import { presentSides, type Sides } from '../sides.ts';
import { fileText, type FileText } from '../text/file-text.ts';
import { identityInLines } from './identity-in-lines.ts';
import { Unit } from './unit.ts';

/** A file of one version. */
export class VersionFile {
  readonly path: string;
  readonly content: FileContent;
  #text: FileText | undefined | null = null;
  #documents: readonly SourceDocument[] | undefined | null = null;
  #units: readonly Unit[] | undefined | null = null;
  #lines: readonly string[] | undefined;
  readonly #like: VersionFile | undefined;

  /** `like`: another version, whose documents are not read again if the contents are equal. */
  constructor(path: string, content: FileContent, like?: VersionFile) {
    this.path = path;
    this.content = content;
    this.#like = like !== undefined && isSameContent(like.content, content) ? like : undefined;
  }

  /** Text of the file; undefined if it is binary. */
  get text(): FileText | undefined {
    if (this.#text === null) this.#text = fileText(this.content);
    return this.#text;
  }

  /** Lines of the file that are not blank; none if it is binary. */
  get textLines(): readonly string[] {
    return (this.#lines ??=
      this.text?.lines
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '') ?? []);
  }

  /** Text that is the same for files with equal bytes only. */
  get key(): string {
    return contentKey(this.content);
  }

  /** Documents of the file; undefined if it is merged by lines: not YAML, comments only, encrypted, or a pointer of Git LFS. */
  get units(): readonly Unit[] | undefined {
    if (this.#units === null) this.#units = this.#readUnits();
    return this.#units;
  }

  /** Documents in the text; undefined if it is not YAML. */
  get #read(): readonly SourceDocument[] | undefined {
    if (this.#documents === null)
      this.#documents = this.#like === undefined ? readOrNot(this.text?.lines ?? '') : this.#like.#read;
    return this.#documents;
  }

  /** True if no line can be changed alone: encrypted by sops, with a checksum over everything, or a pointer of Git LFS. */
  get isSealed(): boolean {
    const { lines = '' } = this.text ?? {};
    if (LFS_POINTER.test(lines)) return true;
    const documents = isManifestPath(this.path) && lines.includes('sops') ? this.#read : undefined;
    return documents?.some(isEncrypted) === true;
  }

  /** Identities of the resources in the file, as far as its documents or lines show them, even if it is merged by lines. */
  get identities(): readonly string[] {
    if (!isManifestPath(this.path) || this.text === undefined) return [];
    if (this.units !== undefined) return this.units.flatMap(({ identity }) => identity ?? []);
    const parts = this.text.lines.split(/^(?=---(?:[ \t]|$))/m);
    return parts.flatMap((part) => {
      const documents = readOrNot(part);
      if (documents === undefined) return identityInLines(part) ?? [];
      return this.#unitsOf(documents).flatMap(({ identity }) => identity ?? []);
    });
  }

  #readUnits(): readonly Unit[] | undefined {
    if (!isManifestPath(this.path) || this.text === undefined) return undefined;
    const { lines, isEnded } = this.text;
    const documents = this.#read;
    if (documents === undefined || documents.every(isNothing) || documents.some(isEncrypted)) return undefined;
    if (!isEnded && mayEndInBlockScalar(lines)) return undefined;
    return this.#unitsOf(documents);
  }

  #unitsOf(documents: readonly SourceDocument[]): readonly Unit[] {
    return documents.map((document, index) => new Unit(document, { path: this.path, index }));
  }
}

/** Returns a file with a content, which is not read again if one of the versions has it. */
export function fileWith(path: string, content: FileContent, versions: Sides<VersionFile>): VersionFile {
  const like = presentSides(versions).find((file) => isSameContent(file.content, content));
  return new VersionFile(path, content, like);
}

/** Returns a text that is the same for equal contents only. */
export function contentKey(content: FileContent): string {
  return typeof content === 'string' ? `text ${content}` : `bytes ${LATIN.decode(content)}`;
}

/**
 * Reports whether a text may end in a literal or folded scalar, whose value depends on the final line break: whether all
 * lines below a header are blank or indented more than it.
 */
export function mayEndInBlockScalar(text: string): boolean {
  const lines = text.split('\n');
  let depth = Infinity;
  for (const line of lines.toReversed()) {
    if (line.trim() === '') continue;
    const indent = line.search(/\S/);
    const isHeader = /[|>][0-9+-]*[ \t]*(?:#.*)?$/.test(line);
    if (isHeader && (indent < depth || /^(?:---[ \t]|\s*[|>!&])/.test(line))) return true;
    depth = Math.min(depth, indent);
  }
  return false;
}

/** Decodes each byte to another character. */
const LATIN = new TextDecoder('latin1');

const LFS_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\//;

function readOrNot(lines: string): readonly SourceDocument[] | undefined {
  try {
    return readStream(lines).documents;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

function isNothing(document: SourceDocument): boolean {
  return document.get([])?.kind === 'scalar';
}
