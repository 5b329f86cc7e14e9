import { posix } from 'node:path';
import { groupBy } from '../../../src/group-by.ts';
import { mergePackages, type Answer } from '../../../src/merge/index.ts';
import { randomNumbers } from '../upgrades/local-edits.ts';
import type { Texts } from '../upgrades/versions.ts';
import { Destinations, type Upgrade } from './destinations.ts';
import { docsIn, docsOf, type Doc } from './documents.ts';
import { EDIT_KINDS, editOf, type Edit } from './edits.ts';
import { GitMerges } from './git-merges.ts';
import { judgeEdit, type JudgedEdit } from './judge.ts';
import { MergedEdits, type Merged } from './merged-edits.ts';
import { wrongPlaces, type WrongPlace } from './other-lines.ts';

/** Merges three versions of a package. */
export type MergeFunction = (base: Texts, theirs: Texts, local: Texts, answer?: () => Answer) => Merged;

/** Merges with the library, with the Kptfile as any file. */
export const mergeWithLibrary: MergeFunction = (base, theirs, local, answer) => {
  const { files, conflicts, results } = mergePackages({ base, theirs, local }, answer && { answer });
  return { files: files as Texts, conflicts, results };
};

/** A merge with a few edits, and what became of them. */
export interface Outcome {
  /** Number of the merge: the same for the same seed. */
  readonly number: number;
  readonly local: Texts;
  readonly merged: Merged;
  readonly edits: readonly JudgedEdit[];
  readonly places: readonly WrongPlace[];
  /** True if the merge has a conflict, but git's has none, and every edit is where it belongs. */
  readonly isGitRight: boolean;
  /** Result of another merge into a result without conflicts; that itself if it has some. */
  readonly again: Merged;
}

/** Largest number of edits of one merge. */
const EDITS_OF_A_MERGE = 3;

/** Largest length of a file that is edited: larger ones are lists of data or of schemas. */
const MAX_LENGTH = 200_000;

/** Number of files that are tried for an edit. */
const TRIES = 12;

/** Merges an upgrade into local copies with random edits, and judges the results. */
export class History {
  readonly #upgrade: Upgrade;
  readonly #destinations: Destinations;
  readonly #merge: MergeFunction;
  #git: GitMerges | undefined;
  readonly #files: Readonly<Record<FileState, readonly (readonly [string, string])[]>>;

  constructor(upgrade: Upgrade, merge: MergeFunction = mergeWithLibrary) {
    this.#upgrade = upgrade;
    this.#merge = merge;
    this.#destinations = new Destinations(upgrade);
    this.#files = this.#sortFiles();
  }

  /** Returns the outcome of a merge with the edits that a seed and a number determine. */
  outcome(seed: number, number: number): Outcome {
    const random = randomNumbers(seed * 1_000_003 + number);
    const edits = this.#edits(random, number);
    const local = localOf(this.#upgrade.base, edits);
    return { number, local, ...this.judge(edits, local) };
  }

  judge(edits: readonly Edit[], local: Texts): Omit<Outcome, 'number' | 'local'> {
    const { base, theirs } = this.#upgrade;
    const merged = this.#merge(base, theirs, local);
    const judged = this.#judged(merged, edits);
    const byGit = merged.conflicts.length === 0 ? undefined : (this.#git ??= new GitMerges(this.#upgrade)).merge(local);
    const again = merged.conflicts.length === 0 ? this.#merge(base, theirs, merged.files) : merged;
    return {
      merged,
      edits: judged.edits,
      places: [...judged.places, ...this.#wrongAnswers(merged, judged.edits, local)],
      isGitRight:
        byGit !== undefined && this.#isRight({ files: byGit, conflicts: [], results: [] }, judged.edits, edits),
      again,
    };
  }

  /**
   * Reports whether a merge has each edit where it belongs. `judged`: the edits in another merge, where those in a
   * conflict must clearly belong somewhere.
   */
  #isRight(merged: Merged, judged: readonly JudgedEdit[], edits: readonly Edit[]): boolean {
    const at = new MergedEdits(this.#upgrade, this.#destinations, merged, edits);
    const isClear = ({ edit, verdict }: JudgedEdit): boolean =>
      verdict !== 'conflict' || at.belongs(edit).some((place) => this.#destinations.isClear(edit.file, place.file));
    return judged.every(isClear) && isRight(this.#judged(merged, edits));
  }

  #judged(merged: Merged, edits: readonly Edit[]): Pick<Outcome, 'edits' | 'places'> {
    const at = new MergedEdits(this.#upgrade, this.#destinations, merged, edits);
    const judged = edits.map((edit) => judgeEdit(edit, at));
    return { edits: judged, places: wrongPlaces(judged, at) };
  }

  /**
   * Returns resources of the new version that an answer to conflicts deletes, and edits that the answer `local` loses.
   */
  #wrongAnswers(merged: Merged, judged: readonly JudgedEdit[], local: Texts): readonly WrongPlace[] {
    if (merged.conflicts.length === 0) return [];
    const { base, theirs } = this.#upgrade;
    const tokens = judged.filter(({ edit, verdict }) => verdict === 'conflict' && edit.form === 'mark');
    const removed = differences(identitiesIn(base), identitiesIn(local));
    // The new version may have renamed what the edit renames, or moved what the edit removes to another namespace.
    const laterOf = (doc: Doc): readonly Doc[] => this.#destinations.of(doc).flatMap((place) => place.doc ?? []);
    const renamed = countsOf(
      judged.flatMap(({ edit: { kind, form, file, doc } }) => {
        if (kind === 'renamed resource') return doc === undefined ? [] : laterOf(doc);
        if (form !== 'removeDocument' && form !== 'removeFile') return [];
        const gone = doc === undefined ? (docsOf(file, base.get(file)) ?? []) : [doc];
        return gone.flatMap((each) => laterOf(each).filter(({ name }) => name === each.name));
      }),
    );
    return (['local', 'theirs'] as const).flatMap((answer): readonly WrongPlace[] => {
      const { files } = this.#merge(base, theirs, local, () => answer);
      const wanted = differences(differences(identitiesIn(theirs), removed), renamed);
      const missing = differences(wanted, identitiesIn(files));
      const texts = [...files.values()];
      const lost = tokens.filter(({ edit }) => answer === 'local' && !texts.some((text) => text.includes(edit.token)));
      return [
        ...Array.from(missing.keys(), (identity) => {
          const file = docsIn(theirs).find((doc) => doc.identity === identity)?.file ?? '';
          return { kind: 'upstream' as const, file, lines: [`no ${identity}, with the answer ${answer}`] };
        }),
        ...lost.map(({ edit: { file, token } }) => ({
          kind: 'lost' as const,
          file,
          lines: [`no ${token}, with the answer ${answer}`],
        })),
      ];
    });
  }

  #edits(random: () => number, number: number): readonly Edit[] {
    const count = 1 + Math.floor(random() * EDITS_OF_A_MERGE);
    const edits: Edit[] = [];
    for (let attempt = 0; attempt < count * TRIES && edits.length < count; attempt++) {
      const edit = this.#edit(random, number * 10 + edits.length);
      if (edit !== undefined && !edits.some(({ file }) => file === edit.file)) edits.push(edit);
    }
    return edits;
  }

  #edit(random: () => number, id: number): Edit | undefined {
    const kind = EDIT_KINDS[Math.floor(random() * EDIT_KINDS.length)];
    if (kind === undefined) return undefined;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const files = this.#files[stateFor(random())];
      const file = files[Math.floor(random() * files.length)];
      const edit = file && editOf(kind, file, random, id);
      if (edit !== undefined) return edit;
    }
    return undefined;
  }

  #sortFiles(): Readonly<Record<FileState, readonly (readonly [string, string])[]>> {
    const { base, theirs } = this.#upgrade;
    const changed = [...new Set([...base.keys(), ...theirs.keys()])].filter(
      (file) => base.get(file) !== theirs.get(file),
    );
    const folders = new Set(changed.map((file) => posix.dirname(file)));
    const stateOf = (file: string, text: string): FileState => {
      if (!theirs.has(file)) return 'gone';
      if (theirs.get(file) !== text) return 'changed';
      return folders.has(posix.dirname(file)) ? 'near' : 'other';
    };
    const found: Record<FileState, (readonly [string, string])[]> = { gone: [], changed: [], near: [], other: [] };
    for (const [file, text] of base)
      if (text.length <= MAX_LENGTH && !text.includes('\0')) found[stateOf(file, text)].push([file, text]);
    return found;
  }
}

/** State of a file in the new version: gone or moved, changed, beside a file that is either, or none of these. */
type FileState = 'gone' | 'changed' | 'near' | 'other';

function stateFor(number: number): FileState {
  if (number < 0.3) return 'gone';
  if (number < 0.8) return 'changed';
  return number < 0.92 ? 'near' : 'other';
}

/** Returns a local copy with edits. */
export function localOf(base: Texts, edits: readonly Edit[]): Texts {
  const files = new Map(base);
  for (const { file, to = file, text, form } of edits) {
    if (form !== 'addFile') files.delete(file);
    if (text !== undefined) files.set(to, text);
  }
  return files;
}

function identitiesIn(files: Texts): ReadonlyMap<string, number> {
  return countsOf(docsIn(files).filter(({ name }) => name !== ''));
}

/** Counts documents by identity. */
function countsOf(docs: readonly Doc[]): ReadonlyMap<string, number> {
  const groups = groupBy(docs, ({ identity }) => identity);
  return new Map(Array.from(groups, ([identity, group]) => [identity, group.length] as const));
}

/** Returns by how much counts exceed others. */
function differences(
  counts: ReadonlyMap<string, number>,
  others: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  return new Map(
    [...counts].flatMap(([key, count]) => {
      const rest = count - (others.get(key) ?? 0);
      return rest > 0 ? [[key, rest] as const] : [];
    }),
  );
}

function isRight({ edits, places }: Pick<Outcome, 'edits' | 'places'>): boolean {
  return places.length === 0 && edits.every(({ verdict }) => verdict === 'placed');
}

/** Returns what another merge changes: files, and conflicts. */
export function changedAgain({ merged, again }: Pick<Outcome, 'merged' | 'again'>): readonly string[] {
  const paths = new Set([...merged.files.keys(), ...again.files.keys()]);
  const files = [...paths].filter((path) => merged.files.get(path) !== again.files.get(path));
  const conflicts = again === merged ? [] : again.conflicts.map(({ kind, file }) => `conflict ${kind} ${file.path}`);
  return [...files, ...conflicts];
}
