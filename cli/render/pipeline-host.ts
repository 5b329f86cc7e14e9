import type { PipelineHost } from '../../src/upstream/index.ts';
import type { FunctionProgram } from '../arguments/command.ts';
import { IMAGE_PREFIX } from '../arguments/host-arguments.ts';
import { externalCall } from '../host/external-call.ts';
import { limiter } from '../host/limiter.ts';
import { ownCall, replacedImage } from './own-call.ts';
import type { PipelineArguments } from './pipeline-arguments.ts';

/** Built-in functions in this process, as `krm-variants render` calls them by default. */
const BUILT_IN = { inProcess: 'all', prefixes: ['localhost/'], imagePrefix: IMAGE_PREFIX } as const;

/**
 * Returns the functions that pipelines may call. `pipelines`: permits other programs and images. Default: only built-in
 * functions, in this process.
 */
export function pipelineHost(program: FunctionProgram, pipelines?: PipelineArguments): PipelineHost {
  const { functions } = program;
  return {
    functions,
    own: (fn, given) => ownCall(fn, program, pipelines ?? BUILT_IN, given),
    replaces: (image) => replacedImage(image, functions, pipelines ?? BUILT_IN) !== undefined,
    others:
      pipelines &&
      (() => {
        const images = new Set<string>();
        const args = { ...pipelines, limited: limiter(pipelines.jobs), images, builtIn: Object.keys(functions) };
        return (fn, kptfile) => externalCall(fn, kptfile, args);
      }),
    allowsDeleteAll: pipelines?.allowsDeleteAll ?? false,
    kptCompat: pipelines?.kptCompat ?? '1.0',
    isConcurrent: (pipelines?.jobs ?? 1) > 1,
  };
}
