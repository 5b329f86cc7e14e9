import type { Sources } from '../../src/function/index.ts';
import type { Resource } from '../../src/krm/index.ts';
import type { FunctionCall, PipelineFunction } from '../../src/render/index.ts';
import { externalCall, type ExternalArguments } from '../host/external-call.ts';
import { otherTagHint, ownCall } from './own-call.ts';
import type { PipelineArguments } from './pipeline-arguments.ts';
import type { FunctionProgram } from '../arguments/command.ts';

/**
 * Returns the call of a function in a pipeline: in this process for a built-in one, else as a program or an image. `given`:
 * sources that a built-in function may read besides the package. Throws a `KrmError` if it cannot be called.
 */
export function callOf(
  fn: PipelineFunction,
  kptfile: Resource,
  setting: {
    readonly program: FunctionProgram;
    readonly args: PipelineArguments & Pick<ExternalArguments, 'limited'>;
    readonly given: Sources;
  },
): FunctionCall {
  const { program, args, given } = setting;
  const hints = { builtIn: Object.keys(program.functions), imageHint: otherTagHint(fn, program, args) };
  return ownCall(fn, program, args, given) ?? externalCall(fn, kptfile, { ...args, ...hints });
}
