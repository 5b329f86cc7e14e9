import { groupBy } from '../../../src/group-by.ts';
import { longestRise } from '../../../src/longest-rise.ts';
import { bareLine, docsOf, lineCounts, sumOf, type LineCounts } from './documents.ts';
import type { Edit } from './edits.ts';
import type { JudgedEdit } from './judge.ts';
import type { MergedEdits } from './merged-edits.ts';

/**
 * A place apart from the verdicts that is wrong: something of nobody is there, a change of upstream is not, lines of
 * upstream have another indentation or order, or an answer to a conflict loses its edit.
 */
export interface WrongPlace {
  readonly kind: 'invented' | 'upstream' | 'layout' | 'lost';
  readonly file: string;
  readonly lines: readonly string[];
}

/** Compares the lines of each file with those of the new version and of the edits that belong there. */
export function wrongPlaces(judged: readonly JudgedEdit[], at: MergedEdits): readonly WrongPlace[] {
  const { theirs } = at.upgrade;
  const { files, conflicts, results } = at.merged;
  const { wanted, unclear } = wantedLines(judged, at);
  for (const { file } of conflicts) unclear.add(file.path);
  // Resources that such a conflict pairs have other lines than the new version: the answers to it are judged by
  // resources.
  const isOpen = conflicts.some(({ kind }) => kind === 'identity');
  const isTaking = judged.some(({ edit }) => edit.form.startsWith('remove'));
  const shared = sharedLines(judged, at);
  // A warning may be about a lost comment.
  const messagesOf = (path: string): readonly string[] =>
    results.flatMap(({ severity, message, file }) => (severity === 'warning' && file?.path === path ? [message] : []));
  const isCommented = (file: string): boolean => isTaking || messagesOf(file).length > 0;
  const wrong = [...new Set([...theirs.keys(), ...files.keys()])].flatMap((file): readonly WrongPlace[] => {
    const changes = wanted.get(file);
    if (unclear.has(file) || (files.get(file) === theirs.get(file) && changes === undefined)) return [];
    const counts = sumOf([
      [1, lineCounts(withoutMarks(files.get(file), judged))],
      [-1, lineCounts(theirs.get(file))],
      [-1, changes ?? new Map<string, number>()],
    ]);
    const said = numberedLines(files.get(file), messagesOf(file));
    const others = [...counts].filter(
      ([line]) => !(line.startsWith('#') && isCommented(file)) && !shared.has(line) && !said.has(line),
    );
    // A comment above the first key of an element follows its hyphen.
    const over = others.filter(([line, count]) => count > 0 && line !== '-').map(([line]) => line);
    const under = others.filter(([, count]) => count < 0).map(([line]) => line);
    // Both sides together removed all elements of a list.
    const emptied = over.filter((line) => line.endsWith(': []') && under.includes(line.slice(0, -' []'.length)));
    const opened = emptied.map((line) => line.slice(0, -' []'.length));
    return [
      { kind: 'invented' as const, file, lines: over.filter((line) => !emptied.includes(line)) },
      { kind: 'upstream' as const, file, lines: isOpen ? [] : under.filter((line) => !opened.includes(line)) },
      { kind: 'layout' as const, file, lines: otherLayout(file, judged, at) },
    ].filter(({ lines }) => lines.length > 0);
  });
  return [...wrong, ...needlessConflicts(judged, at)];
}

/**
 * Returns the lines of the new version that a merged file has with another indentation, or in another order, but no
 * edit touched.
 */
function otherLayout(file: string, judged: readonly JudgedEdit[], { upgrade, merged }: MergedEdits): readonly string[] {
  // The new version may have changed the lines of an element that an edit moved.
  if (judged.some(({ edit }) => edit.form === 'move')) return [];
  const own = new Set(judged.flatMap(({ edit }) => movedLines(upgrade.base.get(edit.file), edit.text).map(bareLine)));
  return movedLines(upgrade.theirs.get(file), merged.files.get(file)).filter((line) => !own.has(bareLine(line)));
}

/**
 * Returns the lines of a text that another one has with another indentation, or, if they are unique, in another order.
 */
function movedLines(text = '', other = ''): readonly string[] {
  const [lines, others] = [text.split('\n'), other.split('\n')];
  const [counts, otherCounts] = [countsOf(lines), countsOf(others)];
  const foreign = new Set(others.filter((line) => !counts.has(line)).map(bareLine));
  const indented = lines.filter(
    (line) => !otherCounts.has(line) && bareLine(line) !== '' && foreign.has(bareLine(line)),
  );
  const places = new Map(others.map((line, index) => [line, index]));
  const unique = lines.filter((line) => counts.get(line) === 1 && otherCounts.get(line) === 1);
  const staying = new Set(longestRise(unique.map((line) => places.get(line) ?? 0)));
  return [...indented, ...unique.filter((line) => !staying.has(places.get(line) ?? 0))];
}

function countsOf(lines: readonly string[]): LineCounts {
  return new Map(
    Array.from(
      groupBy(lines, (line) => line),
      ([line, group]) => [line, group.length],
    ),
  );
}

/** Returns the lines of a text that messages name by their numbers. */
function numberedLines(text: string | undefined, messages: readonly string[]): ReadonlySet<string> {
  const numbers = new Set(messages.flatMap((message) => message.match(/\b\d+\b/g) ?? []).map(Number));
  return new Set((text ?? '').split('\n').flatMap((line, index) => (numbers.has(index + 1) ? [bareLine(line)] : [])));
}

/** Returns the lines that edits add to files and remove from them, and files for which this is not clear. */
function wantedLines(
  judged: readonly JudgedEdit[],
  at: MergedEdits,
): { readonly wanted: ReadonlyMap<string, LineCounts>; readonly unclear: Set<string> } {
  const wanted = new Map<string, LineCounts>();
  const unclear = new Set<string>();
  for (const { edit, verdict } of judged) {
    const places = [...at.belongs(edit), ...at.found(edit.token)];
    const isMoved = at.belongs(edit).some((place) => at.moved(place).file !== place.file);
    const changes = verdict === 'placed' && !(isMoved && edit.form !== 'renameFile') ? changesOf(edit, at) : undefined;
    if (changes === undefined)
      for (const file of [edit.file, edit.to ?? edit.file, ...places.map((place) => place.file), ...copiesOf(edit, at)])
        unclear.add(file);
    for (const [file, counts] of changes ?? []) {
      const before = wanted.get(file) ?? new Map<string, number>();
      wanted.set(
        file,
        sumOf([
          [1, before],
          [1, counts],
        ]),
      );
    }
  }
  return { wanted, unclear };
}

/** Returns the files of the new version that may have a document of an edit. */
function copiesOf({ file, doc }: Edit, { upgrade, destinations }: MergedEdits): readonly string[] {
  const docs = doc === undefined ? (docsOf(file, upgrade.base.get(file)) ?? []) : [doc];
  return docs.filter(({ name }) => name !== '').flatMap((each) => destinations.filesWith(each));
}

/** Returns the lines that edits add without their token: the new version may add them, too. */
function sharedLines(judged: readonly JudgedEdit[], { upgrade }: MergedEdits): ReadonlySet<string> {
  const marks = judged.map(({ edit }) => edit).filter(({ form }) => form === 'mark');
  return new Set(
    marks.flatMap(({ text, file, token }) => {
      const counts = differenceOf(text, upgrade.base.get(file));
      return [...counts].flatMap(([line, count]) => (count > 0 && !line.includes(token) ? [line] : []));
    }),
  );
}

type Changes = readonly (readonly [file: string, counts: LineCounts])[];

/** Returns the lines that an edit adds to and removes from files of the new version; undefined if that is not clear. */
function changesOf(edit: Edit, at: MergedEdits): Changes | undefined {
  const { base, theirs } = at.upgrade;
  const { file, to = file, text, form } = edit;
  if (form === 'addFile') return [[to, lineCounts(text)]];
  if (form === 'removeDocument' || form === 'removeFile') return removalsOf(edit, at);
  if (form === 'renameFile') {
    const now = theirs.get(file);
    if (now === undefined) return undefined;
    return [
      [to, lineCounts(now)],
      [file, differenceOf(undefined, now)],
    ];
  }
  const places = form === 'remove' || form === 'move' ? at.belongs(edit) : at.found(edit.token);
  const [place] = places;
  if (place === undefined || places.length > 1) return undefined;
  const now = lineCounts(theirs.get(place.file));
  const change = withComment(differenceOf(withoutMark(text, edit), base.get(file)), now);
  const isLeft = [...change].every(([line, count]) => count > 0 || (now.get(line) ?? 0) >= -count);
  // The edit replaces an element that the new version changes.
  const isSaid = at.merged.results.some((each) => each.severity === 'warning' && each.field && at.isAbout(each, edit));
  return isLeft || (form === 'mark' && !isSaid) ? [[place.file, change]] : undefined;
}

/** Returns the change of one line with the comment that the new version adds beside it. */
function withComment(change: LineCounts, now: LineCounts): LineCounts {
  const [removed, added] = [-1, 1].map((count) => [...change].filter((each) => each[1] === count));
  const [before = '', after = ''] = [removed?.[0]?.[0], added?.[0]?.[0]];
  if (change.size !== 2 || removed?.length !== 1 || added?.length !== 1 || now.has(before)) return change;
  const [line, ...others] = [...now.keys()].filter((each) => each.startsWith(`${before} #`));
  if (line === undefined || others.length > 0) return change;
  return new Map([
    [line, -1],
    [`${after}${line.slice(before.length)}`, 1],
  ]);
}

/** Returns the lines of removed documents in the new version, or of a file that is not YAML. */
function removalsOf(edit: Edit, at: MergedEdits): Changes | undefined {
  const { file, doc } = edit;
  const { base, theirs } = at.upgrade;
  const count = doc === undefined ? (docsOf(file, base.get(file))?.length ?? 0) : 1;
  const places = at.belongs(edit);
  if (count > 0 && places.length !== count) return undefined;
  return places.map((place) => {
    const text = place.doc === undefined ? theirs.get(place.file) : place.doc.text;
    return [place.file, differenceOf(undefined, text)];
  });
}

function differenceOf(text: string | undefined, before: string | undefined): LineCounts {
  return sumOf([
    [1, lineCounts(text)],
    [-1, lineCounts(before)],
  ]);
}
/** Returns conflicts that are about no edit. */
function needlessConflicts(judged: readonly JudgedEdit[], at: MergedEdits): readonly WrongPlace[] {
  return at.merged.conflicts
    .filter((conflict) => !judged.some(({ edit }) => at.isAbout(conflict, edit, { isLoose: true })))
    .map(({ kind, file, field = '' }) => ({
      kind: 'invented',
      file: file.path,
      lines: [`conflict ${kind} ${field}, which no edit made`],
    }));
}

/** Returns a text without the comments beside lines that edits added. */
function withoutMark(text: string | undefined, { token }: Edit): string | undefined {
  return text
    ?.split('\n')
    .map((line) => (bareLine(line).startsWith('#') ? line : line.replace(` # ${token}`, '')))
    .join('\n');
}

function withoutMarks(text: string | undefined, judged: readonly JudgedEdit[]): string | undefined {
  return judged.reduce((result, { edit }) => withoutMark(result, edit), text);
}
