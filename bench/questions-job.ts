import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../scripts/command.ts';
import { NATIVE, type Contender } from './contender.ts';
import { measure, runOnce, type Measurement } from './measure.ts';
import type { Setting } from './setting.ts';
import { askFor, commit, storesInput, type StoresInput } from './stores-input.ts';
import type { Target } from './target.ts';

/** git, for a question that is nearest to that of `krm-variants fleet`. */
const GIT = 'git';

const BLAME = 'who set the lines of a file';
const BLAME_LINE = 'who set an edited line';
const TABLE = 'images of all variants';
const PAIR = 'differences of two variants';
const ONE_CHANGE = 'a commit that changed one variant';
const ALL_CHANGED = 'a commit that changed all variants';

/** A question about a fleet, with the commands that answer it. */
interface Question {
  readonly title: string;
  /** Arguments of `krm-variants fleet`. */
  readonly own: readonly string[];
  /** Matches the answer. */
  readonly answer: RegExp;
  /** Arguments of git. */
  readonly peer: readonly string[];
}

/** Cost of the answer to a question. */
export interface QuestionCost extends Measurement {
  readonly question: string;
  readonly variants: number;
}

/** Seconds after which a command is aborted. */
const LIMIT = 600;

/**
 * Largest costs: CPU of a question about one variant in milliseconds, CPU for each variant in one about all, and
 * growth.
 */
const GOALS = { oneMs: 200, tableMs: 1, changeMs: 1, growth: 1.3 };

/**
 * Asks questions about the fleet of `bench/stores/`, for a quarter of the variants and for all, beside git. Throws if
 * an answer is not as expected. `show` receives each cost as soon as it is known.
 */
export function measureQuestions(
  setting: Setting,
  count: number,
  show: (cost: QuestionCost) => void,
): readonly QuestionCost[] {
  return [Math.ceil(count / 4), count].flatMap((variants) => {
    const input = storesInput(join(setting.scratch, `questions-${variants}`), variants);
    return questionsOf(input, setting).flatMap((question) => {
      const costs = ask(question, input, setting).map((cost) => ({ ...cost, question: question.title, variants }));
      for (const cost of costs) show(cost);
      return costs;
    });
  });
}

/** Makes the fleet: applied, with one edit of a person, and then with another version for all. */
function questionsOf(input: StoresInput, { tools }: Setting): readonly Question[] {
  const { folder, stores } = input;
  const [edited = '', other = ''] = [stores[1], stores.at(-1)].map((store) => `stores/${store?.name ?? ''}/shop`);
  const apply = (message: string): void => {
    runCommand(tools.native, ['fleet', 'apply', '-C', folder, '--quiet']);
    commit(folder, message);
  };
  apply('Apply');
  const file = join(folder, edited, 'scaling.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('minReplicas: 2', 'minReplicas: 3'));
  commit(folder, 'Scale a store');
  runCommand('git', ['tag', 'edited'], { cwd: folder });
  askFor(input, 'v2');
  apply('Apply v2');
  // As in a clone.
  runCommand('git', ['repack', '-a', '-d', '-q'], { cwd: folder });
  const path = `${edited}/scaling.yaml`;
  return [
    {
      title: BLAME,
      own: ['blame', other, 'scaling.yaml'],
      answer: /^upstream .*shop\/scaling\.yaml:1 /,
      peer: ['blame', 'HEAD', '--', `${other}/scaling.yaml`],
    },
    {
      title: BLAME_LINE,
      own: ['blame', edited, 'scaling.yaml:10'],
      answer: /minReplicas: 3\n {2}set by a person\n {2}commit \w+, a, \S+ Scale a store\n/,
      peer: ['blame', '-L', '10,10', 'HEAD', '--', path],
    },
    {
      title: TABLE,
      own: ['table', 'Deployment/web:image'],
      answer: new RegExp(`^VARIANTS .*\\n(?:\\d+ .*\\n)+$`),
      peer: ['grep', '-h', 'image:', '--', 'stores'],
    },
    {
      title: PAIR,
      own: ['diff', edited, other],
      answer: /^HorizontalPodAutoscaler\/web spec\.minReplicas\n.* 3 +person /m,
      peer: ['diff', `HEAD:${edited}`, `HEAD:${other}`],
    },
    {
      title: ONE_CHANGE,
      own: ['diff', 'edited~1..edited'],
      answer: /^1 +HorizontalPodAutoscaler\/web +spec\.minReplicas +2 +3 /m,
      peer: ['diff', 'edited~1', 'edited'],
    },
    {
      title: ALL_CHANGED,
      own: ['diff', 'HEAD~1..HEAD'],
      answer: new RegExp(`^${stores.length} +HorizontalPodAutoscaler/web +spec\\.maxReplicas `, 'm'),
      peer: ['diff', 'HEAD~1', 'HEAD'],
    },
  ];
}

function ask(
  { title, own, peer, answer }: Question,
  { folder }: StoresInput,
  setting: Setting,
): readonly Measurement[] {
  const { tools, rounds, scratch } = setting;
  const contender = (name: string, ...command: readonly string[]): Contender => {
    return { name, isFloor: false, stdin: devNull, resources: folder, command: ['env', '-C', folder, ...command] };
  };
  const asked = contender(NATIVE, tools.native, 'fleet', ...own);
  const answered = join(scratch, 'answer');
  assert.equal(runOnce(tools.runner, asked, answered, { limit: LIMIT }), '', title);
  assert.match(readFileSync(answered, 'utf8'), answer, title);
  const costs = measure(tools.runner, [asked, contender(GIT, 'git', ...peer)], { ...rounds, limit: LIMIT });
  for (const { contender: name, failure } of costs) assert.equal(failure, '', `${name}: ${title}`);
  return costs;
}

/** Returns the goals, and whether costs follow what is asked about alone. */
export function questionsTargets(costs: readonly QuestionCost[]): Target[] {
  const [few = 0, many = 0] = new Set(costs.map(({ variants }) => variants));
  const cpu = (question: string, variants: number): number =>
    costs.find((cost) => cost.question === question && cost.variants === variants && cost.contender === NATIVE)
      ?.cpuMs ?? NaN;
  if (costs.length === 0) return [];
  const target = (title: string, limit: number, ratio: number): Target => ({ title, contender: NATIVE, limit, ratio });
  const each = (question: string, variants: number): number => cpu(question, variants) / variants;
  return [
    target(`${many} variants, ${BLAME}: milliseconds of CPU`, GOALS.oneMs, cpu(BLAME, many)),
    target(`${many} variants, ${ONE_CHANGE}: milliseconds of CPU`, GOALS.oneMs, cpu(ONE_CHANGE, many)),
    target(`${many} variants, ${TABLE}: milliseconds of CPU each`, GOALS.tableMs, each(TABLE, many)),
    target(`${many} variants, ${ALL_CHANGED}: milliseconds of CPU each`, GOALS.changeMs, each(ALL_CHANGED, many)),
    ...[TABLE, ALL_CHANGED].map((question) =>
      target(
        `CPU of each variant, ${question}, ${many} beside ${few}`,
        GOALS.growth,
        each(question, many) / each(question, few),
      ),
    ),
  ];
}
