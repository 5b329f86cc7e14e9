/**
 * `node bench/growth.ts [NAME]` measures how the cost of edits grows: the CPU time to read, edit, write and check a
 * text, and one of four times as many parts, each in a process of its own. Linear growth is a factor of about 4, or
 * less where the start of the process counts. The last columns are the memory that the larger one takes at most, in all
 * and for each part.
 */
import { spawnSync } from 'node:child_process';
import { readStream, verifyDocuments } from '../src/yaml/index.ts';
import { GROWTH_JOBS, type GrowthJob } from './growth-jobs.ts';

/** Cost of one run. */
interface Cost {
  readonly milliseconds: number;
  /** In bytes, without what the process took before. */
  readonly memory: number;
}

/** Option with which this program measures one run and prints its cost as JSON. */
const ONE = '--one';

function measure({ text, edit }: GrowthJob, count: number): Cost {
  const input = text(count);
  const before = { cpu: process.cpuUsage(), memory: process.resourceUsage().maxRSS };
  const stream = readStream(input, { lazy: true });
  edit(stream.documents, count);
  const output = stream.text();
  if (output !== input) {
    const read = readStream(input, { lazy: true }).documents;
    verifyDocuments(readStream(output).documents, stream.documents, read);
  }
  const { user, system } = process.cpuUsage(before.cpu);
  return {
    milliseconds: (user + system) / 1000,
    memory: 1024 * (process.resourceUsage().maxRSS - before.memory),
  };
}

function measureInProcess(name: string, count: number): Cost {
  const args = [...process.execArgv, import.meta.filename, ONE, name, String(count)];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} with ${count} parts failed: ${stderr}`);
  return JSON.parse(stdout) as Cost;
}

function row(title: string, ...cells: readonly string[]): void {
  console.log(`${title.padEnd(42)}${cells.map((cell) => cell.padStart(12)).join('')}`);
}

const [option = '', name = '', count = ''] = process.argv.slice(2);
const asked = GROWTH_JOBS[name];
if (option === ONE && asked !== undefined) console.log(JSON.stringify(measure(asked, Number(count))));
else {
  row('', 'n', 'CPU of n', 'CPU of 4n', 'factor', 'memory', 'per part');
  for (const [title, job] of Object.entries(GROWTH_JOBS)) {
    if (!title.includes(option)) continue;
    const [small, large] = [measureInProcess(title, job.count), measureInProcess(title, 4 * job.count)];
    row(
      title,
      String(job.count),
      `${small.milliseconds.toFixed(0)} ms`,
      `${large.milliseconds.toFixed(0)} ms`,
      (large.milliseconds / small.milliseconds).toFixed(1),
      `${(large.memory / 1e6).toFixed(0)} MB`,
      `${(large.memory / job.count / 4).toFixed(0)} B`,
    );
  }
}
