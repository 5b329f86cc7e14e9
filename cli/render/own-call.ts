import {
  applyFunction,
  GEN_PKG_CONTEXT,
  genPkgContext,
  KrmError,
  makeResult,
  readVersionRange,
  type FunctionCall,
  type PipelineFunction,
  type Resource,
  type Sources,
} from '../../src/index.ts';
import type { Program } from '../command.ts';
import type { RenderArguments } from './render-arguments.ts';

/**
 * Returns the call of a function of a pipeline that is one of this program's: a program with its bare name and no arguments,
 * an image under one of the prefixes with the tag of this version, or what kpt itself has built in. `given`: what it may read
 * beside the package. Throws a `KrmError` for any other.
 */
export function ownCall(
  fn: PipelineFunction,
  kptfile: Resource,
  { functions, version }: Pick<Program, 'functions' | 'version'>,
  { runsOwn, prefixes }: Pick<RenderArguments, 'runsOwn' | 'prefixes'>,
  given: Sources,
): FunctionCall {
  if (fn.by === 'image' && fn.called === GEN_PKG_CONTEXT)
    return (resources) => Promise.resolve(genPkgContext(resources));
  const name = (runsOwn ? ownName(fn, version, prefixes) : undefined) ?? '';
  const load = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (load === undefined) {
    const about = { resource: kptfile, field: [...fn.field, fn.by], currentValue: fn.called };
    const tagged = fn.tag === '' ? '' : ` with the tag ${JSON.stringify(fn.tag)}`;
    throw new KrmError([makeResult('error', `${JSON.stringify(fn.called)}${tagged} ${NOT_OWN}`, about)]);
  }
  return async (resources, config) => await applyFunction(load(), resources, config, given);
}

const NOT_OWN =
  'is not a function of this program, and others cannot be called: `exec` must be the name of one, and `image` one of this version under a prefix of `--in-process-prefix`';

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
