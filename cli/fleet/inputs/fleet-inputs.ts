import { byteOrder } from '../../../src/byte-order.ts';
import {
  checkIdentity,
  orderVariants,
  readVariant,
  type Variant,
  type VariantErrors,
} from '../../../src/fleet/index.ts';
import { readForm, type LoadedFunction, type Sources } from '../../../src/function/index.ts';
import { namespacedName, resultsOf, type Resource, type Result } from '../../../src/krm/index.ts';
import type { Functions } from '../../arguments/command.ts';
import { PackageFolder } from '../../package/folder.ts';
import { namedSources } from '../../work/sources.ts';
import { InjectedObjects } from '../derive/injected-objects.ts';
import { expandSets, type VariantSource } from './expand-sets.ts';
import type { FleetSelection } from '../fleet-arguments.ts';
import type { FleetPlace } from './fleet-place.ts';
import { isFleetInput } from './fleet-kinds.ts';
import { misplacedHolds } from './holds.ts';
import { parseInputFiles, type InputTexts, type OwnRepository } from './input-files.ts';
import { Repositories } from './repositories.ts';

/** A PackageVariant that is wrong, so that no run derives it. */
export interface FailedVariant extends Pick<Variant, 'namespace' | 'name' | 'file' | 'set'> {
  /** Undefined if its PackageVariant does not say. */
  readonly folder: string | undefined;
  readonly results: readonly Result[];
}

/** Everything that a fleet asks for. */
export interface FleetInputs {
  /** Groups of variants, by folder: none depends on another one of its group, or of a later group. */
  readonly waves: readonly (readonly Variant[])[];
  readonly failed: readonly FailedVariant[];
  /** True if there is neither a PackageVariant nor a set. */
  readonly isEmpty: boolean;
  /** Objects for injection. */
  readonly objects: Sources;
  /** Returns a digest of the objects that a variant injects; undefined if they are unknown until they are read. */
  readonly injected: (variant: Variant) => string | undefined;
  /** Warnings and infos about the inputs. */
  readonly results: readonly Result[];
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
  readonly places: readonly OwnRepository[];
  /** Files with resources that are neither PackageVariants nor sets nor Repositories. */
  readonly objectFiles: readonly string[];
}

/**
 * Parses the PackageVariants, PackageVariantSets and Repositories of a fleet. Throws a `KrmError` if a file, a Repository or a set is
 * wrong, since it is then not known which variants there are.
 */
export async function parseInputs(
  functions: Functions,
  args: Pick<FleetSelection, 'objects' | 'context'>,
  { root }: FleetPlace,
  texts: InputTexts,
): Promise<ParsedInputs> {
  const { files, places, passedOver } = parseInputFiles(texts, root);
  const { resources } = new PackageFolder(files);
  const repositories = new Repositories([...resources]);
  const named = await namedSources({ ...args, policies: [] });
  const others = [...resources].filter((resource) => !isFleetInput(resource));
  const sets = await expandSets(functionOf(functions, 'expand-package-variant-set'), resources, {
    named,
    repositories,
  });
  const read = [...resources]
    .filter(({ kind }) => kind === 'PackageVariant')
    .map((resource) => readOne(functions, sets.fromSet(resource), repositories));
  const variants = read.filter((each) => 'resource' in each).toSorted((a, b) => byteOrder(a.folder, b.folder));
  const failed = read.filter((each) => 'results' in each);
  const clashing = checkIdentity(variants);
  const order = orderVariants(variants.filter((variant) => !clashing.has(variant)));
  const objects = args.objects === undefined && args.context === undefined ? { objects: others } : named;
  const injected = new InjectedObjects(objects);
  return {
    waves: order.waves,
    failed: [...failed, ...failedOf(clashing), ...failedOf(order.errors)],
    isEmpty: ![...resources].some(({ kind }) => kind === 'PackageVariant' || kind === 'PackageVariantSet'),
    objects,
    injected: ({ resource }) => injected.of(resource),
    results: [...passedOver, ...sets.results, ...misplacedHolds(others)],
    places,
    objectFiles: [...new Set(others.map(({ location }) => location.path ?? ''))],
  };
}

function readOne(functions: Functions, source: VariantSource, repositories: Repositories): Variant | FailedVariant {
  const { resource, set, file } = source;
  try {
    checkForm(functionOf(functions, 'apply-package-variant'), resource);
    return readVariant(resource, {
      file,
      set,
      placeOf: (name, field) => repositories.placeOf(name, { resource, field }),
    });
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

function failedOf(errors: VariantErrors): readonly FailedVariant[] {
  return Array.from(errors, ([variant, results]) => ({ ...variant, results }));
}

function functionOf(functions: Functions, name: string): LoadedFunction {
  const load = functions[name];
  if (load === undefined) throw new Error(`${name} must be built in`);
  return load();
}
