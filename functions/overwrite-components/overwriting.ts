import {
  formatFieldPath,
  groupBy,
  type Path,
  type Resource,
  type Resources,
  type Results,
  type Value,
} from '../../src/index.ts';
import { canonicalJson } from './canonical-json.ts';
import { conditionMessage } from './condition.ts';
import type { EffectiveContext } from './contexts.ts';
import { isDescriptor, readDescriptor, type ComponentReference, type Descriptor } from './descriptors.ts';
import type { OverwriteMatcher } from './overwrite-matcher.ts';
import { lacksReference, type ReferenceHolder } from './installations.ts';
import type { Fields } from './originals.ts';
import type { Overwrite } from './overwrite.ts';
import { allPlacesIn, placeAt, placesIn, referenceOf, type ReferenceField } from './places.ts';
import { changedAttributes, type Reference } from './reference.ts';
import { Rewriting } from './rewriting.ts';
import type { Outcome } from './substitution.ts';

/** Most references from an Installation to a descriptor. Real packages have a few, and every engine's stack holds this. */
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

/**
 * Overwrites the references of Installations and DeployItems, and those of all descriptors that they lead to (design;
 * reference B4, B6). Overwrites are matched with each reference as it was before any run.
 */
export class Overwriting {
  readonly #resources: Resources;
  readonly #results: Results;
  readonly #explanation: OverwriteMatcher;
  readonly #rewriting: Rewriting;
  /** Descriptors that are items, by component and version. */
  readonly #descriptors: ReadonlyMap<string, readonly Descriptor[]>;
  /** Messages already reported: several roots may lead to one reference. */
  readonly #told = new Map<Resource, Set<string>>();
  /** Visited descriptors by their overwrites and repository context. */
  readonly #seen = new Map<readonly Overwrite[], Map<string, Map<string, boolean>>>();
  #depth = 0;

  constructor(resources: Resources, explanation: OverwriteMatcher, results: Results) {
    this.#resources = resources;
    this.#results = results;
    this.#explanation = explanation;
    this.#rewriting = new Rewriting(results);
    const items = [...resources].filter(isDescriptor).flatMap((resource) => readDescriptor(resource, []) ?? []);
    this.#descriptors = groupBy(items, ({ name, version }) => `${name}:${version}`);
  }

  /** Returns the original reference of a holder and its outcome. Undefined if its descriptor has no known schema. */
  root(
    holder: ReferenceHolder,
    context: EffectiveContext | undefined,
  ): { readonly before: Reference; readonly outcome: Outcome } | undefined {
    const own = this.#ownReference(holder);
    if (own === undefined) return undefined;
    const before = { ...own, repositoryContext: own.repositoryContext ?? context?.repositoryContext };
    return { before, outcome: this.#explanation.substitute(before, overwritesOf(context)) };
  }

  /** Plans the reference of a holder and all that it leads to. Without a context nothing is overwritten. */
  overwrite(holder: ReferenceHolder, context: EffectiveContext | undefined): void {
    const root = this.root(holder, context);
    if (root === undefined) return;
    const { before, outcome } = root;
    const after = outcome.result;
    const overwrites = overwritesOf(context);
    if (holder.inline === undefined) {
      this.#planReference(holder, before, after);
      this.#followItem(this.#rootOf(holder, overwrites, after.repositoryContext), after);
      return;
    }
    const changes = changedAttributes(before, after).map((name) => `\`${name}\` ${canonicalJson(after[name] ?? null)}`);
    if (changes.length > 0) {
      const message = `an inline descriptor stays what it is, that of ${titleOf(before)}: overwrites would give it ${changes.join(', ')}`;
      this.#results.warning(message, { resource: holder.resource, field: holder.inline });
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

  /** Writes the plans, and restores the originals of references that no overwrite matches any more. */
  write(holders: readonly ReferenceHolder[]): void {
    const items = [...this.#descriptors.values()].flat();
    const places = [...holders.flatMap(placesOf), ...items.flatMap(allPlacesIn)];
    const others = [...this.#resources].filter((resource) => isDescriptor(resource) || lacksReference(resource));
    const looked = [...holders.map(({ resource }) => resource), ...others];
    for (const { resource, path } of this.#rewriting.write(places, looked))
      this.#results.notice('no overwrite matches any more; original reference restored', { resource, field: path });
  }

  #ownReference({ resource, ref, inline }: ReferenceHolder): Reference | undefined {
    if (inline === undefined) return ref && referenceOf(this.#rewriting.original(placeAt(resource, ref)));
    const descriptor = readDescriptor(resource, inline);
    if (descriptor === undefined) {
      const message = 'must be a component descriptor of schema v2 or ocm.software/v3alpha1: it stays as it is';
      this.#results.warning(message, { resource, field: inline });
      return undefined;
    }
    const { name: componentName, version, repositoryContext } = descriptor;
    return { componentName, version, repositoryContext };
  }

  /** Plans the reference of a holder. The repository context is written if it was overwritten, not if it comes from the Context. */
  #planReference({ resource, ref }: ReferenceHolder, before: Reference, after: Reference): void {
    if (ref === undefined) return;
    const place = placeAt(resource, ref);
    const original = this.#rewriting.original(place);
    const changed = changedAttributes(before, after);
    const written = changed.includes('repositoryContext') ? after.repositoryContext : original['repositoryContext'];
    this.#plan(place, changed.length === 0 ? original : fieldsOf({ ...after, repositoryContext: written }), resource);
    if (changed.length > 0) this.#results.info(conditionMessage(before, after), { resource, field: ref });
  }

  /** Reports whether anything was rewritten in the descriptor of a component, if that is an item, or below. */
  #followItem(root: Root, { componentName, version }: Reference): boolean {
    const key = `${componentName}:${version}`;
    const [descriptor, ...twins] = this.#descriptors.get(key) ?? [];
    for (const { resource } of twins) this.#tell('error', `must be the only descriptor of ${key}`, resource, []);
    return descriptor !== undefined && this.#follow(root, descriptor);
  }

  /** Reports whether anything was rewritten in a descriptor or below. A descriptor in a cycle is visited once. */
  #follow(root: Root, descriptor: Descriptor): boolean {
    const { resource, path, isSigned, flaws } = descriptor;
    const key = JSON.stringify([resource.kind, resource.namespace, resource.name, descriptor.version, path]);
    const known = root.seen.get(key);
    if (known !== undefined) return known;
    if (this.#depth >= MAX_DEPTH) {
      this.#tell('error', `must not be more than ${MAX_DEPTH} references away from an Installation`, resource, []);
      return false;
    }
    root.seen.set(key, false);
    this.#depth++;
    for (const { field, message } of flaws)
      this.#tell('warning', `${message}: nothing of it is overwritten`, resource, field);
    const places = placesIn(descriptor);
    const rewritten = descriptor.references.map((reference, index) => {
      const place = places[index];
      return place !== undefined && this.#followReference(root, reference, place);
    });
    this.#depth--;
    const isRewritten = rewritten.includes(true);
    root.seen.set(key, isRewritten);
    if (isRewritten && isSigned)
      this.#tell('warning', 'its signatures are of other references: sign it again', resource, [...path, 'signatures']);
    return isRewritten;
  }

  /** Reports whether a reference of a descriptor, or anything below it, was rewritten. */
  #followReference(root: Root, { nested }: ComponentReference, place: ReferenceField): boolean {
    const { resource, path } = place;
    const original = this.#rewriting.original(place);
    const before = { ...referenceOf(original), repositoryContext: root.repositoryContext };
    const after = this.#explanation.substitute(before, root.overwrites).result;
    const changed = changedAttributes(before, after);
    if (changed.includes('repositoryContext'))
      this.#results.error(contextRefused(root, after), { resource, field: path });
    const isChanged = changed.length > 0;
    const inner = nested && readDescriptor(resource, nested, place.id);
    if (nested && isChanged) this.#tell('warning', UNUSED, resource, nested);
    const isBelow = inner && !isChanged ? this.#follow(root, inner) : this.#followItem(root, after);
    // A digest covers the descriptor that is referred to and all that it refers to.
    const { digest, ...undigested } = original;
    const same = isBelow ? undigested : original;
    this.#plan(
      place,
      isChanged ? { componentName: after.componentName, version: after.version } : same,
      root.holder.resource,
    );
    if (isChanged) this.#tell('info', conditionMessage(before, after), resource, path);
    else if (isBelow && digest !== undefined) this.#tell('info', DROPPED, resource, [...path, 'digest']);
    return isChanged || isBelow;
  }

  #tell(severity: 'error' | 'warning' | 'info', message: string, resource: Resource, field: Path): void {
    const told = this.#told.get(resource) ?? new Set();
    this.#told.set(resource, told);
    const key = `${formatFieldPath(field)} ${message}`;
    if (!told.has(key)) this.#results[severity](message, { resource, ...(field.length > 0 && { field }) });
    told.add(key);
  }

  #plan(place: ReferenceField, fields: Fields, { kind, name }: Resource): void {
    this.#rewriting.plan(place, fields, `${kind} "${name}"`);
  }
}

const UNUSED = 'the descriptor that comes with the reference is of what it was first: it is not used';
const DROPPED = 'is dropped, since references of the descriptor that it is of were rewritten';

function contextRefused(
  { holder: { resource }, repositoryContext }: Root,
  { repositoryContext: wanted }: Reference,
): string {
  const given = `${resource.kind} "${resource.name}" leads to it in ${repositoryContext === undefined ? 'none' : canonicalJson(repositoryContext)}`;
  return `must not get the repository context ${canonicalJson(wanted ?? null)}: ${given}, and a descriptor cannot say another`;
}

const NONE: readonly Overwrite[] = [];

function overwritesOf(context: EffectiveContext | undefined): readonly Overwrite[] {
  return context?.list.overwrites ?? NONE;
}

function placesOf({ resource, ref, inline }: ReferenceHolder): readonly ReferenceField[] {
  const descriptor = inline && readDescriptor(resource, inline);
  return [...(ref ? [placeAt(resource, ref)] : []), ...allPlacesIn(descriptor)];
}

function fieldsOf({ repositoryContext, componentName, version }: Reference): Fields {
  return { ...(repositoryContext !== undefined && { repositoryContext }), componentName, version };
}

function titleOf({ componentName, version }: Reference): string {
  return `${componentName}:${version}`;
}
