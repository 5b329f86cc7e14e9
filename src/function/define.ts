import type { AskCluster, ReadCluster } from '../krm/cluster-objects.ts';
import type { GivenPolicies } from './given-policies.ts';
import type { Problems } from './problems.ts';
import type { Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import type { Results } from '../krm/results.ts';
import type { Fitting, Schema } from './schema.ts';
import type { Validator } from './validation.ts';
import type { ReadFolder } from '../krm/object-folder.ts';

/** Version and kind of resources. */
export interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** One kind of resource that a function accepts as its configuration. */
export interface ConfigForm<Config> extends Kind {
  /** Schema of the whole resource. Validators, types, documentation and CRD are generated from it. */
  readonly schema: Schema;
  /** Replacements to suggest for fields that users often expect, by field name. */
  readonly instead?: Readonly<Record<string, string>>;
  /**
   * Makes the configuration of a resource that fits the schema. Problems that it adds are reported with all others.
   * `source`: the resource that it is read from, for results about it. `items`: those of the call, for a value that it
   * takes from one of them.
   */
  read(resource: unknown, problems: Problems, source: Resource, items: Resources): Config;
}

/** Rules for policies among the items, for a function that then needs no function config. */
interface ItemPolicies<Config> {
  /** Kinds of policies: any of `configs`, and others. */
  readonly forms: readonly ConfigForm<Config>[];
  /** Other kinds that the function reads among the items. */
  readonly inputs?: readonly Kind[];
  /**
   * Makes the configuration from that of the function config, undefined if there is none. `found` reads the policies of
   * some kinds among the items, by default of all, in the order of their location; unless called, it ignores them. It
   * throws a `KrmError` that lists everything wrong with them.
   */
  combine(given: Config | undefined, found: (forms?: readonly ConfigForm<Config>[]) => readonly Config[]): Config;
}

/**
 * Data other than the input that a call may read. Who calls decides: a configuration that comes out of a package gets
 * no readers, unless the function runs as a process of its own.
 */
export interface Sources {
  /** Reads a folder that the configuration names; undefined if it may read none. */
  readonly readFolder?: ReadFolder | undefined;
  /** Reads a cluster that the configuration names; undefined if it may read none. */
  readonly readCluster?: ReadCluster | undefined;
  /**
   * Objects of clusters that the command line names, for a function with `takesObjects`. They replace the sources that
   * a configuration names, and the items.
   */
  readonly objects?: readonly Resource[] | undefined;
  /** The same for a live cluster that the command line names. Undefined if there are `objects`. */
  readonly askCluster?: AskCluster | undefined;
  /** Called with the names of the `objects` on which a call depends; undefined for all of them. */
  readonly onObjects?: ((names: readonly string[] | undefined) => void) | undefined;
  /**
   * Policies, and objects that they depend on, that the command line names. They count beside those among the items.
   */
  readonly policies?: GivenPolicies | undefined;
  /** The one policy, if the function config has only options: policies from elsewhere are then not read. */
  readonly policy?: Resource | undefined;
  /**
   * Tag of the image in whose place the function runs, one of its `originalTags`. What the original would write
   * otherwise is then a warning. Undefined if it is called by its own name.
   */
  readonly inPlaceOf?: string | undefined;
  /**
   * True if the output goes elsewhere, so that the next call gets the same input again, and edits need not be
   * repeatable. Default: false.
   */
  readonly isOnce?: boolean;
}

/** Input of a function for one call. */
export interface Call<Config> extends Sources {
  readonly config: Config;
  /** Items of the call: edit them in place. */
  readonly resources: Resources;
  /** Results of the function. An error here voids all edits. */
  readonly results: Results;
}

/** One function: pure, and independent of the way it is called. */
export interface FunctionDefinition<Config = unknown> {
  /** Name of its folder and executable. */
  readonly name: string;
  /** One sentence for lists. */
  readonly summary: string;
  /** Design that it implements, in Markdown. */
  readonly origin: string;
  /** Kinds of function config that it accepts. */
  readonly configs: readonly ConfigForm<Config>[];
  /** Set for a function that reads objects of clusters that the command line names. */
  readonly takesObjects?: true;
  /** Returns the names of the objects of clusters on which a call depends. Default: it depends on all objects. */
  objectsOf?(config: Config, resources: Resources): readonly string[];
  /**
   * Tags of the image of the same name in kpt's catalog of functions whose outcome this function has: each was compared
   * with the program that its source makes. Set only for a function of that catalog.
   */
  readonly originalTags?: readonly string[];
  /**
   * Set for a function that can read a cluster or files: as a program of Porch's function-runner it would do so with
   * its credentials.
   */
  readonly needsPod?: true;
  /** Set only for a function that finds policies among the items. */
  readonly policies?: ItemPolicies<Config>;
  run(call: Call<Config>): void | Promise<void>;
}

/** Function with the parts that the build adds to its definition. */
export interface LoadedFunction {
  readonly definition: FunctionDefinition;
  /** Compiled from the schemas, by `apiVersion/kind`: `v1/ConfigMap`. */
  readonly validators: Readonly<Record<string, Validator>>;
  /** Output of `--help`: one screen. */
  readonly help: string;
}

/** Returns the definition unchanged; exists so that `run` is typed by the result of `configs`. */
export function defineFunction<Config>(definition: FunctionDefinition<Config>): FunctionDefinition<Config> {
  return definition;
}

/**
 * Returns the kinds that a function reads, each once: those of its function config, then others that it finds among the
 * items.
 */
export function formsOf({
  configs,
  policies,
}: Pick<FunctionDefinition, 'configs' | 'policies'>): readonly ConfigForm<unknown>[] {
  return [...new Set([...configs, ...(policies?.forms ?? [])])];
}

/** Form whose `read` is typed by its schema. */
interface TypedForm<S, Config> extends Omit<ConfigForm<Config>, 'schema' | 'read'> {
  readonly schema: S;
  read(resource: Fitting<S>, problems: Problems, source: Resource, items: Resources): Config;
}

/** Returns the form unchanged; exists so that `read` is typed by the schema, which is checked before the call. */
export function configForm<const S extends Schema, Config>(form: TypedForm<S, Config>): ConfigForm<Config>;
export function configForm<Config>(form: ConfigForm<Config>): ConfigForm<Config> {
  return form;
}

/** Functions by name; each is loaded on first use. */
export type Functions = Readonly<Record<string, () => LoadedFunction>>;
