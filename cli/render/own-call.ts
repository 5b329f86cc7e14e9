import { applyFunction, type Functions, type LoadedFunction, type Sources } from '../../src/function/index.ts';
import { GEN_PKG_CONTEXT, genPkgContext, type FunctionCall, type PipelineFunction } from '../../src/render/index.ts';
import { readVersionRange } from '../../src/version-range.ts';
import type { FunctionProgram } from '../arguments/command.ts';
import { IMAGE_PREFIX } from '../arguments/host-arguments.ts';
import { comparedTags } from '../../src/messages/programs.ts';
import { withImagePrefix } from '../host/image-name.ts';
import type { PipelineArguments } from './pipeline-arguments.ts';

/** Part of the arguments that says which functions run in this process. */
export type InProcess = Pick<PipelineArguments, 'inProcess' | 'prefixes' | 'imagePrefix'>;

/** Prefixes of the images of kpt's catalog of functions: that of today, and the one before. */
const CATALOGS = [IMAGE_PREFIX, 'gcr.io/kpt-fn/'];

/**
 * Returns the call of a built-in function in a pipeline: a program with its bare name and no arguments, an image under
 * one of the prefixes with the tag of this version, an image of kpt's catalog with a tag that was compared, or a
 * function built into kpt. `given`: sources that it may read besides the package. Returns undefined for any other
 * function.
 */
export function ownCall(
  fn: PipelineFunction,
  { functions, version }: FunctionProgram,
  args: InProcess,
  given: Sources,
): FunctionCall | undefined {
  if (fn.by === 'image' && fn.called === GEN_PKG_CONTEXT)
    return { inProcess: true, run: (resources) => Promise.resolve(genPkgContext(resources)) };
  const name = (args.inProcess === 'none' ? undefined : ownName(fn, version, args.prefixes)) ?? '';
  const load = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (load !== undefined)
    return {
      inProcess: true,
      run: async (resources, { config }) => await applyFunction(load(), resources, config, given),
    };
  if (fn.by !== 'image' || fn.tag !== '') return undefined;
  const image = withImagePrefix(fn.called, args.imagePrefix);
  const replaced = replacedImage(image, functions, args);
  return replaced && replacingCall(image, replaced, given);
}

/** Function that runs in place of an image of kpt's catalog. */
interface ReplacedImage {
  readonly fn: LoadedFunction;
  readonly tag: string;
}

/**
 * Returns the function that runs in this process in place of an image; undefined if the image itself runs. Depends only
 * on the complete name: an image of a mirror, one with a digest, and a tag that was not compared run as they are.
 */
export function replacedImage(
  image: string,
  functions: Functions,
  { inProcess }: Pick<InProcess, 'inProcess'>,
): ReplacedImage | undefined {
  const named = inProcess === 'all' ? catalogFunction(image, functions) : undefined;
  return named?.tags.includes(named.tag) === true ? named : undefined;
}

/** Function of this program that an image of kpt's catalog names. */
interface CatalogFunction extends ReplacedImage {
  /** The image without tag and digest. */
  readonly name: string;
  /** Tags that were compared. */
  readonly tags: readonly string[];
}

/** Returns the function that an image of the catalog names, whatever its tag; undefined if there is none. */
function catalogFunction(image: string, functions: Functions): CatalogFunction | undefined {
  const catalog = CATALOGS.find((each) => image.startsWith(each));
  const [, name = '', tag = ''] = /^([^:@]*):?(.*)$/s.exec(image.slice(catalog?.length)) ?? [];
  const fn = catalog !== undefined && Object.hasOwn(functions, name) ? functions[name]?.() : undefined;
  const tags = fn?.definition.originalTags;
  return fn && tags && { fn, tag, tags, name: `${catalog}${name}` };
}

function replacingCall(image: string, { fn, tag }: ReplacedImage, given: Sources): FunctionCall {
  return {
    inProcess: true,
    name: image,
    run: async (resources, { config }) => await applyFunction(fn, resources, config, { ...given, inPlaceOf: tag }),
  };
}

/**
 * Returns the end of a message about an image that has the name of a built-in function, and a prefix by which such a
 * function is called, but another tag, so that it runs in a container; '' for any other.
 */
export function otherTagHint(
  { by, called }: PipelineFunction,
  { functions, version }: FunctionProgram,
  { inProcess, prefixes, imagePrefix }: InProcess,
): string {
  if (by === 'image' && inProcess === 'all') {
    const named = catalogFunction(withImagePrefix(called, imagePrefix), functions);
    if (named !== undefined) return comparedTags(named.name, named.tags);
  }
  const prefix = by === 'image' && inProcess !== 'none' ? prefixes.find((each) => called.startsWith(each)) : undefined;
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
