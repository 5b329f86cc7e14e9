import assert from 'node:assert/strict';
import { findFunctions, loadFunction } from '../../scripts/functions.ts';
import { formsOf, type ConfigForm, type FunctionDefinition } from '../../src/function/index.ts';
import { Problems } from '../../src/function/problems.ts';
import { readOverridePolicy } from '../../src/karmada/index.ts';
import { Resource, Resources, Results } from '../../src/krm/index.ts';
import { newDocument, readDocument, type NewValue, type SourceDocument } from '../../src/yaml/index.ts';
import { resource } from '../support/resource-list.ts';

const DOWNLOAD = 'says how Landscaper gets components, which no function does';

/** Fields that are accepted, and that no function reads here, by kind and path, with the reason. */
const UNUSED: Readonly<Record<string, string>> = {
  'ApplyReplacements replacements.*.targets.*.options.create': 'read where a target lacks the field',
  'ConfigMap binaryData': 'a configuration is in `data`',
  'ConfigMap immutable': 'has a meaning for the API server alone',
  'Context configurations': DOWNLOAD,
  'Context ocmConfig': DOWNLOAD,
  'Context registryPullSecrets': DOWNLOAD,
  'Context repositoryContext.type': 'is read beside a component descriptor, which refers to it',
  'Context useOCM': DOWNLOAD,
  'Context verificationSignatures': DOWNLOAD,
  'PackageVariant spec.upstream.revision': 'names the version that `fleet` or Porch copies before a function runs',
  'PackageVariant spec.upstream.workspaceName': 'names the version that `fleet` or Porch copies before a function runs',
  ...Object.fromEntries(
    ['SetLabelConfig', 'SetLabels'].flatMap((kind) =>
      ['additionalLabelFields', 'fieldSpecs'].flatMap((list) =>
        ['create', 'group', 'kind', 'version'].map((field) => [
          `${kind} ${list}.*.${field}`,
          'read in place of v0.1 of the image',
        ]),
      ),
    ),
  ),
};

/** Parts of a schema that say which values fit. */
interface Shape {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly additionalProperties?: Shape | boolean;
}

/** Path of a field in a schema; `*` stands for an element, and for the value of any key. */
type FieldPath = readonly string[];

/** Fields of every kind, which are not configuration. */
const COMMON: readonly string[] = ['apiVersion', 'kind', 'metadata', 'status'];

/** Returns the paths of all values in a schema that hold no others but plain ones, as a list of names does. */
function leavesOf(shape: Shape, path: FieldPath = []): readonly FieldPath[] {
  const inner = innerOf(shape);
  if (inner.every(([name, each]) => name === '*' && innerOf(each).length === 0)) return [path];
  return inner
    .filter(([name]) => path.length > 0 || !COMMON.includes(name))
    .flatMap(([name, each]) => leavesOf(each, [...path, name]));
}

function innerOf({ properties = {}, items, additionalProperties }: Shape): readonly (readonly [string, Shape])[] {
  if (items !== undefined) return [['*', items]];
  const any = typeof additionalProperties === 'object' ? ([['*', additionalProperties]] as const) : [];
  return [...Object.entries(properties), ...any];
}

/** Texts of fields that select something, so that the rest is read, too. */
const TEXTS: Readonly<Record<string, string>> = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'a',
  namespace: 'default',
  operator: 'In',
  image: 'a:1',
  fieldPath: '/data/a',
};

/** Fields beside which others are read. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  resource: ['fieldPath'],
  type: ['resource', 'fieldPath'],
  default: ['resource', 'fieldPath'],
};

/**
 * Returns a value that has a field, and all that is required around it. `own`: name of the field that it is the value
 * of.
 */
function valueWith(shape: Shape, [name, ...rest]: FieldPath = [], texts = TEXTS, own = ''): unknown {
  const needed = (NEEDS[name ?? ''] ?? []).filter((each) => Object.hasOwn(shape.properties ?? {}, each));
  const required = [...new Set([...(shape.required ?? []), ...needed])].filter((each) => each !== name);
  const inner = new Map(innerOf(shape));
  const fields = [...required, ...(name === undefined ? [] : [name])].map((each) => {
    const value = valueWith(inner.get(each) ?? {}, each === name ? rest : [], texts, each);
    return [each === '*' ? 'k' : each, value] as const;
  });
  if (shape.type === 'array')
    return name === undefined ? [valueWith(shape.items ?? {})] : fields.map(([, value]) => value);
  if (shape.type === 'object' || fields.length > 0) return Object.fromEntries(fields);
  if (shape.enum !== undefined) return shape.enum[0];
  return shape.type === 'integer' || shape.type === 'number'
    ? 1
    : shape.type === 'boolean'
      ? true
      : (texts[own] ?? '/a');
}

/** Returns a value that has all fields. */
function fullValue(shape: Shape, own = ''): unknown {
  const inner = innerOf(shape);
  if (inner.length === 0) return valueWith(shape, [], TEXTS, own);
  const fields = inner.map(([name, each]) => [name === '*' ? 'k' : name, fullValue(each, name)] as const);
  return shape.type === 'array' ? fields.map(([, value]) => value) : Object.fromEntries(fields);
}

/** Returns a value that adds the path of each field of it that somebody reads. */
function watched<T>(value: T, read: Set<string>, path: FieldPath = []): T {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key, receiver) {
      const found: unknown = Reflect.get(target, key, receiver);
      if (typeof key === 'symbol' || !Object.hasOwn(target, key) || (Array.isArray(target) && key === 'length'))
        return found;
      const inner = [...path, key];
      read.add(inner.join('.'));
      return watched(found, read, inner);
    },
  });
}

const LABELS = 'labelsOverrider: [{operator: add, value: {x: y}}]';
const POLICIES = [`overrideRules: [{overriders: {${LABELS}}}]`, `overriders: {${LABELS}}`];

/** Parts of configurations without which a function does not come to read the rest, by kind. */
const BASES: Readonly<Record<string, readonly string[]>> = {
  ClusterOverridePolicy: POLICIES,
  FieldOverride: [
    `resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]
fieldOverrider: [{fieldPath: /data/a, yaml: [{subPath: /a, operator: replace, value: 1}]}]`,
  ],
  OverridePolicy: POLICIES,
  OverridePolicyApplication: [`cluster: {name: a}\n${POLICIES[0]}`],
  PackageVariantSet: ['repositories: [{name: a}]', 'objectSelector: {apiVersion: v1, kind: ConfigMap}'].map(
    (target) =>
      `upstream: {repo: a, package: a, revision: v1}\ntargets: [{${target}, template: {downstream: {package: a}}}]`,
  ),
};

/** Returns a value over another one: maps and lists are merged, element by element. */
function over(base: unknown, value: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(value))
    return Array.from({ length: Math.max(base.length, value.length) }, (_, index) => over(base[index], value[index]));
  if (value === undefined) return base;
  if (typeof base !== 'object' || base === null || typeof value !== 'object' || value === null) return value;
  const [one, other] = [base, value].map((each) => new Map(Object.entries(each)));
  const keys = [...new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])];
  return Object.fromEntries(keys.map((key) => [key, over(one?.get(key), other?.get(key))]));
}

/**
 * Returns a document that adds the paths of what somebody reads of it, with all fields below them, where this is not
 * the whole of it.
 */
function watchedDocument(document: SourceDocument, read: Set<string>, fields: readonly FieldPath[]): SourceDocument {
  return new Proxy(document, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]): unknown => {
        const [path] = args;
        const isPart = Array.isArray(path) && path.length > 1 && !COMMON.includes(String(path[0]));
        const names = isPart ? path.map(String) : [];
        for (const field of isPart && key !== 'has' ? fields : [])
          if (matches(field.slice(0, names.length), names)) read.add(field.join('.'));
        return Reflect.apply(member, target, args) as unknown;
      };
    },
  });
}

const ITEMS: readonly string[] = [
  resource('kpt.dev/v1', 'Kptfile', 'a', 'pipeline: {mutators: [{image: "b:1"}]}\n'),
  resource('cluster.karmada.io/v1alpha1', 'Cluster', 'a', 'spec: {provider: p}\n', '  labels: {a: b}\n'),
  resource('v1', 'ConfigMap', 'kptfile.kpt.dev', 'data: {name: a}\n'),
  resource('v1', 'ConfigMap', 'a', 'data:\n  a: "a: b"\n'),
  resource('v1', 'ConfigMap', 'b', 'a: {}\n', '  annotations: {kpt.dev/config-injection: optional}\n'),
  resource('config.porch.kpt.dev/v1alpha1', 'Repository', 'a', 'spec: {}\n', '  labels: {a: b}\n'),
  resource('apps/v1', 'Deployment', 'a', 'spec: {template: {spec: {containers: [{name: a, image: a:1}]}}}\n'),
];

/** Returns the fields that a function reads of a configuration while it is read, and while it runs. */
async function fieldsRead(
  definition: FunctionDefinition,
  form: ConfigForm<unknown>,
  value: unknown,
): Promise<Set<string>> {
  const read = new Set<string>();
  const document = watchedDocument(newDocument(value as NewValue), read, leavesOf(form.schema as Shape));
  const source = new Resource(document);
  const resources = new Resources(ITEMS.map((text) => new Resource(readDocument(text))));
  const given = watched(value, read);
  try {
    const own = form.read(given, new Problems(), source, resources);
    const isPolicy = definition.policies?.forms.includes(form) === true;
    const config = definition.policies?.combine(isPolicy ? undefined : own, () => [own]) ?? own;
    await definition.run({ config, resources, results: new Results() });
  } catch {
    // The sample may be wrong otherwise; only what was read counts.
  }
  return read;
}

/** Returns the fields of each kind that some function reads. */
async function readByAny(): Promise<
  ReadonlyMap<string, { readonly shape: Shape; readonly read: ReadonlySet<string> }>
> {
  const kinds = new Map<string, { readonly shape: Shape; readonly read: Set<string> }>();
  for (const name of findFunctions()) {
    const { definition } = await loadFunction(name);
    for (const form of formsOf(definition)) {
      const shape = form.schema as Shape;
      const { read } = kinds.get(form.kind) ?? { read: new Set<string>() };
      kinds.set(form.kind, { shape, read });
      const common = { apiVersion: form.apiVersion, kind: form.kind, metadata: { name: 'a' } };
      const bases = (BASES[form.kind] ?? []).map((text) => ({ spec: readDocument(`${text}\n`).value([]) }));
      // Some fields are read only if others select nothing.
      const each = leavesOf(shape).flatMap((leaf) => [valueWith(shape, leaf), valueWith(shape, leaf, {})]);
      const samples = [fullValue(shape), ...each];
      const based = bases.flatMap((base) => samples.map((sample) => over(base, sample)));
      for (const sample of [...samples, ...based])
        for (const field of await fieldsRead(definition, form, { ...(sample as object), ...common })) read.add(field);
    }
  }
  return kinds;
}

describe('fields of policies', () => {
  it('are all read by a function, or known to be unused', async () => {
    const unread: string[] = [];
    for (const [kind, { shape, read }] of await readByAny()) {
      const paths = [...read].map((each) => each.split('.'));
      const leaves = leavesOf(shape).filter((leaf) => !paths.some((path) => matches(leaf, path)));
      unread.push(...leaves.map((leaf) => `${kind} ${leaf.join('.')}`));
    }
    assert.deepEqual(unread.toSorted(), Object.keys(UNUSED).toSorted());
  });

  it('name an overrider that no code applies', () => {
    const problems = new Problems();
    const overriders = { imageOverrider: [], nextOverrider: [] };
    readOverridePolicy({ overrideRules: [{ overriders }] }, '', problems);
    assert.deepEqual(
      [...problems].map(({ field, message }) => `${field.join('.')}: ${message}`),
      ['spec.overrideRules.0.overriders.nextOverrider: is an overrider that this version does not apply'],
    );
  });
});

function matches(leaf: FieldPath, read: FieldPath): boolean {
  return leaf.length === read.length && leaf.every((name, index) => name === '*' || name === read[index]);
}
