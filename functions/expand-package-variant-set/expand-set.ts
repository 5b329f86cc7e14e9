import type { Bindings as CelBindings } from '../../src/cel/index.ts';
import { Problems } from '../../src/function/index.ts';
import { isObjectName, type Resource, type Results } from '../../src/krm/index.ts';
import type { Path, Value } from '../../src/yaml/index.ts';
import type { Inventory } from './inventory.ts';
import { Renderer } from './render.ts';
import { variantName } from './variant-name.ts';
import type { TargetRule, Upstream, VariantSet } from './variant-set.ts';

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
