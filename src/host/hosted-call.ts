import type { Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import { resultsOf, type Notice, type Result } from '../krm/result.ts';
import type { ResultCode } from '../krm/result-codes.ts';
import { YamlError } from '../yaml/index.ts';
import { readAnswer, unreadable, type PrintedList, type ListItem } from './answer.ts';
import type { CommentSource } from './answered-comments.ts';
import { answeredResults } from './answered-results.ts';
import { applyAnswer } from './apply-answer.ts';
import { endText, FunctionFailure, type ProgramCall, type ProgramEnd } from './program.ts';
import { sentList } from './sent-list.ts';
import { SentSecrets } from './sent-secrets.ts';

/** Function that another program implements. */
export interface HostedFunction {
  /** Name in messages. */
  readonly name: string;
  /** Time limit of the call, for messages. */
  readonly limit: string;
  /** True to accept empty output as the removal of all items. */
  readonly allowsNoOutput: boolean;
  /** False for a validator, of which only the results are used. */
  readonly isMutator: boolean;
  /** True to send the input of `kpt fn eval` instead of `kpt fn render`. */
  readonly isEval: boolean;
  readonly call: ProgramCall;
  readonly comments: CommentSource;
}

/** Result of a function that another program implements. */
export interface HostedReport {
  readonly results: readonly Result[];
  /** Comments that the function added at places that cannot have any. */
  readonly notices: readonly Notice[];
  readonly end: ProgramEnd;
  /** Items in the order of the output; undefined for a validator. */
  readonly order?: readonly Resource[];
}

/**
 * Calls a function with resources, and applies the data that it changed. `positions`: positions of the resources among all
 * resources of the package, if the function has selectors. Redacts values of Secrets in messages. Throws a
 * `FunctionFailure` if the function fails, or its output cannot be applied.
 */
export async function callHosted(
  fn: HostedFunction,
  resources: Resources,
  { config, positions }: { readonly config: Resource | undefined; readonly positions: readonly number[] | undefined },
): Promise<HostedReport> {
  const given = givenResources(resources);
  const input = sentList({
    items: given,
    positions: positions && positionsOf(given, resources, positions),
    config,
    isMutator: fn.isMutator,
    isEval: fn.isEval,
  });
  const end = await fn.call(input).catch((error: unknown) => {
    throw new FunctionFailure(resultsOf(error), [], undefined);
  });
  const secrets = new SentSecrets([input, end.stdout]);
  try {
    const report = applyEnd(fn, resources, { given, input, end, isSelective: positions !== undefined });
    const { results, notices } = report;
    return { ...report, results: secrets.results(results), notices: secrets.results(notices), end: secrets.end(end) };
  } catch (error) {
    if (!(error instanceof FunctionFailure)) throw error;
    throw new FunctionFailure(secrets.results(error.results), secrets.results(error.printed), secrets.end(end));
  }
}

/** Input and end of a call. */
interface EndedCall {
  readonly given: readonly Resource[];
  readonly input: string;
  readonly end: ProgramEnd;
  readonly isSelective: boolean;
}

/** Applies what a function printed. */
function applyEnd(
  fn: HostedFunction,
  resources: Resources,
  { given, input, end, isSelective }: EndedCall,
): HostedReport {
  const isEmpty = end.stdout.trim() === '';
  const answer = isEmpty && fn.allowsNoOutput ? NO_ITEMS : readAnswer(end.stdout);
  const printed = typeof answer === 'string' ? [] : answeredResults(answer.results);
  const results = typeof printed === 'string' ? [] : printed;
  const fail = (...failures: readonly Failure[]): FunctionFailure =>
    new FunctionFailure(
      failures.map(({ code, message }) => ({ severity: 'error', code, message })),
      results,
      end,
    );
  const failOutput = (message: string): FunctionFailure => fail({ code: 'function-output', message });
  const failures = failuresOf(fn, end, typeof answer === 'string');
  if (failures.length > 0) throw fail(...failures);
  if (typeof printed === 'string') throw failOutput(`"${fn.name}" printed invalid results: \`results\` ${printed}`);
  if (!fn.isMutator && isEmpty) return { results, notices: [], end };
  if (typeof answer === 'string') throw failOutput(noList(fn, answer));
  if (!fn.isMutator) return { results, notices: [], end };
  try {
    const sent = sentItems(input);
    const { warnings, ...applied } = applyAnswer(resources, {
      name: fn.name,
      given,
      sent,
      answered: answer.items,
      isSelective,
      comments: fn.comments,
    });
    return { results: [...results, ...warnings], end, ...applied };
  } catch (error) {
    // Errors about resources name them, but this one is about the output.
    if (error instanceof YamlError) throw failOutput(noList(fn, unreadable(error)));
    throw new FunctionFailure(resultsOf(error), results, end);
  }
}

/**
 * Returns the resources to send. As in kpt, a list of resources with a name is one resource, and any other is replaced by
 * its elements.
 */
function givenResources(resources: Resources): readonly Resource[] {
  const given = Array.from(resources, (resource) => (resource.item.name === '' ? resource : resource.item));
  return [...new Set(given)];
}

function positionsOf(
  given: readonly Resource[],
  { items }: Resources,
  positions: readonly number[],
): readonly number[] {
  const byItem = new Map(items.map((item, index) => [item, positions[index] ?? 0]));
  return given.map(({ item }) => byItem.get(item) ?? 0);
}

const NO_ITEMS: PrintedList = { items: [], results: null };

function noList({ name }: HostedFunction, printed: string): string {
  return `"${name}" must print a ResourceList, but printed ${printed}`;
}

/** Reads the sent list in the same form as an answer. */
function sentItems(input: string): readonly ListItem[] {
  const sent = readAnswer(input);
  if (typeof sent === 'string') throw new Error(`what was sent is ${sent}`);
  return sent.items;
}

/** A reason why a call failed. */
interface Failure {
  readonly code: ResultCode;
  readonly message: string;
}

/** Returns the reasons why a program failed; none if it succeeded. */
function failuresOf({ name, limit }: HostedFunction, end: ProgramEnd, isNoList: boolean): readonly Failure[] {
  const { exitCode, isTimedOut, damage } = end;
  if (isTimedOut)
    return [
      {
        code: 'function-timeout',
        message: `"${name}" took longer than ${limit} and was stopped: raise the limit with \`--function-timeout\``,
      },
    ];
  const without = isNoList ? ' and printed no ResourceList' : '';
  const failed: Failure = { code: 'function-failed', message: `"${name}" ended with ${endText(end)}${without}` };
  const damaged: Failure = { code: 'not-utf8', message: `the output of "${name}" must be UTF-8: ${damage}` };
  return [...(exitCode === 0 ? [] : [failed]), ...(damage === undefined ? [] : [damaged])];
}
