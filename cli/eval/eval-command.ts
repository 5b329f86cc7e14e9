import { realpathSync } from '../process/host-folders.ts';
import { relative } from '../process/host-paths.ts';
import type { Report } from '../../src/function/index.ts';
import {
  attributeEdits,
  isKptfile,
  KrmError,
  makeNotice,
  makeResult,
  type Notice,
  type Resources,
  type Result,
} from '../../src/krm/index.ts';
import { configurationOutside, entrySaved, functionSaved, PACKAGE_TO_SAVE_NEEDED } from '../../src/messages/saving.ts';
import {
  type CallReport,
  type PipelineFunction,
  type RenderStep,
  stepFailure,
  unknownFields,
} from '../../src/render/index.ts';
import { equalValues, isList, isMap, type Value } from '../../src/yaml/index.ts';
import type { CommandProgram } from '../arguments/command.ts';
import { findFunction } from '../arguments/find-function.ts';
import { externalCall } from '../host/external-call.ts';
import { resolvedImage } from '../host/program-call.ts';
import { RenderLog } from '../log/render-log.ts';
import { reportedStep, reportersOf } from '../log/reported-step.ts';
import { failedOutput } from '../log/step-lines.ts';
import type { Input } from '../package/input.ts';
import type { CalledFunction } from '../report/run-outcome.ts';
import { showMessages } from '../terminal/messages.ts';
import { checkFolderOutputs } from '../work/check-outputs.ts';
import { runOnFolders } from '../work/folder-job.ts';
import { type FunctionSetting, FunctionWork } from '../work/function-work.ts';
import type { OpenInput } from '../work/open-input.ts';
import { callOfOwn } from '../work/built-in-function.ts';
import type { FolderOutcome } from '../work/report-jobs.ts';
import { showCall, showDiff } from '../work/show-call.ts';
import { type EvalArguments, parseEvalArguments, type SortedEval } from './eval-arguments.ts';
import { unmatchedOptions } from './selection-options.ts';

export { EVAL_OPTIONS } from './eval-arguments.ts';

/**
 * Implements `krm-variants eval`: calls one function as `kpt fn eval` does, and changes only the lines that it changed.
 * Returns the exit code. Throws a `UsageError` if the arguments are invalid.
 */
export async function evalFunction(sorted: SortedEval, program: CommandProgram): Promise<number> {
  const asked = parseEvalArguments(sorted);
  return await showCall(asked, () => evalOnFolder(asked, program));
}

/** Calls one function, without a time limit. */
async function evalOnFolder(
  asked: EvalArguments,
  program: Pick<CommandProgram, 'functions' | 'commands'>,
): Promise<FolderOutcome> {
  checkFolderOutputs(asked);
  const fn = pipelineFunction(asked);
  const isOwn = asked.by === 'function';
  const named = { ...fn, called: !isOwn && fn.by === 'image' ? resolvedImage(fn, undefined, asked) : fn.called };
  const external = { ...asked, isEval: true, builtIn: Object.keys(program.functions) };
  const setting = {
    name: named.called,
    ...(isOwn
      ? callOfOwn(findFunction(asked.called, program)(), asked, program.functions)
      : { callOf: () => Promise.resolve(externalCall(fn, undefined, external)) }),
    selection: asked.selection,
    isValidator: asked.type === 'validator',
    allowsDeleteAll: isOwn || asked.allowsDeleteAll,
  };
  const log = new RenderLog(asked.inputs[0] ?? '', asked, showMessages);
  return await runOnFolders(new EvalWork(named, setting, { args: asked, log }), asked, showDiff);
}

/** Returns the function as a pipeline has it. */
function pipelineFunction({ by, called, type, selection, data }: EvalArguments): PipelineFunction {
  return {
    list: `${type}s`,
    field: [],
    by: by === 'image' ? 'image' : 'exec',
    called,
    name: '',
    tag: '',
    configMap: data,
    configPath: undefined,
    configRef: undefined,
    when: undefined,
    ...selection,
  };
}

/** One function that the command line names: shown in a log, and added to the Kptfile if that is asked for. */
class EvalWork extends FunctionWork {
  readonly #fn: PipelineFunction;
  readonly #args: EvalArguments;
  readonly #log: RenderLog;
  readonly #steps: RenderStep[] = [];

  constructor(
    fn: PipelineFunction,
    setting: FunctionSetting,
    { args, log }: { readonly args: EvalArguments; readonly log: RenderLog },
  ) {
    super({ ...setting, onStart: (count) => log.running('', fn, count) }, args);
    this.#fn = fn;
    this.#args = args;
    this.#log = log;
  }

  override async apply(open: OpenInput, input: Input): Promise<CallReport> {
    const unmatched = unmatchedOptions(this.#args.selection, open.resources.items);
    const step = {
      folder: '',
      fn: { ...this.#fn, when: undefined },
      count: open.resources.items.length,
      inProcess: this.#args.by === 'function',
      isSkipped: false,
      findings: unmatched,
    };
    try {
      const report = await super.apply(open, input);
      this.#done({ ...step, end: undefined, ...report, isFailed: false, errors: [] });
      if (!this.#args.saves) return { ...report, results: [...report.results, ...unmatched] };
      const saved = saveFunction(this.#fn, open.resources, { root: input.root, args: this.#args });
      return {
        ...report,
        results: [...report.results, ...unmatched, ...saved.results],
        notices: [...report.notices, ...saved.notices],
      };
    } catch (error) {
      const failure = stepFailure(error);
      this.#done({ ...step, ...failure, notices: [], isFailed: true });
      throw new KrmError([...unmatched, ...failure.results, ...failure.errors]);
    }
  }

  steps(): readonly CalledFunction[] {
    return this.#steps.map((step) => reportedStep(step, '', this.#args.truncatesOutput));
  }

  reporters(): ReadonlyMap<Result | Notice, string> {
    return reportersOf(this.#steps, () => '');
  }

  failedOutput(): string {
    return failedOutput(this.#steps, this.#args);
  }

  #done(step: RenderStep): void {
    this.#steps.push(step);
    this.#log.done(step);
  }
}

/**
 * Adds a function to the end of a list in the pipeline of the Kptfile among the resources, or replaces the one of this
 * list with the same image or command, but keeps its name. Returns what it did. `root`: absolute folder of the package.
 * Throws a `KrmError` if there is no Kptfile, if it has unknown fields, or if the file of its configuration is not in
 * the package.
 */
function saveFunction(
  fn: PipelineFunction,
  resources: Resources,
  { root, args: { configFile, selection } }: { readonly root: string; readonly args: EvalArguments },
): Pick<Report, 'results' | 'notices'> {
  const kptfile = resources.items.find((item) => isKptfile(item) && item.location.path === 'Kptfile');
  if (kptfile === undefined) throw saveError(PACKAGE_TO_SAVE_NEEDED);
  const unknown = unknownFields(kptfile, 'error');
  if (unknown.length > 0) throw new KrmError(unknown);
  const configPath = configFile === undefined ? undefined : pathInPackage(root, configFile);
  const { document } = kptfile;
  const list = ['pipeline', fn.list];
  const present = document.value(list);
  const entries = isList(present) ? present : [];
  const index = entries.findIndex((each) => isMap(each) && each[fn.by] === fn.called);
  const replaced = entries[index];
  const entry = entryOf({ ...fn, ...selection }, configPath, isMap(replaced) ? replaced['name'] : undefined);
  const field = [...list, replaced === undefined ? entries.length : index];
  attributeEdits({ title: '--save' }, kptfile, () => {
    if (replaced === undefined) document.append(list, entry);
    else document.set(field, entry);
  });
  const about = { resource: kptfile, field };
  const edit = replaced === undefined ? 'added' : equalValues(replaced, entry) ? undefined : 'replaced';
  return {
    results: [makeResult('info', functionSaved(fn.called), { code: 'function-saved', ...about })],
    notices: edit === undefined ? [] : [makeNotice(entrySaved(edit), about)],
  };
}

function entryOf(
  {
    by,
    called,
    configMap,
    selectors,
    exclude,
  }: Omit<PipelineFunction, 'selectors' | 'exclude'> & EvalArguments['selection'],
  configPath: string | undefined,
  name: Value | undefined,
): Value {
  return {
    [by]: called,
    ...(name !== undefined && { name }),
    ...(configMap !== undefined && { configMap: Object.fromEntries(configMap) }),
    ...(configPath !== undefined && { configPath }),
    ...(selectors.length > 0 && { selectors: selectors.map((each) => ({ ...each })) }),
    ...(exclude.length > 0 && { exclude: exclude.map((each) => ({ ...each })) }),
  };
}

function pathInPackage(root: string, file: string): string {
  const path = relative(root, realpathSync(file));
  if (path.startsWith('..')) throw saveError(configurationOutside(file));
  return path;
}

function saveError(message: string): KrmError {
  return new KrmError([{ severity: 'error', code: 'invalid-argument', message }]);
}
