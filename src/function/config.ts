import { formatFieldPath } from '../krm/field-path.ts';
import { misspelledKey } from '../krm/hints.ts';
import type { Resource } from '../krm/resource.ts';
import { Resources } from '../krm/resources.ts';
import type { ResultCode } from '../krm/result-codes.ts';
import { KrmError, type Result } from '../krm/result.ts';
import { makeResult, type Subject } from '../krm/results.ts';
import { didYouMean } from '../nearest-name.ts';
import { oneOf } from '../wording.ts';
import { type Dialect, isList, isMap, type Path, type Value } from '../yaml/index.ts';
import type { ConfigForm, FunctionDefinition, Kind, LoadedFunction, Sources } from './define.ts';
import { GivenPolicies } from './given-policies.ts';
import { findNearMisses } from './near-misses.ts';
import { without } from './plain-value.ts';
import { findPolicies, type FormedResource, isPolicy, wanted, withForms } from './policies.ts';
import { type Problem, Problems } from './problems.ts';
import { fieldNames, type Schema, subschema } from './schema.ts';
import { validate, type Validator } from './validation.ts';

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

/**
 * Returns the form of a policy that is given beside options. Throws a `KrmError` if its kind has options of its own.
 */
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
  const removed = new Set(misfits.map(({ field }) => formatFieldPath(listKey(field))));
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
function listKey(field: Path): Path {
  return field.slice(0, field.findLastIndex((segment) => typeof segment === 'string') + 1);
}

/** Data of a configuration, without null fields, and what keeps them from fitting their schema. */
interface CheckedValue {
  readonly value: Value;
  readonly misfits: readonly Problem[];
  /** True if a key is a duplicate, or another one to Kubernetes. */
  readonly hasUnsafeKeys: boolean;
}

/** Values by the text of their document. */
type Known = Map<string, CheckedValue>;

/** Values that were checked last, by validator. */
const KNOWN = new WeakMap<Validator, Known>();

/** Maximum number of texts to remember of a kind: more are rarely used in turn, and each takes memory. */
const MOST = 32;

/** Reads and validates a configuration: once for equal texts, such as a policy that many packages have copies of. */
function checkedValue(form: ConfigForm<unknown>, validator: Validator, source: Resource): CheckedValue {
  const known = knownOf(validator);
  const text = configText(source);
  const found = text === undefined ? undefined : known.get(text);
  if (found !== undefined) return found;
  const value = withoutNullFields(source.value(readerOf(form)), form.schema);
  const hasUnsafeKeys = unsafeKeys(form, source).length > 0;
  const checked = { value, misfits: validate(value, form, validator), hasUnsafeKeys };
  if (text !== undefined) remember(known, text, checked);
  return checked;
}

/** Returns a problem for each key of a configuration whose value it lacks, or has under another name. */
function unsafeKeys(form: Kind, { document }: Resource): readonly Problem[] {
  return document
    .findUnsafeKeys(readerOf(form))
    .map(({ path, message }) => ({ code: 'unsafe-key', field: path, message }));
}

function readerOf(form: Kind): Dialect {
  return isConfigMap(form) ? 'kpt' : 'kubernetes';
}

function knownOf(validator: Validator): Known {
  const known = KNOWN.get(validator) ?? new Map<string, CheckedValue>();
  KNOWN.set(validator, known);
  return known;
}

function remember(known: Known, text: string, checked: CheckedValue): void {
  const [oldest] = known.keys();
  if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
  known.set(text, checked);
}

/**
 * Returns the current text of a resource if its data depend on nothing else: that of a whole document, with its
 * directives and anchors. The value of a part of a document depends on the anchors around it, and on whether it is in
 * brackets. What depends on the place of a resource, or on the items, is read anew from the value.
 */
function configText({ document }: Resource): string | undefined {
  return document.whole.path.length === 0 ? document.text() : undefined;
}

/**
 * Reports whether a form is that of ConfigMaps, which kpt makes of a pipeline's `configMap`, and reads in its own way.
 */
function isConfigMap({ apiVersion, kind }: Kind): boolean {
  return apiVersion === 'v1' && kind === 'ConfigMap';
}

/**
 * Returns a copy of plain data without the fields that are null, which the API server also treats as absent. Keeps a
 * null that is not a field of the schema, such as a value in a map of strings.
 */
function withoutNullFields(value: Value, schema: Schema | undefined): Value {
  if (isList(value)) return value.map((element, index) => withoutNullFields(element, subschema(schema, index)));
  if (!isMap(value)) return value;
  const fields = new Set(fieldNames(schema));
  const entries = Object.entries(value).filter(([key, field]) => field !== null || !fields.has(key));
  return Object.fromEntries(entries.map(([key, field]) => [key, withoutNullFields(field, subschema(schema, key))]));
}
