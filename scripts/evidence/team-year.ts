/**
 * `npm run team-year` lets four people change a fleet for a year: edits, upgrades, merges, rebases, reverts, moves,
 * copies, rollbacks and holds, drawn at random, each in a clone of one git repository. Exits with 1 if an edit of a
 * person is gone that no person dropped and no message named, or if a line of a version of the package stays that is
 * not of the version asked for: judged by git and the `yaml` package.
 *
 * `--seed N`: other steps, 1 by default; `--clusters N`, 30 by default; `--steps N`, 400 by default; `--years N`: as
 * many seeds from this one on; `--log`: prints the steps of a year with faults; `--keep FOLDER`: keeps its repositories
 * there.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../functions.ts';
import { alignColumns } from '../../cli/terminal/table.ts';
import { randomNumbers } from './upgrades/local-edits.ts';
import { TeamYear } from './team-year/year.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    clusters: { type: 'string', default: '30' },
    steps: { type: 'string', default: '400' },
    years: { type: 'string', default: '1' },
    log: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
});

const rows = [['seed', 'steps', 'edits', 'dropped by people', 'faults']];
for (let index = 0; index < Number(values.years); index++) {
  const seed = Number(values.seed) + index;
  const year = yearOf(seed);
  rows.push(
    [
      seed,
      year.log.filter((line) => /^\w+: /.test(line)).length,
      year.edits,
      year.droppedEdits,
      year.faults.length,
    ].map(String),
  );
  for (const fault of year.faults) console.error(fault);
  if (values.log && year.faults.length > 0) console.error(year.log.join('\n'));
  if (year.faults.length > 0) process.exitCode = 1;
  console.error([...year.counts].map(([name, count]) => `${name} ${count}`).join(', '));
}
for (const line of alignColumns(rows)) console.log(line);

function yearOf(seed: number): TeamYear {
  const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'team-year-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(join(root, 'dist/krm-variants'), join(bin, 'krm-variants'));
  const env = {
    ...process.env,
    PATH: [bin, process.env['PATH']].join(delimiter),
    HOME: folder,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_EDITOR: 'true',
  };
  const year = new TeamYear({
    folder,
    clusters: Number(values.clusters),
    steps: Number(values.steps),
    env,
    random: randomNumbers(seed),
  });
  try {
    year.run();
  } catch (error) {
    year.faults.push(String(error));
    year.log.push(String(error));
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true });
  }
  return year;
}
