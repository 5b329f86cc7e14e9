/**
 * `npm run bench` measures the functions beside their peers, as whole processes, prints tables and writes
 * `bench/results.md`. With `--quick` it does fewer rounds, on smaller inputs, and only prints. Expects Go, and the Go
 * module proxy the first time. The exit code is 1 where a contender does not do what it is asked for.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { root } from '../scripts/functions.ts';
import { checkJob } from './check.ts';
import { everyExpanded } from './expand-job.ts';
import { measureJob, type Group } from './group.ts';
import { corpusInput, workloadInput } from './input.ts';
import { embeddedText, everyResource, oneResource } from './job.ts';
import { machineRows } from './machine.ts';
import { phaseTimes } from './phase-times.ts';
import { readerSpeeds } from './reader-speed.ts';
import {
  checkSection,
  costSection,
  machineSection,
  phaseSection,
  PREFACE,
  readerSection,
  targetSection,
} from './report.ts';
import { everyStripped } from './strip-job.ts';
import { targets } from './target.ts';
import { buildTools } from './tools.ts';

const FULL = {
  counts: [10, 100, 1000, 10_000, 50_000],
  rounds: { maxRounds: 21, seconds: 4, minRounds: 3, limit: 60 },
};
const QUICK = { counts: [10, 100, 1000, 10_000], rounds: { maxRounds: 5, seconds: 0.5, minRounds: 2, limit: 30 } };
const JOBS = [everyResource, oneResource, embeddedText, everyStripped, everyExpanded];

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const { counts, rounds } = values.quick ? QUICK : FULL;
const scratch = mkdtempSync(join(tmpdir(), 'krm-variants-bench-'));
try {
  const text = await results();
  if (!values.quick) await write(join(root, 'bench/results.md'), text);
} finally {
  rmSync(scratch, { recursive: true });
}

async function results(): Promise<string> {
  const setting = { tools: await buildTools(), rounds, scratch };
  const machine = print(machineSection(machineRows(setting.tools)));
  const corpus = corpusInput();
  if (corpus === undefined) print('SKIPPED: the corpus is absent, so nothing is measured on it.\n');
  const others = corpus === undefined ? [] : [corpus];

  const checks = JOBS.flatMap((job) => checkJob(setting, job, [workloadInput(100), ...others]));
  const checked = checks.map((check) => print(checkSection(check)));
  if (checks.some(({ outputs }) => outputs.some(({ failure }) => failure !== ''))) process.exitCode = 1;
  const groups: Group[] = [];
  const measured: string[] = [];
  for (const job of JOBS) {
    for (const input of [...counts.map(workloadInput), ...others].filter((one) => job.edits(one) > 0)) {
      const group = measureJob(setting, job, input, checks, groups);
      groups.push(group);
      measured.push(print(costSection(group)));
    }
  }
  const phases = print(phaseSection(phaseTimes(setting, [everyResource, oneResource], workloadInput(10_000))));
  const readers = print(readerSection(readerSpeeds([workloadInput(1000), ...others], rounds.minRounds)));
  const reached = print(targetSection(targets(groups, setting.tools.nodes)));
  return [PREFACE, reached, machine, ...measured, ...checked, phases, readers].join('\n');
}

async function write(filepath: string, markdown: string): Promise<void> {
  writeFileSync(filepath, await format(markdown, { ...(await resolveConfig(filepath)), filepath }));
}

/** Shows a part of the results as soon as it is there, and returns it. */
function print(markdown: string): string {
  console.log(markdown);
  return markdown;
}
