import { callHosted, type FunctionCall, type PipelineFunction, type Resource, type Sources } from '../../src/index.ts';
import type { Program } from '../command.ts';
import { programCall, resolvedImage } from '../host/program-call.ts';
import { ownCall } from './own-call.ts';
import type { RenderArguments } from './render-arguments.ts';

/**
 * Returns the call of a function of a pipeline: in this process if it is this program's, or else as a program or an image.
 * `given`: what a function in this process may read beside the package. Throws a `KrmError` if it cannot be called.
 */
export function callOf(
  fn: PipelineFunction,
  kptfile: Resource,
  {
    program,
    args,
    given,
  }: {
    readonly program: Pick<Program, 'functions' | 'version'>;
    readonly args: RenderArguments;
    readonly given: Sources;
  },
): FunctionCall {
  const own = ownCall(fn, program, args, given);
  if (own !== undefined) return own;
  const isMutator = fn.list === 'mutators';
  const name = fn.by === 'image' ? resolvedImage(fn, kptfile, args) : fn.called;
  const hosted = {
    name,
    limit: args.functionTimeoutText,
    allowsNoOutput: args.allowsDeleteAll,
    isMutator,
    call: programCall(fn, kptfile, args),
    comments: args.comments,
  };
  return {
    inProcess: false,
    name,
    run: async (resources, input) => ({ ...(await callHosted(hosted, resources, input)), notices: [] }),
  };
}
