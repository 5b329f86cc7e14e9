import type { PipelineFunction } from '../../src/render/index.ts';
import type { CommandProgram } from '../arguments/command.ts';
import { findFunction } from '../arguments/find-function.ts';
import { externalCall } from '../host/external-call.ts';
import { resolvedImage } from '../host/program-call.ts';
import { RenderLog } from '../log/render-log.ts';
import { showMessages } from '../terminal/messages.ts';
import { checkFolderOutputs } from '../work/check-outputs.ts';
import { runOnFolders } from '../work/folder-job.ts';
import type { FolderOutcome } from '../work/report-jobs.ts';
import { callOfOwn } from '../work/own-function.ts';
import { showCall, showDiff } from '../work/show-call.ts';
import { parseEvalArguments, type EvalArguments, type SortedEval } from './eval-arguments.ts';
import { EvalWork } from './eval-work.ts';

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
    ...selection,
  };
}
