import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import type { Contender, RestoredFolder } from './contender.ts';
import { median } from './median.ts';

/** Limits on how often commands run. */
export interface Rounds {
  readonly maxRounds: number;
  /** Total seconds after which a command runs only until `minRounds` is reached. */
  readonly seconds: number;
  readonly minRounds: number;
  /** Seconds after which a run is aborted. */
  readonly limit: number;
}

/** Cost of a contender. Each number is the median of all runs; NaN on failure. */
export interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly peakMiB: number;
}

export interface Measurement extends Cost {
  readonly contender: string;
  readonly runs: number;
  /** Reason why there are no more runs; empty on success. */
  readonly failure: string;
}

/** Runs the contenders alternately, and returns their costs in the same order. */
export function measure(runner: string, all: readonly Contender[], rounds: Rounds): readonly Measurement[] {
  const commands = all.map((contender) => commandOf(contender, devNull));
  const answers = ask(runner, { ...rounds, commands });
  return all.map(({ name }, index) => summary(name, answers[index]));
}

/** CPU time of a contender beside that of another, in as many rounds; the noise is that of the rounds. */
export interface Ratio {
  readonly ownMs: number;
  readonly baseMs: number;
  /** Median of the ratios of the rounds. */
  readonly ratio: number;
  /** First and third quartile of these. */
  readonly quartiles: readonly [number, number];
  readonly runs: number;
}

/** Runs two contenders alternately. Throws if one fails. */
export function measureRatio(runner: string, own: Contender, base: Contender, runs: number): Ratio {
  const commands = [own, base].map((contender) => commandOf(contender, devNull));
  const answers = ask(runner, { maxRounds: runs, minRounds: runs, seconds: 0, limit: 600, commands });
  const [ownMs = [], baseMs = []] = answers.map(({ runs: all, failure }, index) => {
    if (failure !== '') throw new Error(`${[own, base][index]?.name}: ${failure}`);
    return (all ?? []).map(({ cpuMs }) => cpuMs);
  });
  const ratios = ownMs.map((ms, round) => ms / (baseMs[round] ?? NaN)).toSorted((a, b) => a - b);
  const at = (share: number): number => ratios[Math.floor(share * (ratios.length - 1))] ?? NaN;
  return {
    ownMs: median(ownMs),
    baseMs: median(baseMs),
    ratio: median(ratios),
    quartiles: [at(0.25), at(0.75)],
    runs,
  };
}

/** Runs a contender once, writing its output to a file. Returns why it failed; empty on success. */
export function runOnce(
  runner: string,
  contender: Contender,
  stdout: string,
  { limit }: Pick<Rounds, 'limit'>,
): string {
  const once = { maxRounds: 1, minRounds: 1, seconds: 0, limit };
  const [answer] = ask(runner, { ...once, commands: [commandOf(contender, stdout)] });
  return answer?.failure ?? 'no answer';
}

interface Command {
  readonly args: readonly string[];
  readonly stdin: string;
  readonly stdout: string;
  readonly folder: RestoredFolder | undefined;
}

interface Answer {
  readonly runs: readonly { readonly wallMs: number; readonly cpuMs: number; readonly maxRssKiB: number }[] | null;
  readonly failure: string;
}

function commandOf({ command, stdin, folder }: Contender, stdout: string): Command {
  return { args: command, stdin, stdout, folder };
}

function ask(runner: string, request: Rounds & { readonly commands: readonly Command[] }): readonly Answer[] {
  const input = JSON.stringify(request);
  const { status, stdout, stderr } = spawnSync(runner, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`the runner failed: ${stderr}`);
  return JSON.parse(stdout) as readonly Answer[];
}

function summary(contender: string, answer: Answer | undefined): Measurement {
  const { runs, failure = 'no answer' } = answer ?? {};
  const costs = failure === '' ? (runs ?? []) : [];
  return {
    contender,
    runs: costs.length,
    failure,
    cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
    wallMs: median(costs.map(({ wallMs }) => wallMs)),
    peakMiB: median(costs.map(({ maxRssKiB }) => maxRssKiB / 1024)),
  };
}

/** Returns the measurement of a contender that was left out, with the reason. */
export function leftOut({ name }: Contender, failure: string): Measurement {
  return summary(name, { runs: [], failure });
}
