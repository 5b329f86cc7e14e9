/** An object of a test, as expressions see it. */
interface Thing {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Objects that exist. */
export interface World {
  readonly repositories: readonly Thing[];
  readonly teams: readonly Thing[];
}

/** A text of a template: plain, or an expression for one of these followed by a text. */
export type TextRule =
  | { readonly plain: string }
  | {
      readonly of: 'repoDefault' | 'packageDefault' | 'repository.name' | 'repository.labels';
      readonly suffix: string;
    };

/** An entry of a map that is computed by expressions. */
export interface EntryRule {
  readonly key: TextRule;
  /** Undefined if the entry has none. */
  readonly value: TextRule | undefined;
}

/** A map: its plain entries, and those of expressions. */
export interface MapRule {
  readonly plain: Readonly<Record<string, string>>;
  readonly exprs: readonly EntryRule[];
}

interface FunctionRule {
  readonly image: string;
  readonly configMap: MapRule;
}

/** Template of a target in a test. */
export interface TemplateRule {
  readonly repo: TextRule | undefined;
  readonly package: TextRule | undefined;
  readonly adoptionPolicy: string | undefined;
  readonly labels: MapRule;
  readonly annotations: MapRule;
  readonly packageContext: { readonly data: MapRule; readonly removeKeys: readonly TextRule[] } | undefined;
  readonly mutators: readonly FunctionRule[];
  readonly injectors: readonly TextRule[];
}

/** Target in a test. */
export interface TargetRule {
  readonly by:
    | { readonly repositories: readonly { readonly name: string; readonly packageNames: readonly string[] }[] }
    | {
        readonly kind: 'repositories' | 'teams';
        readonly labels: Readonly<Record<string, string>>;
        readonly packageNames: readonly string[];
      };
  readonly template: TemplateRule | undefined;
}

type Spec = Readonly<Record<string, unknown>>;

interface Scope {
  readonly repoDefault: string;
  readonly packageDefault: string;
  /** Undefined until it is found. */
  readonly repository: Thing | undefined;
}

/** Failure of an expression, or an impossible PackageVariant. */
class Failure extends Error {}

/**
 * Returns the `spec` of each PackageVariant by name, by Porch's rules, for the upstream package `foo`; undefined for an
 * error.
 */
export function expectedVariants(targets: readonly TargetRule[], world: World): ReadonlyMap<string, Spec> | undefined {
  try {
    return expanded(targets, world);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function expanded(targets: readonly TargetRule[], world: World): ReadonlyMap<string, Spec> {
  const variants = new Map<string, Spec>();
  for (const { by, template } of targets) {
    for (const [repoDefault, packageDefault] of pairsOf(by, world)) {
      const { name, spec } = variantOf(repoDefault, packageDefault, template, world);
      if (variants.has(name)) throw new Failure('a collision');
      variants.set(name, spec);
    }
  }
  return variants;
}

function pairsOf(by: TargetRule['by'], world: World): readonly (readonly [repo: string, packageName: string])[] {
  const withPackages = (name: string, packageNames: readonly string[]): [string, string][] =>
    (packageNames.length === 0 ? ['foo'] : packageNames).map((packageName) => [name, packageName]);
  if ('repositories' in by)
    return by.repositories.flatMap(({ name, packageNames }) => withPackages(name, packageNames));
  const selected = world[by.kind].filter(({ labels }) =>
    Object.entries(by.labels).every(([key, value]) => labels[key] === value),
  );
  const names = selected.map(({ name }) => name).toSorted();
  return names.flatMap((name) => withPackages(name, by.packageNames));
}

function variantOf(
  repoDefault: string,
  packageDefault: string,
  template: TemplateRule | undefined,
  { repositories }: World,
): { readonly name: string; readonly spec: Spec } {
  const before = { repoDefault, packageDefault, repository: undefined };
  const repo = template?.repo === undefined ? repoDefault : textOf(template.repo, before);
  const repository = repositories.find(({ name }) => name === repo);
  if (repository === undefined) throw new Failure('no such repository');
  const scope = { ...before, repository };
  const packageName = template?.package === undefined ? packageDefault : textOf(template.package, scope);
  return {
    name: `example-${repo}-${packageName}`,
    spec: {
      upstream: { repo: 'example-repo', package: 'foo', revision: 1 },
      downstream: { repo, package: packageName },
      ...(template && fieldsOf(template, scope)),
    },
  };
}

function fieldsOf(template: TemplateRule, scope: Scope): Spec {
  const { adoptionPolicy, labels, annotations, packageContext, mutators, injectors } = template;
  return {
    ...(adoptionPolicy !== undefined && { adoptionPolicy }),
    ...entry('labels', mapOf(labels, scope)),
    ...entry('annotations', mapOf(annotations, scope)),
    ...(packageContext && {
      packageContext: {
        ...entry('data', mapOf(packageContext.data, scope)),
        ...entry('removeKeys', [...new Set(packageContext.removeKeys.map((key) => textOf(key, scope)))].toSorted()),
      },
    }),
    ...(mutators.length > 0 && {
      pipeline: {
        mutators: mutators.map(({ image, configMap }) => ({ image, ...entry('configMap', mapOf(configMap, scope)) })),
      },
    }),
    ...entry(
      'injectors',
      injectors.map((name) => ({ name: textOf(name, scope) })),
    ),
  };
}

/** Returns the field, unless it is empty. */
function entry(name: string, value: object): Spec {
  return Object.keys(value).length === 0 ? {} : { [name]: value };
}

function mapOf({ plain, exprs }: MapRule, scope: Scope): Readonly<Record<string, string>> {
  const map = new Map(Object.entries(plain));
  for (const { key, value } of exprs) map.set(textOf(key, scope), value === undefined ? '' : textOf(value, scope));
  return Object.fromEntries(map);
}

function textOf(rule: TextRule, { repoDefault, packageDefault, repository }: Scope): string {
  if ('plain' in rule) return rule.plain;
  const value = {
    repoDefault,
    packageDefault,
    'repository.name': repository?.name,
    'repository.labels': repository?.labels['a'],
  }[rule.of];
  if (value === undefined) throw new Failure('no such key');
  return `${value}${rule.suffix}`;
}
