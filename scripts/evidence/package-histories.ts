/**
 * `npm run package-histories -- CHECKOUT FOLDER REV REV` merges the upgrade of a folder of a git checkout between two
 * commits into local copies with random edits, and judges each result with the `yaml` package and git's renames: each
 * edit must be where it belongs, or in a conflict; each change of upstream must be there, and nothing else; another
 * merge must change nothing. Prints a table of what became of the edits; exits with 1 if one is lost, misplaced, left
 * behind or invented.
 *
 * `--edits N`: number of edits, 400 by default; `--seed N`: other ones; `--show`: prints each fault; `--only N`: makes
 * one merge, and `--write FOLDER` writes its versions.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { alignColumns } from '../../cli/terminal/table.ts';
import { formatResult } from '../../src/krm/result.ts';
import { renamesBetween } from './package-histories/destinations.ts';
import { pathText } from './package-histories/documents.ts';
import { changedAgain, History, type Outcome } from './package-histories/history.ts';
import { filesAt, type Texts } from './upgrades/versions.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    edits: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    write: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
});
const [checkout, folder, before, after] = positionals;
if (checkout === undefined || folder === undefined || before === undefined || after === undefined)
  throw new Error('give the path of a git checkout, a folder in it, and two tags or commits');

/** Numbers to count in an outcome. */
const COLUMNS: Readonly<Record<string, (outcome: Outcome) => number>> = {
  edits: ({ edits }) => edits.length,
  placed: ({ edits }) => countOf(edits, 'placed'),
  conflict: ({ edits }) => countOf(edits, 'conflict'),
  warning: ({ edits }) => countOf(edits, 'warning'),
  lost: ({ edits, places }) => countOf(edits, 'lost') + placesOf(places, 'lost'),
  misplaced: ({ edits }) => countOf(edits, 'misplaced'),
  'left behind': ({ edits }) => countOf(edits, 'left behind'),
  invented: ({ edits, places }) => countOf(edits, 'invented') + placesOf(places, 'invented'),
  upstream: ({ places }) => placesOf(places, 'upstream'),
  layout: ({ places }) => placesOf(places, 'layout'),
  'git right': ({ isGitRight }) => Number(isGitRight),
  again: (outcome) => Number(changedAgain(outcome).length > 0),
};

/** Columns that must be 0. */
const FAULTS = ['lost', 'misplaced', 'left behind', 'invented', 'upstream', 'layout', 'again'] as const;

const [base, theirs] = [filesAt(checkout, before, folder), filesAt(checkout, after, folder)];
const history = new History({ base, theirs, renames: renamesBetween(checkout, [before, after], folder) });
const counts = new Map(Object.keys(COLUMNS).map((name) => [name, 0]));
for (const outcome of outcomes(Number(values.seed), Number(values.edits))) {
  for (const [name, of] of Object.entries(COLUMNS)) counts.set(name, (counts.get(name) ?? 0) + of(outcome));
  const isFaulty = FAULTS.some((name) => (COLUMNS[name]?.(outcome) ?? 0) > 0);
  if ((values.show && isFaulty) || values.only !== undefined) console.log(`${details(outcome).join('\n')}\n`);
  if (values.write !== undefined && values.only !== undefined) write(values.write, outcome);
}
const row = [`${folder}, ${before} to ${after}`, ...[...counts.values()].map(String)];
for (const line of alignColumns([['', ...counts.keys()], row])) console.log(line);
process.exitCode = FAULTS.every((name) => counts.get(name) === 0) ? 0 : 1;

/** Merges until there are enough edits. */
function* outcomes(seed: number, limit: number): Generator<Outcome> {
  if (values.only !== undefined) {
    yield history.outcome(seed, Number(values.only));
    return;
  }
  let edits = 0;
  for (let number = 1; edits < limit && number < limit * 10; number++) {
    const outcome = history.outcome(seed, number);
    edits += outcome.edits.length;
    yield outcome;
  }
}

function countOf(edits: Outcome['edits'], verdict: Outcome['edits'][number]['verdict']): number {
  return edits.filter((each) => each.verdict === verdict).length;
}

function placesOf(places: Outcome['places'], kind: Outcome['places'][number]['kind']): number {
  return places.filter((each) => each.kind === kind).length;
}

/** Returns lines that describe a merge. */
function details(outcome: Outcome): readonly string[] {
  const { number, edits, places, merged } = outcome;
  const again = changedAgain(outcome);
  return [
    `merge ${number}: npm run package-histories -- ${positionals.join(' ')} --seed ${values.seed} --only ${number}`,
    ...edits.flatMap(({ edit, verdict, belongs, found }) => [
      `  ${verdict}: ${edit.kind} ${edit.file}${edit.doc === undefined ? '' : ` ${edit.doc.kind}/${edit.doc.name}`} ${pathText(edit.path ?? [])} (${edit.token})`,
      `    belongs to ${belongs.join(', ') || 'nothing'}; is in ${found.join(', ') || 'nothing'}`,
    ]),
    ...places.map(({ kind, file, lines }) => `  ${kind}: ${file}: ${lines.slice(0, 8).join(' | ')}`),
    ...(again.length > 0 ? [`  another merge changes ${again.join(', ')}`] : []),
    ...merged.conflicts.map(
      ({ kind, file, resource, field = '' }) =>
        `  conflict ${kind} ${file.path} ${resource === undefined ? '' : `${resource.kind}/${resource.name}`} ${field}`,
    ),
    ...merged.results
      .filter(({ severity }) => severity === 'warning')
      .slice(0, 8)
      .map((result) => `  ${formatResult(result)}`),
  ];
}

/** Writes the versions of a merge to folders. */
function write(target: string, { local, merged, again }: Outcome): void {
  rmSync(target, { recursive: true, force: true });
  const versions: Readonly<Record<string, Texts>> = {
    base,
    new: theirs,
    local,
    merged: merged.files,
    again: again.files,
  };
  for (const [name, files] of Object.entries(versions))
    for (const [path, text] of files) {
      const file = join(target, name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
}
