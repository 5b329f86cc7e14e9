import { groupBy } from '../../src/group-by.ts';
import {
  elsewhere,
  namespacedName,
  namespaceName,
  rejectDuplicates,
  reportElsewhere,
  sameNamespace,
  type Resource,
  type Results,
} from '../../src/krm/index.ts';
import type { Value } from '../../src/yaml/index.ts';
import type { ReferenceHolder } from './holders.ts';
import type { OverwriteList } from './kinds/component-version-overwrites.ts';
import type { Context } from './kinds/context.ts';

/** Policies that determine the overwrites of each holder. */
export interface OverwritePolicies {
  /** List that is the function config. It applies to its whole namespace, and is the only list. */
  readonly given: OverwriteList | undefined;
  /** Lists among the items; empty if one is given. */
  readonly lists: readonly OverwriteList[];
  readonly contexts: readonly Context[];
}

/** Settings for the references of one holder. */
export interface EffectiveContext {
  /** Default for references without their own; undefined if there is none. */
  readonly repositoryContext: Value | undefined;
  readonly list: OverwriteList;
}

/** The Context of a holder that names none. */
const DEFAULT_CONTEXT = 'default';

/**
 * Finds the overwrites for an Installation or DeployItem: those that its Context names, or the function config if that
 * is in its namespace. Missing resources that are named are errors, and so are duplicate names.
 */
export class Contexts {
  readonly #given: OverwriteList | undefined;
  readonly #results: Results;
  readonly #contexts: Named<Context>;
  readonly #lists: Named<OverwriteList>;
  /** The given list, or default Contexts with overwrites: what holders in other namespaces may lack. */
  readonly #general: readonly Resource[];
  /** Subset whose namespace has a holder. */
  readonly #used = new Set<Resource>();
  /** Holders that are in the namespace of none of them. */
  readonly #outside: Resource[] = [];

  constructor({ given, lists, contexts }: OverwritePolicies, results: Results) {
    this.#given = given;
    this.#results = results;
    this.#contexts = new Named(contexts, results);
    this.#lists = new Named(lists, results);
    const defaults = contexts.filter(
      ({ resource, overwrites }) => resource.name === DEFAULT_CONTEXT && overwrites !== undefined,
    );
    this.#general = given === undefined ? defaults.map(({ resource }) => resource) : [given.resource];
    if (given === undefined) this.#checkNames(contexts, lists);
  }

  /**
   * Returns the settings for a holder; undefined if there are none, or if a named resource is missing, which is
   * reported.
   */
  for(holder: Pick<ReferenceHolder, 'resource' | 'namespace' | 'context'>): EffectiveContext | undefined {
    if (!this.#isInScope(holder)) return undefined;
    const { namespace, context: name } = holder;
    const context = this.#contexts.find(namespace, name ?? DEFAULT_CONTEXT);
    if (context === undefined) this.#reportMissing(holder);
    else this.#used.add(context.resource);
    if (context === undefined && name !== undefined) return undefined;
    const list = this.#given ?? this.#lists.find(namespace, context?.overwrites);
    return list && { repositoryContext: context?.repositoryContext, list };
  }

  /**
   * Warns of a function config that applied to no holder, and of a default Context that would apply only in other
   * namespaces. Call it after all holders were looked up.
   */
  report(): void {
    const isUsed = (resource: Resource): boolean => this.#used.has(resource);
    for (const resource of this.#general.filter((each) => !isUsed(each))) {
      const others = elsewhere(this.#outside, undefined, 'set `metadata.namespace`');
      if (this.#given === undefined && others === '') continue;
      const user = `Installation or DeployItem in ${namespaceName(resource.namespace)}`;
      const message = `unused: no ${user}${this.#given === undefined ? ' uses it' : ''}${others}`;
      this.#results.warning(message, { code: 'definition-unused', resource });
    }
    const used = this.#general.find(isUsed);
    if (used !== undefined) reportElsewhere(`${used.kind} "${used.name}"`, this.#outside, this.#results);
  }

  /** Reports whether a holder is in the namespace of the function config, if that is a list. */
  #isInScope({ resource, namespace }: Pick<ReferenceHolder, 'resource' | 'namespace'>): boolean {
    const given = this.#given?.resource;
    if (given === undefined) return true;
    const isInScope = sameNamespace(given.namespace, namespace);
    if (isInScope) this.#used.add(given);
    else this.#outside.push(resource);
    return isInScope;
  }

  #reportMissing({ resource, namespace, context: name }: Parameters<Contexts['for']>[0]): void {
    if (name !== undefined) {
      const message = `must be the name of a Context in ${namespaceName(namespace)}${this.#contexts.hint(name)}`;
      this.#results.error(message, {
        code: 'unresolved-reference',
        resource,
        field: ['spec', 'context'],
        currentValue: name,
      });
    } else if (this.#given === undefined) this.#outside.push(resource);
  }

  #checkNames(contexts: readonly Context[], lists: readonly OverwriteList[]): void {
    const named = new Set(
      contexts.map(({ resource, overwrites = '' }) => namespacedName(resource.namespace, overwrites)),
    );
    for (const context of contexts) this.#checkOverwrites(context);
    for (const { resource } of lists)
      if (!named.has(namespacedName(resource.namespace, resource.name)))
        this.#results.warning('unused: no Context in this namespace references it', {
          code: 'definition-unused',
          resource,
        });
  }

  /** Checks that the named overwrites exist. Errors are in Landscaper's words. */
  #checkOverwrites({ resource, overwrites }: Context): void {
    if (overwrites === undefined || this.#lists.find(resource.namespace, overwrites) !== undefined) return;
    const message = `context '${resource.name}' references ComponentVersionOverwrites resource '${overwrites}', which cannot be found`;
    this.#results.error(`${message}${this.#lists.hint(overwrites)}`, {
      code: 'unresolved-reference',
      resource,
      field: ['componentVersionOverwrites'],
      currentValue: overwrites,
    });
  }
}

/** Resources of one kind by namespace and name. Duplicates are errors. */
class Named<T extends { readonly resource: Resource }> {
  readonly #byNamespacedName: ReadonlyMap<string, readonly T[]>;
  readonly #byName: ReadonlyMap<string, readonly T[]>;

  constructor(items: readonly T[], results: Results) {
    this.#byNamespacedName = groupBy(items, ({ resource }) => namespacedName(resource.namespace, resource.name));
    this.#byName = groupBy(items, ({ resource }) => resource.name);
    rejectDuplicates(
      items.map(({ resource }) => resource),
      results,
    );
  }

  find(namespace: string, name: string | undefined): T | undefined {
    return name === undefined ? undefined : this.#byNamespacedName.get(namespacedName(namespace, name))?.[0];
  }

  /** Returns a hint to a resource of this name in another namespace. */
  hint(name: string): string {
    const [other] = this.#byName.get(name) ?? [];
    return other === undefined ? '' : `; there is one in ${namespaceName(other.resource.namespace)}`;
  }
}
