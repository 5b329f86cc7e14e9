import { checkedValue, isConfigMap, unsafeKeys } from './checked-value.ts';
import { formatFieldPath } from '../krm/field-path.ts';
import type { ConfigForm, FunctionDefinition, LoadedFunction, Sources } from './define.ts';
import { GivenPolicies } from './given-policies.ts';
import { findNearMisses } from './near-misses.ts';
import { findPolicies, isPolicy, wanted, withForms, type FormedResource } from './policies.ts';
import { without } from './plain-value.ts';
import { Problems } from './problems.ts';
import { didYouMean } from '../nearest-name.ts';
import { misspelledKey } from '../krm/misspelled-key.ts';
import type { Resource } from '../krm/resource.ts';
import { Resources } from '../krm/resources.ts';
import { KrmError, type Result } from '../krm/result.ts';
import { makeResult, type Subject } from '../krm/results.ts';
import type { ResultCode } from '../krm/result-codes.ts';
import type { Validator } from './validation.ts';
import { oneOf } from '../wording.ts';
import type { Path } from '../yaml/index.ts';

/** Configuration of a function. */
interface ReadConfig {
  readonly config: unknown;
  /** Warnings of items that are almost a part of it. */
  readonly warnings: readonly Result[];
}

/**
 * Reads the configuration of a function. A missing resource and a ConfigMap without data, which `kpt fn eval` always
 * sends, count as none; a function that finds policies among the items then uses these. kpt makes the ConfigMap of a
 * pipeline's `configMap` and leaves out the quotes of words such as `no`, so it is read as kpt reads it. Throws a
 * `KrmError` that lists everything wrong with it.
 */
export function readConfig(
  fn: LoadedFunction,
  resource: Resource | undefined,
  items: Resources,
  { policy, policies: outside = new GivenPolicies([]) }: Pick<Sources, 'policy' | 'policies'>,
): ReadConfig | undefined {
  const isGiven = resource !== undefined && !isEmptyConfigMap(resource);
  const only = policy && ([choosePolicyForm(fn.definition, policy), policy] as const);
  const [given] = isGiven ? readAll(fn, [[chooseForm(fn.definition, resource), resource]], items) : [];
  const { policies } = fn.definition;
  if (!isGiven && (policies === undefined || (items.length === 0 && outside.isEmpty))) return undefined;
  if (policies === undefined) return { config: given, warnings: [] };
  const warnings = [...findNearMisses(policies.inputs ?? [], items)];
  const found = (forms = policies.forms): readonly unknown[] => {
    if (only !== undefined) return readAll(fn, [only], items);
    warnings.push(...findNearMisses(forms, items));
    const others = outside.take((each) => isPolicy(forms, each), items);
    return readAll(fn, [...findPolicies(forms, items), ...withForms(forms, others)], items);
  };
  return { config: policies.combine(given, found), warnings };
}

/** Reads one resource, apart from any function. Throws a `KrmError` that lists everything wrong with it. */
export function readForm<Config>(form: ConfigForm<Config>, validator: Validator, source: Resource): Config {
  const problems = new Problems();
  const config = readValue(form, validator, { problems, source, items: new Resources([]) });
  const results = resultsAbout(source, problems);
  if (results.length > 0) throw new KrmError(results);
  // Without problems, the value fits its schema.
  return config as Config;
}

function resultsAbout(resource: Resource, problems: Problems): readonly Result[] {
  return [...problems].map(({ message, ...about }) => makeResult('error', message, { resource, ...about }));
}

/** Reads all resources, so that all problems are reported at once. */
function readAll(fn: LoadedFunction, all: readonly FormedResource[], items: Resources): readonly unknown[] {
  const results: Result[] = [];
  const configs = all.map(([form, resource]) => {
    const problems = new Problems();
    const config = readResource(fn, form, { problems, source: resource, items });
    results.push(...resultsAbout(resource, problems));
    return config;
  });
  if (results.length > 0) throw new KrmError(results);
  return configs;
}

/** Parameters of `read` of a form. */
interface ReadContext {
  readonly problems: Problems;
  readonly source: Resource;
  readonly items: Resources;
}

function readResource(fn: LoadedFunction, form: ConfigForm<unknown>, context: ReadContext): unknown {
  const validator = fn.validators[`${form.apiVersion}/${form.kind}`];
  if (validator === undefined) throw new Error(`${fn.definition.name} has no validator for ${named(form)}`);
  return readValue(form, validator, context);
}

/** Lists the kinds of function config that a function accepts. */
export function acceptedKinds({ configs }: FunctionDefinition): string {
  return `the function config must be ${oneOf(configs.map(named))}`;
}

function named(form: ConfigForm<unknown>): string {
  return `${form.kind} (${form.apiVersion})${isConfigMap(form) ? ' with data' : ''}`;
}

const EMPTY_CONFIG_MAP: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'data']);

/**
 * Reports whether a resource is a ConfigMap without data. A field that kpt's own does not have makes it nonempty: it
 * may be a misspelled `data`. So does a duplicate key: the last `data` may be the only empty one.
 */
function isEmptyConfigMap(resource: Resource): boolean {
  if (!isConfigMap(resource)) return false;
  const { document } = resource;
  const fields = document.keys([]) ?? [];
  const hasData = document.keys(['data'])?.length !== 0 && (document.value(['data']) ?? null) !== null;
  return (
    !hasData && fields.every((field) => EMPTY_CONFIG_MAP.has(field)) && unsafeKeys(resource, resource).length === 0
  );
}

function chooseForm(definition: FunctionDefinition, resource: Resource): ConfigForm<unknown> {
  const { apiVersion, kind } = resource;
  const ofKind = definition.configs.filter((form) => form.kind === kind);
  const form = ofKind.find((candidate) => candidate.apiVersion === apiVersion);
  if (form !== undefined) return form;
  if (ofKind.length > 0) {
    const message = `${wanted(ofKind)}${misspelledKey(resource, ['apiVersion'])}`;
    throw wrongConfig('unknown-kind', message, { resource, field: ['apiVersion'], currentValue: apiVersion });
  }
  const kinds = definition.configs.map((candidate) => candidate.kind);
  const nearest = didYouMean(kind, kinds, { quote: (name) => `kind ${JSON.stringify(name)}` });
  const hint = nearest === '' ? misspelledKey(resource, ['kind']) : nearest;
  const message = `${acceptedKinds(definition)}${hint}`;
  throw wrongConfig('unknown-kind', message, { resource, field: ['kind'], currentValue: kind });
}

/** Returns the form of a policy that is given beside options. Throws a `KrmError` if its kind has options of its own. */
function choosePolicyForm(definition: FunctionDefinition, policy: Resource): ConfigForm<unknown> {
  const { policies } = definition;
  const form = chooseForm(definition, policy);
  if (policies?.forms.includes(form) === true) return form;
  const message = `cannot be combined with \`key=value\`: set its own fields instead`;
  throw wrongConfig('exclusive-fields', message, { resource: policy, field: ['kind'], currentValue: policy.kind });
}

function wrongConfig(code: ResultCode, message: string, about: Subject): KrmError {
  return new KrmError([makeResult('error', message, { code, ...about })]);
}

/** Reads the valid fields even if others are invalid, so that all problems are reported at once. */
function readValue<Config>(
  form: ConfigForm<Config>,
  validator: Validator,
  { problems, source, items }: ReadContext,
): Config | undefined {
  const { value, misfits, hasUnsafeKeys } = checkedValue(form, validator, source);
  // Their lines depend on the file around the text.
  if (hasUnsafeKeys) for (const problem of [...unsafeKeys(form, source), ...misfits]) problems.add(problem);
  if (hasUnsafeKeys) return undefined;
  if (misfits.length === 0) return form.read(value, problems, source, items);
  for (const misfit of misfits) problems.add(misfit);
  const removed = new Set(misfits.map(({ field }) => formatFieldPath(keyOf(field))));
  const fitting = without(value, removed);
  if (validator(fitting) !== true) return undefined;
  const others = new Problems();
  const config = form.read(fitting, others, source, items);
  // A removed field may seem to be missing.
  for (const problem of others) if (!removed.has(formatFieldPath(problem.field))) problems.add(problem);
  return config;
}

/**
 * Returns the field without the indexes at its end, which differ from those that the user sees if the list lacks an
 * element.
 */
function keyOf(field: Path): Path {
  return field.slice(0, field.findLastIndex((segment) => typeof segment === 'string') + 1);
}
