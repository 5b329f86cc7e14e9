import { callHosted, type CommentSource } from '../../src/host/index.ts';
import type { Resource } from '../../src/krm/index.ts';
import type { FunctionCall, PipelineFunction } from '../../src/render/index.ts';
import type { HostArguments } from '../arguments/host-arguments.ts';
import { programCall, resolvedImage } from './program-call.ts';

/** Arguments of a command that calls third-party functions. */
export interface ExternalArguments extends HostArguments {
  readonly comments: CommentSource;
  readonly allowsDeleteAll: boolean;
  /** True for the input of `kpt fn eval` instead of `kpt fn render`. Default: false. */
  readonly isEval?: boolean;
  /** Names of the built-in functions, for the hint at a program that is almost called so. */
  readonly builtIn: readonly string[];
  /**
   * End of a message about an image that cannot run, if it is probably meant to be a built-in function. Default: ''.
   */
  readonly imageHint?: string;
  /** Images of this rendering so far: each call of one adds its name. Default: none but its own. */
  readonly images?: Set<string>;
  /** Runs a call once the number of running ones permits. Default: immediately. */
  readonly limited?: <T>(call: () => Promise<T>) => Promise<T>;
}

/**
 * Returns the call of a function as a program or an image. `kptfile`: Kptfile that declares it, if any. Throws a
 * `KrmError` if it cannot be called.
 */
export function externalCall(
  fn: PipelineFunction,
  kptfile: Resource | undefined,
  args: ExternalArguments,
): FunctionCall {
  const name = fn.by === 'image' ? resolvedImage(fn, kptfile, args) : fn.called;
  const call = programCall(fn, kptfile, args);
  if (fn.by === 'image') args.images?.add(name);
  const { limited = (each) => each() } = args;
  const hosted = {
    name,
    limit: args.functionTimeoutText,
    allowsNoOutput: args.allowsDeleteAll,
    isMutator: fn.list === 'mutators',
    isEval: args.isEval ?? false,
    call: (input: string) => limited(() => call(input)),
    comments: args.comments,
  };
  return { inProcess: false, name, run: (resources, input) => callHosted(hosted, resources, input) };
}
