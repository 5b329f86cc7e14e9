import { isDeepStrictEqual } from 'node:util';
import {
  isList,
  isMap,
  readStream,
  YamlError,
  type Path,
  type SourceDocument,
  type Value,
} from '../../src/yaml/index.ts';
import { places } from '../yaml/edit/random-edits.ts';

/** Files of a generated package by path. */
export type PackageMap = ReadonlyMap<string, string | Uint8Array>;

/** Numbers that select the target and the outcome of an edit. */
export interface Aim {
  readonly kind: EditKind;
  readonly file: number;
  readonly place: number;
  readonly value: number;
  readonly other: number;
}

/**
 * Makes an edit; returns the package itself if the aim hits nothing that it fits. `tag`: part of each name that is new.
 */
export function editPackage(files: PackageMap, aim: Aim, tag: string): PackageMap {
  return ROWS[aim.kind](files, aim, tag);
}

/** Name of an edit. */
export type EditKind = keyof typeof ROWS;

/** Edits that take something away, move it, or change its layout, so that a comment in it may have to go. */
export const TAKING: ReadonlySet<EditKind> = new Set<EditKind>([
  'setScalar',
  'setCollection',
  'removeKey',
  'removeElement',
  'moveElement',
  'moveKey',
  'changeComment',
  'removeComment',
  'removeBlank',
  'restyle',
  'removeDocument',
  'moveDocument',
  'swapDocuments',
  'removeFile',
  'renameFile',
  'renameResource',
  'editTextLine',
  'binary',
]);

type Edit = (files: PackageMap, aim: Aim, tag: string) => PackageMap;

const ROWS = {
  setScalar: inDocument((document, aim, tag) => {
    const target = pick(
      editable(document).filter(({ value }) => isScalar(value)),
      aim.place,
    );
    if (target !== undefined) document.set(target.path, newScalar(aim, tag, target.value));
  }),
  setCollection: inDocument((document, aim, tag) => {
    const target = pick(editable(document), aim.place);
    if (target !== undefined) document.set(target.path, newValue(aim, tag));
  }),
  addKey: inDocument((document, aim, tag) => {
    const target = pick(
      placesIn(document).filter(({ value }) => isMap(value)),
      aim.place,
    );
    if (target !== undefined) document.set([...target.path, `${tag}-key`], newValue(aim, tag));
  }),
  addSameKey: inDocument((document, aim, tag) => {
    const target = pick(
      placesIn(document).filter(({ value }) => isMap(value)),
      aim.place,
    );
    if (target !== undefined) document.set([...target.path, `same-key`], newValue(aim, tag));
  }),
  removeKey: inDocument((document, aim) => {
    const target = pick(
      editable(document).filter(({ path }) => typeof path.at(-1) === 'string'),
      aim.place,
    );
    if (target !== undefined) document.remove(target.path);
  }),
  moveKey: inDocument((document, aim) => {
    const target = pick(
      editable(document).filter(({ path }) => typeof path.at(-1) === 'string'),
      aim.place,
    );
    const node = target && document.get(target.path);
    if (target === undefined || node === undefined) return;
    document.remove(target.path);
    document.set(target.path, target.value);
  }),
  addElement: inDocument((document, aim, tag) => {
    const target = pick(
      placesIn(document).filter(({ value }) => isList(value)),
      aim.place,
    );
    if (target === undefined || !isList(target.value)) return;
    const model = pick(target.value, aim.value);
    document.insert(target.path, aim.other % (target.value.length + 1), elementLike(model, aim, tag));
  }),
  removeElement: inDocument((document, aim) => {
    const target = pick(
      placesIn(document).filter(({ path }) => typeof path.at(-1) === 'number'),
      aim.place,
    );
    if (target !== undefined) document.remove(target.path);
  }),
  moveElement: inDocument((document, aim) => {
    const target = pick(
      placesIn(document).filter(({ value }) => isList(value) && value.length > 1),
      aim.place,
    );
    if (target === undefined || !isList(target.value)) return;
    const index = aim.value % target.value.length;
    const element = target.value[index] ?? null;
    document.remove([...target.path, index]);
    document.insert(target.path, aim.other % target.value.length, element);
  }),
  editString: inDocument((document, aim, tag) => {
    const target = pick(
      placesIn(document).filter(({ value }) => typeof value === 'string' && value.includes('\n')),
      aim.place,
    );
    if (typeof target?.value !== 'string') return;
    document.set(target.path, changedLine(target.value, aim, tag));
  }),
  requote: inDocument((document, aim) => {
    const target = pick(
      editable(document).filter(({ value }) => typeof value === 'string' && /^[a-z][a-z0-9/.-]*$/.test(value)),
      aim.place,
    );
    if (typeof target?.value !== 'string') return undefined;
    const { value } = target;
    return written(document, target.path, pick([`"${value}"`, `'${value}'`, value], aim.value) ?? value);
  }),
  restyle: inDocument((document, aim) => {
    const target = pick(
      placesIn(document).filter(({ path, value }) => path.length > 0 && isCollection(value) && size(value) > 0),
      aim.place,
    );
    const node = target && document.get(target.path);
    if (target === undefined || node === undefined) return undefined;
    return aim.value % 2 === 0
      ? written(document, target.path, dataText(target.value).replaceAll('":', '": ').replaceAll(',"', ', "'))
      : written(document, target.path, blockOf(target.value), { isBlock: true });
  }),
  commentAbove: inLines((lines, aim, tag) => {
    const at = aim.place % Math.max(lines.length, 1);
    const indent = /^ */.exec(lines[at] ?? '')?.[0] ?? '';
    return lines.toSpliced(at, 0, `${indent}# ${tag}`);
  }),
  commentBeside: inLines((lines, aim, tag) => {
    const at = aim.place % Math.max(lines.length, 1);
    return lines.with(at, `${lines[at]} # ${tag}`);
  }),
  changeComment: inLines((lines, aim, tag) => {
    const at = pick(
      [...lines.keys()].filter((index) => /(?:^|\s)#/.test(lines[index] ?? '')),
      aim.place,
    );
    return at === undefined ? lines : lines.with(at, (lines[at] ?? '').replace(/(^|\s)#.*$/, `$1# ${tag}`));
  }),
  removeComment: inLines((lines, aim) => {
    const at = pick(
      [...lines.keys()].filter((index) => /^\s*#/.test(lines[index] ?? '')),
      aim.place,
    );
    return at === undefined ? lines : lines.toSpliced(at, 1);
  }),
  addBlank: inLines((lines, aim) =>
    lines.toSpliced(aim.place % Math.max(lines.length, 1), 0, pick(['', '  '], aim.value) ?? ''),
  ),
  removeBlank: inLines((lines, aim) => {
    const at = pick(
      [...lines.keys()].filter((index) => lines[index]?.trim() === ''),
      aim.place,
    );
    return at === undefined ? lines : lines.toSpliced(at, 1);
  }),
  addDocument: inDocuments((documents, aim, tag) =>
    documents.toSpliced(1 + (aim.place % Math.max(documents.length, 1)), 0, marked(newResource(aim, tag))),
  ),
  addSameDocument: inDocuments((documents, aim, tag) => [...documents, marked(newResource(aim, tag, 'same'))]),
  removeDocument: inDocuments((documents, aim) =>
    documents.length < 2 ? documents : documents.toSpliced(aim.place % documents.length, 1),
  ),
  swapDocuments: inDocuments((documents, aim) => {
    if (documents.length === 0) return documents;
    const [a, b] = [aim.place % documents.length, aim.other % documents.length];
    return documents.with(a, marked(documents[b] ?? '')).with(b, marked(documents[a] ?? ''));
  }),
  moveDocument: (files, aim) => {
    const paths = structuredPaths(files);
    const [from, to] = [pick(paths, aim.file), pick(paths, aim.other)];
    if (from === undefined || to === undefined || from === to || `${from}${to}`.includes('json')) return files;
    const [source, target] = [documentsOf(files, from), documentsOf(files, to)];
    const moved = pick(source ?? [], aim.place);
    if (source === undefined || target === undefined || moved === undefined || isKptfile(from) || isKptfile(to))
      return files;
    const left = source.filter((text) => text !== moved);
    const changed = withFile(files, to, joined([...target, marked(moved)]));
    return left.length === 0 ? without(changed, from) : withFile(changed, from, joined(left));
  },
  renameResource: inDocument((document, _, tag) => {
    if (document.value(['metadata', 'name']) !== undefined && document.value(['kind']) !== 'Kptfile')
      document.set(['metadata', 'name'], `renamed-${tag}`);
  }),
  addFile: (files, aim, tag) => withFile(files, `${tag}.yaml`, newResource(aim, tag)),
  addSameFile: (files, aim, tag) => withFile(files, 'same.yaml', newResource(aim, tag)),
  addTextFile: (files, _, tag) => withFile(files, `${tag}.txt`, `${tag}\n`),
  removeFile: (files, aim) => {
    const path = pick([...files.keys()], aim.file);
    return path === undefined ? files : without(files, path);
  },
  renameFile: (files, aim, tag) => {
    const path = pick(
      [...files.keys()].filter((each) => !isKptfile(each)),
      aim.file,
    );
    const content = files.get(path ?? '');
    return path === undefined || content === undefined
      ? files
      : withFile(without(files, path), path.replace(/([^/.]*)(\.[^/]*)?$/, `$1-${tag}$2`), content);
  },
  binary: (files, aim) => {
    const path = pick(
      [...files].flatMap(([name, content]) => (typeof content === 'string' ? [] : [name])),
      aim.file,
    );
    return path === undefined ? files : withFile(files, path, new Uint8Array([0, 255, aim.value % 256]));
  },
  eol: (files, aim) => {
    const path = pick(structuredPaths(files), aim.file);
    const text = files.get(path ?? '');
    if (path === undefined || typeof text !== 'string' || /\r/.test(text) !== /\r\n/.test(text)) return files;
    const bare = text.replaceAll('\r\n', '\n');
    return checked(files, path, text === bare ? bare.replaceAll('\n', '\r\n') : bare);
  },
  end: (files, aim) => {
    const path = pick([...files.keys()], aim.file);
    const text = files.get(path ?? '');
    if (path === undefined || typeof text !== 'string') return files;
    return checked(files, path, text.endsWith('\n') ? text.replace(/\r?\n$/, '') : `${text}\n`);
  },
  editTextLine: (files, aim, tag) => {
    const path = pick(
      [...files.keys()].filter((each) => !isStructuredPath(each)),
      aim.file,
    );
    const text = files.get(path ?? '');
    return path === undefined || typeof text !== 'string' ? files : withFile(files, path, changedLine(text, aim, tag));
  },
} satisfies Record<string, Edit>;

/** All edits. */
export const EDIT_KINDS = Object.keys(ROWS) as readonly EditKind[];

/** Returns the one of a list that a number selects. */
export function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length];
}

/** Reports whether a file is merged by structure. */
export function isStructuredPath(path: string): boolean {
  return isKptfile(path) || /\.(?:ya?ml|json)$/.test(path);
}

function isKptfile(path: string): boolean {
  return /(?:^|\/)Kptfile$/.test(path);
}

function structuredPaths(files: PackageMap): readonly string[] {
  return [...files.keys()].filter(isStructuredPath);
}

function withFile(files: PackageMap, path: string, content: string | Uint8Array): PackageMap {
  return new Map([...files, [path, content]]);
}

function without(files: PackageMap, path: string): PackageMap {
  return new Map([...files].filter(([each]) => each !== path));
}

/** Returns the data of all documents of a text; undefined if it cannot be read. */
export function dataOf(text: string): readonly (Value | undefined)[] | undefined {
  try {
    return readStream(text).documents.map((document) => document.value([]));
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

/** Returns data as JSON; large integers as strings, which are other data. */
function dataText(data: Value): string {
  return JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? `bigint ${value}` : value));
}

/** Sets a text if its data are readable, and, if they must be, those that the file had. */
function checked(
  files: PackageMap,
  path: string,
  text: string,
  { isSame = true }: { readonly isSame?: boolean } = {},
): PackageMap {
  const before = files.get(path);
  if (!isStructuredPath(path)) return withFile(files, path, text);
  const after = dataOf(text);
  if (after === undefined || typeof before !== 'string') return files;
  if (isSame && !isDeepStrictEqual(after, dataOf(before))) return files;
  return withFile(files, path, text);
}

/** Edits one document; the edit may return another text of it with the same data. */
function inDocument(edit: (document: SourceDocument, aim: Aim, tag: string) => string | undefined | void): Edit {
  return (files, aim, tag) => {
    const path = pick(structuredPaths(files), aim.file);
    const text = files.get(path ?? '');
    if (path === undefined || typeof text !== 'string') return files;
    try {
      const stream = readStream(text);
      const document = pick(stream.documents, aim.other);
      if (document === undefined) return files;
      const own = stream.documents.map((each) => each.text());
      const other = edit(document, aim, tag);
      if (other === undefined) return checked(files, path, stream.text(), { isSame: false });
      return checked(files, path, own.with(stream.documents.indexOf(document), other).join(''));
    } catch (error) {
      if (error instanceof YamlError) return files;
      throw error;
    }
  };
}

/** Edits the lines of a structured file, whose data must stay. */
function inLines(edit: (lines: readonly string[], aim: Aim, tag: string) => readonly string[]): Edit {
  return (files, aim, tag) => {
    const path = pick(structuredPaths(files), aim.file);
    const text = files.get(path ?? '');
    if (path === undefined || typeof text !== 'string' || path.endsWith('.json')) return files;
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const lines = text.split(eol);
    const isEnded = lines.at(-1) === '';
    if (lines.length < 2) return files;
    const changed = edit(isEnded ? lines.slice(0, -1) : lines, aim, tag);
    return checked(files, path, [...changed, ...(isEnded ? [''] : [])].join(eol));
  };
}

/** Edits the list of the documents of a file, each as its text. */
function inDocuments(edit: (documents: readonly string[], aim: Aim, tag: string) => readonly string[]): Edit {
  return (files, aim, tag) => {
    const path = pick(structuredPaths(files), aim.file);
    if (path === undefined || isKptfile(path) || path.endsWith('.json')) return files;
    const documents = documentsOf(files, path);
    if (documents === undefined || documents.length === 0) return files;
    return checked(files, path, joined(edit(documents, aim, tag)), { isSame: false });
  };
}

function documentsOf(files: PackageMap, path: string): readonly string[] | undefined {
  const text = files.get(path);
  if (typeof text !== 'string' || /[\r\uFEFF]|^\.\.\.|^%/m.test(text)) return undefined;
  const ended = text.endsWith('\n') ? text : `${text}\n`;
  const documents = readStream(ended).documents.map((document) => document.text());
  return documents.join('') === ended ? documents : undefined;
}

function marked(text: string): string {
  return /^(?:#[^\n]*\n|\s*\n)*---(?:\s|$)/.test(text) ? text : `---\n${text}`;
}

function joined(documents: readonly string[]): string {
  return documents.map((text, index) => (index === 0 ? text.replace(/^---[ \t]*\n/, '') : marked(text))).join('');
}

/** Returns the text of a document with a value written in another way. */
function written(
  document: SourceDocument,
  path: Path,
  text: string,
  { isBlock = false }: { readonly isBlock?: boolean } = {},
): string {
  const stand = 'stand-in-of-a-value';
  document.set(path, stand);
  const before = document.text();
  const at = before.indexOf(stand);
  if (!isBlock) return `${before.slice(0, at)}${text}${before.slice(at + stand.length)}`;
  const line = before.slice(before.lastIndexOf('\n', at) + 1, at);
  const indent = line.replaceAll('-', ' ').search(/\S|$/);
  const block = text.replaceAll('\n', `\n${' '.repeat(indent)}`);
  return `${before.slice(0, at).replace(/ $/, '')}${block}${before.slice(at + stand.length)}`;
}

/** Returns a value in block style, below the line of its key. */
function blockOf(value: Value): string {
  const entries = isList(value)
    ? value.map((each) => `- ${dataText(each)}`)
    : Object.entries(isMap(value) ? value : {}).map(([key, each]) => `${JSON.stringify(key)}: ${dataText(each)}`);
  return entries.map((line) => `\n  ${line}`).join('');
}

function placesIn(document: SourceDocument): readonly { readonly path: Path; readonly value: Value }[] {
  return places(document.value([]) ?? null);
}

/** Returns the places whose change leaves the identity of a resource. */
function editable(document: SourceDocument): readonly { readonly path: Path; readonly value: Value }[] {
  return placesIn(document).filter(({ path }) => path.length > 0 && !IDENTITY.has(path.join('.')));
}

const IDENTITY: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'metadata.name',
  'metadata.namespace',
]);

function isScalar(value: Value): boolean {
  return typeof value !== 'object' || value === null;
}

function isCollection(value: Value): boolean {
  return !isScalar(value);
}

function size(value: Value): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function newScalar({ value }: Aim, tag: string, before: Value): Value {
  const number = typeof before === 'number' ? before + 1 + (value % 7) : 7;
  return (
    pick<Value>(
      [`v-${tag}`, `v-${tag}`, number, true, null, '', `${tag}: #`, 'same', 'yes', `one ${tag}\ntwo\n`],
      value,
    ) ?? null
  );
}

function newValue(aim: Aim, tag: string): Value {
  const scalar = newScalar(aim, tag, null);
  return (
    pick<Value>(
      [scalar, scalar, { [`${tag}-in`]: scalar, x: 1 }, [tag, 'e'], {}, [], [{ name: tag, value: 'e' }]],
      aim.other,
    ) ?? null
  );
}

function elementLike(model: Value | undefined, aim: Aim, tag: string): Value {
  if (model === undefined || isScalar(model)) return `e-${tag}`;
  if (!isMap(model)) return [`e-${tag}`];
  const key = ['name', 'containerPort', 'port', 'mountPath', 'team', 'key', 'image'].find((each) => each in model);
  const fresh = key !== undefined && typeof model[key] === 'number' ? 9000 + (aim.value % 500) : `e-${tag}`;
  return { ...model, [key ?? 'name']: fresh };
}

function changedLine(text: string, aim: Aim, tag: string): string {
  const lines = text.split('\n');
  const at = aim.other % lines.length;
  const indent = /^\s*/.exec(lines[at] ?? '')?.[0] ?? '';
  const line = `${indent}t-${tag} = 1`;
  const changed =
    pick([lines.with(at, line), lines.toSpliced(at, 0, line), lines.toSpliced(at, 1)], aim.value) ?? lines;
  return changed.join('\n');
}

function newResource(aim: Aim, tag: string, name = tag): string {
  return (
    pick(
      [
        `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  a: ${tag}\n`,
        `# of ${tag}\napiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec:\n  ports:\n  - port: 80\n`,
        `kind: plain-${tag}\n`,
      ],
      aim.value,
    ) ?? ''
  );
}
