import { type FileContent, isEncrypted, isManifestPath, isSameContent } from '../../files/index.ts';
import { groupOf } from '../../krm/resource.ts';
import { readStream, type Scan, scanLines, type SourceDocument, UNKNOWN, YamlError } from '../../yaml/index.ts';
import { presentSides, type Sides } from '../sides.ts';
import { fileText, type FileText } from '../text/file-text.ts';
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

  /**
   * Documents of the file; undefined if it is merged by lines: not YAML, comments only, encrypted, or a pointer of Git
   * LFS.
   */
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

  /**
   * True if no line can be changed alone: encrypted by sops, with a checksum over everything, or a pointer of Git LFS.
   */
  get isSealed(): boolean {
    const { lines = '' } = this.text ?? {};
    if (LFS_POINTER.test(lines)) return true;
    const documents = isManifestPath(this.path) && lines.includes('sops') ? this.#read : undefined;
    return documents?.some(isEncrypted) === true;
  }

  /**
   * Identities of the resources in the file, as far as its documents or lines show them, even if it is merged by lines.
   */
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
 * Reports whether a text may end in a literal or folded scalar, whose value depends on the final line break: whether
 * all lines below a header are blank or indented more than it.
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

/**
 * Returns the identity of a resource whose text is not YAML, such as a template, from its lines in block style, in the
 * form of `Unit.identity`; undefined if it has no kind and name, or if it is uncertain which lines are its fields.
 */
function identityInLines(text: string): string | undefined {
  const top = scanLines(withoutForeignSyntax(text));
  const metadata = top?.get('metadata') ?? UNKNOWN;
  if (top === undefined || metadata === UNKNOWN) return undefined;
  const textsIn = (map: Scan, key: string): readonly (string | undefined)[] =>
    valuesOf(map, key).map((value) => scanText(value, text));
  const identity = [
    only(
      textsIn(top, 'apiVersion').map((version) => version && groupOf(version)),
      '',
    ),
    only(textsIn(top, 'kind')),
    only(textsIn(metadata, 'namespace'), 'default'),
    only(textsIn(metadata, 'name')),
  ];
  return identity.includes(undefined) ? undefined : identity.join('|');
}

/** Matches an action of a template. */
const ACTION = /\{\{[^{}]*\}\}/g;

/** Matches a line of masked actions, or a conflict marker of a merge. */
const FOREIGN_LINE = /^(?:[\0 \t]+|[<=>|]{7,}(?: .*)?)$/gm;

/**
 * Returns a text of the same length without the syntax of templates and merges: lines of it are blank, and letters
 * replace it in values.
 */
function withoutForeignSyntax(text: string): string {
  return text
    .replace(ACTION, (action) => action.replace(/./g, '\0'))
    .replace(FOREIGN_LINE, (line) => ' '.repeat(line.length))
    .replaceAll('\0', 'x');
}

/** Returns the values of a key, which the branches of a template can repeat. */
function valuesOf(map: Scan, key: string): readonly Scan[] {
  const pairs = map.pairs();
  if (pairs === UNKNOWN) return [];
  return Array.from({ length: pairs.length }, (_, index) => index)
    .filter((index) => pairs.key(index) === key)
    .map((index) => pairs.value(index));
}

/** Returns the string that a value has in the original text; undefined for another value or ''. */
function scanText({ value, start, lines }: Scan, text: string): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const at = start + lines.indexOf(value);
  return text.slice(at, at + value.length);
}

/** Returns the one text of several equal ones, or `absent` if there is none; undefined if they differ. */
function only(texts: readonly (string | undefined)[], absent?: string): string | undefined {
  if (texts.length === 0) return absent;
  const [text, ...others] = new Set(texts);
  return others.length === 0 ? text : undefined;
}
