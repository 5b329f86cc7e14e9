import { applyFunction, type Sources } from '../../src/function/index.ts';
import { GEN_PKG_CONTEXT, genPkgContext, type FunctionCall, type PipelineFunction } from '../../src/render/index.ts';
import { readVersionRange } from '../../src/version-range.ts';
import type { FunctionProgram } from '../arguments/command.ts';
import type { PipelineArguments } from './pipeline-arguments.ts';

/**
 * Returns the call of a built-in function in a pipeline: a program with its bare name and no arguments, an image under
 * one of the prefixes with the tag of this version, or a function built into kpt. `given`: sources that it may read
 * besides the package. Returns undefined for any other function.
 */
export function ownCall(
  fn: PipelineFunction,
  { functions, version }: FunctionProgram,
  { runsOwn, prefixes }: Pick<PipelineArguments, 'runsOwn' | 'prefixes'>,
  given: Sources,
): FunctionCall | undefined {
  if (fn.by === 'image' && fn.called === GEN_PKG_CONTEXT)
    return { inProcess: true, run: (resources) => Promise.resolve(genPkgContext(resources)) };
  const name = (runsOwn ? ownName(fn, version, prefixes) : undefined) ?? '';
  const load = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (load === undefined) return undefined;
  return {
    inProcess: true,
    run: async (resources, { config }) => await applyFunction(load(), resources, config, given),
  };
}

/**
 * Returns the end of a message about an image that has the prefix and the name of a built-in function, but not a tag of
 * this version, so that it runs in a container; '' for any other.
 */
export function otherTagHint(
  { by, called }: PipelineFunction,
  { functions, version }: FunctionProgram,
  { runsOwn, prefixes }: Pick<PipelineArguments, 'runsOwn' | 'prefixes'>,
): string {
  const prefix = by === 'image' && runsOwn ? prefixes.find((each) => called.startsWith(each)) : undefined;
  if (prefix === undefined) return '';
  const [name = ''] = called.slice(prefix.length).split(/[:@]/);
  if (!Object.hasOwn(functions, name)) return '';
  return `; without a container, this program runs only its own version of the function: ${JSON.stringify(`${prefix}${name}:v${version}`)}`;
}

/** Returns the name of the built-in function that a pipeline may refer to; it need not exist. */
function ownName(fn: PipelineFunction, version: string, prefixes: readonly string[]): string | undefined {
  if (fn.by === 'exec') return fn.called.trim().replace(/^krm-variants\s+/, '');
  const prefix = prefixes.find((each) => fn.called.startsWith(each)) ?? fn.called;
  const [tagged = '', digest] = fn.called.slice(prefix.length).split('@');
  const [name, tag = ''] = tagged.split(':');
  const isOwn = fn.tag === '' ? digest === undefined && isTagOf(version, tag) : isInRange(version, fn.tag);
  return isOwn ? name : undefined;
}

/** Reports whether a tag is that of a version, `v1.2.3`, or of its minor version, `v1.2`. */
function isTagOf(version: string, tag: string): boolean {
  const minor = version.split('.').slice(0, 2).join('.');
  return tag === `v${version}` || tag === `v${minor}`;
}

/** Matches tags that kpt treats as one version, not as a range. */
const VERSION = /^v?\d+(?:\.\d+){0,2}(?:[-+].*)?$/;

/**
 * Reports whether a version equals a tag, or is in a range in kpt's syntax, with commas or spaces between conditions.
 */
function isInRange(version: string, range: string): boolean {
  if (VERSION.test(range)) return isTagOf(version, range);
  return readVersionRange(range.replaceAll(',', ' '))?.has(version) === true;
}
