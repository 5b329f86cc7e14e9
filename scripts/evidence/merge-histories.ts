/**
 * `npm run merge-histories -- CHECKOUT...` merges what the histories of git checkouts had to merge: the files that both
 * sides of a merge commit changed, and cherry-picks and reverts of pairs of commits that touch one file. Each is merged
 * as the merge driver does and as git does, and judged by a reference on plain data. Prints what came out for each
 * checkout; exits with 1 if a clean merge of ours lost or invented something, or is another one when it is repeated or
 * the sides are swapped.
 *
 * `--limit N`: replays of each checkout, 1000 by default; `--seed N`: other ones; `--findings FILE`: writes those that
 * are not plain successes, a line of JSON each.
 */
import { appendFileSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { alignColumns } from '../../cli/terminal/table.ts';
import { markedIn, outcomeOf, type Outcome } from './merge-histories/outcome.ts';
import { replaysOf } from './merge-histories/replays.ts';

const { positionals: checkouts, values } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    findings: { type: 'string' },
  },
});
if (checkouts.length === 0) throw new Error('give the paths of git checkouts');
if (values.findings !== undefined) rmSync(values.findings, { force: true });

/** Numbers to count, and what counts. */
const COLUMNS: Readonly<Record<string, (outcome: Outcome) => number | boolean>> = {
  replays: () => true,
  both: ({ ours, git }) => ours.isClean && git.isClean,
  'only ours': ({ ours, git }) => ours.isClean && !git.isClean,
  'only git': ({ ours, git }) => !ours.isClean && git.isClean,
  neither: ({ ours, git }) => !ours.isClean && !git.isClean,
  'equal data': ({ isEqual }) => isEqual,
  lost: ({ flaws }) => hasKind(flaws, 'lost'),
  invented: ({ flaws }) => hasKind(flaws, 'invented'),
  misplaced: ({ misplaced }) => misplaced !== undefined && misplaced.length > 0,
  'lost by git': ({ flawsOfGit }) => flawsOfGit !== undefined && flawsOfGit.length > 0,
  'git right': ({ ours, flawsOfGit }) => !ours.isClean && flawsOfGit?.length === 0,
  unstable: ({ isUnstable }) => isUnstable,
  'one way': ({ isOneWay }) => isOneWay,
  regions: ({ ours }) => (ours.isClean ? 0 : markedIn(ours.text).regions),
  'of git': ({ git }) => (git.isClean ? 0 : markedIn(git.text).regions),
  lines: ({ ours }) => (ours.isClean ? 0 : markedIn(ours.text).lines),
  'git lines': ({ git }) => (git.isClean ? 0 : markedIn(git.text).lines),
  merges: ({ replay }) => replay.people !== undefined,
  'as people': ({ isAsPeople }) => isAsPeople === true,
  otherwise: ({ isAsPeople }) => isAsPeople === false,
};

const rows = checkouts.map((checkout) => {
  const counts = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, 0]));
  for (const replay of replaysOf(checkout, Number(values.limit), Number(values.seed))) {
    const outcome = outcomeOf(replay);
    for (const [name, of] of Object.entries(COLUMNS)) counts[name] = (counts[name] ?? 0) + Number(of(outcome));
    note(checkout, outcome);
  }
  return [nameOf(checkout), counts] as const;
});
const total = Object.fromEntries(
  Object.keys(COLUMNS).map((name) => [name, rows.reduce((sum, [, counts]) => sum + (counts[name] ?? 0), 0)]),
);
const all = rows.length > 1 ? [...rows, ['all', total] as const] : rows;
console.log('both, only ours, only git, neither: merge without a conflict');
console.log('git right: only git has no conflict, and its result has every edit\n');
const cells = (names: readonly string[]): readonly (readonly string[])[] => [
  ['', ...names],
  ...all.map(([name, counts]) => [name, ...names.map((column) => String(counts[column]))]),
];
const names = Object.keys(COLUMNS);
for (const part of [names.slice(0, 13), names.slice(13)]) console.log(`${alignColumns(cells(part)).join('\n')}\n`);
const wrong = ['lost', 'invented', 'unstable', 'one way'].reduce((sum, name) => sum + (total[name] ?? 0), 0);
process.exitCode = wrong === 0 ? 0 : 1;

function hasKind(flaws: Outcome['flaws'], kind: 'lost' | 'invented'): boolean {
  return flaws?.some((flaw) => flaw.kind === kind) === true;
}

/** Returns the last folder of a path; the one above for a bare repository with a plain name. */
function nameOf(checkout: string): string {
  const name = basename(checkout);
  return ['repo', 'repo.git', '.git'].includes(name) ? basename(dirname(checkout)) : name;
}

/** Writes a replay that is not a plain success to the file of findings. */
function note(checkout: string, outcome: Outcome): void {
  const { replay, ours, flaws = [], flawsOfGit, misplaced = [] } = outcome;
  const isGitRight = !ours.isClean && flawsOfGit?.length === 0;
  const kinds = [
    ...(flaws.length > 0 ? ['flaws'] : []),
    ...(misplaced.length > 0 ? ['misplaced'] : []),
    ...(outcome.isUnstable ? ['unstable'] : []),
    ...(outcome.isOneWay ? ['one way'] : []),
    ...(isGitRight ? ['git right'] : []),
    ...(outcome.isAsPeople === false ? ['other than people'] : []),
    ...(ours.isClean && outcome.git.isClean && !outcome.isEqual ? ['other than git'] : []),
  ];
  if (values.findings === undefined || kinds.length === 0) return;
  const finding = { checkout, kinds, flaws, misplaced, conflicts: ours.conflicts, ...replay };
  appendFileSync(values.findings, `${JSON.stringify(finding)}\n`);
}
