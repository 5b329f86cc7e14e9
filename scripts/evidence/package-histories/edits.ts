import { posix } from 'node:path';
import type { Data } from '../merge-histories/judge.ts';
import { docsOf, nameOf, parsed } from './documents.ts';
import {
  addComment,
  addElement,
  addEntry,
  editEmbedded,
  keyBefore,
  lastKey,
  moveElement,
  pick,
  removeElement,
  removeEntry,
  setScalar,
  splitLines,
  type Change,
  type Make,
  type Source,
} from './line-edits.ts';

/** An edit of a local copy. */
export interface Edit extends Change {
  readonly kind: EditKind;
  /** Path in the base version. */
  readonly file: string;
  /** Text that only the lines of this edit have. */
  readonly token: string;
}

/** Name of a kind of edit. */
export type EditKind = keyof typeof KINDS;

/** Kinds of edits that people make. */
const KINDS = {
  scale: setScalar((path) => /replicas$/i.test(lastKey(path))),
  number: setScalar((_, value) => typeof value === 'number'),
  tag: setScalar((path) => /(?:^image|Image|^newTag|^tag)$/.test(lastKey(path))),
  env: setScalar((path) => path.includes('env') && lastKey(path) === 'value'),
  argument: setScalar((path) => /^(?:args|command)$/.test(keyBefore(path))),
  label: setScalar((path) => /^(?:labels|annotations|matchLabels|nodeSelector)$/.test(keyBefore(path))),
  limit: setScalar((path) => /^(?:limits|requests)$/.test(keyBefore(path))),
  value: setScalar((path) => !/^(?:apiVersion|kind|name|namespace)$/.test(lastKey(path))),
  'added label': addEntry,
  'added element': addElement(() => true),
  'added env': addElement((path) => lastKey(path) === 'env'),
  'removed element': removeElement(() => true),
  'moved element': moveElement,
  'removed entry': removeEntry,
  comment: addComment,
  'embedded text': editEmbedded,
  'kustomization value': inKustomization(setScalar((path) => !/^(?:apiVersion|kind)$/.test(lastKey(path)))),
  'kustomization list': inKustomization(addElement(() => true)),
  'kustomization removal': inKustomization(removeElement(() => true)),
  'renamed resource': setScalar((path) => path.length === 2 && path[0] === 'metadata' && path[1] === 'name'),
  'removed resource': removeDocument,
  'added resource': addDocument,
  'added file': (source, _, id) => {
    const token = `zq${id}z`;
    const to = posix.join(posix.dirname(source.file), `${token}.yaml`);
    return source.docs === undefined ? undefined : { form: 'addFile', text: configMap(token), to, token };
  },
  'removed file': (_, __, id) => ({ form: 'removeFile', text: undefined, token: `zq${id}z` }),
  'renamed file': ({ file, text }, _, id) => {
    const token = `zq${id}z`;
    if (isFixedName(file)) return undefined;
    return { form: 'renameFile', text, to: file.replace(/([^/.]*)(\.[^/]*)?$/, `$1-${token}$2`), token };
  },
  'moved file': ({ file, text }, random, id) => {
    const token = `zq${id}z`;
    if (isFixedName(file)) return undefined;
    const folder = random() < 0.5 ? token : posix.join(posix.dirname(file), token);
    return { form: 'renameFile', text, to: posix.join(folder, posix.basename(file)), token };
  },
  'text line': editTextLine,
} satisfies Record<string, Make>;

export const EDIT_KINDS = Object.keys(KINDS) as readonly EditKind[];

/** Makes an edit of a kind in a file; undefined if the file has nothing for it. */
export function editOf(
  kind: EditKind,
  [file, text]: readonly [string, string],
  random: () => number,
  id: number,
): Edit | undefined {
  const docs = docsOf(file, text);
  const make: Make = KINDS[kind];
  const change = make({ file, text, docs, documents: (docs && parsed(text)) ?? [] }, random, id);
  if (change === undefined) return undefined;
  if (change.text === text) return change.form === 'renameFile' ? { kind, file, ...change } : undefined;
  const after = docsOf(file, change.text);
  const isSound = change.form !== 'mark' || docs === undefined || after?.length === docs.length;
  const isRead = change.text === undefined || docs === undefined || after !== undefined;
  return isSound && isRead ? { kind, file, ...change } : undefined;
}

function isFixedName(file: string): boolean {
  return /(?:^|\/)(?:Kptfile|kustomization\.ya?ml)$/.test(file);
}

function inKustomization(make: Make): Make {
  return (source, random, id) =>
    /(?:^|\/)kustomization\.ya?ml$/.test(source.file) ? make(source, random, id) : undefined;
}

/** Removes a document from a file that has another one. */
function removeDocument({ docs, text }: Source, random: () => number, id: number): ReturnType<Make> {
  const doc = docs !== undefined && docs.length > 1 ? pick(docs, random) : undefined;
  if (doc === undefined) return undefined;
  const before = text
    .slice(0, doc.offset)
    .replace(/(?:^|\n)---[^\n]*\n$/, (found) => (found.startsWith('\n') ? '\n' : ''));
  const after = text.slice(doc.offset + doc.text.length);
  const rest = before === '' ? after.replace(/^---[^\n]*\n/, '') : after;
  return { form: 'removeDocument', text: `${before}${rest}`, doc, token: `zq${id}z` };
}

function addDocument({ docs, text }: Source, _: () => number, id: number): ReturnType<Make> {
  const [only] = docs ?? [];
  const token = `zq${id}z`;
  if (only === undefined || only.kind === '' || /^(?:Kustomization|Kptfile|Component|.*List)$/.test(only.kind))
    return undefined;
  const isEnded = text.endsWith('\n');
  return { form: 'addDocument', text: `${text}${isEnded ? '' : '\n'}---\n${configMap(token)}`, token };
}

function configMap(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  ${name}: "${name}"\n`;
}

/** Changes or adds a line of a file that is not YAML. */
function editTextLine({ file, text, docs }: Source, random: () => number, id: number): ReturnType<Make> {
  if (docs !== undefined || file.endsWith('.json') || /[\0\uFFFD]/.test(text)) return undefined;
  const token = `zq${id}z`;
  const lines = splitLines(text);
  const at = pick(
    [...lines.keys()].filter((index) => lines[index]?.trim() !== ''),
    random,
  );
  if (at === undefined) return undefined;
  const edited =
    random() < 0.5 ? lines.with(at, `${lines[at] ?? ''} ${token}`) : lines.toSpliced(at, 0, `${token} ${token}`);
  return { form: 'mark', text: edited.join('\n'), token };
}

/** Reports whether two elements are the same one: by name, or by their values. */
export function isElement(element: Data, other: Data): boolean {
  const name = nameOf(other);
  return name === undefined ? JSON.stringify(element) === JSON.stringify(other) : nameOf(element) === name;
}
