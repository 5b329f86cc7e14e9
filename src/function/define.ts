import type { ReadCluster } from '../krm/cluster-reading.ts';
import type { Problems } from './problems.ts';
import type { Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import type { Results } from '../krm/results.ts';
import type { Fitting, Schema } from './schema.ts';
import type { Validator } from './validation.ts';
import type { ReadFolder } from '../krm/object-folder.ts';

/** One kind of resource that a function takes as its configuration. */
export interface ConfigForm<Config> {
  readonly apiVersion: string;
  readonly kind: string;
  /** Describes the whole resource. Validators, types, documentation and CRD are all made from it. */
  readonly schema: Schema;
  /** What to write instead of fields that are often thought to be there, by their names. */
  readonly instead?: Readonly<Record<string, string>>;
  /**
   * Makes the configuration of a resource that fits the schema. What it adds to the problems is reported with all others.
   * `source`: where it was read from, for results about it.
   */
  read(resource: unknown, problems: Problems, source: Resource): Config;
}

/** How a function finds policies among the items: it then needs no function config. */
export interface ItemPolicies<Config> {
  /** The kinds that count there: any of `configs`, and others. */
  readonly forms: readonly ConfigForm<Config>[];
  /**
   * Makes the configuration of what the function config gives, undefined where it gives none. `found` reads what the
   * items of some kinds give, of all if not said, in the order of their identity: whoever does not call it leaves those
   * alone. It throws a `KrmError` that says all that is wrong with them.
   */
  combine(given: Config | undefined, found: (forms?: readonly ConfigForm<Config>[]) => readonly Config[]): Config;
}

/** What a function may read beside its input, where its configuration tells it to; undefined where nothing hands it over. */
export interface Sources {
  readonly readFolder?: ReadFolder | undefined;
  readonly readCluster?: ReadCluster | undefined;
}

/** What a function is handed for one call. */
export interface Call<Config> extends Sources {
  readonly config: Config;
  /** All items of the call: edit them in place. */
  readonly resources: Resources;
  /** Where the function says what it did. An error here means that no edit counts. */
  readonly results: Results;
}

/** One function: pure, and the same for every way of calling it. */
export interface FunctionDefinition<Config = unknown> {
  /** As its folder and executable are called. */
  readonly name: string;
  /** One sentence for lists. */
  readonly summary: string;
  /** The design that it implements, in Markdown. */
  readonly origin: string;
  /** Every kind of function config that it takes. */
  readonly configs: readonly ConfigForm<Config>[];
  /** Only of a function that finds policies among the items. */
  readonly policies?: ItemPolicies<Config>;
  run(call: Call<Config>): void | Promise<void>;
}

/** A function with what the build adds to its definition. */
export interface LoadedFunction {
  readonly definition: FunctionDefinition;
  /** Compiled from the schemas, by `apiVersion/kind`: `v1/ConfigMap`. */
  readonly validators: Readonly<Record<string, Validator>>;
  /** The function's README, for `--help`. */
  readonly help: string;
}

/** Returns the definition as it is: it is there so that `run` is typed by what `configs` read. */
export function defineFunction<Config>(definition: FunctionDefinition<Config>): FunctionDefinition<Config> {
  return definition;
}

/** The kinds that a function reads, each once: those of its function config, then others that it finds among the items. */
export function formsOf({
  configs,
  policies,
}: Pick<FunctionDefinition, 'configs' | 'policies'>): readonly ConfigForm<unknown>[] {
  return [...new Set([...configs, ...(policies?.forms ?? [])])];
}

/** A form whose `read` is typed by its schema. */
interface TypedForm<S, Config> extends Omit<ConfigForm<Config>, 'schema' | 'read'> {
  readonly schema: S;
  read(resource: Fitting<S>, problems: Problems, source: Resource): Config;
}

/** Returns the form as it is: it is there so that `read` is typed by the schema, which is checked before it is called. */
export function configForm<const S extends Schema, Config>(form: TypedForm<S, Config>): ConfigForm<Config>;
export function configForm<Config>(form: ConfigForm<Config>): ConfigForm<Config> {
  return form;
}
