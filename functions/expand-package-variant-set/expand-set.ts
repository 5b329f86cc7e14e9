import { byteOrder } from '../../src/byte-order.ts';
import type { Bindings as CelBindings, Program as CelProgram } from '../../src/cel/index.ts';
import { inSchemaOrder, Problems } from '../../src/function/index.ts';
import { isObjectName, type Resource, type Results } from '../../src/krm/index.ts';
import { functionSchema, readPackageContext } from '../../src/package-variant/index.ts';
import { shortName } from '../../src/short-hash.ts';
import type { Path, Value } from '../../src/yaml/index.ts';
import { explain, type Text } from './expression.ts';
import type { Inventory } from './inventory.ts';
import type {
  FunctionTemplate,
  InjectorTemplate,
  MapTemplate,
  PackageContextTemplate,
  VariantTemplate,
} from './template.ts';
import { PACKAGE_REVISION, type TargetRule, type Upstream, type VariantSet } from './variant-set.ts';

/** A PackageVariant that a set wants. */
export interface Variant {
  readonly set: VariantSet;
  /** Field of the target that it is made for. */
  readonly field: Path;
  readonly name: string;
  readonly spec: Readonly<Record<string, Value>>;
}

/** Target of a PackageVariant. */
interface Target {
  readonly repo: string;
  readonly package: string;
  /** Selected object; undefined if the repository is listed. */
  readonly object: Resource | undefined;
}

/** Expands one set (design "PackageVariant Template"). Reports every problem at the field that causes it. */
export class SetExpansion {
  readonly #set: VariantSet;
  readonly #inventory: Inventory;
  readonly #results: Results;
  /** Null if no PackageRevision is known; undefined if none of the known ones matches. */
  readonly #upstream: Resource | null | undefined;

  constructor(set: VariantSet, inventory: Inventory, results: Results) {
    this.#set = set;
    this.#inventory = inventory;
    this.#results = results;
    this.#upstream = inventory.upstream(set);
  }

  /** Returns the PackageVariants that the set wants, in the order of its targets. */
  *variants(): Iterable<Variant> {
    const { source, upstream, targets } = this.#set;
    if (this.#upstream === undefined) {
      this.#results.error(missingUpstream(upstream), {
        code: 'unresolved-reference',
        resource: source,
        field: ['spec', 'upstream'],
      });
      return;
    }
    for (const rule of targets) {
      for (const target of this.#targets(rule)) {
        const variant = this.#variant(target, rule);
        if (variant !== undefined) yield variant;
      }
    }
  }

  #targets(rule: TargetRule): readonly Target[] {
    if (rule.selector === undefined)
      return rule.repositories.flatMap(({ name, packageNames }) => targetsIn(name, packageNames));
    const { packageNames } = rule.selector;
    const objects = this.#inventory.select(rule.selector, this.#set, rule.field);
    return objects.flatMap((object) => targetsIn(object.name, packageNames, object));
  }

  #variant(target: Target, rule: TargetRule): Variant | undefined {
    const problems = new Problems();
    const variant = this.#render(target, rule, problems);
    for (const { message, ...about } of problems) {
      const title = `${target.object?.kind ?? 'Repository'} "${target.repo}", package "${target.package}"`;
      this.#results.error(`${title}: ${message}`, { resource: this.#set.source, ...about });
    }
    return variant;
  }

  #render(target: Target, { field, template }: TargetRule, problems: Problems): Variant | undefined {
    const { source, upstream } = this.#set;
    const bindings = this.#bindings(target);
    const unread = this.#inventory.unreadRevisions;
    const repo = new Renderer(bindings, problems, unread).filled(template?.repo ?? target.repo, field, NO_REPOSITORY);
    if (repo === undefined) return undefined;
    const repository = this.#inventory.repository(repo, this.#set);
    if (repository === undefined) {
      problems.add({ code: 'unresolved-reference', field, message: `repository "${repo}" could not be loaded` });
      return undefined;
    }
    const seen = repository ? { repository: this.#inventory.seen(repository) } : {};
    const renderer = new Renderer({ ...bindings, ...seen }, problems, unread);
    const packageName = renderer.filled(template?.package ?? target.package, field, NO_PACKAGE);
    const fields = template && renderer.fields(template);
    if (packageName === undefined) return undefined;
    const name = variantName(source.name, repo, packageName);
    checkName(name, field, problems);
    const downstream = { repo, package: packageName };
    return { set: this.#set, field, name, spec: { upstream: upstreamFields(upstream), downstream, ...fields } };
  }

  #bindings({ repo, package: packageName, object }: Target): CelBindings {
    return {
      repoDefault: repo,
      packageDefault: packageName,
      upstream: this.#upstream ? this.#inventory.seen(this.#upstream) : undefined,
      target: object === undefined ? { repo, package: packageName } : this.#inventory.seen(object),
    };
  }
}

const NO_REPOSITORY = 'the downstream repository must not be empty';
const NO_PACKAGE = 'the downstream package must not be empty';

function targetsIn(repo: string, packageNames: readonly string[], object?: Resource): readonly Target[] {
  return packageNames.map((name) => ({ repo, package: name, object }));
}

function checkName(name: string, field: Path, problems: Problems): void {
  if (isObjectName(name)) return;
  const message = 'the name of the PackageVariant must be a DNS subdomain (RFC 1123)';
  problems.add({ field, message: `${message}, not "${name}"` });
}

function missingUpstream({ repo, package: name, revision, workspaceName }: Upstream): string {
  return `could not find upstream package revision '${name}/${revision ?? workspaceName}' in repo '${repo}'`;
}

function upstreamFields({ repo, package: name, revision, workspaceName }: Upstream): Readonly<Record<string, Value>> {
  return {
    repo,
    package: name,
    ...(revision !== undefined && { revision }),
    ...(workspaceName !== undefined && { workspaceName }),
  };
}

/** Length in bytes of the longest name that is used unchanged. */
const MOST = 63;

/** Returns the name of the PackageVariant for a downstream package, by Porch's rule. */
function variantName(set: string, repo: string, packageName: string): string {
  return shortName(`${set}-${repo}-${packageName}`, MOST);
}

type ValueMap = Readonly<Record<string, Value>>;

/** Renders the texts of a template for one target. Adds problems at the fields of the set that cause them. */
class Renderer {
  readonly #bindings: CelBindings;
  readonly #problems: Problems;
  readonly #unread: readonly string[];

  /** `unread`: apiVersions of PackageRevisions among the items that are not read. */
  constructor(bindings: CelBindings, problems: Problems, unread: readonly string[]) {
    this.#bindings = bindings;
    this.#problems = problems;
    this.#unread = unread;
  }

  /** Renders a text that must not be empty for the target; undefined on a problem. */
  filled(text: Text, field: Path, message: string): string | undefined {
    const filled = this.#text(text);
    if (filled === '') this.#problems.add({ field: typeof text === 'string' ? field : text.field, message });
    return filled === '' ? undefined : filled;
  }

  #text(text: Text): string | undefined {
    if (typeof text === 'string') return text;
    try {
      return text.program.evaluate(this.#bindings);
    } catch (error) {
      const message = `${explain(error)}${this.#unknown(text.program)}`;
      this.#problems.add({ field: text.field, message, currentValue: text.text });
      return undefined;
    }
  }

  /** Explains which variables of a program are unknown. Objects known to be missing were reported before. */
  #unknown({ variables }: CelProgram): string {
    const unknown = OBJECTS.filter(([name]) => variables.has(name) && this.#bindings[name] === undefined);
    const others = this.#unread.length === 0 ? '' : `, except of ${this.#unread.join(' and ')}, which is not read`;
    const end = (kind: string): string => (kind === PACKAGE_REVISION.kind ? others : '');
    return unknown.map(([name, kind]) => `; \`${name}\` is unset: no ${kind} is among the items${end(kind)}`).join('');
  }

  /**
   * Renders all but upstream and downstream of a PackageVariant, in the order of its type (design "PackageVariant
   * API").
   */
  fields({ policies, labels, annotations, packageContext, pipeline, injectors }: VariantTemplate): ValueMap {
    return {
      ...policies,
      ...this.#entry('labels', labels),
      ...this.#entry('annotations', annotations),
      ...(packageContext && { packageContext: this.#packageContext(packageContext) }),
      ...this.#pipeline(pipeline),
      ...(injectors.length > 0 && { injectors: injectors.map((injector) => this.#injector(injector)) }),
    };
  }

  /** Renders a map, if it has entries. */
  #entry(name: string, template: MapTemplate): ValueMap {
    const map = this.#map(template);
    return Object.keys(map).length === 0 ? {} : { [name]: map };
  }

  /** Renders a map sorted by key, so that the order in the set does not matter. */
  #map({ plain, exprs }: MapTemplate): Readonly<Record<string, string>> {
    const map = new Map(Object.entries(plain));
    for (const { field, key, value } of exprs) map.set(this.#key(key, field), this.#text(value) ?? '');
    return Object.fromEntries([...map].toSorted(([a], [b]) => byteOrder(a, b)));
  }

  #key(key: Text, field: Path): string {
    return this.filled(key, field, 'the key must not be empty') ?? '';
  }

  #packageContext({ field, data, removeKeys }: PackageContextTemplate): ValueMap {
    const keys = [...new Set(removeKeys.map((key) => this.#key(key, field)))].toSorted(byteOrder);
    const context = readPackageContext({ data: this.#map(data), removeKeys: keys }, field, this.#problems);
    return {
      ...(Object.keys(context.data).length > 0 && { data: context.data }),
      ...(keys.length > 0 && { removeKeys: keys }),
    };
  }

  #pipeline({ mutators, validators }: VariantTemplate['pipeline']): ValueMap {
    const lists = Object.entries({ mutators, validators }).filter(([, functions]) => functions.length > 0);
    if (lists.length === 0) return {};
    return { pipeline: Object.fromEntries(lists.map(([name, list]) => [name, list.map((fn) => this.#function(fn))])) };
  }

  #function({ fields, configMap }: FunctionTemplate): Value {
    return inSchemaOrder({ ...fields, ...this.#entry('configMap', configMap) }, functionSchema);
  }

  #injector({ field, kind, name }: InjectorTemplate): Value {
    return { ...kind, name: this.filled(name, field, 'the name must not be empty') ?? '' };
  }
}

/** Variables for objects that may be absent. */
const OBJECTS = [
  ['upstream', 'PackageRevision'],
  ['repository', 'Repository'],
] as const;
