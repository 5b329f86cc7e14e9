import type { ProgramCall } from '../../src/host/index.ts';
import { KrmError, makeResult, type Resource, type Subject } from '../../src/krm/index.ts';
import {
  BACKSLASH_AT_END,
  containersNotAllowed,
  EXEC_NOT_ALLOWED,
  NO_PROGRAM,
  noFunctionCalled,
  notACommand,
  NUL_IN_COMMAND,
  quoteOpen,
  runNoFunction,
  runtimeNeeded,
  WASM_UNSUPPORTED,
} from '../../src/messages/programs.ts';
import { didYouMean, nearestName, suggestion } from '../../src/nearest-name.ts';
import type { PipelineFunction } from '../../src/render/index.ts';
import type { HostArguments } from '../arguments/host-arguments.ts';
import { NoRuntime, runContainer } from './container.ts';
import { fullImageName, withTag } from './image-name.ts';
import { runProgram, StartError } from './run-program.ts';

/** Arguments of calls, and names of the built-in functions, for the hint at a program that is almost called so. */
interface ProgramArguments extends HostArguments {
  readonly builtIn: readonly string[];
  /**
   * End of a message about an image that cannot run, if it is probably meant to be a built-in function. Default: ''.
   */
  readonly imageHint?: string;
  /** Images that this rendering runs, for the message about a missing container runtime. */
  readonly images?: ReadonlySet<string>;
}

/**
 * Returns the call of a pipeline function as a program, or in a container. Throws a `KrmError`, about the Kptfile if
 * one is given, if the function is not permitted, or its command, image or tag is invalid. The call throws one, too, if
 * the function cannot be started.
 */
export function programCall(fn: PipelineFunction, kptfile: Resource | undefined, host: ProgramArguments): ProgramCall {
  const call = fn.by === 'exec' ? execCall(fn, kptfile, host) : imageCall(fn, kptfile, host);
  return (input) =>
    call(input).catch((error: unknown) => {
      throw located(error, aboutOf(fn, kptfile));
    });
}

/**
 * Returns the full name of a function's image, with its prefix and tag, as kpt prints and records it. Throws a
 * `KrmError` about the Kptfile if the image or the tag is invalid.
 */
export function resolvedImage(
  fn: PipelineFunction,
  kptfile: Resource | undefined,
  { imagePrefix }: HostArguments,
): string {
  const image = withPlace(aboutOf(fn, kptfile), () => fullImageName(fn.called, imagePrefix));
  if (fn.tag === '') return image;
  return withPlace(aboutOf(fn, kptfile, 'tag'), () => withTag(image, fn.tag));
}

function execCall(fn: PipelineFunction, kptfile: Resource | undefined, host: ProgramArguments): ProgramCall {
  const about = aboutOf(fn, kptfile);
  const command = withPlace(about, () => splitCommand(fn.called));
  if (command[0]?.toLowerCase().endsWith('.wasm') === true) throw refusal(WASM_UNSUPPORTED, about);
  const run = runOf(command, host.builtIn);
  if (run !== undefined) throw refusal(runNoFunction(suggestion(quoteFor(kptfile)(run))), about);
  const hint = builtInHint(command, kptfile, host);
  if (!host.allowsExec) throw refusal(hint === '' ? EXEC_NOT_ALLOWED : noFunctionCalled(fn.called, hint), about);
  return async (input) => {
    try {
      return await runProgram(command, input, host.functionTimeout);
    } catch (error) {
      throw error instanceof StartError ? refusal(`${error.message}${hint}`, about) : error;
    }
  };
}

/** Returns the function that `krm-variants run FUNCTION` names, or nearly; undefined for any other command. */
function runOf(
  [program, command, name = '', ...args]: readonly string[],
  builtIn: readonly string[],
): string | undefined {
  return program === 'krm-variants' && command === 'run' && args.length === 0 ? nearestName(name, builtIn) : undefined;
}

/** Returns the end of a message about a program that is probably meant to be a built-in function; '' for any other. */
function builtInHint(command: readonly string[], kptfile: Resource | undefined, { builtIn }: ProgramArguments): string {
  const [name = '', ...args] = command[0] === 'krm-variants' ? command.slice(1) : command;
  // In a Kptfile, the exact name is a program only if the command line says so; one with a slash is a file.
  if (args.length > 0 || name.includes('/') || (kptfile !== undefined && builtIn.includes(name))) return '';
  return didYouMean(name, builtIn, { quote: quoteFor(kptfile) });
}

/** Returns how a hint names a built-in function: in a Kptfile, or as an option. */
function quoteFor(kptfile: Resource | undefined): (name: string) => string {
  return kptfile === undefined ? (name) => `\`--function ${name}\`` : JSON.stringify;
}

function imageCall(fn: PipelineFunction, kptfile: Resource | undefined, host: ProgramArguments): ProgramCall {
  const image = resolvedImage(fn, kptfile, host);
  const { imageHint = '' } = host;
  if (!host.allowsContainers) throw refusal(containersNotAllowed(imageHint), aboutOf(fn, kptfile));
  return async (input) => {
    try {
      const end = await runContainer(image, input, host);
      if (end.exitCode !== NOT_RUN || imageHint === '') return end;
      return { ...end, stderr: `${end.stderr}${imageHint}` };
    } catch (error) {
      const needing = error instanceof NoRuntime ? runtimeNeeded([...(host.images ?? [])]) : '';
      const end = `${needing}${imageHint}`;
      if (!(error instanceof KrmError) || end === '') throw error;
      throw new KrmError(error.results.map((each) => ({ ...each, message: `${each.message}${end}` })));
    }
  };
}

/** Exit code of a container runtime that cannot run an image, such as one that does not exist. */
const NOT_RUN = 125;

function aboutOf(fn: PipelineFunction, kptfile: Resource | undefined, key: 'exec' | 'image' | 'tag' = fn.by): Subject {
  const currentValue = key === 'tag' ? fn.tag : fn.called;
  return kptfile === undefined ? {} : { resource: kptfile, field: [...fn.field, key], currentValue };
}

function refusal(message: string, about: Subject): KrmError {
  return new KrmError([makeResult('error', message, { code: 'function-unavailable', ...about })]);
}

/** Returns the result of `make`. Results of a `KrmError` are attributed to a field. */
function withPlace<T>(about: Subject, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw located(error, about);
  }
}

function located(error: unknown, about: Subject): unknown {
  if (!(error instanceof KrmError)) return error;
  return new KrmError(
    error.results.map(({ severity, code, message }) =>
      makeResult(severity, message, { ...(code && { code }), ...about }),
    ),
  );
}

const WHITE_SPACE = /[ \t\r\n]+/y;
const COMMENT = /#[^\n]*/y;

/** Part of a word: unquoted, one character after a backslash, or in quotes. */
const PIECE = /(?<plain>[^ \t\r\n"'\\]+)|(?<escaped>\\[^])|"(?<double>(?:[^"\\]+|\\[^])*)"|'(?<single>[^']*)'/y;

/**
 * Splits a command into its words as kpt does, by google/shlex: quotes and backslashes as in a shell, except that a
 * backslash in double quotes escapes any character, and one before a line break keeps the break. `#` before a word
 * starts a comment. Expands nothing: variables, globs and operators are plain text. Throws a `KrmError` for an open
 * quote, a backslash at the end, a NUL, and a command without a program.
 */
export function splitCommand(text: string): readonly string[] {
  if (text.includes('\0')) throw invalid(NUL_IN_COMMAND);
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  while (at < text.length) {
    if (next(WHITE_SPACE) !== null) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (word !== undefined || next(COMMENT) === null) {
      const piece = next(PIECE);
      if (piece === null) throw invalid(openEnd(text.slice(at)));
      word = `${word ?? ''}${meaningOf(piece)}`;
    }
  }
  if (word !== undefined) words.push(word);
  if ((words[0] ?? '') === '') throw invalid(NO_PROGRAM);
  return words;
}

function meaningOf({ groups: { plain, single, escaped, double = '' } = {} }: RegExpExecArray): string {
  return plain ?? single ?? (escaped ?? double).replaceAll(/\\([^])/g, '$1');
}

function openEnd(rest: string): string {
  return rest === '\\' ? BACKSLASH_AT_END : quoteOpen(rest);
}

function invalid(reason: string): KrmError {
  return new KrmError([{ severity: 'error', code: 'invalid-value', message: notACommand(reason) }]);
}
