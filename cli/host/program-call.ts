import type { ProgramCall } from '../../src/host/index.ts';
import { KrmError, makeResult, type About, type Resource } from '../../src/krm/index.ts';
import type { PipelineFunction } from '../../src/render/index.ts';
import type { HostArguments } from '../arguments/host-arguments.ts';
import { runContainer } from './container.ts';
import { fullImageName, withTag } from './image-name.ts';
import { runProgram } from './run-program.ts';
import { splitCommand } from './split-command.ts';

/**
 * Returns the call of a pipeline function as a program, or in a container. Throws a `KrmError`, about the Kptfile if one is
 * given, if the function is not permitted, or its command, image or tag is invalid. The call throws one, too, if the
 * function cannot be started.
 */
export function programCall(fn: PipelineFunction, kptfile: Resource | undefined, host: HostArguments): ProgramCall {
  const call = fn.by === 'exec' ? execCall(fn, kptfile, host) : imageCall(fn, kptfile, host);
  return (input) =>
    call(input).catch((error: unknown) => {
      throw located(error, aboutOf(fn, kptfile));
    });
}

/**
 * Returns the full name of a function's image, with its prefix and tag, as kpt prints and records it. Throws a `KrmError`
 * about the Kptfile if the image or the tag is invalid.
 */
export function resolvedImage(
  fn: PipelineFunction,
  kptfile: Resource | undefined,
  { imagePrefix }: HostArguments,
): string {
  const image = at(aboutOf(fn, kptfile), () => fullImageName(fn.called, imagePrefix));
  if (fn.tag === '') return image;
  return at(aboutOf(fn, kptfile, 'tag'), () => withTag(image, fn.tag));
}

function execCall(fn: PipelineFunction, kptfile: Resource | undefined, host: HostArguments): ProgramCall {
  const about = aboutOf(fn, kptfile);
  const command = at(about, () => splitCommand(fn.called));
  if (command[0]?.toLowerCase().endsWith('.wasm') === true) throw refusal(WASM, about);
  if (!host.allowsExec) throw refusal(NO_EXEC, about);
  return async (input) => await runProgram(command, input, host.functionTimeout);
}

function imageCall(fn: PipelineFunction, kptfile: Resource | undefined, host: HostArguments): ProgramCall {
  const image = resolvedImage(fn, kptfile, host);
  if (!host.allowsContainers) throw refusal(NO_CONTAINERS, aboutOf(fn, kptfile));
  return async (input) => await runContainer(image, input, host);
}

const WASM = 'a WebAssembly module cannot be called: use the program or the image of the function';
const NO_EXEC = 'must run with `--allow-exec` option to allow running function binaries';
const NO_CONTAINERS =
  'must run without `--allow-containers false` to allow running functions in images that are not of this program';

function aboutOf(fn: PipelineFunction, kptfile: Resource | undefined, key: 'exec' | 'image' | 'tag' = fn.by): About {
  const currentValue = key === 'tag' ? fn.tag : fn.called;
  return kptfile === undefined ? {} : { resource: kptfile, field: [...fn.field, key], currentValue };
}

function refusal(message: string, about: About): KrmError {
  return new KrmError([makeResult('error', message, about)]);
}

/** Returns the result of `make`. Results of a `KrmError` are attributed to a field. */
function at<T>(about: About, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw located(error, about);
  }
}

function located(error: unknown, about: About): unknown {
  if (!(error instanceof KrmError)) return error;
  return new KrmError(error.results.map(({ severity, message }) => makeResult(severity, message, about)));
}
