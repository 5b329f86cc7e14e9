import { groupBy } from '../../src/group-by.ts';
import {
  formatFieldPath,
  type About,
  type Resource,
  type Resources,
  type Results,
  type Severity,
} from '../../src/krm/index.ts';
import type { Value } from '../../src/yaml/index.ts';
import { conditionMessage } from './condition.ts';
import type { EffectiveContext } from './contexts.ts';
import {
  allReferences,
  isDescriptor,
  nestedDescriptor,
  readDescriptor,
  type ComponentReference,
  type Descriptor,
} from './descriptors.ts';
import type { EditPlan } from './edit-plan.ts';
import type { ReferenceHolder } from './holders.ts';
import type { Overwrite } from './kinds/component-version-overwrites.ts';
import {
  changedAttributes,
  referenceAt,
  referenceOf,
  type Fields,
  type Reference,
  type ReferenceField,
} from './reference.ts';
import { canonicalJson } from './repository-context.ts';
import type { Substituted, Substitutions } from './substitution.ts';

/**
 * Maximum number of references from an Installation to a descriptor. Real packages have a few, and every engine's stack
 * holds this.
 */
const MAX_DEPTH = 500;

/** Start of a chain of references, with settings for all of them. */
interface Root {
  readonly holder: ReferenceHolder;
  readonly overwrites: readonly Overwrite[];
  /** Repository context of its own reference after overwriting; the same for all that it leads to. */
  readonly repositoryContext: Value | undefined;
  /** Visited descriptors by resource and path, true if anything was rewritten in them or below. */
  readonly seen: Map<string, boolean>;
}

/** Collaborators of a traversal. */
interface Parts {
  readonly resources: Resources;
  readonly substitutions: Substitutions;
  readonly plan: EditPlan;
  readonly results: Results;
}

/**
 * Follows the references of Installations and DeployItems to all descriptors that they lead to, and plans the edits of
 * all references on the way (design). Overwrites are matched with each reference as it was before any run.
 */
export class Traversal {
  readonly #substitutions: Substitutions;
  readonly #plan: EditPlan;
  readonly #results: Results;
  /** Descriptors that are items, by component and version. */
  readonly #descriptors: ReadonlyMap<string, readonly Descriptor[]>;
  /** Messages already reported: several roots may lead to one reference. */
  readonly #reported = new Map<Resource, Set<string>>();
  /** Visited descriptors by their overwrites and repository context. */
  readonly #seen = new Map<readonly Overwrite[], Map<string, Map<string, boolean>>>();
  #depth = 0;

  constructor({ resources, substitutions, plan, results }: Parts) {
    this.#substitutions = substitutions;
    this.#plan = plan;
    this.#results = results;
    const items = [...resources].filter(isDescriptor).flatMap((resource) => readDescriptor(resource, []) ?? []);
    this.#descriptors = groupBy(items, ({ name, version }) => `${name}:${version}`);
  }

  /** Returns the original reference of a holder and its outcome. Undefined if its descriptor has no known schema. */
  root(
    holder: ReferenceHolder,
    context: EffectiveContext | undefined,
  ): { readonly before: Reference; readonly outcome: Substituted } | undefined {
    const own = this.#ownReference(holder);
    if (own === undefined) return undefined;
    const before = { ...own, repositoryContext: own.repositoryContext ?? context?.repositoryContext };
    return { before, outcome: this.#substitutions.substitute(holder.resource, before, overwritesOf(context)) };
  }

  /** Plans the reference of a holder and all that it leads to. Without a context nothing is overwritten. */
  plan(holder: ReferenceHolder, context: EffectiveContext | undefined): void {
    const root = this.root(holder, context);
    if (root === undefined) return;
    const { before, outcome } = root;
    const after = outcome.result;
    const overwrites = overwritesOf(context);
    if (holder.inline === undefined) {
      this.#planReference(holder, before, outcome);
      this.#followItem(this.#rootOf(holder, overwrites, after.repositoryContext), after);
      return;
    }
    const changes = changedAttributes(before, after).map(
      (name) => `\`${name}\` to ${canonicalJson(after[name] ?? null)}`,
    );
    if (changes.length > 0) {
      const message = `inline descriptors are not replaced: this one still describes ${titleOf(before)}, although overwrites set ${changes.join(', ')}`;
      this.#results.warning(message, {
        code: 'descriptor-outdated',
        resource: holder.resource,
        field: holder.inline,
      });
    }
    const descriptor = readDescriptor(holder.resource, holder.inline);
    if (descriptor) this.#follow(this.#rootOf(holder, overwrites, after.repositoryContext), descriptor);
  }

  /** Returns a root. Roots with equal settings share visited descriptors. */
  #rootOf(holder: ReferenceHolder, overwrites: readonly Overwrite[], repositoryContext: Value | undefined): Root {
    const known = this.#seen.get(overwrites) ?? new Map<string, Map<string, boolean>>();
    this.#seen.set(overwrites, known);
    const key = canonicalJson(repositoryContext ?? null);
    const seen = known.get(key) ?? new Map<string, boolean>();
    known.set(key, seen);
    return { holder, overwrites, repositoryContext, seen };
  }

  /** Returns the references of holders and of all descriptors in the package, whether anything leads there or not. */
  references(holders: readonly ReferenceHolder[]): readonly ReferenceField[] {
    const items = [...this.#descriptors.values()].flat();
    return [...holders.flatMap(referencesOf), ...items.flatMap(allReferences)];
  }

  #ownReference({ resource, ref, inline }: ReferenceHolder): Reference | undefined {
    if (inline === undefined) return ref && referenceOf(this.#plan.original(referenceAt(resource, ref)));
    const descriptor = readDescriptor(resource, inline);
    if (descriptor === undefined) {
      const message = 'must be a component descriptor of schema v2 or ocm.software/v3alpha1: not overwritten';
      this.#results.warning(message, { code: 'invalid-value', resource, field: inline });
      return undefined;
    }
    const { name: componentName, version, repositoryContext } = descriptor;
    return { componentName, version, repositoryContext };
  }

  /**
   * Plans the reference of a holder. The repository context is written if it was overwritten, not if it comes from the
   * Context.
   */
  #planReference({ resource, ref }: ReferenceHolder, before: Reference, outcome: Substituted): void {
    const after = outcome.result;
    if (ref === undefined) return;
    const reference = referenceAt(resource, ref);
    const original = this.#plan.original(reference);
    const changed = changedAttributes(before, after);
    const written = changed.includes('repositoryContext') ? after.repositoryContext : original['repositoryContext'];
    const fields = changed.length === 0 ? original : fieldsOf({ ...after, repositoryContext: written });
    this.#plan.set(reference, { fields, reason: describe(resource), origins: appliedIn(outcome) });
    if (changed.length > 0)
      this.#results.info(conditionMessage(before, after), { code: 'rule-applied', resource, field: ref });
  }

  /** Reports whether anything was rewritten in the descriptor of a component, if that is an item, or below. */
  #followItem(root: Root, { componentName, version }: Reference): boolean {
    const key = `${componentName}:${version}`;
    const [descriptor, ...duplicates] = this.#descriptors.get(key) ?? [];
    for (const { resource } of duplicates)
      this.#report('error', `duplicate descriptor of ${key}: name and version must be unique`, {
        code: 'duplicate-resource',
        resource,
      });
    return descriptor !== undefined && this.#follow(root, descriptor);
  }

  /** Reports whether anything was rewritten in a descriptor or below. A descriptor in a cycle is visited once. */
  #follow(root: Root, descriptor: Descriptor): boolean {
    const { resource, path, isSigned, flaws } = descriptor;
    const key = JSON.stringify([resource.kind, resource.namespace, resource.name, descriptor.version, path]);
    const known = root.seen.get(key);
    if (known !== undefined) return known;
    if (this.#depth >= MAX_DEPTH) {
      this.#report('error', `must be at most ${MAX_DEPTH} references away from an Installation`, {
        code: 'limit-exceeded',
        resource,
      });
      return false;
    }
    root.seen.set(key, false);
    this.#depth++;
    for (const { field, message } of flaws)
      this.#report('warning', `${message}: not overwritten`, { code: 'invalid-value', resource, field });
    const rewritten = descriptor.references.map((reference) => this.#followReference(root, reference));
    this.#depth--;
    const isRewritten = rewritten.includes(true);
    root.seen.set(key, isRewritten);
    if (isRewritten && isSigned)
      this.#report('warning', 'the signatures do not match the overwritten references: sign the descriptor again', {
        code: 'descriptor-outdated',
        resource,
        field: [...path, 'signatures'],
      });
    return isRewritten;
  }

  /** Reports whether a reference of a descriptor, or anything below it, was rewritten. */
  #followReference(root: Root, reference: ComponentReference): boolean {
    const { resource, path, nested } = reference;
    const original = this.#plan.original(reference);
    const before = { ...referenceOf(original), repositoryContext: root.repositoryContext };
    const outcome = this.#substitutions.substitute(resource, before, root.overwrites);
    const after = outcome.result;
    const changed = changedAttributes(before, after);
    if (changed.includes('repositoryContext'))
      this.#results.error(contextRefused(root, after), { code: 'rule-failed', resource, field: path });
    const isChanged = changed.length > 0;
    const inner = nestedDescriptor(reference);
    if (nested && isChanged) this.#report('warning', UNUSED, { code: 'definition-unused', resource, field: nested });
    const isBelow = inner && !isChanged ? this.#follow(root, inner) : this.#followItem(root, after);
    // A digest covers the descriptor that is referred to and all that it refers to.
    const { digest, ...undigested } = original;
    const same = isBelow ? undigested : original;
    const fields = isChanged ? { componentName: after.componentName, version: after.version } : same;
    this.#plan.set(reference, { fields, reason: describe(root.holder.resource), origins: appliedIn(outcome) });
    if (isChanged)
      this.#report('info', conditionMessage(before, after), { code: 'rule-applied', resource, field: path });
    else if (isBelow && digest !== undefined)
      this.#report('info', DROPPED, { code: 'rule-applied', resource, field: [...path, 'digest'] });
    return isChanged || isBelow;
  }

  #report(severity: Severity, message: string, about: Reported): void {
    const { resource, field = [] } = about;
    const reported = this.#reported.get(resource) ?? new Set();
    this.#reported.set(resource, reported);
    const key = `${formatFieldPath(field)} ${message}`;
    if (!reported.has(key)) this.#results[severity](message, about);
    reported.add(key);
  }
}

/** Code and place of a result that is reported once. */
interface Reported extends About {
  readonly resource: Resource;
}

const UNUSED = 'unused: this descriptor describes the original component, and the reference was overwritten';
const DROPPED = 'digest removed: references in the descriptor that it covers were overwritten';

function contextRefused(
  { holder: { resource }, repositoryContext }: Root,
  { repositoryContext: wanted }: Reference,
): string {
  const inherited = repositoryContext === undefined ? 'unset' : canonicalJson(repositoryContext);
  return `must not be overwritten to repository context ${canonicalJson(wanted ?? null)}: a reference in a descriptor inherits that of ${describe(resource)}, which is ${inherited}`;
}

const NONE: readonly Overwrite[] = [];

function appliedIn({ steps }: Substituted): readonly Overwrite[] {
  return steps.filter(({ kind }) => kind === 'applied').map(({ overwrite }) => overwrite);
}

function overwritesOf(context: EffectiveContext | undefined): readonly Overwrite[] {
  return context?.list.overwrites ?? NONE;
}

function referencesOf({ resource, ref, inline }: ReferenceHolder): readonly ReferenceField[] {
  const descriptor = inline && readDescriptor(resource, inline);
  return [...(ref ? [referenceAt(resource, ref)] : []), ...allReferences(descriptor)];
}

function fieldsOf({ repositoryContext, componentName, version }: Reference): Fields {
  return { ...(repositoryContext !== undefined && { repositoryContext }), componentName, version };
}

function titleOf({ componentName, version }: Reference): string {
  return `${componentName}:${version}`;
}

function describe({ kind, name }: Resource): string {
  return `${kind} "${name}"`;
}
