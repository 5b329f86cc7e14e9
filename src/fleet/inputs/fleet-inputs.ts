import { byteOrder } from '../../byte-order.ts';
import { applyFunction, type Functions, type LoadedFunction, readForm, type Sources } from '../../function/index.ts';
import {
  type AskCluster,
  KrmError,
  type Resource,
  Resources,
  type Result,
  kindOf,
  namespacedName,
  originsOf,
  resultsOf,
} from '../../krm/index.ts';
import { PackageFolder } from '../../package/index.ts';
import type { Path } from '../../yaml/index.ts';
import {
  type Place,
  REPOSITORY,
  type Variant,
  type VariantErrors,
  checkIdentity,
  orderVariants,
  readVariant,
  unknownFields,
} from '../index.ts';
import type { FleetPlace } from '../ports.ts';
import type { InputOptions } from '../request.ts';
import { misplacedDecisions } from './decision-files.ts';
import { DECISIONS } from './decision-kinds.ts';
import {
  type DownstreamPlace,
  type DownstreamVariants,
  groupElsewhere,
  identityGroups,
} from './downstream-variants.ts';
import { isFleetInput, misspeltKinds } from './fleet-kinds.ts';
import { InjectedObjects } from './injected-objects.ts';
import { type InputTexts, type OwnRepository, parseInputFiles } from './input-files.ts';
import { Repositories } from './repositories.ts';

/** A PackageVariant that is wrong, so that no run derives it, or a set that is wrong and was left out. */
export interface FailedVariant extends Pick<Variant, 'namespace' | 'name' | 'file' | 'set'> {
  /** Kind of a set. Default: PackageVariant. */
  readonly kind?: 'PackageVariantSet';
  /** Undefined if its PackageVariant does not say. */
  readonly folder: string | undefined;
  readonly results: readonly Result[];
}

/** Digests of the objects for injection. */
export interface InjectedDigests {
  /**
   * Returns a digest of the objects that a variant injects, and of those of the names `reads`; '' if there are none,
   * and undefined if they are unknown until they are read.
   */
  readonly of: (variant: Variant, reads: readonly string[]) => string | undefined;
  /** Reports whether there is one of these objects. */
  readonly has: (variant: Variant, reads: readonly string[]) => boolean;
}

/** Everything that a fleet asks for. */
export interface FleetInputs {
  /** Groups of variants, by folder: none depends on another one of its group, or of a later group. */
  readonly waves: readonly (readonly Variant[])[];
  readonly failed: readonly FailedVariant[];
  /** Variants whose files cannot be read, so that it is not known whether `--where` selects them. Default: none. */
  readonly unread?: readonly FailedVariant[];
  /** Variants in other git repositories, by repository. */
  readonly elsewhere: readonly DownstreamVariants[];
  /** Git repositories by URL that no PackageVariant uses, neither for itself nor as its upstream. */
  readonly unused: readonly DownstreamPlace[];
  /** True if there is neither a PackageVariant nor a set. */
  readonly isEmpty: boolean;
  /** Objects for injection. */
  readonly objects: Sources;
  readonly injected: InjectedDigests;
  /** Warnings and infos about the inputs. */
  readonly results: readonly Result[];
  /** Errors about Repositories that were left out: other variants may exist. Default: none. */
  readonly errors?: readonly Result[];
  /** Repositories that are folders of this git repository. */
  readonly places: readonly OwnRepository[];
  /** Files that variants and objects can be read from again; undefined if objects come from elsewhere. */
  readonly sources?: InputSources;
}

/** Input files of a fleet. */
export interface InputSources extends Pick<InputTexts, 'contents'> {
  /** Files with the objects for injection. */
  readonly objectFiles: readonly string[];
}

/** Inputs, with the files that they come from. */
export interface ParsedInputs extends FleetInputs {
  /** Files with resources that are neither PackageVariants nor sets nor Repositories. */
  readonly objectFiles: readonly string[];
}

/**
 * Parses the PackageVariants, PackageVariantSets and Repositories of a fleet. Throws a `KrmError` if a file, a
 * Repository or a set is wrong, since it is then not known which variants there are.
 */
export async function parseInputs(
  functions: Functions,
  args: InputOptions,
  { files: disk }: FleetPlace,
  texts: InputTexts,
): Promise<ParsedInputs> {
  const leavesOut = args.leavesOutWrong === true;
  const { files, places, passedOver, errors: wrong } = parseInputFiles(texts, disk, leavesOut);
  const { resources: given } = new PackageFolder(files);
  const misspelt = misspeltKinds(given);
  if (misspelt.length > 0 && !leavesOut) throw new KrmError(misspelt);
  const errors = [...wrong, ...misspelt];
  const repositories = new Repositories([...given], disk);
  const named = (await args.readObjects?.()) ?? {};
  const others = [...given].filter((resource) => !isFleetInput(resource));
  const expand = functionOf(functions, 'expand-package-variant-set');
  const sets = await expandSets(expand, given, { named, repositories }, leavesOut);
  const { resources } = sets;
  const read = [...resources]
    .filter(({ kind }) => kind === 'PackageVariant')
    .map((resource) => readOne(functions, sets.fromSet(resource), repositories));
  const variants = read.filter((each) => 'resource' in each).toSorted((a, b) => byteOrder(a.folder, b.folder));
  const failed = read.filter((each) => 'results' in each);
  const own = variants.filter(({ downstream }) => downstream.place.url === undefined);
  const inOthers = groupElsewhere(variants);
  const clashing = new Map([own, ...identityGroups(inOthers)].flatMap((each) => [...checkIdentity(each)]));
  const isFit = (variant: Variant): boolean => !clashing.has(variant);
  const order = orderVariants(own.filter(isFit));
  const objects = args.readObjects === undefined ? { objects: others } : named;
  const injected = new InjectedObjects(objects);
  return {
    waves: order.waves,
    failed: [...Array.from(sets.wrong, failedSet), ...failed, ...failedOf(clashing), ...failedOf(order.errors)],
    isEmpty: ![...given].some(({ kind }) => kind === 'PackageVariant' || kind === 'PackageVariantSet'),
    elsewhere: inOthers.map((each) => ({ ...each, variants: each.variants.filter(isFit) })),
    unused: repositories.unused(variants),
    objects,
    injected: {
      of: ({ resource }, reads) => injected.of(resource, reads),
      has: ({ resource }, reads) => injected.has(resource, reads),
    },
    errors,
    results: [
      ...passedOver,
      ...repositories.all.flatMap(unknownFields).filter(({ severity }) => severity === 'warning'),
      ...sets.results,
      ...DECISIONS.flatMap((kind) => misplacedDecisions(others, kind)),
    ],
    places,
    objectFiles: [...new Set(others.map(({ location }) => location.path ?? ''))],
  };
}

function readOne(functions: Functions, source: VariantSource, repositories: Repositories): Variant | FailedVariant {
  const { resource, set, target, file } = source;
  try {
    checkForm(functionOf(functions, 'apply-package-variant'), resource);
    const placeOf = (name: string, field: Path): Place | undefined => repositories.placeOf(name, { resource, field });
    return { ...readVariant(resource, { file, set, placeOf }), target };
  } catch (error) {
    const { namespace, name } = resource;
    const results = resultsOf(error);
    return {
      namespace,
      name: name || namespacedName(namespace, '?'),
      file,
      set: set?.name,
      folder: undefined,
      results,
    };
  }
}

/** Throws a `KrmError` that lists everything that the function finds wrong with a PackageVariant. */
function checkForm({ definition, validators }: LoadedFunction, resource: Resource): void {
  const [form] = definition.configs;
  const validator = form && validators[`${form.apiVersion}/${form.kind}`];
  if (form === undefined || validator === undefined)
    throw new Error('apply-package-variant must accept PackageVariants');
  readForm(form, validator, resource);
}

function failedSet([{ namespace, name, location }, results]: readonly [Resource, readonly Result[]]): FailedVariant {
  const kind = 'PackageVariantSet';
  return { kind, namespace, name, file: location.path ?? '', set: name, folder: undefined, results };
}

function failedOf(errors: VariantErrors): readonly FailedVariant[] {
  return Array.from(errors, ([variant, results]) => ({ ...variant, results }));
}

function functionOf(functions: Functions, name: string): LoadedFunction {
  const load = functions[name];
  if (load === undefined) throw new Error(`${name} must be built in`);
  return load();
}

/** Annotation by which the function names the set of a PackageVariant. */
const MARK = 'krm-variants.dev/package-variant-set';

/** PackageVariant, with the set that made it. */
interface VariantSource {
  readonly resource: Resource;
  readonly set: Resource | undefined;
  /** Path of the target in the set; undefined if none made it. */
  readonly target: Path | undefined;
  /** File of the set or, if none made it, of the PackageVariant. */
  readonly file: string;
}

/** Data that sets select from. */
interface SetSources {
  /** Objects that the command line names. */
  readonly named: Sources;
  readonly repositories: Repositories;
}

/** Outcome of the expansion of the sets among resources. */
interface ExpandedSets {
  readonly results: readonly Result[];
  /** Sets that are wrong, with their errors. They are left out. */
  readonly wrong: ReadonlyMap<Resource, readonly Result[]>;
  /** The resources, with the PackageVariants of the sets. */
  readonly resources: Resources;
  /** Returns a PackageVariant with the set that made it. It is then at the place of the set, for messages. */
  readonly fromSet: (resource: Resource) => VariantSource;
}

/**
 * Adds the PackageVariants that the sets among resources ask for, as the function does. Repositories are always those
 * of the fleet. `leavesOut`: true to leave out sets that are wrong. Throws a `KrmError` if a set is wrong otherwise.
 */
async function expandSets(
  fn: LoadedFunction,
  resources: Resources,
  { named, repositories }: SetSources,
  leavesOut: boolean,
): Promise<ExpandedSets> {
  const read = new Set(resources);
  const sets = [...read].filter(isSet);
  const byName = new Map(sets.map((set) => [namespacedName(set.namespace, set.name), set]));
  const fromSet = (resource: Resource): VariantSource => {
    const set = byName.get(resource.annotation(MARK) ?? '');
    const { path: file = '', index = 0 } = (set ?? resource).location;
    const target = set && originsOf(resource)[0]?.field;
    return { resource: read.has(resource) ? resource : resource.located({ path: file, index }), set, target, file };
  };
  const sources = withRepositories(named, repositories);
  const expand = async (all: Resources, wrong: ExpandedSets['wrong']): Promise<ExpandedSets> => {
    const isNone = ![...all].some(isSet);
    const results = isNone ? [] : (await applyFunction(fn, all, undefined, sources)).results;
    return { results, wrong, resources: all, fromSet };
  };
  try {
    return await expand(resources, new Map());
  } catch (error) {
    if (!leavesOut || !(error instanceof KrmError)) throw error;
    const wrong = await wrongSets(fn, [...read], sources);
    return await expand(new Resources([...read].filter((each) => !wrong.has(each))), wrong);
  }
}

/** Returns the sources of the command line, with the Repositories of the fleet in place of those of a cluster. */
function withRepositories({ objects, askCluster }: Sources, { all }: Repositories): Sources {
  if (objects !== undefined) return { objects: [...objects.filter((each) => !isRepository(each)), ...all] };
  if (askCluster === undefined) return {};
  return { askCluster: askingFor(all, askCluster) };
}

function askingFor(repositories: readonly Resource[], ask: AskCluster): AskCluster {
  const texts = repositories.map((each) => JSON.stringify(each.value()));
  return async ({ kinds, ...question }) => {
    const answer = await ask({ ...question, kinds: kinds.filter((kind) => !isRepository(kind)) });
    if ('failure' in answer) return answer;
    const others = answer.kinds.values();
    return {
      kinds: kinds.flatMap((kind) =>
        isRepository(kind) ? { objects: texts, hasOthers: false } : (others.next().value ?? []),
      ),
    };
  };
}

function isRepository(kind: Pick<Resource, 'apiVersion' | 'kind'>): boolean {
  return kindOf(kind) === kindOf(REPOSITORY);
}

/**
 * Returns the PackageVariantSets among resources that are wrong, each alone, with their errors. Changes nothing. Throws
 * any error that is not a `KrmError`.
 */
async function wrongSets(
  fn: LoadedFunction,
  resources: readonly Resource[],
  sources: Sources,
): Promise<ReadonlyMap<Resource, readonly Result[]>> {
  const wrong = new Map<Resource, readonly Result[]>();
  for (const set of resources.filter(isSet)) {
    const errors = await errorsWith(fn, [...resources.filter((each) => !isSet(each)), set], sources);
    if (errors.length > 0) wrong.set(set, errors);
  }
  return wrong;
}

async function errorsWith(
  fn: LoadedFunction,
  resources: readonly Resource[],
  sources: Sources,
): Promise<readonly Result[]> {
  try {
    await applyFunction(fn, new Resources(resources), undefined, sources);
    return [];
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    return error.results.filter(({ severity }) => severity === 'error');
  }
}

/** Reports whether a resource is a PackageVariantSet. */
function isSet({ kind }: Resource): boolean {
  return kind === 'PackageVariantSet';
}
