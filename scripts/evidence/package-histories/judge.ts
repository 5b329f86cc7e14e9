import { posix } from 'node:path';
import type { Conflict } from '../../../src/merge/index.ts';
import type { Result } from '../../../src/krm/result.ts';
import { isList, type Data } from '../merge-histories/judge.ts';
import { nearest, type Destination } from './destinations.ts';
import { bareLine, docsOf, lineCounts, pathsTo, sumOf, valueAt, type Doc, type Step } from './documents.ts';
import { isElement, type Edit } from './edits.ts';
import type { Form } from './line-edits.ts';
import type { Found, MergedEdits } from './merged-edits.ts';

/**
 * Fate of an edit: it is where it belongs, named by a conflict, missing or elsewhere but named by a warning, missing,
 * in another place, in a place that the new version no longer has, or there twice.
 */
type Verdict = 'placed' | 'conflict' | 'warning' | 'lost' | 'misplaced' | 'left behind' | 'invented';

/** An edit with what became of it. */
export interface JudgedEdit {
  readonly edit: Edit;
  readonly verdict: Verdict;
  /** Place where the edit belongs, and the one where it is. */
  readonly belongs: readonly string[];
  readonly found: readonly string[];
}

/** Judges an edit, without anything that the merge knows of files and resources. */
export function judgeEdit(edit: Edit, at: MergedEdits): JudgedEdit {
  const belongs = at.belongs(edit);
  const found = at.found(edit.token);
  const { conflicts, results } = at.merged;
  const verdict = VERDICTS[edit.form](edit, at);
  const isNamed = (message: Conflict | Result): boolean => at.isAbout(message, edit);
  // A warning about the whole resource may be about another field.
  const isAtItsField = (result: Result): boolean =>
    result.field !== undefined || edit.path === undefined || edit.kind === 'comment' || verdict !== 'lost';
  const isWarned = results.some((result) => result.severity === 'warning' && isNamed(result) && isAtItsField(result));
  const isUnclear = edit.form === 'remove' || (edit.form.startsWith('remove') && belongs.length === 0);
  // Git sees no file or resource that the place of the edit may have become: the warning names one.
  const isElsewhere = verdict === 'misplaced' && belongs.length > 0;
  // Both sides changed the key of an element: both are there.
  const isKey = results.some(
    (result) => result.code === 'possible-move' && result.field !== undefined && isNamed(result),
  );
  const isSaid = isWarned && !isElsewhere && (verdict !== 'placed' || isUnclear || isKey);
  return {
    edit,
    verdict: conflicts.some(isNamed) ? 'conflict' : isSaid ? 'warning' : verdict,
    belongs: belongs.map(nameOfPlace),
    found: found.map(nameOfPlace),
  };
}

const VERDICTS: Readonly<Record<Form, (edit: Edit, at: MergedEdits) => Verdict>> = {
  mark: ofMark,
  addDocument: ofMark,
  remove: ofRemoved,
  move: ofMoved,
  removeDocument: ofRemovedDocuments,
  removeFile: ofRemovedDocuments,
  addFile: ofAddedFile,
  renameFile: ofRenamedFile,
};

function ofMark(edit: Edit, at: MergedEdits): Verdict {
  const [belongs, found] = [at.belongs(edit).map((place) => at.moved(place)), at.found(edit.token)];
  if (found.length === 0) return 'lost';
  const wrong = found.filter((each) => !belongs.some((place) => isIn(each, place, edit, at)));
  if (found.length > 1) return wrong.length < found.length ? 'invented' : 'misplaced';
  const [only] = wrong;
  if (only === undefined) return 'placed';
  const isAsLocal = only.file === edit.file && (belongs.length === 0 || !at.upgrade.theirs.has(edit.file));
  return isAsLocal ? 'left behind' : 'misplaced';
}

/** Reports whether a token is in a place, at the field of its edit. */
function isIn({ file, doc }: Found, place: Destination, edit: Edit, { upgrade }: MergedEdits): boolean {
  if (file !== place.file) return false;
  if (doc === undefined || place.doc === undefined) return true;
  if (!doc.name.includes(edit.token)) {
    if (doc.identity !== place.doc.identity) return false;
    const docs = docsOf(file, upgrade.theirs.get(file)) ?? [];
    const alike = docs.filter(({ identity }) => identity === doc.identity);
    if (alike.length > 1 && !nearest(doc, alike).includes(place.doc)) return false;
  }
  return isAtField(doc, place.doc, edit);
}

function ofRemoved(edit: Edit, at: MergedEdits): Verdict {
  const { path = [], removed } = edit;
  const [place, ...others] = at.belongs(edit);
  if (place?.doc === undefined || others.length > 0) return 'placed';
  const [merged, ...copies] = at.docs(place.file).filter(({ identity }) => identity === place.doc?.identity);
  if (merged === undefined || copies.length > 0) return 'placed';
  if (typeof path.at(-1) === 'string') return valueAt(merged.data, path) === undefined ? 'placed' : 'lost';
  const count = (data: Data): number => {
    const list = valueAt(data, path.slice(0, -1));
    return isList(list) ? list.filter((each) => isElement(each, removed)).length : 0;
  };
  const before = count(place.doc.data);
  return before === 0 || count(merged.data) < before ? 'placed' : 'lost';
}

/** Judges the order of two elements, where the new version has both. */
function ofMoved(edit: Edit, at: MergedEdits): Verdict {
  const { path = [], order = [] } = edit;
  const [place, ...others] = at.belongs(edit);
  const [merged, ...copies] = at.docs(place?.file ?? '').filter(({ identity }) => identity === place?.doc?.identity);
  const placesIn = (data: Data): readonly number[] => {
    const list = valueAt(data, path.slice(0, -1));
    return order.map((element) => (isList(list) ? list.findIndex((each) => isElement(each, element)) : -1));
  };
  if (place?.doc === undefined || merged === undefined || others.length + copies.length > 0) return 'placed';
  if (placesIn(place.doc.data).includes(-1)) return 'placed';
  const [first = 0, second = 0] = placesIn(merged.data);
  return first !== -1 && first < second ? 'placed' : 'lost';
}

function ofRemovedDocuments(edit: Edit, at: MergedEdits): Verdict {
  const { file, doc } = edit;
  const { base, theirs } = at.upgrade;
  const docs = doc === undefined ? (docsOf(file, base.get(file)) ?? []) : [doc];
  const belongs = at.belongs(edit);
  if (docs.length === 0) return belongs.some((place) => at.merged.files.has(place.file)) ? 'lost' : 'placed';
  if (belongs.length !== docs.length) return 'placed';
  const isThere = belongs.some((place) => {
    const count = (among: readonly Doc[] = []): number =>
      among.filter(({ identity }) => identity === place.doc?.identity).length;
    return count(at.docs(place.file)) >= count(docsOf(place.file, theirs.get(place.file)));
  });
  return isThere ? 'lost' : 'placed';
}

function ofAddedFile(edit: Edit, at: MergedEdits): Verdict {
  const { file, to = file, text, token } = edit;
  const count = at.found(token).length;
  if (at.merged.files.get(to) !== text) return count === 0 ? 'lost' : 'misplaced';
  if (count > 1) return 'invented';
  return at.destinations.hasFolder(posix.dirname(to)) ? 'placed' : 'left behind';
}

function ofRenamedFile(edit: Edit, at: MergedEdits): Verdict {
  const { file, to = file, text } = edit;
  const { base, theirs } = at.upgrade;
  const [now, left, moved] = [theirs.get(file), at.merged.files.get(file), at.merged.files.get(to)];
  if (moved === undefined) return left === undefined && now === undefined ? 'placed' : 'lost';
  if (left === undefined) return now !== undefined && !hasSameLines(now, text) && moved === text ? 'lost' : 'placed';
  const known = new Set(docsOf(file, base.get(file))?.map(({ identity }) => identity));
  const isAdded = docsOf(file, left)?.every(({ identity }) => !known.has(identity)) === true;
  return isAdded ? 'left behind' : 'invented';
}

/** Reports whether texts have the same lines, except for white space. */
function hasSameLines(one: string, other = ''): boolean {
  return (
    one === other ||
    sumOf([
      [1, lineCounts(one)],
      [-1, lineCounts(other)],
    ]).size === 0
  );
}

/** Reports whether a token is at the field of its edit, as far as the new version has that field. */
function isAtField(doc: Doc, place: Doc, { token, path, form, kind, text = '' }: Edit): boolean {
  if (path === undefined || form !== 'mark') return true;
  if (kind === 'comment') {
    const owner = ownerOf(text, token);
    return !lineCounts(place.text).has(owner) || ownerOf(doc.text, token) === owner;
  }
  const found = pathsTo(doc.data, token);
  if (found.length === 0 || found.some((each) => startsWith(each, path, token))) return true;
  return valueAt(place.data, path.slice(0, -1)) === undefined;
}

/** Returns the line that a comment is beside, or the one below it. */
function ownerOf(text: string, token: string): string {
  const [before = '', after = ''] = text.split(`# ${token}`);
  const beside = bareLine(before.slice(before.lastIndexOf('\n') + 1));
  const below = after.split('\n').slice(1).map(bareLine);
  return beside === '' ? (below.find((line) => line !== '' && !line.startsWith('#')) ?? '') : beside;
}

function startsWith(path: readonly Step[], start: readonly Step[], token: string): boolean {
  return start.every((step, at) => {
    const other = path[at];
    if (typeof step === 'string' || typeof other === 'string' || other === undefined)
      return step === other || at === start.length - 1;
    return (
      step.name === undefined ||
      other.name === undefined ||
      step.name === other.name ||
      other.name.includes(token) ||
      at === start.length - 1
    );
  });
}

function nameOfPlace({ file, doc }: Destination | Found): string {
  return doc === undefined ? file : `${file} ${doc.kind}/${doc.name}`;
}
