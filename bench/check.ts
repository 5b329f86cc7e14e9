import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contenders, type Contender } from './contender.ts';
import type { Input } from './input.ts';
import { inputsOf, type Job } from './job.ts';
import { runOnce } from './measure.ts';
import type { Setting } from './setting.ts';
import { writeTask, type Task } from './task.ts';

/** Comparison of the contenders' outputs for one job on one input. */
export interface Check {
  readonly job: Job;
  readonly input: Input;
  readonly outputs: readonly Output[];
}

/** Requested edits found in a contender's output, and anything it lost. */
interface Output {
  readonly contender: string;
  readonly edits: number;
  readonly wantedEdits: number;
  /**
   * Lines of the input that are missing from the output although no edit was requested; kpt's own annotations are
   * ignored.
   */
  readonly lostLines: number;
  readonly lostComments: number;
  /** Reason why the contender cannot do the job; empty on success. */
  readonly failure: string;
}

/** Runs a job once with each contender on each of its inputs, and checks the outputs. */
export function checkJob(setting: Setting, job: Job, inputs: readonly Input[]): Check[] {
  return inputsOf(job, inputs).map((input) => {
    const task = writeTask(job, input, setting.scratch);
    const able = contenders(setting.tools, task).filter(({ isFloor }) => !isFloor);
    return { job, input, outputs: able.map((contender) => checkOutput(setting, task, contender)) };
  });
}

/** Returns why a contender failed at a job on inputs of that sort; empty if it did not. */
export function failureOf(checks: readonly Check[], { job, input }: Task, { name }: Contender): string {
  const check = checks.find((one) => one.job === job && one.input.sort === input.sort);
  return check?.outputs.find(({ contender }) => contender === name)?.failure ?? '';
}

function checkOutput({ tools, rounds, scratch }: Setting, task: Task, contender: Contender): Output {
  const file = join(scratch, 'output.yaml');
  const failure = runOnce(tools.runner, contender, file, rounds);
  const output = readFileSync(file, 'utf8');
  const [input = ''] = readFileSync(contender.resources, 'utf8').split(/^functionConfig:/m, 1);
  const wantedEdits = task.job.edits(task.input);
  const edits = task.job.countEdits(output);
  return {
    contender: contender.name,
    edits,
    wantedEdits,
    lostLines: missing(lines(input), lines(output)) - edits * task.job.linesTaken,
    lostComments: missing(comments(input), comments(output)),
    failure: failure === '' && edits !== wantedEdits ? 'not the edits that were asked for' : failure,
  };
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => !line.includes('internal.config.kubernetes.io/'));
}

function comments(text: string): readonly string[] {
  return text.match(/(?<=^|[ -])# .*$/gm) ?? [];
}

/** Returns how many strings one list has more than the other, counting duplicates. */
function missing(wanted: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>();
  for (const string of found) left.set(string, (left.get(string) ?? 0) + 1);
  return wanted.filter((string) => {
    const count = left.get(string) ?? 0;
    left.set(string, count - 1);
    return count <= 0;
  }).length;
}
