import {
  applyFunction,
  KrmError,
  makeResult,
  type FunctionCall,
  type PipelineFunction,
  type Resource,
  type Sources,
} from '../../src/index.ts';
import type { Program } from '../command.ts';
import type { RenderArguments } from './render-arguments.ts';

/**
 * Returns the call of a function of a pipeline that is one of this program's: a program with its bare name and no arguments,
 * or an image under one of the prefixes with the tag of this version. `given`: what it may read beside the package. Throws
 * a `KrmError` for any other.
 */
export function ownCall(
  fn: PipelineFunction,
  kptfile: Resource,
  { functions, version }: Pick<Program, 'functions' | 'version'>,
  { runsOwn, prefixes }: Pick<RenderArguments, 'runsOwn' | 'prefixes'>,
  given: Sources,
): FunctionCall {
  const name = (runsOwn ? ownName(fn, version, prefixes) : undefined) ?? '';
  const load = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (load === undefined) {
    const about = { resource: kptfile, field: [...fn.field, fn.by], currentValue: fn.called };
    throw new KrmError([makeResult('error', `${JSON.stringify(fn.called)} ${NOT_OWN}`, about)]);
  }
  return async (resources, config) => await applyFunction(load(), resources, config, given);
}

const NOT_OWN =
  'is not a function of this program, and others cannot be called: `exec` must be the name of one, and `image` one of this version under a prefix of `--in-process-prefix`';

/** Returns the name that a function would have if it were one of this program's. */
function ownName({ by, called }: PipelineFunction, version: string, prefixes: readonly string[]): string | undefined {
  if (by === 'exec') return called.trim().replace(/^krm-variants\s+/, '');
  const prefix = prefixes.find((each) => called.startsWith(each)) ?? called;
  const [name, tag] = called.slice(prefix.length).split(':');
  const minor = version.split('.').slice(0, 2).join('.');
  return tag === `v${version}` || tag === `v${minor}` ? name : undefined;
}
