/**
 * `npm run upgrades -- CHECKOUT FOLDER TAG TAG...` merges the upgrades of a folder of a git checkout from each tag to
 * the next. Prints for each upgrade whether the laws of the merge hold (`merge(b, n, b) = n` and `merge(b, b, l) = l`
 * byte for byte), how many resources are wrong after `kpt pkg update` and after the merge of the same fetched package
 * without a local edit, and what becomes of ten generated local edits. Exits with 1 if a law fails, a resource of ours
 * is wrong, or an edit is lost.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergePackages } from '../../src/merge/index.ts';
import { alignColumns } from '../../cli/terminal/table.ts';
import { upgradeWithKpt } from './upgrades/kpt-upgrade.ts';
import { editLocally, judge, type EditOutcome } from './upgrades/local-edits.ts';
import { compare, resourcesIn, type Wrong } from './upgrades/resources.ts';
import { filesAt, type Texts } from './upgrades/versions.ts';

/** Number of generated edits of each upgrade. */
const EDITS = 10;

/** Outcome of one upgrade. */
interface Row {
  readonly name: string;
  readonly files: number;
  readonly resources: number;
  readonly isLawful: boolean;
  /** Undefined if kpt failed. */
  readonly kpt: Wrong | undefined;
  readonly ours: Wrong;
  readonly conflicts: number;
  readonly edits: EditOutcome;
}

const [checkout, folder, ...tags] = process.argv.slice(2);
if (checkout === undefined || folder === undefined || tags.length < 2)
  throw new Error('give the path of a git checkout, a folder in it, and two tags or more');
const scratch = mkdtempSync(join(tmpdir(), 'krm-variants-upgrades-'));
try {
  const rows = tags.slice(1).map((tag, index) => upgrade(checkout, folder, tags[index] ?? '', tag, index));
  print(rows);
  process.exitCode = rows.every(isRight) ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function upgrade(from: string, path: string, before: string, after: string, seed: number): Row {
  const [base, theirs] = [filesAt(from, before, path), filesAt(from, after, path)];
  const { fetched, updated, message } = upgradeWithKpt(join(scratch, 'kpt'), base, theirs);
  if (updated === undefined)
    console.log(`kpt pkg update to ${after} failed: ${message.trim().split('\n').at(-1) ?? ''}`);
  const wanted = resourcesIn(theirs);
  const merged = mergePackages({ base, theirs, local: fetched }, { kptfile: 'own' });
  return {
    name: `${before} … ${after}`,
    files: theirs.size,
    resources: wanted.size,
    isLawful: isLawful(base, theirs),
    kpt: updated && compare(resourcesIn(updated), wanted),
    ours: compare(resourcesIn(merged.files as Texts), wanted),
    conflicts: merged.conflicts.length,
    edits: mergeEdits(base, theirs, seed),
  };
}

function isLawful(base: Texts, theirs: Texts): boolean {
  const isSame = (a: ReadonlyMap<string, unknown>, b: Texts): boolean =>
    a.size === b.size && [...a].every(([path, content]) => b.get(path) === content);
  const merge = (b: Texts, n: Texts, l: Texts): ReadonlyMap<string, unknown> =>
    mergePackages({ base: b, theirs: n, local: l }).files;
  return (
    isSame(merge(base, theirs, base), theirs) &&
    isSame(merge(base, base, theirs), theirs) &&
    isSame(merge(base, theirs, theirs), theirs)
  );
}

function mergeEdits(base: Texts, theirs: Texts, seed: number): EditOutcome {
  const { files, edits } = editLocally(base, EDITS, seed);
  const merged = mergePackages({ base, theirs, local: files });
  return judge(edits, merged.conflicts, {
    base: resourcesIn(base),
    new: resourcesIn(theirs),
    merged: resourcesIn(merged.files as Texts),
  });
}

function isRight({ isLawful: lawful, ours, conflicts, edits }: Row): boolean {
  const isEqual = ours.content + ours.order + ours.missing + ours.stale + conflicts === 0;
  return lawful && isEqual && edits.lost === 0 && edits.needless === 0 && edits.right === edits.edits;
}

function print(rows: readonly Row[]): void {
  const shown = (wrong: Wrong | undefined): string =>
    wrong === undefined ? 'failed' : [wrong.content, wrong.order, wrong.missing, wrong.stale].join(' ');
  console.log('kpt, ours: resources wrong in content, in the order of lists, missing, stale');
  console.log('edits: made, right, lost, touched by both sides, needless conflicts\n');
  const lines = rows.map(({ name, files, resources, isLawful: lawful, kpt, ours, edits }) => [
    name,
    String(files),
    String(resources),
    lawful ? 'hold' : 'FAIL',
    shown(kpt),
    shown(ours),
    [edits.edits, edits.right, edits.lost, edits.touchedByBoth, edits.needless].join(' '),
  ]);
  for (const line of alignColumns([['upgrade', 'files', 'resources', 'laws', 'kpt', 'ours', 'edits'], ...lines]))
    console.log(line);
}
