import { applyFunction, type Sources } from '../../src/function/index.ts';
import { GEN_PKG_CONTEXT, genPkgContext, type FunctionCall, type PipelineFunction } from '../../src/render/index.ts';
import { readVersionRange } from '../../src/version-range.ts';
import type { CommandProgram } from '../arguments/command.ts';
import type { RenderArguments } from './render-arguments.ts';

/**
 * Returns the call of a function of a pipeline that is one of this program's: a program with its bare name and no arguments,
 * an image under one of the prefixes with the tag of this version, or what kpt itself has built in. `given`: what it may read
 * beside the package. Returns undefined for any other.
 */
export function ownCall(
  fn: PipelineFunction,
  { functions, version }: Pick<CommandProgram, 'functions' | 'version'>,
  { runsOwn, prefixes }: Pick<RenderArguments, 'runsOwn' | 'prefixes'>,
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

/** Returns the name that a function would have if it were one of this program's. */
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

/** Matches what kpt takes for one version, not for a range. */
const VERSION = /^v?\d+(?:\.\d+){0,2}(?:[-+].*)?$/;

/** Reports whether a version has a tag, or is in a range in the syntax of kpt, with commas or spaces between conditions. */
function isInRange(version: string, range: string): boolean {
  if (VERSION.test(range)) return isTagOf(version, range);
  return readVersionRange(range.replaceAll(',', ' '))?.has(version) === true;
}
